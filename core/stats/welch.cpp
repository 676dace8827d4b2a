// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/welch.h"

#include "core/stats/distributions.h"
#include "core/stats/moments.h"

#include <algorithm>
#include <array>
#include <cmath>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

struct Side
{
    const std::vector<double> &values;
    QString name;
};

/// Why there is no ratio; empty where there is one.
QString whyNoRatio(const Side &side)
{
    if (side.values.empty())
        return u"%1 has no figure"_s.arg(side.name);
    const auto bad = std::find_if(side.values.begin(), side.values.end(), [](double x) { return !(x > 0) || !std::isfinite(x); });
    if (bad == side.values.end())
        return {};
    return *bad == 0 ? u"%1 has a figure of 0, and there is no ratio to 0"_s.arg(side.name)
                     : u"%1 has a figure that is not a number above 0"_s.arg(side.name);
}

Moments logMoments(const std::vector<double> &values)
{
    std::vector<double> logs(values.size());
    std::transform(values.begin(), values.end(), logs.begin(), [](double value) { return std::log(value); });
    Moments moments = momentsOf(logs);
    if (moments.stdev < roundingOfLogs)
        moments.stdev = 0;
    return moments;
}

/// Why there is a ratio and nothing more; empty where there is more.
QString whyNoTest(const Moments &baseline, const Moments &candidate)
{
    for (const auto &[moments, name] : {std::pair(&baseline, u"the baseline"_s), std::pair(&candidate, u"the candidate"_s)})
        if (moments->n < 2)
            return u"%1 has 1 figure, and an interval needs 2"_s.arg(name);
    if (baseline.stdev == 0 && candidate.stdev == 0)
        return u"the figures of each side are all alike, so nothing tells how much they vary"_s;
    return {};
}

std::optional<Interval> intervalAround(double meanLog, double standardError, double df, double tail)
{
    const std::optional<double> t = tQuantile(1 - tail, df);
    if (!t)
        return std::nullopt;
    const Interval interval{std::exp(meanLog - *t * standardError), std::exp(meanLog + *t * standardError)};
    if (!(interval.low > 0) || !std::isfinite(interval.high))
        return std::nullopt;
    return interval;
}

} // namespace

WelchEstimate compareUnpaired(const std::vector<double> &baseline, const std::vector<double> &candidate, int family, double alpha)
{
    WelchEstimate estimate;
    estimate.baselineValues = static_cast<int>(baseline.size());
    estimate.candidateValues = static_cast<int>(candidate.size());
    for (const Side &side : {Side{baseline, u"the baseline"_s}, Side{candidate, u"the candidate"_s}})
        if (estimate.missing.isEmpty())
            estimate.missing = whyNoRatio(side);
    if (!estimate.missing.isEmpty())
        return estimate;

    const Moments a = logMoments(baseline);
    const Moments b = logMoments(candidate);
    const double meanLog = b.mean - a.mean;
    const double ratio = std::exp(meanLog);
    if (!(ratio > 0) || !std::isfinite(ratio)) {
        estimate.missing = u"the figures are too far apart to calculate with"_s;
        return estimate;
    }
    estimate.ratio = ratio;
    estimate.missing = whyNoTest(a, b);
    if (!estimate.missing.isEmpty())
        return estimate;

    // Shares of the variance of the difference, so that neither squares underflow nor a side without variance divides by zero.
    const double standardError = std::hypot(a.standardError(), b.standardError());
    const double shareA = std::pow(a.standardError() / standardError, 2);
    const double shareB = std::pow(b.standardError() / standardError, 2);
    const double df = std::max(1.0, 1 / (shareA * shareA / (a.n - 1) + shareB * shareB / (b.n - 1)));
    estimate.t = meanLog / standardError;
    estimate.df = df;
    estimate.p = tTwoSidedP(*estimate.t, df);
    estimate.plain = intervalAround(meanLog, standardError, df, 0.025);
    estimate.simultaneous = intervalAround(meanLog, standardError, df, alpha / 2 / std::max(1, family));
    if (!estimate.simultaneous)
        estimate.missing = u"the interval is too wide to give"_s;
    return estimate;
}

} // namespace sweepbench
