// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chartdata.h"

#include "core/model/format.h"
#include "core/stats/measured.h"
#include "core/stats/steadiness.h"
#include "ui/charts/charttext.h"
#include "ui/charts/loadtext.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

constexpr double noValue = std::numeric_limits<double>::quiet_NaN();

std::optional<double> finite(std::optional<double> value)
{
    return value && std::isfinite(*value) ? value : std::nullopt;
}

SweepPoint sweepPoint(const CellSummary *cell, int level, Metric metric)
{
    SweepPoint point{level, {}, {}, {}};
    if (!cell)
        return point;
    const auto found = cell->metrics.find(metric);
    if (found == cell->metrics.end() || found->second.n < 1 || !std::isfinite(found->second.mean))
        return point;
    point.value = found->second.mean;
    const auto low = finite(found->second.ciLow);
    const auto high = finite(found->second.ciHigh);
    if (low && high) {
        point.low = low;
        point.high = high;
    }
    return point;
}

SweepPanel sweepPanel(const Plan &plan, const Analysis &analysis, const std::vector<int> &levels, Metric metric, bool log,
                      const ChartView &view)
{
    SweepPanel panel{metric, log, {}, {}, {}, 0};
    for (int target = 0; target < static_cast<int>(plan.targets.size()); ++target) {
        std::vector<SweepPoint> line;
        if (!view.shows(target)) {
            panel.lines.emplace_back();
            continue;
        }
        for (const int level : levels) {
            SweepPoint point = sweepPoint(analysis.cell(target, level), level, metric);
            if (point.value && (log ? *point.value <= 0 : *point.value < 0)) {
                point = {level, {}, {}, {}};
                ++panel.leftOut;
            }
            line.push_back(point);
            if (const CellSummary *cell = analysis.cell(target, level); cell && metric == plan.primaryMetric)
                for (const OutlierTrial &trial : cell->outliers)
                    panel.outliers.push_back({target, level, trial.value});
        }
        panel.lines.push_back(std::move(line));
    }
    return panel;
}

std::vector<int> testedLevels(const Plan &plan, const Analysis &analysis)
{
    std::set<int> levels;
    for (const CellSummary &cell : analysis.cells)
        if (cell.trials > 0 && cell.level > 0)
            levels.insert(cell.level);
    if (levels.empty())
        std::copy_if(plan.sweep.levels.begin(), plan.sweep.levels.end(), std::inserter(levels, levels.end()),
                     [](int level) { return level > 0; });
    return {levels.begin(), levels.end()};
}

/// Which cells have nothing to show, by target: "no data: B at 100 and 1000 connections".
void noteGaps(SweepData &data, const Analysis &analysis)
{
    for (qsizetype target = 0; target < data.names.size(); ++target) {
        std::vector<int> missing;
        std::vector<int> atTimeout;
        const std::vector<SweepPoint> &line = data.rps.lines[static_cast<std::size_t>(target)];
        if (line.empty()) // hidden
            continue;
        for (const SweepPoint &point : line) {
            const CellSummary *cell = analysis.cell(static_cast<int>(target), point.level);
            if (!point.value)
                missing.push_back(point.level);
            if (cell && cell->quantileAtTimeout)
                atTimeout.push_back(point.level);
        }
        const QString &name = data.names[target];
        if (missing.size() == line.size())
            data.notes << u"%1: %2."_s.arg(name, noDataText());
        else if (!missing.empty())
            data.notes << u"%1: %2 at %3."_s.arg(name, noDataText(), levelsText(data.axis, missing));
        if (!atTimeout.empty())
            data.notes << u"%1: p99 is at least the time-out at %2."_s.arg(name, levelsText(data.axis, atTimeout));
    }
}

} // namespace

bool SweepPanel::hasData() const
{
    for (const auto &line : lines)
        for (const SweepPoint &point : line)
            if (point.value)
                return true;
    return false;
}

SweepData sweepData(const Plan &plan, const Analysis &analysis, const ChartView &view)
{
    SweepData data;
    data.axis = plan.sweep.axis;
    data.openLoop = isOpenLoop(plan);
    data.levels = testedLevels(plan, analysis);
    data.names = targetNames(plan);
    data.hidden = view.hiddenTargets;
    data.twoAxes = view.twoAxes;
    data.smooth = view.smooth;
    data.rps = sweepPanel(plan, analysis, data.levels, Metric::Rps, false, view);
    data.p99 = sweepPanel(plan, analysis, data.levels, Metric::P99Ns, true, view);
    if (data.hasData())
        noteGaps(data, analysis);
    if (!data.rps.outliers.empty() || !data.p99.outliers.empty())
        data.notes << (analysis.outliersLeftOut ? u"Hollow marks: trials that are outliers, left out of the means."_s
                                                : u"Hollow marks: trials that are outliers, kept in the means."_s);
    return data;
}

SweepData sweepData(const Session &session, const Analysis &analysis, const ChartView &view)
{
    SweepData data = sweepData(session.plan, analysis, view);
    if (!view.dots || !data.hasData())
        return data;
    for (const MeasuredCell &cell : measuredTrials(session).cells) {
        if (!view.shows(cell.target) || !std::binary_search(data.levels.begin(), data.levels.end(), cell.level))
            continue;
        for (const MeasuredTrial &trial : cell.trials)
            for (SweepPanel *panel : {&data.rps, &data.p99})
                if (const auto value = trial.figure(panel->metric); value && std::isfinite(*value) && (!panel->log || *value > 0))
                    panel->dots.push_back({cell.target, cell.level, *value});
    }
    return data;
}

namespace {

void findSettling(TimeSegment &segment, const std::vector<SeriesPoint> &series)
{
    const auto counted = std::find_if(segment.spans.begin(), segment.spans.end(), [](const TimeSpan &span) { return !span.warmup; });
    if (counted == segment.spans.end())
        return;
    segment.warmupEndS = counted->startS;
    if (const auto settled = settledAtNs(series))
        if (const double at = segment.startS + static_cast<double>(*settled) / 1e9; at > segment.warmupEndS)
            segment.settledS = at;
}

} // namespace

TimeSegment timeSegment(const Trial &trial, SweepAxis axis)
{
    TimeSegment segment;
    segment.target = trial.target;
    segment.level = levelOf(trial, axis);
    segment.repeat = trial.repeat;
    segment.startS = static_cast<double>(trial.startOffsetNs) / 1e9;
    segment.endS = segment.startS;
    appendSpans(segment, trial.series, 0, trial.startOffsetNs);
    findSettling(segment, trial.series);
    if (segment.spans.empty())
        segment.endS = segment.startS + static_cast<double>(trial.duration.count()) / 1e9;
    return segment;
}

void appendSpans(TimeSegment &segment, const std::vector<SeriesPoint> &series, std::size_t first, qint64 startOffsetNs)
{
    for (std::size_t i = first; i < series.size(); ++i) {
        const SeriesPoint &point = series[i];
        if (point.spanNs <= 0)
            continue;
        TimeSpan span;
        span.startS = static_cast<double>(startOffsetNs + point.startNs) / 1e9;
        span.endS = span.startS + static_cast<double>(point.spanNs) / 1e9;
        span.warmup = point.warmup;
        span.rps = static_cast<double>(point.requests) * 1e9 / static_cast<double>(point.spanNs);
        span.p50Ns = point.p50Ns < 0 ? noValue : static_cast<double>(point.p50Ns);
        span.p99Ns = point.p99Ns < 0 ? noValue : static_cast<double>(point.p99Ns);
        segment.spans.push_back(span);
        segment.endS = std::max(segment.endS, span.endS);
    }
}

namespace {

double valueOf(const TimeSpan &span, TimeFigure figure)
{
    switch (figure) {
    case TimeFigure::Rps: return span.rps;
    case TimeFigure::P50: return span.p50Ns;
    case TimeFigure::P99: return span.p99Ns;
    }
    return noValue;
}

double median(std::vector<double> values)
{
    if (values.empty())
        return 0;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

/// Number of spans that are drawn: without a last one that is too short to have a rate.
std::size_t usableSpans(const TimeSegment &segment)
{
    const std::size_t n = segment.spans.size();
    if (n < 2)
        return n;
    const auto length = [](const TimeSpan &span) { return span.endS - span.startS; };
    const double last = length(segment.spans.back());
    // The median takes longer than the rest of the drawing, and is seldom needed: a quarter of the longest is at least a quarter of it.
    double longest = 0;
    for (const TimeSpan &span : segment.spans)
        longest = std::max(longest, length(span));
    if (last >= longest / 4)
        return n;
    std::vector<double> lengths;
    for (const TimeSpan &span : segment.spans)
        lengths.push_back(length(span));
    return last < median(std::move(lengths)) / 4 ? n - 1 : n;
}

} // namespace

std::vector<TimeLine> timeLines(const TimeSegment &segment, TimeFigure figure, bool log, int *leftOut)
{
    std::vector<TimeLine> lines;
    bool open = false;
    double lastEnd = 0;
    const auto close = [&] {
        if (open)
            lines.back().points.emplace_back(lastEnd, lines.back().points.back().y());
        open = false;
    };
    const std::size_t n = usableSpans(segment);
    for (std::size_t i = 0; i < n; ++i) {
        const TimeSpan &span = segment.spans[i];
        const double value = valueOf(span, figure);
        const bool tooSmall = log && std::isfinite(value) && value <= 0;
        if (tooSmall && leftOut)
            ++*leftOut;
        if (!std::isfinite(value) || tooSmall) {
            close();
            continue;
        }
        if (open && lines.back().warmup != span.warmup)
            close();
        if (!open) {
            lines.push_back({span.warmup, {QPointF(span.startS, value)}});
            open = true;
        }
        lines.back().points.emplace_back((span.startS + span.endS) / 2, value);
        lastEnd = span.endS;
    }
    close();
    return lines;
}

std::vector<QPointF> thinned(const std::vector<QPointF> &points, double pixelsPerX)
{
    std::vector<QPointF> kept;
    std::size_t i = 0;
    while (i < points.size()) {
        const double pixel = std::floor(points[i].x() * pixelsPerX);
        std::size_t end = i;
        std::size_t least = i;
        std::size_t greatest = i;
        while (end < points.size() && std::floor(points[end].x() * pixelsPerX) == pixel) {
            if (points[end].y() < points[least].y())
                least = end;
            if (points[end].y() > points[greatest].y())
                greatest = end;
            ++end;
        }
        std::array<std::size_t, 4> indices{i, least, greatest, end - 1};
        std::sort(indices.begin(), indices.end());
        for (std::size_t k = 0; k < indices.size(); ++k)
            if (k == 0 || indices[k] != indices[k - 1])
                kept.push_back(points[indices[k]]);
        i = std::max(end, i + 1);
    }
    return kept;
}

qint64 typicalSpanNs(const std::vector<TrialPtr> &trials)
{
    std::vector<double> spans;
    for (const TrialPtr &trial : trials)
        for (const SeriesPoint &point : trial->series)
            if (point.spanNs > 0)
                spans.push_back(static_cast<double>(point.spanNs));
    return static_cast<qint64>(median(std::move(spans)));
}

} // namespace sweepbench
