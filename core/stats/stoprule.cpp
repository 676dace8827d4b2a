// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/stoprule.h"

#include "core/stats/errorrate.h"
#include "core/stats/pairs.h"

#include <algorithm>

namespace sweepbench {

namespace {

/// Figures known on some trials only, because the others are beyond the time-out or at 0, make no ratio.
bool isLopsided(const MeasuredCell &cell, Metric metric)
{
    return std::any_of(cell.trials.begin(), cell.trials.end(), [metric](const MeasuredTrial &trial) {
        return !trial.unfit && (trial.reachesTimeout(metric) || trial.figure(metric) == 0.0);
    });
}

std::vector<double> logRatiosOf(const MeasuredCell &baseline, const MeasuredCell &candidate, Metric metric, bool leaveOutOutliers)
{
    if (isLopsided(baseline, metric) || isLopsided(candidate, metric))
        return {};
    return pairsOf(baseline, candidate, metric, leaveOutOutliers).logRatios;
}

} // namespace

Precision precisionReached(const Session &session)
{
    const Measured measured = measuredTrials(session);
    const int baseline = std::clamp(session.judging.baseline, 0, std::max(0, measured.targets - 1));
    std::vector<std::vector<double>> comparisons;
    for (std::size_t level = 0; level < measured.levels.size(); ++level)
        for (int candidate = 0; candidate < measured.targets; ++candidate)
            if (candidate != baseline)
                comparisons.push_back(logRatiosOf(measured.cell(level, baseline), measured.cell(level, candidate), session.plan.primaryMetric,
                                                  session.judging.leaveOutOutliers));
    const std::optional<UntilPrecise> &rule = session.plan.untilPrecise;
    return precisionOfAll(comparisons, rule ? rule->within : 0, rule ? rule->leastRepeats : untilPreciseLeastBlocks, untilPreciseAlpha);
}

StopRule::StopRule(Plan plan)
{
    m_measured.plan = std::move(plan);
}

void StopRule::add(const TrialPtr &trial)
{
    m_measured.trials.push_back(trial);
}

std::optional<StopReason> StopRule::reason(std::chrono::nanoseconds elapsed) const
{
    const Plan &plan = m_measured.plan;
    const std::size_t block = plan.targets.size() * plan.sweep.levels.size();
    const std::size_t trials = m_measured.trials.size();
    if (trials == 0 || block == 0 || trials % block != 0)
        return std::nullopt;
    const auto blocks = static_cast<int>(trials / block);
    if (plan.untilPrecise && blocks >= plan.untilPrecise->leastRepeats && precisionReached(m_measured).reached)
        return StopReason::Precise;
    if (blocks >= plan.repeats)
        return StopReason::Repeats;
    if (plan.untilPrecise && plan.untilPrecise->timeLimit && elapsed >= *plan.untilPrecise->timeLimit)
        return StopReason::TimeLimit;
    return std::nullopt;
}

} // namespace sweepbench
