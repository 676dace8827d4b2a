// SPDX-License-Identifier: GPL-3.0-or-later
// Forest plot of the ratios: a row for each level and candidate, plain interval thick, simultaneous one thin.
#include "core/model/format.h"
#include "ui/charts/charttext.h"
#include "ui/charts/forestdata.h"
#include "ui/charts/loadtext.h"
#include "ui/charts/metricaxis.h"
#include "ui/charts/panelparts.h"

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

// Intervals may reach this many times as far from 1 as the marks do, and at least as far as the factor below: those of two pairs reach
// further and would squeeze everything flat. They are cut and end in an arrow.
constexpr double intervalRoom = 3;
constexpr double leastIntervalRoom = 1.35;

constexpr double leastIntervalRow = 3.5; ///< pixels: in lower rows intervals would be one mass

QString ratioText(double ratio)
{
    return formatNumber(ratio, ratio < 1 ? 3 : 4);
}

class ForestPainter
{
public:
    ForestPainter(ChartCanvas &canvas, const ForestData &data, bool intervals)
        : m_canvas(canvas)
        , m_data(data)
        , m_intervals(intervals)
    {
        findRange();
    }

    bool isCut() const { return m_isCut; }
    void draw(const QRectF &area, bool namesInRows);

private:
    void findRange();
    QString valueText(const ForestRow &row) const;
    QStringList levelTexts() const;
    void drawBand(const Scale &x, const QRectF &rect);
    void drawDirections(const Scale &x, const QRectF &rect);
    void drawInterval(const Scale &x, double y, const Interval &interval, const QPen &pen, double cap);
    void drawRow(const Scale &x, double y, double height, const ForestRow &row);
    void labelLevels(const QRectF &rect, double row, double width);

    ChartCanvas &m_canvas;
    const ForestData &m_data;
    bool m_intervals; ///< there is room for them
    double m_low = 1;
    double m_high = 1;
    bool m_isCut = false;
};

void ForestPainter::findRange()
{
    double mark = 0; // farthest from 1, on the log axis
    for (const ForestRow &row : m_data.rows)
        mark = std::max(mark, std::abs(std::log(row.ratio)));
    const double room = std::max(mark * intervalRoom, std::log(leastIntervalRoom));
    double low = std::log1p(-std::min(m_data.delta, 0.5)) * 1.5;
    double high = -low;
    for (const ForestRow &row : m_data.rows) {
        low = std::min(low, std::log(row.ratio));
        high = std::max(high, std::log(row.ratio));
        for (const auto &interval : {row.plain, row.simultaneous})
            if (interval && m_intervals) {
                low = std::min(low, std::max(std::log(interval->low), -room));
                high = std::max(high, std::min(std::log(interval->high), room));
                m_isCut = m_isCut || std::log(interval->low) < -room || std::log(interval->high) > room;
            }
    }
    const double air = (high - low) * 0.04;
    m_low = std::exp(low - air);
    m_high = std::exp(high + air);
}

QString ForestPainter::valueText(const ForestRow &row) const
{
    const auto &interval = row.simultaneous ? row.simultaneous : row.plain;
    QString text = ratioText(row.ratio) + u'×';
    if (interval)
        text += u"\u2002%1 to %2"_s.arg(ratioText(interval->low), ratioText(interval->high));
    switch (row.verdict) {
    case Verdict::Faster: return text + u"\u2002faster"_s;
    case Verdict::Slower: return text + u"\u2002slower"_s;
    case Verdict::Equivalent: return text + u"\u2002equivalent"_s;
    case Verdict::Inconclusive: return text + u"\u2002inconclusive"_s;
    case Verdict::NotCompared: break;
    }
    return text;
}

void ForestPainter::drawBand(const Scale &x, const QRectF &rect)
{
    const double left = x.toPixel(1 / (1 + m_data.delta));
    const double right = x.toPixel(1 + m_data.delta);
    m_canvas.under().rects.push_back({QRectF(left, rect.top(), right - left, rect.height()), m_canvas.shade()});
    m_canvas.over().lines.push_back({QLineF(x.toPixel(1), rect.top(), x.toPixel(1), rect.bottom()), QPen(m_canvas.style().text, 1.4)});
}

/// "← worse" and "better →" at the top: which way is the better one differs between metrics.
void ForestPainter::drawDirections(const Scale &x, const QRectF &rect)
{
    const QFont small = m_canvas.font(0.85);
    const bool up = higherIsBetter(m_data.metric);
    const QString left = up ? u"← worse than the baseline"_s : u"← better than the baseline"_s;
    const QString right = up ? u"better →"_s : u"worse →"_s;
    const QString &shortLeft = up ? u"← worse"_s : u"← better"_s;
    const double bottom = rect.top() - 2;
    const double gap = m_canvas.unit() * 0.4;
    const double roomLeft = x.toPixel(1) - gap - rect.left();
    const auto fits = [&](const QString &words, double room) { return ChartCanvas::widthOf(words, small) <= room; };
    if (fits(shortLeft, roomLeft))
        m_canvas.text(TextRole::Band, QPointF(x.toPixel(1) - gap, bottom), Qt::AlignRight | Qt::AlignBottom, fits(left, roomLeft) ? left : shortLeft,
                      small, m_canvas.style().muted);
    if (fits(right, rect.right() - x.toPixel(1) - gap))
        m_canvas.text(TextRole::Band, QPointF(x.toPixel(1) + gap, bottom), Qt::AlignBottom, right, small, m_canvas.style().muted);
}

void ForestPainter::drawInterval(const Scale &x, double y, const Interval &interval, const QPen &pen, double cap)
{
    const bool cutLow = interval.low < x.low;
    const bool cutHigh = interval.high > x.high;
    const QLineF line(x.toPixel(std::max(interval.low, x.low)), y, x.toPixel(std::min(interval.high, x.high)), y);
    auto &lines = m_canvas.over().lines;
    lines.push_back({line, pen});
    const auto end = [&](QPointF at, bool cut, double inward) {
        if (cut) {
            lines.push_back({QLineF(at, at + QPointF(inward * cap, -cap)), pen});
            lines.push_back({QLineF(at, at + QPointF(inward * cap, cap)), pen});
        } else {
            lines.push_back({QLineF(at - QPointF(0, cap), at + QPointF(0, cap)), pen});
        }
    };
    if (cap > 0) {
        end(line.p1(), cutLow, 1);
        end(line.p2(), cutHigh, -1);
    }
}

void ForestPainter::drawRow(const Scale &x, double y, double height, const ForestRow &row)
{
    const TargetStyle look = targetStyle(row.candidate, m_canvas.style().theme);
    const double unit = m_canvas.unit();
    if (row.simultaneous && m_intervals)
        drawInterval(x, y, *row.simultaneous, QPen(look.color, std::max(1.2, unit * 0.1), Qt::SolidLine, Qt::FlatCap),
                     std::min(unit * 0.4, height * 0.3));
    if (row.plain && m_intervals)
        drawInterval(x, y, *row.plain, QPen(look.color, std::clamp(height * 0.25, 1.8, unit * 0.34), Qt::SolidLine, Qt::FlatCap), 0);
    const auto &shown = row.simultaneous ? row.simultaneous : row.plain;
    if (shown && m_intervals)
        m_canvas.geometry().bars.push_back({m_data.metric, row.candidate, row.level,
                                            QLineF(x.toPixel(std::max(shown->low, x.low)), y, x.toPixel(std::min(shown->high, x.high)), y),
                                            shown->low < x.low || shown->high > x.high});
    const QPointF at(x.toPixel(row.ratio), y);
    m_canvas.over().markers.push_back({at, look, std::clamp(height * 0.75, 3.5, unit * 0.95), m_canvas.style().background});
    m_canvas.geometry().points.push_back({m_data.metric, row.candidate, row.level, at});
}

/// A level's number beside the middle of its rows, as many as have room, and a line between levels.
void ForestPainter::labelLevels(const QRectF &rect, double row, double width)
{
    struct Group { int level; double top; double bottom; };
    std::vector<Group> groups;
    for (std::size_t i = 0; i < m_data.rows.size(); ++i) {
        const double top = rect.top() + static_cast<double>(i) * row;
        if (groups.empty() || groups.back().level != m_data.rows[i].level)
            groups.push_back({m_data.rows[i].level, top, top});
        groups.back().bottom = top + row;
    }
    const QFont small = m_canvas.font(0.9);
    std::vector<double> centers;
    for (const Group &group : groups)
        centers.push_back((group.top + group.bottom) / 2);
    const std::vector<double> heights(centers.size(), ChartCanvas::heightOf(small));
    const std::vector<bool> shown = labelsThatFit(centers, heights, std::vector<bool>(centers.size(), false), 0);
    const bool severalRows = m_data.rows.size() > groups.size();
    for (std::size_t i = 0; i < groups.size(); ++i) {
        if (i > 0 && severalRows)
            m_canvas.under().lines.push_back({QLineF(rect.left(), groups[i].top, rect.right(), groups[i].top), QPen(m_canvas.style().grid, 1)});
        if (shown[i])
            m_canvas.text(TextRole::TickLabel, QPointF(rect.left() - width - m_canvas.unit() * 0.5, centers[i]), Qt::AlignRight | Qt::AlignVCenter,
                          levelShortText(m_data.axis, groups[i].level), small, m_canvas.style().text);
    }
}

void ForestPainter::draw(const QRectF &area, bool namesInRows)
{
    const double unit = m_canvas.unit();
    const QFont small = m_canvas.font(0.9);
    const double names = namesInRows ? nameColumnWidth(m_canvas, m_data.names, area.width() * 0.2) + unit : 0;
    PanelRoom room;
    for (const ForestRow &row : m_data.rows) {
        room.left = std::max(room.left, ChartCanvas::widthOf(levelShortText(m_data.axis, row.level), small));
        room.right = std::max(room.right, ChartCanvas::widthOf(valueText(row), small));
    }
    room.left += names;
    room.above = ChartCanvas::heightOf(m_canvas.font(0.85)) + 2;
    const double rowOf = panelRect(m_canvas, area, room).height() / static_cast<double>(m_data.rows.size());
    const bool values = rowOf >= ChartCanvas::heightOf(small) && room.right < area.width() * 0.4;
    room.right = values ? room.right + unit * 0.5 : ChartCanvas::widthOf(u"0.00×"_s, small) / 2; // of the last label
    QRectF rect = panelRect(m_canvas, area, room);
    const double row = std::min(rect.height() / static_cast<double>(m_data.rows.size()), unit * 10);
    rect.setHeight(std::round(row * static_cast<double>(m_data.rows.size())));
    const Scale x{true, m_low, m_high, rect.left(), rect.right()};
    const QString metric = metricTitle(m_data.metric, m_data.openLoop);
    drawHeading(m_canvas, area, area.left(), area.width(), u"%1: ratio to %2"_s.arg(metric, m_data.names.value(m_data.baseline)));
    m_canvas.panel(rect, x, ticksThatFit(m_canvas, x, ratioTicks(x, ChartCanvas::widthOf(u"0.0005×"_s, small) * 1.3)),
                   u"Candidate / baseline (log scale)"_s, Scale{false, 0, 1, rect.bottom(), rect.top()}, {});
    drawBand(x, rect);
    drawDirections(x, rect);
    labelLevels(rect, row, names);
    for (std::size_t i = 0; i < m_data.rows.size(); ++i) {
        const ForestRow &each = m_data.rows[i];
        const double y = rect.top() + (static_cast<double>(i) + 0.5) * row;
        drawRow(x, y, row, each);
        if (namesInRows)
            m_canvas.text(TextRole::Name, QPointF(rect.left() - unit * 0.5, y), Qt::AlignRight | Qt::AlignVCenter,
                          fittedText(m_data.names[each.candidate], m_canvas.font(0.95), names - unit), m_canvas.font(0.95),
                          readableColor(targetColor(each.candidate, m_canvas.style().theme), m_canvas.style().background), each.candidate);
        if (values)
            m_canvas.text(TextRole::Value, QPointF(rect.right() + unit * 0.8, y), Qt::AlignVCenter, valueText(each), small, m_canvas.style().text,
                          each.candidate);
    }
}

} // namespace

ChartGeometry drawForestChart(QCustomPlot &plot, QSize size, const ChartStyle &style, const ChartTexts &texts, const ForestData &data)
{
    ChartCanvas canvas(plot, size, style);
    if (!data.hasData()) {
        canvas.message(canvas.frame(texts, hiddenLegend(data.names, data.hidden, style), data.notes), texts.empty);
        return canvas.geometry();
    }
    const bool intervals = static_cast<double>(data.rows.size()) * leastIntervalRow <= size.height() * 0.6;
    ForestPainter painter(canvas, data, intervals);
    QStringList notes = data.notes;
    if (painter.isCut())
        notes << u"Intervals that end in an arrow reach beyond the axis."_s;
    std::set<int> candidates;
    for (const ForestRow &row : data.rows)
        candidates.insert(row.candidate);
    if (!intervals)
        notes << u"Too many rows for their intervals: a picture of one level shows them."_s;
    // Names stand in the rows as long as their lines of text have room there.
    const double row = size.height() * 0.6 / static_cast<double>(data.rows.size());
    const bool namesInRows = candidates.size() > 1 && row > ChartCanvas::heightOf(canvas.font(0.95));
    std::vector<LegendEntry> legend;
    for (const LegendEntry &entry : targetLegend(data.names, data.hidden, style))
        if (entry.target != data.baseline && (entry.faint || !namesInRows))
            legend.push_back(entry);
    legend.push_back({u"±%1, as good as equal"_s.arg(formatPercent(data.delta)), std::nullopt, Qt::NoPen});
    painter.draw(canvas.frame(texts, legend, notes), namesInRows);
    return canvas.geometry();
}

} // namespace sweepbench
