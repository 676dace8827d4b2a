// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chartview.h"

#include <algorithm>
#include <map>

namespace sweepbench {

ChartChoices chartChoices(ChartKind kind)
{
    ChartChoices choices;
    switch (kind) {
    case ChartKind::Sweep: choices.dots = choices.twoAxes = choices.smooth = true; break;
    case ChartKind::Throughput:
    case ChartKind::Latency:
    case ChartKind::Heatmap: choices.trial = true; break;
    case ChartKind::Percentiles:
    case ChartKind::Distribution:
    case ChartKind::Histogram:
    case ChartKind::Phases: choices.level = true; break;
    case ChartKind::Boxes: choices.level = choices.metric = choices.dots = true; break;
    case ChartKind::Errors: choices.level = choices.allLevels = true; break;
    case ChartKind::Forest: choices.level = choices.allLevels = choices.metric = true; break;
    case ChartKind::Pairs: choices.level = choices.allLevels = choices.metric = choices.candidate = true; break;
    case ChartKind::Reduction: break;
    }
    return choices;
}

std::vector<int> measuredLevels(const Session &session)
{
    std::set<int> levels;
    for (const TrialPtr &trial : session.trials)
        levels.insert(levelOf(*trial, session.plan.sweep.axis));
    if (levels.empty())
        levels.insert(session.plan.sweep.levels.begin(), session.plan.sweep.levels.end());
    std::erase_if(levels, [](int level) { return level <= 0; }); // a log axis has no place for them
    return {levels.begin(), levels.end()};
}

std::optional<int> shownLevel(const Session &session, const ChartView &view)
{
    const std::vector<int> levels = measuredLevels(session);
    if (view.level && std::binary_search(levels.begin(), levels.end(), *view.level))
        return view.level;
    std::map<int, int> trials;
    for (const TrialPtr &trial : session.trials)
        ++trials[levelOf(*trial, session.plan.sweep.axis)];
    std::optional<int> best;
    for (const int level : levels)
        if (!best || trials[level] >= trials[*best])
            best = level;
    return best;
}

Metric shownMetric(const Plan &plan, const ChartView &view)
{
    return view.metric.value_or(plan.primaryMetric);
}

std::optional<int> shownCandidate(const Session &session, const ChartView &view)
{
    const int targets = static_cast<int>(session.plan.targets.size());
    const int baseline = session.judging.baseline;
    if (view.candidate && *view.candidate >= 0 && *view.candidate < targets && *view.candidate != baseline)
        return view.candidate;
    std::optional<int> first;
    for (int target = targets - 1; target >= 0; --target)
        if (target != baseline && (view.shows(target) || !first))
            first = target;
    return first;
}

} // namespace sweepbench
