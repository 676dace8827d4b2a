// SPDX-License-Identifier: GPL-3.0-or-later
// Findings of what the servers answered, and of how many answers there are.
// Thread contract: pure functions.
#pragma once

#include "core/model/finding.h"
#include "core/stats/measured.h"

namespace sweepbench {

/// Targets whose answers differ from the baseline's in status or size: they may not do the same work. The text is empty for none.
Finding differentAnswers(const Measured &measured, const Plan &plan, int baseline);

/// Quantiles that rest on too few answers: p99, and p99.9 where that is the primary metric. The text is empty for none.
Finding thinTail(const Measured &measured, const Plan &plan);

} // namespace sweepbench
