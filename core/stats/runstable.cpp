// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/runstable.h"

#include "core/stats/measured.h"
#include "core/stats/summary.h"

#include <algorithm>
#include <set>

namespace sweepbench {

namespace {

RunsColumn columnOf(const MeasuredCell &cell, Metric metric, bool leaveOutOutliers, const std::vector<int> &repeats)
{
    RunsColumn column;
    column.target = cell.target;
    column.runs.resize(repeats.size());
    std::vector<double> values;
    bool anyAtTimeout = false;
    for (const MeasuredTrial &trial : cell.trials) {
        const auto row = std::lower_bound(repeats.begin(), repeats.end(), trial.trial->repeat) - repeats.begin();
        const bool leftOut = trial.outlier && leaveOutOutliers;
        const RunFigure run{true, trial.unfit, trial.reachesTimeout(metric), trial.figure(metric), trial.outlier, leftOut};
        column.runs[static_cast<std::size_t>(row)] = run;
        anyAtTimeout = anyAtTimeout || (run.atTimeout && !run.unfit);
        if (run.value && !leftOut)
            values.push_back(*run.value);
    }
    // A mean over the runs that happened to stay below the time-out would flatter the target.
    if (!anyAtTimeout)
        column.summary = summarise(std::move(values));
    return column;
}

} // namespace

Metric runsMetric(const Plan &plan)
{
    return requestsPerTrial(plan) && plan.primaryMetric == Metric::Rps ? Metric::RuntimeS : plan.primaryMetric;
}

std::vector<RunsTable> runsTables(const Session &session, Metric metric)
{
    const Measured measured = measuredTrials(session);
    std::vector<RunsTable> tables;
    for (std::size_t level = 0; level < measured.levels.size(); ++level) {
        std::set<int> repeats;
        for (int target = 0; target < measured.targets; ++target)
            for (const MeasuredTrial &trial : measured.cell(level, target).trials)
                repeats.insert(trial.trial->repeat);
        RunsTable table{measured.levels[level], metric, {repeats.begin(), repeats.end()}, {}};
        for (int target = 0; target < measured.targets; ++target)
            table.columns.push_back(columnOf(measured.cell(level, target), metric, session.judging.leaveOutOutliers, table.repeats));
        tables.push_back(std::move(table));
    }
    return tables;
}

} // namespace sweepbench
