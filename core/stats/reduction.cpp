// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/reduction.h"

#include "core/stats/errorrate.h"
#include "core/stats/moments.h"
#include "core/stats/pairs.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace sweepbench {

namespace {

std::optional<double> percentOff(double ratio)
{
    const double percent = (1 - ratio) * 100;
    return std::isfinite(percent) ? std::optional(percent) : std::nullopt;
}

/// A short run time is a large reduction: the ends change places.
std::optional<Interval> turnedOver(const std::optional<Interval> &ratio)
{
    if (!ratio)
        return std::nullopt;
    const auto low = percentOff(ratio->high);
    const auto high = percentOff(ratio->low);
    return low && high ? std::optional(Interval{*low, *high}) : std::nullopt;
}

std::optional<double> meanRunTime(const MeasuredCell &cell, bool perRequest, bool leaveOutOutliers)
{
    std::vector<double> seconds;
    for (const MeasuredTrial &trial : cell.trials) {
        const std::optional<double> figure = trial.figure(perRequest ? Metric::Rps : Metric::RuntimeS);
        if (figure && *figure > 0 && !(leaveOutOutliers && trial.outlier))
            seconds.push_back(perRequest ? 1 / *figure : *figure);
    }
    return seconds.empty() ? std::nullopt : std::optional(momentsOf(seconds).mean);
}

struct Rules
{
    bool perRequest = false;
    bool leaveOutOutliers = false;
    int family = 1;
    double alpha = usualErrorRate;
};

Reduction reductionOf(const MeasuredCell &baseline, const MeasuredCell &candidate, const Rules &rules)
{
    const bool perRequest = rules.perRequest;
    Reduction reduction;
    reduction.level = candidate.level;
    reduction.candidate = candidate.target;
    const auto from = meanRunTime(baseline, perRequest, rules.leaveOutOutliers);
    const auto to = meanRunTime(candidate, perRequest, rules.leaveOutOutliers);
    if (from && to)
        reduction.arithmetic = percentOff(*to / *from);

    Pairs pairs = pairsOf(baseline, candidate, perRequest ? Metric::Rps : Metric::RuntimeS, rules.leaveOutOutliers);
    reduction.pairs = static_cast<int>(pairs.logRatios.size());
    reduction.pairsDropped = pairs.dropped;
    if (perRequest) // the time per request is one over the rate
        std::transform(pairs.logRatios.begin(), pairs.logRatios.end(), pairs.logRatios.begin(), std::negate<>());
    const std::optional<PairedEstimate> estimate = comparePaired(pairs.logRatios, rules.family, rules.alpha);
    if (!estimate)
        return reduction;
    reduction.geometric = percentOff(estimate->ratio);
    reduction.plain = turnedOver(estimate->plain);
    reduction.simultaneous = turnedOver(estimate->simultaneous);
    if (const double speedUp = 1 / estimate->ratio; std::isfinite(speedUp))
        reduction.speedUp = speedUp;
    return reduction;
}

} // namespace

Reductions runTimeReductions(const Session &session, int baseline)
{
    const Measured measured = measuredTrials(session);
    Reductions reductions;
    reductions.baseline = baseline;
    reductions.perRequest = !requestsPerTrial(session.plan);
    reductions.levels = measured.levels;
    if (baseline < 0 || baseline >= measured.targets || session.plan.imported) // imported trials make no pairs
        return reductions;
    const Rules rules{reductions.perRequest, session.judging.leaveOutOutliers, static_cast<int>(measured.levels.size()) * (measured.targets - 1),
                      errorRateOf(session)};
    for (std::size_t level = 0; level < measured.levels.size(); ++level)
        for (int candidate = 0; candidate < measured.targets; ++candidate)
            if (candidate != baseline)
                reductions.all.push_back(reductionOf(measured.cell(level, baseline), measured.cell(level, candidate), rules));
    return reductions;
}

std::optional<double> speedUpOf(double reduction)
{
    if (!(reduction < 100))
        return std::nullopt;
    const double speedUp = 100 / (100 - reduction);
    return std::isfinite(speedUp) ? std::optional(speedUp) : std::nullopt;
}

} // namespace sweepbench
