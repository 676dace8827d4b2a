// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/measured.h"

#include "core/stats/analysis.h"
#include "core/stats/outliers.h"
#include "core/stats/trialfigure.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

std::vector<int> levelsOf(const Session &session)
{
    std::vector<int> levels = session.plan.sweep.levels;
    for (const TrialPtr &trial : session.trials)
        if (trial)
            levels.push_back(levelOf(*trial, session.plan.sweep.axis));
    std::sort(levels.begin(), levels.end());
    levels.erase(std::unique(levels.begin(), levels.end()), levels.end());
    return levels;
}

MeasuredTrial measuredTrial(const Trial &trial)
{
    MeasuredTrial measured;
    measured.trial = &trial;
    // Without a complete answer a trial is unfit by definition, also where it came from elsewhere and brings no findings.
    measured.unfit = isUnfit(trial) || (tellsRequests(trial) && trial.requests <= 0);
    for (const Metric metric : allMetrics) {
        const auto index = static_cast<std::size_t>(metric);
        if (const auto fraction = quantileOf(metric)) {
            const TrialQuantile quantile = trialQuantile(trial, *fraction);
            measured.atTimeout[index] = quantile.atTimeout;
            if (!measured.unfit && quantile.ns && isAboveRounding(trial, *quantile.ns))
                measured.values[index] = quantile.ns;
        } else if (!measured.unfit) {
            measured.values[index] = metricValue(trial, metric);
        }
    }
    return measured;
}

void sortByRepeat(MeasuredCell &cell)
{
    std::stable_sort(cell.trials.begin(), cell.trials.end(), [](const MeasuredTrial &a, const MeasuredTrial &b) {
        return a.trial->repeat < b.trial->repeat;
    });
    const auto last = std::unique(cell.trials.rbegin(), cell.trials.rend(), [](const MeasuredTrial &a, const MeasuredTrial &b) {
        return a.trial->repeat == b.trial->repeat;
    });
    cell.trials.erase(cell.trials.begin(), last.base());
}

void markOutliers(MeasuredCell &cell, Metric primary)
{
    std::vector<MeasuredTrial *> judged;
    std::vector<double> figures;
    for (MeasuredTrial &trial : cell.trials)
        if (const auto figure = trial.figure(primary)) {
            judged.push_back(&trial);
            figures.push_back(*figure);
        }
    const std::vector<bool> flags = outliers(figures);
    for (std::size_t i = 0; i < judged.size(); ++i)
        judged[i]->outlier = flags[i];
}

} // namespace

Measured measuredTrials(const Session &session)
{
    Measured measured;
    measured.targets = static_cast<int>(session.plan.targets.size());
    measured.levels = levelsOf(session);
    for (const int level : measured.levels)
        for (int target = 0; target < measured.targets; ++target)
            measured.cells.push_back({target, level, {}});

    for (const TrialPtr &trial : session.trials) {
        if (!trial || trial->target < 0 || trial->target >= measured.targets)
            continue;
        const auto level = std::lower_bound(measured.levels.begin(), measured.levels.end(),
                                            levelOf(*trial, session.plan.sweep.axis));
        const auto row = static_cast<std::size_t>(level - measured.levels.begin());
        const std::size_t index = row * static_cast<std::size_t>(measured.targets) + static_cast<std::size_t>(trial->target);
        measured.cells[index].trials.push_back(measuredTrial(*trial));
    }
    for (MeasuredCell &cell : measured.cells) {
        sortByRepeat(cell);
        markOutliers(cell, session.plan.primaryMetric);
    }
    return measured;
}

std::vector<Metric> metricsOf(const Plan &plan)
{
    std::vector<Metric> metrics{plan.primaryMetric};
    for (const Metric metric : allMetrics)
        if (metric != plan.primaryMetric && (metric != Metric::RuntimeS || requestsPerTrial(plan)))
            metrics.push_back(metric);
    return metrics;
}

QString unfitReason(const Trial &trial)
{
    for (const Finding &finding : trial.findings) {
        if (finding.severity != Severity::Unfit)
            continue;
        const QString text = finding.text.trimmed();
        return text.endsWith(u'.') ? text.chopped(1) : text;
    }
    return tellsRequests(trial) && trial.requests <= 0 ? u"no complete answer"_s : QString();
}

} // namespace sweepbench
