// SPDX-License-Identifier: GPL-3.0-or-later
// Thread contract: pure function.
#pragma once

#include <vector>

namespace sweepbench::bench {

/// Median with its distribution-free 95 % interval: the order statistics whose binomial coverage reaches it
/// (David and Nagaraja, Order Statistics, 7.1). Below six values that is their whole range, which covers less.
struct Median
{
    double value;
    double low;
    double high;
};

/// \a values must not be empty.
Median medianOf(std::vector<double> values);

} // namespace sweepbench::bench
