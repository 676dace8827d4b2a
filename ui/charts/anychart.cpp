// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/anychart.h"

namespace sweepbench {

ChartData chartData(ChartKind kind, const Session &session, const Analysis &analysis, const ChartView &view)
{
    switch (kind) {
    case ChartKind::Sweep: return sweepData(session, analysis, view);
    case ChartKind::Throughput:
    case ChartKind::Latency: return timeData(kind, session, analysis, view);
    case ChartKind::Percentiles:
    case ChartKind::Distribution:
    case ChartKind::Histogram: return distributionData(kind, session, view);
    case ChartKind::Boxes: return boxData(session, view);
    case ChartKind::Phases: return phaseData(session, view);
    case ChartKind::Errors: return outcomeData(session, view);
    case ChartKind::Forest: return forestData(session, analysis, view);
    case ChartKind::Pairs: return pairsData(session, view);
    case ChartKind::Reduction: return reductionData(session, session.judging.baseline, view);
    case ChartKind::Heatmap: return heatData(session, view);
    }
    return {};
}

ChartGeometry drawChart(QCustomPlot &plot, QSize size, const ChartStyle &style, const ChartTexts &texts, const ChartData &data)
{
    struct Drawing
    {
        ChartGeometry operator()(const SweepData &sweep) const { return drawSweepChart(plot, size, style, texts, sweep); }
        ChartGeometry operator()(const TimeData &time) const { return drawTimeChart(plot, size, style, texts, time); }
        ChartGeometry operator()(const ReductionData &reduction) const { return drawReductionChart(plot, size, style, texts, reduction); }

        ChartGeometry operator()(const DistributionData &times) const { return drawDistributionChart(plot, size, style, texts, times); }
        ChartGeometry operator()(const BoxData &boxes) const { return drawBoxChart(plot, size, style, texts, boxes); }
        ChartGeometry operator()(const PhaseData &phases) const { return drawPhaseChart(plot, size, style, texts, phases); }
        ChartGeometry operator()(const OutcomeData &outcomes) const { return drawErrorsChart(plot, size, style, texts, outcomes); }
        ChartGeometry operator()(const ForestData &forest) const { return drawForestChart(plot, size, style, texts, forest); }
        ChartGeometry operator()(const PairsData &pairs) const { return drawPairsChart(plot, size, style, texts, pairs); }
        ChartGeometry operator()(const HeatData &heat) const { return drawHeatChart(plot, size, style, texts, heat); }

        QCustomPlot &plot;
        QSize size;
        const ChartStyle &style;
        const ChartTexts &texts;
    };
    return std::visit(Drawing{plot, size, style, texts}, data);
}

} // namespace sweepbench
