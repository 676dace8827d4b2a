// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/median.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace sweepbench::bench {

Median medianOf(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    const auto n = static_cast<int>(values.size());
    const double middle = n % 2 ? values[static_cast<std::size_t>(n / 2)]
                                : (values[static_cast<std::size_t>(n / 2 - 1)] + values[static_cast<std::size_t>(n / 2)]) / 2;
    int rank = 0; // largest k with P(Binomial(n, 1/2) < k) <= 2.5 %
    double term = std::pow(0.5, n);
    double below = term;
    while (below <= 0.025 && rank < n / 2) {
        ++rank;
        term *= static_cast<double>(n - rank + 1) / rank;
        below += term;
    }
    const int low = std::max(0, rank - 1);
    return {middle, values[static_cast<std::size_t>(low)], values[static_cast<std::size_t>(n - 1 - low)]};
}

} // namespace sweepbench::bench
