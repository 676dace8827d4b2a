// SPDX-License-Identifier: GPL-3.0-or-later
// What charts draw, worked out of sessions without any drawing.
// Thread contract: plain values and pure functions.
#pragma once

#include "core/model/analysis.h"
#include "core/model/session.h"
#include "ui/charts/chartview.h"

#include <QPointF>
#include <QStringList>

#include <optional>
#include <set>
#include <vector>

namespace sweepbench {

/// One cell's figure with its error bar; a point without a value is a gap in its line.
struct SweepPoint
{
    int level = 0;
    std::optional<double> value; ///< mean over the trials
    std::optional<double> low;   ///< 95 % t interval on the logarithm
    std::optional<double> high;
    bool operator==(const SweepPoint &) const = default;
};

/// A trial that is drawn as a mark of its own: one that stands apart from the others of its cell, or every one.
struct SweepOutlier
{
    int target = 0;
    int level = 0;
    double value = 0;
    bool operator==(const SweepOutlier &) const = default;
};

struct SweepPanel
{
    Metric metric = Metric::Rps;
    bool log = false;
    std::vector<std::vector<SweepPoint>> lines; ///< by target, then level
    std::vector<SweepOutlier> outliers;         ///< in the panel of the plan's primary metric only
    std::vector<SweepOutlier> dots;             ///< every fit trial, where the view asks for them
    int leftOut = 0;                            ///< values of zero or below that the log axis can't show
    bool hasData() const;
};

struct SweepData
{
    SweepAxis axis = SweepAxis::Connections; ///< what the levels are
    bool openLoop = false;                   ///< p99 is of response times then
    std::vector<int> levels; ///< that were tested, ascending
    QStringList names;       ///< by target
    SweepPanel rps;
    SweepPanel p99;
    QStringList notes;
    std::set<int> hidden; ///< targets that are not drawn: their lines are empty
    bool twoAxes = false; ///< both figures in one panel
    bool smooth = false;  ///< a monotone curve through the points
    bool hasData() const { return rps.hasData() || p99.hasData(); }
};
SweepData sweepData(const Plan &plan, const Analysis &analysis, const ChartView &view = {});
/// The same with a dot for each fit trial, where the view asks for them.
SweepData sweepData(const Session &session, const Analysis &analysis, const ChartView &view);

/// One span of a trial on the run's clock; figures are NaN where there are none.
struct TimeSpan
{
    double startS = 0;
    double endS = 0;
    bool warmup = false;
    double rps = 0;
    double p50Ns = 0;
    double p99Ns = 0;
};

/// One trial over time.
struct TimeSegment
{
    int target = 0;
    int level = 0;
    int repeat = 0;
    bool outlier = false; ///< it stands apart from the others of its cell
    double startS = 0;
    double endS = 0;
    double warmupEndS = 0; ///< where counting began
    double settledS = 0;   ///< where the rate had settled by MSER, after the warm-up; 0: by then, or nobody can tell
    std::vector<TimeSpan> spans;
};
TimeSegment timeSegment(const Trial &trial, SweepAxis axis);
/// Adds the points from index \a first on to a trial under way.
void appendSpans(TimeSegment &segment, const std::vector<SeriesPoint> &series, std::size_t first, qint64 startOffsetNs);

enum class TimeFigure { Rps, P50, P99 };

/// A connected piece of a line: x in seconds.
struct TimeLine
{
    bool warmup = false;
    std::vector<QPointF> points;
};
/// The lines of one trial, cut where there is no value, where warm-up ends and (with \a log) where a value is not above zero.
/// A rate is requests / span, whatever the span; a last span of less than a quarter of the others' length is left out, since a handful
/// of requests says nothing about a rate. A line reaches from the start of its first span to the end of its last one.
std::vector<TimeLine> timeLines(const TimeSegment &segment, TimeFigure figure, bool log, int *leftOut = nullptr);

/// At most four points (first, least, greatest, last) for each pixel, so that no extreme is lost.
std::vector<QPointF> thinned(const std::vector<QPointF> &points, double pixelsPerX);

/// Typical length of the series' spans, 0 without any; for the caption.
qint64 typicalSpanNs(const std::vector<TrialPtr> &trials);

} // namespace sweepbench
