// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/boxdata.h"

#include "core/model/format.h"
#include "core/stats/measured.h"
#include "ui/charts/charttext.h"

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

constexpr double whiskerReach = 1.5;

double quartile(const std::vector<double> &sorted, double q)
{
    const double place = q * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const std::size_t above = std::min(below + 1, sorted.size() - 1);
    return sorted[below] + (place - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

} // namespace

Box boxOf(std::vector<double> values)
{
    Box box;
    box.values = values;
    std::sort(values.begin(), values.end());
    box.lowQuartile = quartile(values, 0.25);
    box.median = quartile(values, 0.5);
    box.highQuartile = quartile(values, 0.75);
    const double reach = whiskerReach * (box.highQuartile - box.lowQuartile);
    box.lowWhisker = box.lowQuartile;
    box.highWhisker = box.highQuartile;
    for (const double value : values) {
        if (value < box.lowQuartile - reach || value > box.highQuartile + reach) {
            box.outside.push_back(value);
            continue;
        }
        box.lowWhisker = std::min(box.lowWhisker, value);
        box.highWhisker = std::max(box.highWhisker, value);
    }
    return box;
}

BoxData boxData(const Session &session, const ChartView &view)
{
    BoxData data;
    data.axis = session.plan.sweep.axis;
    data.level = shownLevel(session, view);
    data.metric = shownMetric(session.plan, view);
    data.openLoop = isOpenLoop(session.plan);
    data.dots = view.dots;
    data.names = targetNames(session.plan);
    data.hidden = view.hiddenTargets;
    QStringList missing;
    const Measured measured = measuredTrials(session);
    for (const MeasuredCell &cell : measured.cells) {
        if (data.level != cell.level || !view.shows(cell.target))
            continue;
        std::vector<double> values;
        std::vector<double> outliers;
        for (const MeasuredTrial &trial : cell.trials)
            if (const auto value = trial.figure(data.metric); value && std::isfinite(*value)) {
                values.push_back(*value);
                if (trial.outlier)
                    outliers.push_back(*value);
            }
        if (values.empty()) {
            missing << data.names[cell.target];
            continue;
        }
        data.boxes.push_back(boxOf(std::move(values)));
        data.boxes.back().target = cell.target;
        data.boxes.back().outliers = std::move(outliers);
    }
    if (data.hasData())
        for (const QString &name : std::as_const(missing))
            data.notes << u"%1: %2."_s.arg(name, noDataText());
    return data;
}

} // namespace sweepbench
