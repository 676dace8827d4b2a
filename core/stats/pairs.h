// SPDX-License-Identifier: GPL-3.0-or-later
// The trials of two cells paired by block: what every paired comparison starts from.
// Thread contract: pure functions.
#pragma once

#include "core/stats/measured.h"

#include <vector>

namespace sweepbench {

/// The log ratios of the blocks in which both targets have the figure.
struct Pairs
{
    std::vector<double> logRatios; ///< ln candidate - ln baseline, by repeat
    std::vector<int> blocks;       ///< the repeat of each
    int dropped = 0; ///< blocks in which both ran, and one is unfit or has no such figure
    int leftOut = 0; ///< blocks in which both have the figure, and one is an outlier
};

/// Outliers stay in unless \a leaveOutOutliers says otherwise; then the whole pair goes.
Pairs pairsOf(const MeasuredCell &baseline, const MeasuredCell &candidate, Metric metric, bool leaveOutOutliers = false);

} // namespace sweepbench
