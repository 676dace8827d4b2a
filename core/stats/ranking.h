// SPDX-License-Identifier: GPL-3.0-or-later
// At which level each target does best.
// Thread contract: pure functions over values.
#pragma once

#include "core/model/analysis.h"

#include <vector>

namespace sweepbench {

struct RankedLevel
{
    int level = 0;
    double mean = 0;
    bool tiesWithNext = false; ///< the 95 % intervals of this level and the next one overlap, or one of them has none: that is no rank
    bool operator==(const RankedLevel &) const = default;
};

/// The levels of one target by the mean of a metric.
struct LevelRanking
{
    int target = 0;
    std::vector<RankedLevel> levels; ///< best first; equal means by level
    std::vector<int> noData;         ///< levels that were tried and have no such figure, ascending
};

/// By target, for those that were tried at all. What is best is what higherIsBetter() says. The intervals are those of the error bars
/// (Summary::ciLow): each for its level alone, so that a row of levels without a mark is a description, not a family of tests.
std::vector<LevelRanking> rankLevels(const Analysis &analysis, Metric metric);

} // namespace sweepbench
