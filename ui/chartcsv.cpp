// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/chartcsv.h"

#include "core/session/csv.h"
#include "core/session/exportparts.h"
#include "core/stats/analysis.h"
#include "ui/charts/chartdraw.h"
#include "ui/charts/charttext.h"

#include <cmath>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

QString numberCell(std::optional<double> value)
{
    return value && std::isfinite(*value) ? exactNumber(*value) : QString();
}

QString nameCell(const Plan &plan, int target)
{
    return csvNeutralised(shownName(plan, target));
}

/// The column of the levels: "connections", "rate_per_s".
QString levelColumn(SweepAxis axis)
{
    return axis == SweepAxis::Rate ? u"rate_per_s"_s : u"connections"_s;
}

/// Those of a cell, ";" between them.
QString outliersCell(const SweepPanel &panel, int target, int level)
{
    QStringList values;
    for (const SweepOutlier &outlier : panel.outliers)
        if (outlier.target == target && outlier.level == level)
            values << numberCell(outlier.value);
    return values.join(u';');
}

QByteArray sweepCsv(const Session &session, const Analysis &analysis)
{
    const SweepData data = sweepData(session.plan, analysis);
    QStringList titles{u"target"_s, levelColumn(data.axis), u"trials"_s};
    for (const SweepPanel *panel : {&data.rps, &data.p99})
        for (const QString &ending : {u""_s, u"_ci_low"_s, u"_ci_high"_s, u"_outliers"_s})
            titles << metricId(panel->metric) + ending;
    QByteArray csv = csvRecord(titles);
    for (std::size_t target = 0; target < data.rps.lines.size(); ++target)
        for (std::size_t level = 0; level < data.levels.size(); ++level) {
            const CellSummary *cell = analysis.cell(static_cast<int>(target), data.levels[level]);
            QStringList fields{nameCell(session.plan, static_cast<int>(target)), QString::number(data.levels[level]),
                               QString::number(cell ? cell->trials - cell->unfit : 0)};
            for (const SweepPanel *panel : {&data.rps, &data.p99}) {
                const SweepPoint &point = panel->lines[target][level];
                fields << numberCell(point.value) << numberCell(point.low) << numberCell(point.high)
                       << outliersCell(*panel, static_cast<int>(target), data.levels[level]);
            }
            csv += csvRecord(fields);
        }
    return csv;
}

QByteArray reductionCsv(const Session &session)
{
    const ReductionData data = reductionData(session, session.judging.baseline);
    QByteArray csv = csvRecord({u"candidate"_s, u"baseline"_s, levelColumn(data.axis), u"pairs"_s, u"reduction_percent"_s, u"ci_low_percent"_s,
                                u"ci_high_percent"_s, u"reduction_of_means_percent"_s, u"speed_up"_s});
    for (std::size_t target = 0; target < data.lines.size(); ++target)
        for (const ReductionPoint &point : data.lines[target])
            csv += csvRecord({nameCell(session.plan, static_cast<int>(target)), nameCell(session.plan, data.baseline), QString::number(point.level),
                              QString::number(point.pairs), numberCell(point.percent), numberCell(point.low), numberCell(point.high),
                              numberCell(point.arithmetic), numberCell(point.speedUp)});
    return csv;
}

QByteArray timeCsv(ChartKind kind, const Session &session, const Analysis &analysis)
{
    const TimeData data = timeData(kind, session, analysis);
    QStringList titles{u"target"_s, levelColumn(data.axis), u"repeat"_s, u"outlier"_s, u"start_s"_s, u"end_s"_s, u"warmup"_s};
    titles << (kind == ChartKind::Throughput ? QStringList{u"rps"_s} : QStringList{u"p50_ns"_s, u"p99_ns"_s});
    QByteArray csv = csvRecord(titles);
    for (const TimeSegment &segment : data.segments)
        for (const TimeSpan &span : segment.spans) {
            QStringList fields{nameCell(session.plan, segment.target), QString::number(segment.level), QString::number(segment.repeat + 1),
                               segment.outlier ? u"1"_s : u"0"_s,      numberCell(span.startS),        numberCell(span.endS),
                               span.warmup ? u"1"_s : u"0"_s};
            if (kind == ChartKind::Throughput)
                fields << numberCell(span.rps);
            else
                fields << numberCell(span.p50Ns) << numberCell(span.p99Ns);
            csv += csvRecord(fields);
        }
    return csv;
}

QByteArray figuresCsv(const Session &session)
{
    QStringList titles{u"target"_s, levelColumn(session.plan.sweep.axis), u"repeat"_s, u"unfit"_s};
    for (const Metric metric : allMetrics)
        titles << metricId(metric);
    QByteArray csv = csvRecord(titles);
    for (const TrialPtr &trial : session.trials) {
        QStringList fields{nameCell(session.plan, trial->target), QString::number(levelOf(*trial, session.plan.sweep.axis)),
                           QString::number(trial->repeat + 1), isUnfit(*trial) ? u"1"_s : u"0"_s};
        for (const Metric metric : allMetrics)
            fields << numberCell(metricValue(*trial, metric));
        csv += csvRecord(fields);
    }
    return csv;
}

} // namespace

QByteArray chartCsv(ChartKind kind, const Session &session, const Analysis &analysis)
{
    switch (kind) {
    case ChartKind::Sweep: return sweepCsv(session, analysis);
    case ChartKind::Reduction: return reductionCsv(session);
    case ChartKind::Throughput:
    case ChartKind::Latency: return timeCsv(kind, session, analysis);
    default: break;
    }
    return figuresCsv(session);
}

} // namespace sweepbench
