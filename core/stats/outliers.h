// SPDX-License-Identifier: GPL-3.0-or-later
// Trials that stand apart from the others of their cell (DESIGN.md, Statistics): to be shown, never to be dropped silently.
// Thread contract: pure functions.
#pragma once

#include <vector>

namespace sweepbench {

inline constexpr int leastForOutliers = 8;         ///< with fewer values none is called an outlier
inline constexpr double madOfStandardNormal = 1.4826; ///< scales the median absolute deviation to a standard deviation

/// How many scaled median absolute deviations from the median a logarithm may lie among \a n: 3.5 + 11 / n. The first term is
/// B. Iglewicz and D. C. Hoaglin's (How to Detect and Handle Outliers, 1993); the second makes up for the median absolute
/// deviation of few values, which is often too small: about 5 % of clean normal cells show an outlier, whatever n is.
double outlierLimit(int n);

/// True for each value with |ln x - median of the logarithms| over outlierLimit() scaled median absolute deviations.
/// Values that are not finite or not above zero are never flagged and do not count; where more than half of the values are alike, so
/// that the median absolute deviation is 0, nothing is flagged.
std::vector<bool> outliers(const std::vector<double> &values);

} // namespace sweepbench
