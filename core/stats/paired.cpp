// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/paired.h"

#include "core/stats/distributions.h"
#include "core/stats/moments.h"

#include <algorithm>
#include <cmath>

namespace sweepbench {

namespace {

std::optional<Interval> intervalAround(const Moments &moments, double confidenceTail)
{
    const std::optional<double> t = tQuantile(1 - confidenceTail, moments.n - 1);
    if (!t)
        return std::nullopt;
    const double half = *t * moments.standardError();
    const Interval interval{std::exp(moments.mean - half), std::exp(moments.mean + half)};
    // Two or three pairs and a large family reach beyond what a double holds; that is as good as no interval.
    if (!(interval.low > 0) || !std::isfinite(interval.high))
        return std::nullopt;
    return interval;
}

} // namespace

std::optional<PairedEstimate> comparePaired(const std::vector<double> &logRatios, int family, double alpha)
{
    const bool finite = std::all_of(logRatios.begin(), logRatios.end(), [](double d) { return std::isfinite(d); });
    if (logRatios.empty() || !finite)
        return std::nullopt;
    Moments moments = momentsOf(logRatios);
    if (moments.stdev < roundingOfLogs)
        moments.stdev = 0;

    PairedEstimate estimate;
    estimate.pairs = moments.n;
    estimate.meanLog = moments.mean;
    estimate.sdLog = moments.stdev;
    estimate.ratio = std::exp(moments.mean);
    if (!(estimate.ratio > 0) || !std::isfinite(estimate.ratio))
        return std::nullopt;
    if (moments.n < 2 || moments.stdev == 0)
        return estimate;
    estimate.plain = intervalAround(moments, 0.025);
    estimate.simultaneous = intervalAround(moments, alpha / 2 / std::max(1, family));
    estimate.p = tTwoSidedP(moments.mean / moments.standardError(), moments.n - 1);
    return estimate;
}

} // namespace sweepbench
