// SPDX-License-Identifier: GPL-3.0-or-later
// Requests per second above, p99 latency below, over one log axis of the levels.
#include "core/model/format.h"
#include "ui/charts/chartcanvas.h"
#include "ui/charts/charttext.h"
#include "ui/charts/monotonecurve.h"
#include "ui/charts/panelparts.h"

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

// Bars that reach further than this beyond the points would squeeze them flat: they are cut and end in an arrow.
constexpr double barRoomLinear = 1.6;
constexpr double barRoomLog = 4;

class SweepPainter
{
public:
    SweepPainter(ChartCanvas &canvas, const SweepData &data)
        : m_canvas(canvas)
        , m_data(data)
    {}

    void draw(const QRectF &area, bool namesInLegend);
    bool barsCut() const { return m_barsCut; }
    /// Works out both value axes, so that notes about them are known before anything is placed.
    void prepare();

private:
    struct PanelPlan
    {
        const SweepPanel *panel = nullptr;
        QString heading;
        double low = 0;
        double high = 1;
        bool hasData = false;
    };
    PanelPlan plan(const SweepPanel &panel, const QString &heading);
    std::vector<Tick> valueTicks(const PanelPlan &plan, Scale &scale) const;
    double levelPixel(const Scale &x, int target, int level) const;
    void drawPanel(const PanelPlan &plan, const QRectF &rect, const QString &xTitle);
    void drawMarks(const PanelPlan &plan, const Scale &x, const Scale &y);
    void drawLine(QCPAxisRect *axes, const PanelPlan &plan, const Scale &x, const Scale &y, const Scale &axisY, int target);
    void drawOnePanel(const QRectF &area);
    void drawBar(const PanelPlan &plan, const Scale &y, double x, int target, const SweepPoint &point);
    void nameLines(const PanelPlan &plan, const Scale &x, const Scale &y, const QRectF &rect);

    ChartCanvas &m_canvas;
    const SweepData &m_data;
    PanelPlan m_rps;
    PanelPlan m_p99;
    double m_nameWidth = 0;
    bool m_barsCut = false;
};

SweepPainter::PanelPlan SweepPainter::plan(const SweepPanel &panel, const QString &heading)
{
    PanelPlan plan{&panel, heading, 0, 1, panel.hasData()};
    std::vector<double> values;
    for (const auto &line : panel.lines)
        for (const SweepPoint &point : line)
            if (point.value)
                values.push_back(*point.value);
    for (const auto *marks : {&panel.outliers, &panel.dots})
        for (const SweepOutlier &mark : *marks)
            values.push_back(mark.value);
    const ValueRange points = rangeOf(values, panel.log);
    if (!points.used)
        return plan;
    const double room = panel.log ? barRoomLog : barRoomLinear;
    plan.low = points.low;
    plan.high = points.high;
    for (const auto &line : panel.lines)
        for (const SweepPoint &point : line)
            if (point.value && point.low && point.high) {
                plan.high = std::max(plan.high, std::min(*point.high, points.high * room));
                plan.low = std::min(plan.low, std::max(*point.low, points.low / room));
                const bool cut = *point.high > points.high * room || (panel.log && *point.low < points.low / room);
                m_barsCut = m_barsCut || cut;
            }
    if (panel.log)
        padLogRange(plan.low, plan.high, 1.25, 6);
    else
        plan.low = 0;
    return plan;
}

void SweepPainter::prepare()
{
    m_rps = plan(m_data.rps, u"Requests per second"_s);
    m_p99 = plan(m_data.p99, m_data.openLoop ? u"p99 response time (log scale)"_s : u"p99 latency under own full load (log scale)"_s);
}

std::vector<Tick> SweepPainter::valueTicks(const PanelPlan &plan, Scale &scale) const
{
    const double lineHeight = ChartCanvas::heightOf(m_canvas.font(0.9));
    scale.log = plan.panel->log;
    scale.low = plan.low;
    scale.high = plan.high;
    if (!plan.hasData)
        return {};
    if (scale.log)
        return latencyTicks(scale, lineHeight * 1.35);
    const double height = std::abs(scale.endPx - scale.startPx);
    const LinearTicks linear = linearTicks(plan.high, std::clamp(static_cast<int>(height / (lineHeight * 2)), 1, 6));
    // A range that ends at a value instead of a tick wastes less room; its top gets a little air.
    scale.high = std::max(plan.high * 1.04, linear.step);
    std::vector<Tick> ticks;
    for (const double value : linear.values)
        if (value <= scale.high * (1 + 1e-9))
            ticks.push_back({value, tickNumber(value, linear.step)});
    return ticks;
}

/// Where a cell stands: at its level; with one level alone the targets stand side by side around it.
double SweepPainter::levelPixel(const Scale &x, int target, int level) const
{
    const double at = x.toPixel(level);
    if (m_data.levels.size() != 1)
        return at;
    const double count = static_cast<double>(m_data.names.size());
    const double step = std::min(m_canvas.unit() * 5, (x.endPx - x.startPx) * 0.8 / count);
    return at + (target - (count - 1) / 2) * step;
}

void SweepPainter::drawBar(const PanelPlan &plan, const Scale &y, double x, int target, const SweepPoint &point)
{
    if (!point.value || !point.low || !point.high)
        return;
    const QPen pen(targetColor(target, m_canvas.style().theme), std::max(1.5, m_canvas.unit() * 0.11), Qt::SolidLine, Qt::FlatCap);
    const double high = std::min(*point.high, y.high);
    const double low = std::max(*point.low, y.low);
    const bool cutHigh = *point.high > y.high;
    const bool cutLow = *point.low < y.low;
    const QLineF bar(x, y.toPixel(low), x, y.toPixel(high));
    drawErrorBar(m_canvas, bar, pen, cutLow, cutHigh);
    m_canvas.geometry().bars.push_back({plan.panel->metric, target, point.level, bar, cutLow || cutHigh});
}

/// Single trials, a little beside the mean so that its bar stays visible, and outliers on it.
void SweepPainter::drawMarks(const PanelPlan &plan, const Scale &x, const Scale &y)
{
    const double unit = m_canvas.unit();
    for (const SweepOutlier &dot : plan.panel->dots) {
        const QPointF at(levelPixel(x, dot.target, dot.level) + unit * 0.65, y.toPixel(dot.value));
        m_canvas.over().markers.push_back({at, targetStyle(dot.target, m_canvas.style().theme), unit * 0.36, Qt::transparent});
        m_canvas.geometry().points.push_back({plan.panel->metric, dot.target, dot.level, at, true});
    }
    for (const SweepOutlier &outlier : plan.panel->outliers) {
        const QPointF at(levelPixel(x, outlier.target, outlier.level), y.toPixel(outlier.value));
        m_canvas.over().markers.push_back({at, targetStyle(outlier.target, m_canvas.style().theme), unit * 0.6, m_canvas.style().background, true});
        m_canvas.geometry().points.push_back({plan.panel->metric, outlier.target, outlier.level, at, true});
    }
}

/// One target's line, bars and points. The panel has one value axis: what belongs to the other one (two axes) is moved to where it stands.
void SweepPainter::drawLine(QCPAxisRect *axes, const PanelPlan &plan, const Scale &x, const Scale &y, const Scale &axisY, int target)
{
    const TargetStyle look = targetStyle(target, m_canvas.style().theme);
    const bool second = m_data.twoAxes && plan.panel == &m_data.p99;
    const auto axisValue = [](const Scale &scale, double value) { return scale.log ? std::log(value) : value; };
    std::vector<std::vector<QPointF>> pieces(1);
    for (const SweepPoint &point : plan.panel->lines[static_cast<std::size_t>(target)]) {
        if (!point.value) {
            if (!pieces.back().empty())
                pieces.emplace_back();
            continue;
        }
        const double px = levelPixel(x, target, point.level);
        // The curve is worked out where it is seen: on the log axes.
        pieces.back().emplace_back(std::log(x.fromPixel(px)), axisValue(y, *point.value));
        drawBar(plan, y, px, target, point);
        const QPointF at(px, y.toPixel(*point.value));
        m_canvas.over().markers.push_back({at, look, m_canvas.unit() * 0.75, m_canvas.style().background, second});
        m_canvas.geometry().points.push_back({plan.panel->metric, target, point.level, at, second});
    }
    std::erase_if(pieces, [](const auto &piece) { return piece.size() < 2; });
    for (auto &piece : pieces) {
        if (m_data.smooth)
            piece = monotoneCurve(piece);
        for (QPointF &point : piece) {
            const double value = y.log ? std::exp(point.y()) : point.y();
            point = {std::exp(point.x()), second ? axisY.fromPixel(y.toPixel(value)) : value};
        }
    }
    const Qt::PenStyle line = m_data.twoAxes ? (second ? Qt::DashLine : Qt::SolidLine) : look.line;
    m_canvas.lines(axes, pieces, QPen(look.color, std::max(2.0, m_canvas.unit() * 0.15), line, Qt::FlatCap, Qt::RoundJoin));
}

void SweepPainter::nameLines(const PanelPlan &plan, const Scale &x, const Scale &y, const QRectF &rect)
{
    if (m_nameWidth <= 0) // the legend has them
        return;
    std::vector<LineEnd> ends;
    for (std::size_t i = 0; i < plan.panel->lines.size(); ++i) {
        const auto &line = plan.panel->lines[i];
        const auto last = std::find_if(line.rbegin(), line.rend(), [](const SweepPoint &point) { return point.value.has_value(); });
        const int target = static_cast<int>(i);
        if (last != line.rend())
            ends.push_back({target, {levelPixel(x, target, last->level), y.toPixel(*last->value)}});
    }
    if (const auto heights = nameHeights(m_canvas, ends, rect)) // else the legend above names them
        drawNames(m_canvas, ends, *heights, m_data.names, rect.right() + m_canvas.unit() * 0.5, m_nameWidth);
}

void SweepPainter::drawPanel(const PanelPlan &plan, const QRectF &rect, const QString &xTitle)
{
    const QFont bold = m_canvas.font(1, true);
    m_canvas.text(TextRole::Heading, QPointF(rect.left(), rect.top() - m_canvas.unit() * 0.45), Qt::AlignBottom,
                  fittedText(plan.heading, bold, rect.width() + m_nameWidth), bold, m_canvas.style().text);
    const double inset = std::round(m_canvas.unit() * 1.8);
    const Scale x = levelScale(rect, m_data.levels, inset, inset);
    const std::vector<Tick> xTicks = levelTicks(m_canvas, x, m_data.levels);
    Scale y{plan.panel->log, 0, 1, rect.bottom(), rect.top()};
    const std::vector<Tick> yTicks = valueTicks(plan, y);
    if (!plan.hasData) {
        y.log = false;
        m_canvas.panel(rect, x, xTicks, xTitle, y, {});
        m_canvas.message(rect, {plan.panel->leftOut ? noDataText() + u": no value above 0"_s : noDataText()});
        return;
    }
    QCPAxisRect *axes = m_canvas.panel(rect, x, xTicks, xTitle, y, yTicks);
    for (int target = 0; target < static_cast<int>(plan.panel->lines.size()); ++target)
        drawLine(axes, plan, x, y, y, target);
    drawMarks(plan, x, y);
    nameLines(plan, x, y, rect);
}

/// Requests per second on the left axis, p99 on the right one, as published benchmarks draw it; the legend names the targets.
void SweepPainter::drawOnePanel(const QRectF &area)
{
    const QFont small = m_canvas.font(0.9);
    const QRectF probe = panelRect(m_canvas, area, {});
    Scale left{false, 0, 1, probe.bottom(), probe.top()};
    Scale right{true, 1, 10, probe.bottom(), probe.top()};
    const std::vector<Tick> leftTicks = valueTicks(m_rps, left);
    const std::vector<Tick> rightTicks = valueTicks(m_p99, right);
    PanelRoom room;
    room.left = widestLabel(small, leftTicks);
    room.right = widestLabel(small, rightTicks) + m_canvas.unit() * 0.5;
    const QRectF rect = panelRect(m_canvas, area, room);
    const double inset = std::round(m_canvas.unit() * 1.8);
    const Scale x = levelScale(rect, m_data.levels, inset, inset);
    const QFont bold = m_canvas.font(1, true);
    const QString rightHeading = fittedText(m_p99.heading, bold, rect.width() * 0.6);
    const double rightWidth = ChartCanvas::widthOf(rightHeading, bold);
    drawHeading(m_canvas, area, rect.left(), rect.width() - rightWidth - m_canvas.unit(), m_rps.heading);
    drawHeading(m_canvas, area, area.right() - rightWidth, rightWidth + 1, rightHeading);
    QCPAxisRect *axes = m_canvas.panel(rect, x, levelTicks(m_canvas, x, m_data.levels), levelAxisTitle(m_data.axis, m_data.levels), left, leftTicks);
    for (const Tick &tick : rightTicks)
        m_canvas.text(TextRole::TickLabel, QPointF(rect.right() + m_canvas.unit() * 0.5, right.toPixel(tick.value)), Qt::AlignVCenter,
                      tick.label, small, m_canvas.style().muted);
    m_canvas.under().lines.push_back({QLineF(rect.topRight(), rect.bottomRight()), QPen(m_canvas.style().axis, 1)});
    for (int target = 0; target < static_cast<int>(m_data.names.size()); ++target) {
        if (m_rps.hasData)
            drawLine(axes, m_rps, x, left, left, target);
        if (m_p99.hasData)
            drawLine(axes, m_p99, x, right, left, target);
    }
    if (m_rps.hasData)
        drawMarks(m_rps, x, left);
    if (m_p99.hasData)
        drawMarks(m_p99, x, right);
}

void SweepPainter::draw(const QRectF &area, bool namesInLegend)
{
    if (m_data.twoAxes) {
        drawOnePanel(area);
        return;
    }
    const double unit = m_canvas.unit();
    const double heading = ChartCanvas::heightOf(m_canvas.font(1, true)) + std::round(unit * 0.5);
    const double below = std::round(unit * 0.65) + ChartCanvas::heightOf(m_canvas.font(0.9)) + ChartCanvas::heightOf(m_canvas.font(0.95));
    const double between = std::round(unit * 1.0);
    const double room = std::max(area.height() - 2 * heading - between - below, 20.0);
    const double upper = std::round(room * 0.55);
    m_nameWidth = namesInLegend ? 0 : nameColumnWidth(m_canvas, m_data.names, area.width() * 0.24);

    // Both panels share their left edge: the wider of both columns of tick labels counts.
    double labels = 0;
    for (const PanelPlan *plan : {&m_rps, &m_p99}) {
        Scale probe{plan->panel->log, 0, 1, plan == &m_rps ? upper : room - upper, 0};
        for (const Tick &tick : valueTicks(*plan, probe))
            labels = std::max(labels, ChartCanvas::widthOf(tick.label, m_canvas.font(0.9)));
    }
    const double left = std::ceil(area.left() + labels + unit * 0.5);
    const double width = std::max(std::floor(area.right() - m_nameWidth - unit * 0.5) - left, 20.0);
    const double top = std::ceil(area.top() + heading);
    drawPanel(m_rps, QRectF(left, top, width, upper), {});
    drawPanel(m_p99, QRectF(left, top + upper + between + heading, width, std::floor(room - upper)),
              levelAxisTitle(m_data.axis, m_data.levels));
}

bool namesNeedLegend(const ChartCanvas &canvas, const SweepData &data, double height)
{
    const double row = ChartCanvas::heightOf(canvas.font(0.95)) + 1;
    return static_cast<double>(data.names.size() - 1) * row > height;
}

} // namespace

ChartGeometry drawSweepChart(QCustomPlot &plot, QSize size, const ChartStyle &style, const ChartTexts &texts, const SweepData &data)
{
    ChartCanvas canvas(plot, size, style);
    if (!data.hasData()) {
        const QRectF area = canvas.frame(texts, hiddenLegend(data.names, data.hidden, style), data.notes);
        QStringList words = texts.empty;
        if (data.rps.leftOut + data.p99.leftOut > 0)
            words = QStringList{noDataText() + u": no value above 0"_s};
        canvas.message(area, words);
        return canvas.geometry();
    }
    SweepPainter painter(canvas, data);
    painter.prepare();
    QStringList notes = data.notes;
    if (const int leftOut = data.p99.leftOut; leftOut > 0)
        notes.prepend(u"Left out on the log axis: %1 of zero or below."_s.arg(leftOut == 1 ? u"1 value"_s : u"%1 values"_s.arg(leftOut)));
    if (painter.barsCut())
        notes << u"Bars that end in an arrow reach beyond the axis."_s;
    std::vector<LegendEntry> legend;
    const bool namesInLegend = data.twoAxes || namesNeedLegend(canvas, data, size.height() * 0.2);
    if (!namesInLegend)
        legend = hiddenLegend(data.names, data.hidden, style);
    else
        legend = targetLegend(data.names, data.hidden, style);
    if (data.twoAxes) {
        legend.push_back({u"requests per second, left"_s, std::nullopt, Qt::SolidLine});
        legend.push_back({u"p99, right"_s, std::nullopt, Qt::DashLine});
    }
    painter.draw(canvas.frame(texts, legend, notes), namesInLegend);
    return canvas.geometry();
}

} // namespace sweepbench
