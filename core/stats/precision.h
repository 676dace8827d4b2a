// SPDX-License-Identifier: GPL-3.0-or-later
// The stop rule "until precise": blocks go on until the interval of every level is narrow enough (DESIGN.md, Statistics).
// Thread contract: pure functions.
#pragma once

#include <optional>
#include <vector>

namespace sweepbench {

/// A run that stops once it looks precise stops more often where the deviation looks smaller than it is. Intervals and p of such
/// a run are therefore taken at this level instead of 5 %: then the whole errs in 5.1 % of runs at worst
/// (tests/bench/verdict_simulation).
inline constexpr double untilPreciseAlpha = 0.035;
inline constexpr int untilPreciseLeastBlocks = 8;

/// exp(h) - 1, how far the upper bound of the interval of a ratio is from the ratio itself, with h = t(1 - alpha/2, n-1) s / sqrt n of
/// the pairs' log ratios: 0.02 for an interval of about +-2 %. Absent below two pairs, where the pairs do not vary or a log
/// ratio is not finite, and beyond what a double holds.
std::optional<double> precisionOf(const std::vector<double> &logRatios, double alpha = untilPreciseAlpha);

struct Precision
{
    std::optional<double> widest; ///< of all comparisons; absent while one of them has none
    int fewestPairs = 0;
    bool reached = false;
};

/// \a comparisons holds the primary metric's log ratios, one vector per level and candidate. The rule is met where each of them has
/// at least \a leastBlocks pairs and a precision of \a target (0.02 for 2 %) or better; never without comparisons.
Precision precisionOfAll(const std::vector<std::vector<double>> &comparisons, double target,
                         int leastBlocks = untilPreciseLeastBlocks, double alpha = untilPreciseAlpha);

} // namespace sweepbench
