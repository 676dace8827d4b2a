// SPDX-License-Identifier: GPL-3.0-or-later
// Requests per second, or p50 and p99 latency, over the time of a run.
#include "core/model/format.h"
#include "ui/charts/chartcanvas.h"
#include "ui/charts/charttext.h"
#include "ui/charts/loadtext.h"
#include "ui/charts/metricaxis.h"
#include "ui/charts/panelparts.h"
#include "ui/charts/timeaxis.h"

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

/// Points in a pixel from which on a line is no line to the eye, but an area.
constexpr double densePoints = 1.5;

/// One figure of one trial, worked out once for everything that is drawn of it.
struct DrawnTrial
{
    const TimeSegment *segment;
    std::size_t curve;
    std::vector<TimeLine> lines;
};

struct Curve
{
    TimeFigure figure;
    Qt::PenStyle line;
};

class TimePainter
{
public:
    TimePainter(ChartCanvas &canvas, const TimeData &data);

    bool hasData() const { return m_hasData; }
    QStringList notes() const;
    std::vector<LegendEntry> legend() const;
    void draw(const QRectF &area);

private:
    bool isLatency() const { return m_data.kind == ChartKind::Latency; }
    bool isShown(int target) const;
    void findRange();
    double timeEnd() const;
    std::vector<Tick> valueTicks(Scale &scale) const;
    void drawBands(const Scale &x, const QRectF &strip, const QRectF &rect, const QString &stripName);
    void drawCurves(QCPAxisRect *axes, const Scale &x);
    void drawMarkers(const Scale &x, const Scale &y);

    ChartCanvas &m_canvas;
    const TimeData &m_data;
    std::vector<Curve> m_curves;
    std::vector<DrawnTrial> m_drawn;
    bool m_hasData = false;
    bool m_hasWarmup = false;
    bool m_hasSettling = false;
    int m_leftOut = 0;
    double m_low = 0;
    double m_high = 1;
};

TimePainter::TimePainter(ChartCanvas &canvas, const TimeData &data)
    : m_canvas(canvas)
    , m_data(data)
{
    if (isLatency())
        m_curves = {{TimeFigure::P50, Qt::SolidLine}, {TimeFigure::P99, Qt::DashLine}};
    else
        m_curves = {{TimeFigure::Rps, Qt::SolidLine}};
    findRange();
}

bool TimePainter::isShown(int target) const
{
    if (!m_data.oneTrial)
        return !m_data.hidden.contains(target);
    return std::any_of(m_data.segments.begin(), m_data.segments.end(), [target](const TimeSegment &segment) { return segment.target == target; });
}

void TimePainter::findRange()
{
    for (const TimeSegment &segment : m_data.segments) {
        if (!isShown(segment.target))
            continue;
        m_hasSettling = m_hasSettling || segment.settledS > 0;
        for (std::size_t curve = 0; curve < m_curves.size(); ++curve)
            m_drawn.push_back({&segment, curve, timeLines(segment, m_curves[curve].figure, isLatency(), &m_leftOut)});
    }
    for (const DrawnTrial &drawn : m_drawn)
        for (const TimeLine &line : drawn.lines) {
            m_hasWarmup = m_hasWarmup || line.warmup;
            for (const QPointF &point : line.points) {
                m_low = m_hasData ? std::min(m_low, point.y()) : point.y();
                m_high = m_hasData ? std::max(m_high, point.y()) : point.y();
                m_hasData = true;
            }
        }
    if (isLatency() && m_hasData)
        padLogRange(m_low, m_high, 1.25, 6);
    else
        m_low = 0;
}

QStringList TimePainter::notes() const
{
    QStringList notes;
    if (m_leftOut > 0)
        notes << leftOutNote(m_leftOut);
    if (std::any_of(m_data.segments.begin(), m_data.segments.end(), [](const TimeSegment &segment) { return segment.outlier; }))
        notes << u"%1: a trial that is an outlier among those of its cell."_s.arg(outlierMark());
    return notes;
}

std::vector<LegendEntry> TimePainter::legend() const
{
    std::vector<LegendEntry> entries = targetLegend(m_data.names, m_data.hidden, m_canvas.style());
    if (m_data.oneTrial)
        std::erase_if(entries, [this](const LegendEntry &entry) { return !isShown(entry.target); });
    if (isLatency()) {
        entries.push_back({u"p50"_s, std::nullopt, Qt::SolidLine});
        entries.push_back({u"p99"_s, std::nullopt, Qt::DashLine});
    }
    if (m_hasSettling)
        entries.push_back({u"shaded: not settled yet (MSER)"_s, std::nullopt, Qt::NoPen});
    if (m_hasWarmup)
        entries.push_back({u"warm-up, not counted"_s, std::nullopt, Qt::DotLine});
    return entries;
}

double TimePainter::timeEnd() const
{
    double end = 0;
    for (const TimeSegment &segment : m_data.segments)
        end = std::max(end, segment.endS);
    return m_data.live ? liveTimeEnd(end) : std::max(end, 0.001);
}

std::vector<Tick> TimePainter::valueTicks(Scale &scale) const
{
    const double lineHeight = ChartCanvas::heightOf(m_canvas.font(0.9));
    scale.log = isLatency();
    scale.low = m_low;
    scale.high = m_high;
    if (scale.log)
        return latencyTicks(scale, lineHeight * 1.35);
    const double height = std::abs(scale.endPx - scale.startPx);
    const LinearTicks linear = linearTicks(m_high, std::clamp(static_cast<int>(height / (lineHeight * 2)), 1, 8));
    scale.high = std::max(m_high * 1.04, m_high > 0 ? 0.0 : 1.0);
    std::vector<Tick> ticks;
    for (const double value : linear.values)
        if (value <= scale.high * (1 + 1e-9))
            ticks.push_back({value, tickNumber(value, linear.step)});
    return ticks;
}

void TimePainter::drawBands(const Scale &x, const QRectF &strip, const QRectF &rect, const QString &stripName)
{
    struct Group { int level; double start; double end; };
    std::vector<Group> groups;
    for (const TimeSegment &segment : m_data.segments) {
        if (!isShown(segment.target) || segment.endS < x.low || segment.startS > x.high)
            continue;
        const double start = std::max(x.toPixel(segment.startS), rect.left());
        const double end = std::min(x.toPixel(segment.endS), rect.right());
        QColor tint = targetColor(segment.target, m_canvas.style().theme);
        tint.setAlphaF(m_canvas.style().theme == ChartTheme::Dark ? 0.1F : 0.09F);
        m_canvas.under().rects.push_back({QRectF(start, rect.top(), end - start, rect.height()), tint});
        if (segment.settledS > 0) {
            const double from = std::clamp(x.toPixel(segment.warmupEndS), start, end);
            const double to = std::clamp(x.toPixel(segment.settledS), start, end);
            m_canvas.under().rects.push_back({QRectF(from, rect.top(), to - from, rect.height()), m_canvas.shade()});
        }
        if (segment.outlier)
            m_canvas.text(TextRole::Mark, QPointF((start + end) / 2, rect.top() + 2), Qt::AlignHCenter, outlierMark(), m_canvas.font(0.95, true),
                          targetColor(segment.target, m_canvas.style().theme));
        if (!groups.empty() && groups.back().level == segment.level)
            groups.back().end = end;
        else
            groups.push_back({segment.level, start, end});
    }
    const QFont small = m_canvas.font(0.85);
    const auto longText = [this](int level) { return levelShortText(m_data.axis, level); };
    const auto fits = [&](const QString &text, const Group &group) { return ChartCanvas::widthOf(text, small) + 4 <= group.end - group.start; };
    const bool roomForLong = std::all_of(groups.begin(), groups.end(), [&](const Group &g) { return fits(longText(g.level), g); });
    bool any = false;
    for (std::size_t i = 0; i < groups.size(); ++i) {
        const Group &group = groups[i];
        if (i > 0)
            m_canvas.under().lines.push_back({QLineF(group.start, strip.top() + 2, group.start, rect.bottom()), QPen(m_canvas.style().grid, 1)});
        const QString text = roomForLong ? longText(group.level) : levelNumber(group.level);
        if (!fits(text, group))
            continue;
        any = true;
        m_canvas.text(TextRole::Band, QPointF((group.start + group.end) / 2, strip.top()), Qt::AlignHCenter, text, small,
                      m_canvas.style().muted);
    }
    if (any && !roomForLong)
        m_canvas.text(TextRole::Band, QPointF(rect.left() - m_canvas.unit() * 0.5, strip.top()), Qt::AlignRight,
                      stripName, small, m_canvas.style().muted);
}

void TimePainter::drawCurves(QCPAxisRect *axes, const Scale &x)
{
    const double pixelsPerSecond = (x.endPx - x.startPx) / (x.high - x.low);
    const double width = std::max(1.6, m_canvas.unit() * 0.12);
    for (int target = 0; target < static_cast<int>(m_data.names.size()); ++target) {
        const QColor color = targetColor(target, m_canvas.style().theme);
        QColor faint = color;
        faint.setAlphaF(0.8F);
        std::vector<std::vector<QPointF>> warmup;
        for (std::size_t curve = 0; curve < m_curves.size(); ++curve) {
            std::vector<std::vector<QPointF>> measured;
            double points = 0;
            double seconds = 0;
            for (const DrawnTrial &drawn : m_drawn) {
                if (drawn.segment->target != target || drawn.curve != curve)
                    continue;
                for (const TimeLine &line : drawn.lines) {
                    auto &piece = (line.warmup ? warmup : measured).emplace_back(thinned(line.points, pixelsPerSecond));
                    points += static_cast<double>(piece.size());
                    seconds += piece.back().x() - piece.front().x();
                }
            }
            m_canvas.lines(axes, measured, QPen(color, width, m_curves[curve].line, Qt::FlatCap, Qt::RoundJoin),
                           points > densePoints * seconds * pixelsPerSecond);
        }
        m_canvas.lines(axes, warmup, QPen(faint, width, Qt::DotLine, Qt::FlatCap, Qt::RoundJoin));
    }
}

/// One marker on each trial's line (more on long ones), so that targets can be told apart without colour.
void TimePainter::drawMarkers(const Scale &x, const Scale &y)
{
    const double size = m_canvas.unit() * 0.6;
    for (const DrawnTrial &drawn : m_drawn) {
        const TimeSegment &segment = *drawn.segment;
        if (x.toPixel(segment.endS) - x.toPixel(segment.startS) < size * 1.5)
            continue;
        for (const TimeLine &line : drawn.lines) {
            if (line.warmup || line.points.size() < 3)
                continue;
            const double length = x.toPixel(line.points.back().x()) - x.toPixel(line.points.front().x());
            const auto inner = static_cast<double>(line.points.size() - 2);
            const int count = static_cast<int>(std::clamp(length / (m_canvas.unit() * 12), 1.0, std::min(inner, 200.0)));
            for (int i = 0; i < count; ++i) {
                const auto index = 1 + static_cast<std::size_t>((i + 0.5) / count * inner);
                const QPointF &point = line.points[std::min(index, line.points.size() - 2)];
                if (point.x() < x.low || point.x() > x.high)
                    continue;
                m_canvas.over().markers.push_back({QPointF(x.toPixel(point.x()), y.toPixel(point.y())),
                                                   targetStyle(segment.target, m_canvas.style().theme), size, Qt::transparent});
            }
        }
    }
}

void TimePainter::draw(const QRectF &area)
{
    const double unit = m_canvas.unit();
    const QFont bold = m_canvas.font(1, true);
    const QFont small = m_canvas.font(0.85);
    const double heading = ChartCanvas::heightOf(bold) + std::round(unit * 0.2);
    // Far enough above the panel that the label of a tick at its very top has room under the strip's own name.
    const double strip = std::round(ChartCanvas::heightOf(small) + ChartCanvas::heightOf(m_canvas.font(0.9)) / 2);
    const double below = std::round(unit * 0.65) + ChartCanvas::heightOf(m_canvas.font(0.9)) + ChartCanvas::heightOf(m_canvas.font(0.95));
    const double top = std::ceil(area.top() + unit * 0.3 + heading + strip);
    const double height = std::max(std::floor(area.bottom() - top - below), 20.0);

    const QString stripName = levelShortUnit(m_data.axis);
    Scale probe{isLatency(), 0, 1, height, 0};
    double labels = ChartCanvas::widthOf(stripName, small);
    for (const Tick &tick : valueTicks(probe))
        labels = std::max(labels, ChartCanvas::widthOf(tick.label, m_canvas.font(0.9)));
    const double left = std::ceil(area.left() + labels + unit * 0.5);
    const QRectF rect(left, top, std::max(std::floor(area.right() - unit * 0.5) - left, 20.0), height);

    const Scale x = m_data.range ? Scale{false, m_data.range->low, m_data.range->high, rect.left(), rect.right()}
                                 : Scale{false, 0, timeEnd(), rect.left(), rect.right()};
    Scale y{isLatency(), 0, 1, rect.bottom(), rect.top()};
    const std::vector<Tick> yTicks = valueTicks(y);
    const QString title = !isLatency()        ? u"Requests per second"_s
                          : m_data.openLoop ? u"Response time (log scale)"_s
                                            : u"Latency under own full load (log scale)"_s;
    m_canvas.text(TextRole::Heading, QPointF(rect.left(), area.top() + unit * 0.3), {}, fittedText(title, bold, rect.width()), bold,
                  m_canvas.style().text);
    QCPAxisRect *axes = m_canvas.panel(rect, x, timeAxisTicks(m_canvas, x), timeAxisTitle(x.high, m_data.oneTrial), y, yTicks);
    drawBands(x, QRectF(rect.left(), rect.top() - strip, rect.width(), strip), rect, stripName);
    drawCurves(axes, x);
    drawMarkers(x, y);
}

} // namespace

ChartGeometry drawTimeChart(QCustomPlot &plot, QSize size, const ChartStyle &style, const ChartTexts &texts, const TimeData &data)
{
    ChartCanvas canvas(plot, size, style);
    TimePainter painter(canvas, data);
    if (painter.hasData())
        painter.draw(canvas.frame(texts, painter.legend(), painter.notes()));
    else
        canvas.message(canvas.frame(texts, hiddenLegend(data.names, data.hidden, style), painter.notes()), texts.empty);
    return canvas.geometry();
}

TimeData timeData(ChartKind kind, const Plan &plan, const std::vector<TrialPtr> &trials)
{
    TimeData data;
    data.kind = kind;
    data.axis = plan.sweep.axis;
    data.openLoop = isOpenLoop(plan);
    data.names = targetNames(plan);
    for (const TrialPtr &trial : trials)
        data.segments.push_back(timeSegment(*trial, data.axis));
    std::stable_sort(data.segments.begin(), data.segments.end(),
                     [](const TimeSegment &a, const TimeSegment &b) { return a.startS < b.startS; });
    return data;
}

TimeData timeData(ChartKind kind, const Session &session, const Analysis &analysis, const ChartView &view)
{
    std::vector<TrialPtr> trials;
    const bool oneTrial = view.trial && *view.trial >= 0 && std::size_t(*view.trial) < session.trials.size();
    if (oneTrial) {
        auto alone = std::make_shared<Trial>(*session.trials[std::size_t(*view.trial)]);
        alone->startOffsetNs = 0;
        trials.push_back(std::move(alone));
    } else {
        std::copy_if(session.trials.begin(), session.trials.end(), std::back_inserter(trials),
                     [&view](const TrialPtr &trial) { return view.shows(trial->target); });
    }
    TimeData data = timeData(kind, session.plan, trials);
    data.oneTrial = oneTrial;
    data.hidden = view.hiddenTargets;
    for (TimeSegment &segment : data.segments)
        if (const CellSummary *cell = analysis.cell(segment.target, segment.level))
            segment.outlier = std::any_of(cell->outliers.begin(), cell->outliers.end(),
                                          [&segment](const OutlierTrial &trial) { return trial.repeat == segment.repeat; });
    return data;
}

} // namespace sweepbench
