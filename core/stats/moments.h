// SPDX-License-Identifier: GPL-3.0-or-later
// Thread contract: pure functions.
#pragma once

#include <cmath>
#include <vector>

namespace sweepbench {

/// Logarithms of figures that differ by less than this differ by rounding alone: figures are quotients of whole nanoseconds and
/// counts, never that close.
inline constexpr double roundingOfLogs = 1e-12;

/// Mean and sample standard deviation; the latter is 0 below two values.
struct Moments
{
    int n = 0;
    double mean = 0;
    double stdev = 0;

    double standardError() const { return n > 0 ? stdev / std::sqrt(static_cast<double>(n)) : 0; }
};

/// In two passes: sums of squares would lose the small deviations of large figures.
inline Moments momentsOf(const std::vector<double> &values)
{
    Moments moments;
    moments.n = static_cast<int>(values.size());
    if (values.empty())
        return moments;
    const double n = static_cast<double>(values.size());
    for (const double value : values)
        moments.mean += value / n;
    double squares = 0;
    for (const double value : values)
        squares += (value - moments.mean) * (value - moments.mean);
    if (moments.n > 1)
        moments.stdev = std::sqrt(squares / (n - 1));
    return moments;
}

} // namespace sweepbench
