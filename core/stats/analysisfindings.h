// SPDX-License-Identifier: GPL-3.0-or-later
// Thread contract: pure functions.
#pragma once

#include "core/model/analysis.h"
#include "core/stats/measured.h"

namespace sweepbench {

/// What a reader of the whole session has to know, one sentence each without a final full stop, doubts first; empty before the
/// first trial.
std::vector<Finding> analysisFindings(const Measured &measured, const Plan &plan, const std::vector<Comparison> &comparisons);

} // namespace sweepbench
