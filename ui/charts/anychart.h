// SPDX-License-Identifier: GPL-3.0-or-later
// Every chart by its kind: the one place that knows which data and which drawing belong to it.
// Thread contract: GUI thread.
#pragma once

#include "ui/charts/chartdraw.h"

#include <variant>

namespace sweepbench {

using ChartData = std::variant<SweepData, TimeData, ReductionData, DistributionData, BoxData, PhaseData, OutcomeData, ForestData, PairsData,
                               HeatData>;

/// What a chart of this kind draws of a session.
ChartData chartData(ChartKind kind, const Session &session, const Analysis &analysis, const ChartView &view);
ChartGeometry drawChart(QCustomPlot &plot, QSize size, const ChartStyle &style, const ChartTexts &texts, const ChartData &data);

} // namespace sweepbench
