// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/holm.h"

#include <algorithm>

namespace sweepbench {

std::vector<std::optional<double>> holmAdjusted(const std::vector<std::optional<double>> &p, int family)
{
    std::vector<std::size_t> present;
    for (std::size_t i = 0; i < p.size(); ++i)
        if (p[i])
            present.push_back(i);
    std::stable_sort(present.begin(), present.end(), [&p](std::size_t a, std::size_t b) { return *p[a] < *p[b]; });

    std::vector<std::optional<double>> adjusted(p.size());
    double factor = std::max(static_cast<double>(family), static_cast<double>(p.size()));
    double floor = 0;
    for (const std::size_t index : present) {
        floor = std::max(floor, std::min(1.0, factor * *p[index]));
        adjusted[index] = floor;
        factor -= 1;
    }
    return adjusted;
}

} // namespace sweepbench
