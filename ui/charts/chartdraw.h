// SPDX-License-Identifier: GPL-3.0-or-later
// Drawing a chart into a QCustomPlot: the one code path for the widget and for pictures. Everything is laid out anew for a size.
// Thread contract: GUI thread.
#pragma once

#include "core/model/metric.h"
#include "ui/charts/boxdata.h"
#include "ui/charts/chart.h"
#include "ui/charts/chartdata.h"
#include "ui/charts/chartscale.h"
#include "ui/charts/distributiondata.h"
#include "ui/charts/forestdata.h"
#include "ui/charts/heatdata.h"
#include "ui/charts/outcomedata.h"
#include "ui/charts/pairsdata.h"
#include "ui/charts/phasedata.h"
#include "ui/charts/reductiondata.h"
#include "ui/charts/timerange.h"

#include <QFont>
#include <QLineF>
#include <QRectF>
#include <QSize>

#include <set>
#include <vector>

class QCustomPlot;

namespace sweepbench {

struct ChartStyle
{
    ChartTheme theme = ChartTheme::Light;
    QFont font; ///< its pixel size is the unit of the whole layout
    QColor background;
    QColor text;
    QColor muted;
    QColor axis;
    QColor grid;
    bool vector = false; ///< into files: rectangles where the screen has a bitmap
};
/// \a font in its real pixel size, so that a picture does not depend on the device's resolution.
ChartStyle chartStyle(ChartTheme theme, const QFont &font);

/// The words around a chart.
struct ChartTexts
{
    QStringList names; ///< the title: who is compared; empty: no title
    QString subtitle;
    QString caption;
    QStringList empty; ///< what to say when there is nothing to draw: one line, then details
};

struct TimeData
{
    ChartKind kind = ChartKind::Throughput;
    SweepAxis axis = SweepAxis::Connections; ///< what the segments' levels are
    bool openLoop = false;                   ///< p50 and p99 are of response times then
    QStringList names;
    std::vector<TimeSegment> segments; ///< by time
    bool live = false;                 ///< the axis grows in steps, not with each point
    std::optional<TimeRange> range{};  ///< that is looked at; absent: from 0 to the end
    bool oneTrial = false;             ///< time counts from the start of the trial, not of the run
    std::set<int> hidden;              ///< targets that are not drawn
};

enum class TextRole { Title, Subtitle, Legend, Heading, TickLabel, AxisLabel, Name, Value, Band, Mark, Note, Caption, Message };

/// Where things were put, in pixels: what tests look at.
struct ChartGeometry
{
    struct Text { TextRole role; QRectF rect; QString text; int target = -1; };
    struct Bar { Metric metric; int target; int level; QLineF line; bool cut; };
    struct Point { Metric metric; int target; int level; QPointF at; bool hollow = false; };
    struct Panel { QRectF rect; Scale x; Scale y; std::vector<double> xTicks; };
    QSize size;
    std::vector<Text> texts;
    std::vector<Bar> bars;
    std::vector<Point> points;
    std::vector<Panel> panels;
};

ChartGeometry drawSweepChart(QCustomPlot &plot, QSize size, const ChartStyle &style, const ChartTexts &texts, const SweepData &data);
ChartGeometry drawTimeChart(QCustomPlot &plot, QSize size, const ChartStyle &style, const ChartTexts &texts, const TimeData &data);
/// Solid marks with bars are the geometric reductions, hollow ones the arithmetic ones; both have the metric RuntimeS in the geometry.
ChartGeometry drawReductionChart(QCustomPlot &plot, QSize size, const ChartStyle &style, const ChartTexts &texts, const ReductionData &data);

ChartGeometry drawDistributionChart(QCustomPlot &plot, QSize size, const ChartStyle &style, const ChartTexts &texts, const DistributionData &data);
/// Bars of the geometry reach from whisker to whisker, solid points are medians, hollow ones trials.
ChartGeometry drawBoxChart(QCustomPlot &plot, QSize size, const ChartStyle &style, const ChartTexts &texts, const BoxData &data);
/// Bars of the geometry are the parts; their level is the PhasePart.
ChartGeometry drawPhaseChart(QCustomPlot &plot, QSize size, const ChartStyle &style, const ChartTexts &texts, const PhaseData &data);
/// Points of the geometry are at the counts; their level is the row.
ChartGeometry drawErrorsChart(QCustomPlot &plot, QSize size, const ChartStyle &style, const ChartTexts &texts, const OutcomeData &data);
/// Bars of the geometry are the simultaneous intervals.
ChartGeometry drawForestChart(QCustomPlot &plot, QSize size, const ChartStyle &style, const ChartTexts &texts, const ForestData &data);
ChartGeometry drawPairsChart(QCustomPlot &plot, QSize size, const ChartStyle &style, const ChartTexts &texts, const PairsData &data);
ChartGeometry drawHeatChart(QCustomPlot &plot, QSize size, const ChartStyle &style, const ChartTexts &texts, const HeatData &data);

/// Where renderChart() puts things.
ChartGeometry layOutChart(ChartKind kind, const Session &session, const Analysis &analysis, const RenderOptions &options = {});

/// What exported pictures say, and the widget where it is told to.
ChartTexts chartTexts(ChartKind kind, const Session &session, const Analysis &analysis, const ChartView &view = {});
TimeData timeData(ChartKind kind, const Plan &plan, const std::vector<TrialPtr> &trials);
/// The same of a whole session, with its outliers marked; or of the view's trial alone, from its own start on.
TimeData timeData(ChartKind kind, const Session &session, const Analysis &analysis, const ChartView &view = {});

} // namespace sweepbench
