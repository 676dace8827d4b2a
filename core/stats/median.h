// SPDX-License-Identifier: GPL-3.0-or-later
// Thread contract: pure functions.
#pragma once

#include <algorithm>
#include <vector>

namespace sweepbench {

/// Of an even number of values the middle between the two in the middle. \a sorted must not be empty.
inline double medianOfSorted(const std::vector<double> &sorted)
{
    const std::size_t middle = sorted.size() / 2;
    return sorted.size() % 2 == 1 ? sorted[middle] : sorted[middle - 1] + (sorted[middle] - sorted[middle - 1]) / 2;
}

/// The same of values in any order.
inline double medianOf(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return medianOfSorted(values);
}

} // namespace sweepbench
