// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/precision.h"

#include "core/stats/distributions.h"
#include "core/stats/moments.h"

#include <algorithm>
#include <cmath>

namespace sweepbench {

std::optional<double> precisionOf(const std::vector<double> &logRatios, double alpha)
{
    const Moments moments = momentsOf(logRatios);
    if (!std::isfinite(moments.stdev) || moments.stdev < roundingOfLogs)
        return std::nullopt;
    const std::optional<double> t = tQuantile(1 - alpha / 2, moments.n - 1);
    if (!t)
        return std::nullopt;
    const double precision = std::expm1(*t * moments.standardError());
    return std::isfinite(precision) ? std::optional(precision) : std::nullopt;
}

Precision precisionOfAll(const std::vector<std::vector<double>> &comparisons, double target, int leastBlocks, double alpha)
{
    Precision all;
    bool allKnown = !comparisons.empty();
    double widest = 0;
    for (const std::vector<double> &logRatios : comparisons) {
        const int pairs = static_cast<int>(logRatios.size());
        all.fewestPairs = &logRatios == &comparisons.front() ? pairs : std::min(all.fewestPairs, pairs);
        const std::optional<double> precision = precisionOf(logRatios, alpha);
        allKnown = allKnown && precision;
        widest = std::max(widest, precision.value_or(0));
    }
    if (allKnown)
        all.widest = widest;
    all.reached = allKnown && all.fewestPairs >= leastBlocks && widest <= target;
    return all;
}

} // namespace sweepbench
