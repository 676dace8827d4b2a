// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/forestdata.h"

#include "core/model/format.h"
#include "core/stats/verdict.h"
#include "ui/charts/charttext.h"
#include "ui/charts/loadtext.h"

#include <algorithm>
#include <cmath>
#include <map>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

std::optional<Interval> intervalOf(const std::optional<double> &low, const std::optional<double> &high)
{
    if (!low || !high || !(*low > 0) || !(*high >= *low) || !std::isfinite(*high))
        return std::nullopt;
    return Interval{*low, *high};
}

} // namespace

ForestData forestData(const Session &session, const Analysis &analysis, const ChartView &view)
{
    ForestData data;
    data.axis = session.plan.sweep.axis;
    data.metric = shownMetric(session.plan, view);
    data.openLoop = isOpenLoop(session.plan);
    data.primary = data.metric == session.plan.primaryMetric;
    data.delta = VerdictRules().delta;
    data.baseline = analysis.baseline;
    data.names = targetNames(session.plan);
    data.hidden = view.hiddenTargets;
    std::map<int, std::vector<int>> missing;
    for (const Comparison &comparison : analysis.comparisons) {
        const int candidate = comparison.candidate;
        if (comparison.metric != data.metric || candidate < 0 || candidate >= data.names.size() || !view.shows(candidate))
            continue;
        if (view.level && comparison.level != *view.level)
            continue;
        if (!comparison.ratio || !(*comparison.ratio > 0) || !std::isfinite(*comparison.ratio)) {
            missing[candidate].push_back(comparison.level);
            continue;
        }
        ForestRow row{comparison.level, candidate, comparison.pairs, *comparison.ratio, {}, {}, comparison.verdict};
        row.plain = intervalOf(comparison.ciLow, comparison.ciHigh);
        row.simultaneous = intervalOf(comparison.simultaneousLow, comparison.simultaneousHigh);
        data.rows.push_back(row);
    }
    std::stable_sort(data.rows.begin(), data.rows.end(), [](const ForestRow &a, const ForestRow &b) { return a.level < b.level; });
    if (data.hasData())
        for (const auto &[candidate, levels] : missing)
            data.notes << u"%1: no ratio at %2."_s.arg(data.names[candidate], levelsText(data.axis, levels));
    return data;
}

} // namespace sweepbench
