// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/outliers.h"

#include "core/stats/median.h"
#include "core/stats/moments.h"

#include <cmath>

namespace sweepbench {

namespace {

bool hasLogarithm(double value)
{
    return value > 0 && std::isfinite(value);
}

} // namespace

double outlierLimit(int n)
{
    return 3.5 + 11.0 / n;
}

std::vector<bool> outliers(const std::vector<double> &values)
{
    std::vector<bool> flags(values.size(), false);
    std::vector<double> logs;
    for (const double value : values)
        if (hasLogarithm(value))
            logs.push_back(std::log(value));
    const int n = static_cast<int>(logs.size());
    if (n < leastForOutliers)
        return flags;
    const double median = medianOf(logs);
    std::vector<double> deviations;
    for (const double log : logs)
        deviations.push_back(std::abs(log - median));
    const double mad = medianOf(std::move(deviations));
    if (mad < roundingOfLogs)
        return flags;
    const double farthest = outlierLimit(n) * madOfStandardNormal * mad;
    for (std::size_t i = 0; i < values.size(); ++i)
        flags[i] = hasLogarithm(values[i]) && std::abs(std::log(values[i]) - median) > farthest;
    return flags;
}

} // namespace sweepbench
