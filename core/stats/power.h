// SPDX-License-Identifier: GPL-3.0-or-later
// What an undecided comparison could have seen, and what it would take to see more (DESIGN.md, Statistics).
// Thread contract: pure functions.
#pragma once

#include <optional>

namespace sweepbench {

inline constexpr int manyMoreRepeats = 101; ///< stands for "more than 100"

/// The relative difference that would have been seen with 80 % power:
/// exp((t(1 - a/2, n-1) + t(0.8, n-1)) s_d / sqrt n) - 1 with a = \a alpha / \a family.
/// Absent below two pairs, where the pairs do not vary, and where the figure is beyond what a double holds.
std::optional<double> differenceSeen(double sdLog, int pairs, int family, double alpha = 0.05);

/// Further repeats until a difference of 5 % would be seen with 80 % power, allowing for a standard deviation that is larger than
/// the one seen: s+ = s_d sqrt((n-1) / chi2(0.2, n-1)), the upper bound of its one-sided 80 % interval.
/// 0 where the pairs at hand suffice, manyMoreRepeats above 100; absent as for differenceSeen.
std::optional<int> moreRepeatsToSee5Percent(double sdLog, int pairs, int family, double alpha = 0.05);

} // namespace sweepbench
