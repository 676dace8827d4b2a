// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/anychart.h"

namespace sweepbench {

ChartData chartData(ChartKind kind, const Session &session, const Analysis &analysis, const ChartView &view)
{
    switch (kind) {
    case ChartKind::Sweep: return sweepData(session.plan, analysis, view);
    case ChartKind::Reduction: return reductionData(session, session.judging.baseline, view);
    default: return timeData(kind, session, analysis, view);
    }
}

ChartGeometry drawChart(QCustomPlot &plot, QSize size, const ChartStyle &style, const ChartTexts &texts, const ChartData &data)
{
    struct Drawing
    {
        ChartGeometry operator()(const SweepData &sweep) const { return drawSweepChart(plot, size, style, texts, sweep); }
        ChartGeometry operator()(const TimeData &time) const { return drawTimeChart(plot, size, style, texts, time); }
        ChartGeometry operator()(const ReductionData &reduction) const { return drawReductionChart(plot, size, style, texts, reduction); }

        QCustomPlot &plot;
        QSize size;
        const ChartStyle &style;
        const ChartTexts &texts;
    };
    return std::visit(Drawing{plot, size, style, texts}, data);
}

} // namespace sweepbench
