// SPDX-License-Identifier: GPL-3.0-or-later
// Thread contract: pure functions.
#pragma once

#include "core/model/finding.h"
#include "core/model/plan.h"
#include "core/stats/measured.h"

namespace sweepbench {

/// Names the trials whose figure of the primary metric stands apart from the others of their cell, with that figure and the cell's median;
/// without text where there are none. The plan's targets have names.
Finding outlierFinding(const Measured &measured, const Plan &plan, bool leftOut);

} // namespace sweepbench
