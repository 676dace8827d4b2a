// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/reductiondata.h"

#include "core/model/format.h"
#include "core/stats/reduction.h"
#include "ui/charts/charttext.h"
#include "ui/charts/loadtext.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

ReductionPoint pointOf(const Reduction &reduction)
{
    ReductionPoint point;
    point.level = reduction.level;
    point.percent = reduction.geometric;
    point.arithmetic = reduction.arithmetic;
    point.speedUp = reduction.speedUp;
    point.pairs = reduction.pairs;
    if (reduction.plain) {
        point.low = reduction.plain->low;
        point.high = reduction.plain->high;
    }
    return point;
}

/// "B: no data at 100 and 1000 connections."
void noteGaps(ReductionData &data)
{
    for (std::size_t target = 0; target < data.lines.size(); ++target) {
        std::vector<int> missing;
        for (const ReductionPoint &point : data.lines[target])
            if (!point.hasValue())
                missing.push_back(point.level);
        const QString &name = data.names[static_cast<qsizetype>(target)];
        if (!missing.empty())
            data.notes << (missing.size() == data.lines[target].size() ? u"%1: %2."_s.arg(name, noDataText())
                                                                       : u"%1: %2 at %3."_s.arg(name, noDataText(), levelsText(data.axis, missing)));
    }
}

} // namespace

bool ReductionData::hasData() const
{
    return std::any_of(lines.begin(), lines.end(), [](const std::vector<ReductionPoint> &line) {
        return std::any_of(line.begin(), line.end(), [](const ReductionPoint &point) { return point.hasValue(); });
    });
}

ReductionData reductionData(const Session &session, int baseline, const ChartView &view)
{
    const Reductions reductions = runTimeReductions(session, baseline);
    ReductionData data;
    data.axis = session.plan.sweep.axis;
    data.perRequest = reductions.perRequest;
    data.baseline = baseline;
    data.levels = measuredLevels(session);
    data.names = targetNames(session.plan);
    data.hidden = view.hiddenTargets;
    data.lines.resize(session.plan.targets.size());
    for (const Reduction &reduction : reductions.all)
        if (view.shows(reduction.candidate) && std::binary_search(data.levels.begin(), data.levels.end(), reduction.level))
            data.lines[static_cast<std::size_t>(reduction.candidate)].push_back(pointOf(reduction));
    if (data.hasData())
        noteGaps(data);
    return data;
}

} // namespace sweepbench
