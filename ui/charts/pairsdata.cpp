// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/pairsdata.h"

#include "core/model/format.h"
#include "core/stats/measured.h"
#include "ui/charts/charttext.h"
#include "ui/charts/loadtext.h"

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

PairsLevel pairsAt(int level, const MeasuredCell &baseline, const MeasuredCell &candidate, Metric metric)
{
    PairsLevel result;
    result.level = level;
    double logs = 0;
    for (const MeasuredTrial &a : baseline.trials) {
        const auto b = std::find_if(candidate.trials.begin(), candidate.trials.end(),
                                    [&a](const MeasuredTrial &other) { return other.trial->repeat == a.trial->repeat; });
        if (b == candidate.trials.end())
            continue;
        const auto from = a.figure(metric);
        const auto to = b->figure(metric);
        if (!from || !to || !(*from > 0) || !(*to > 0) || !std::isfinite(*from) || !std::isfinite(*to))
            continue;
        result.pairs.push_back({a.trial->repeat, *from, *to, a.outlier || b->outlier});
        logs += std::log(*from);
    }
    if (!result.pairs.empty())
        result.reference = std::exp(logs / static_cast<double>(result.pairs.size()));
    return result;
}

} // namespace

PairsData pairsData(const Session &session, const ChartView &view)
{
    PairsData data;
    data.axis = session.plan.sweep.axis;
    data.metric = shownMetric(session.plan, view);
    data.openLoop = isOpenLoop(session.plan);
    data.baseline = session.judging.baseline;
    data.names = targetNames(session.plan);
    const std::optional<int> candidate = shownCandidate(session, view);
    if (!candidate || data.baseline < 0 || data.baseline >= data.names.size())
        return data;
    data.candidate = *candidate;
    const Measured measured = measuredTrials(session);
    std::vector<int> missing;
    for (std::size_t i = 0; i < measured.levels.size(); ++i) {
        if (view.level && measured.levels[i] != *view.level)
            continue;
        PairsLevel level = pairsAt(measured.levels[i], measured.cell(i, data.baseline), measured.cell(i, data.candidate), data.metric);
        if (level.pairs.empty())
            missing.push_back(level.level);
        else
            data.levels.push_back(std::move(level));
    }
    if (data.hasData() && !missing.empty())
        data.notes << u"No pair at %1."_s.arg(levelsText(data.axis, missing));
    return data;
}

} // namespace sweepbench
