// SPDX-License-Identifier: GPL-3.0-or-later
// The figures of one session that thresholds are held against.
// Thread contract: pure functions over values.
#pragma once

#include "core/stats/measured.h"
#include "core/stats/thresholdjudge.h"

namespace sweepbench {

/// The comparisons on the threshold's metric, with plain 95 % intervals. \a plan has names for all targets.
std::vector<ThresholdCase> ratioCases(const Threshold &threshold, const Plan &plan, const Analysis &analysis, const Measured &measured);
/// The cells, with the 95 % t intervals of their summaries, or with their errors.
std::vector<ThresholdCase> cellCases(const Threshold &threshold, const Plan &plan, const Analysis &analysis, const Measured &measured);

} // namespace sweepbench
