// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/outlierfinding.h"

#include "core/model/format.h"
#include "core/stats/median.h"
#include "core/stats/wording.h"

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

QString figureText(Metric metric, double value)
{
    if (isRequestTime(metric))
        return formatLatency(value);
    if (metric == Metric::BytesPerS)
        return formatBytesPerSecond(value);
    return formatNumber(value, 4) + (metric == Metric::RuntimeS ? QString(QChar(0x00A0)) + u's' : QString());
}

/// "B at 10 connections: run 5 (400, median 1099)"
QString cellText(const MeasuredCell &cell, const Plan &plan)
{
    std::vector<double> figures;
    for (const MeasuredTrial &trial : cell.trials)
        if (const auto figure = trial.figure(plan.primaryMetric))
            figures.push_back(*figure);
    const QString median = figureText(plan.primaryMetric, medianOf(std::move(figures)));
    QStringList runs;
    for (const MeasuredTrial &trial : cell.trials)
        if (trial.outlier)
            runs << u"run %1 (%2, median %3)"_s.arg(QString::number(trial.trial->repeat + 1),
                                                    figureText(plan.primaryMetric, *trial.figure(plan.primaryMetric)), median);
    return u"%1 %2: %3"_s.arg(plan.targets[static_cast<std::size_t>(cell.target)].name, atLevel(plan.sweep.axis, cell.level), runs.join(u", "_s));
}

} // namespace

Finding outlierFinding(const Measured &measured, const Plan &plan, bool leftOut)
{
    constexpr qsizetype mostListed = 4;
    QStringList cells;
    for (const MeasuredCell &cell : measured.cells)
        if (std::any_of(cell.trials.begin(), cell.trials.end(), [](const MeasuredTrial &trial) { return trial.outlier; }))
            cells << cellText(cell, plan);
    if (cells.isEmpty())
        return {u"outliers"_s, Severity::Note, QString()};
    const qsizetype more = cells.size() - mostListed;
    if (more > 0)
        cells = cells.first(mostListed) << u"and %1"_s.arg(countOf(more, u"more cell"_s, u"more cells"_s));
    const QString what = u"Outliers in %1, %2: %3. "_s.arg(metricNoun({plan.primaryMetric, isOpenLoop(plan)}),
                                                           leftOut ? u"left out with their pairs"_s : u"kept"_s, cells.join(u"; "_s));
    return {u"outliers"_s, Severity::Note,
            what + (leftOut ? u"Keeping them is as easily chosen (judge SESSION --outliers keep)"_s
                            : u"Leave them out only where a cause outside of the server is known (judge SESSION --outliers leave-out)"_s)};
}

} // namespace sweepbench
