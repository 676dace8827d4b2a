// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/summary.h"

#include "core/stats/distributions.h"
#include "core/stats/median.h"
#include "core/stats/moments.h"

#include <algorithm>
#include <cmath>

namespace sweepbench {

namespace {

void addLogInterval(Summary &summary, const std::vector<double> &sorted)
{
    if (sorted.size() < 2 || sorted.front() <= 0)
        return;
    std::vector<double> logs(sorted.size());
    std::transform(sorted.begin(), sorted.end(), logs.begin(), [](double value) { return std::log(value); });
    const Moments moments = momentsOf(logs);
    const std::optional<double> t = tQuantile(0.975, summary.n - 1);
    if (!t)
        return;
    const double half = *t * moments.standardError();
    const double low = std::exp(moments.mean - half);
    const double high = std::exp(moments.mean + half);
    // Two trials that are worlds apart give bounds beyond what a double holds: then there is no interval to draw.
    if (low > 0 && std::isfinite(high)) {
        summary.ciLow = low;
        summary.ciHigh = high;
    }
}

} // namespace

Summary summarise(std::vector<double> values)
{
    std::erase_if(values, [](double value) { return !std::isfinite(value); });
    Summary summary;
    if (values.empty())
        return summary;
    std::sort(values.begin(), values.end());
    const Moments moments = momentsOf(values);
    summary.n = moments.n;
    summary.mean = moments.mean;
    summary.stdev = moments.stdev;
    summary.se = moments.standardError();
    summary.median = medianOfSorted(values);
    summary.min = values.front();
    summary.max = values.back();
    addLogInterval(summary, values);
    return summary;
}

} // namespace sweepbench
