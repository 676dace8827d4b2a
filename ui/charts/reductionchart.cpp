// SPDX-License-Identifier: GPL-3.0-or-later
// By how many percent the candidates shorten the baseline's run time, over one log axis of the levels; the speed-up on the right.
#include "core/model/format.h"
#include "core/stats/reduction.h"
#include "ui/charts/charttext.h"
#include "ui/charts/panelparts.h"

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

// Bars may reach this far beyond the marks: so many times the marks' own range, and at least so many percent points, which is what
// noise makes of two equal targets. Those of two pairs reach further and would squeeze the marks flat: they are cut and end in an arrow.
constexpr double barRoom = 1.6;
constexpr double leastBarRoom = 25;
constexpr double leastRange = 1; ///< percent points from end to end of the axis

constexpr int speedUpDigits = 3;

QString speedUpText(double speedUp)
{
    return formatNumber(speedUp, speedUpDigits) + u'×';
}

class ReductionPainter
{
public:
    ReductionPainter(ChartCanvas &canvas, const ReductionData &data);

    void draw(const QRectF &area, bool namesInLegend);
    bool barsCut() const { return m_barsCut; }

private:
    struct YTicks
    {
        std::vector<Tick> percent;
        std::vector<QString> speedUps; ///< the same places read as speed-up; empty where there is none
    };
    void workOutRange();
    YTicks valueTicks(double height) const;
    void headings(const QRectF &rect, double right);
    double dodge(const Scale &x, int target) const;
    void drawCandidate(QCPAxisRect *axes, const Scale &x, const Scale &y, int target);
    void drawMarks(double px, const Scale &y, int target, const ReductionPoint &point);
    void nameLines(const Scale &x, const Scale &y, const QRectF &rect, double width);
    void drawValues(const Scale &x, const Scale &y, const QRectF &rect);
    const std::vector<ReductionPoint> &lineOf(int target) const { return m_data.lines[static_cast<std::size_t>(target)]; }
    QFont small() const { return m_canvas.font(0.9); }

    ChartCanvas &m_canvas;
    const ReductionData &m_data;
    std::vector<int> m_candidates; ///< that have something to show
    double m_low = 0;
    double m_high = 0;
    bool m_barsCut = false;
    std::vector<QRectF> m_names; ///< places of the names at the lines
};

ReductionPainter::ReductionPainter(ChartCanvas &canvas, const ReductionData &data)
    : m_canvas(canvas)
    , m_data(data)
{
    for (std::size_t target = 0; target < data.lines.size(); ++target)
        if (std::any_of(data.lines[target].begin(), data.lines[target].end(), [](const ReductionPoint &point) { return point.hasValue(); }))
            m_candidates.push_back(static_cast<int>(target));
    workOutRange();
}

void ReductionPainter::workOutRange()
{
    std::vector<double> values{0}; // the baseline
    for (const int target : m_candidates)
        for (const ReductionPoint &point : lineOf(target))
            for (const std::optional<double> &value : {point.percent, point.arithmetic})
                if (value)
                    values.push_back(*value);
    const ValueRange marks = rangeOf(values, false);
    const double room = std::max((marks.high - marks.low) * barRoom, leastBarRoom);
    m_low = marks.low;
    m_high = marks.high;
    for (const int target : m_candidates)
        for (const ReductionPoint &point : lineOf(target)) {
            if (!point.percent || !point.low || !point.high)
                continue;
            m_low = std::min(m_low, std::max(*point.low, marks.low - room));
            m_high = std::max(m_high, std::min(*point.high, marks.high + room));
            m_barsCut = m_barsCut || *point.low < marks.low - room || *point.high > marks.high + room;
        }
    const double missing = std::max(0.0, leastRange - (m_high - m_low));
    const double air = (m_high - m_low + missing) * 0.05;
    m_low -= missing / 2 + air;
    m_high += missing / 2 + air;
}

ReductionPainter::YTicks ReductionPainter::valueTicks(double height) const
{
    const double lineHeight = ChartCanvas::heightOf(small());
    const int most = std::clamp(static_cast<int>(height / (lineHeight * 2)), 1, 8);
    const double step = linearTicks(m_high - m_low, most).step;
    YTicks ticks;
    for (double place = std::ceil(m_low / step); place * step <= m_high; ++place) {
        const double value = place * step;
        if (value > 100 * (1 + 1e-9)) // all of the run time is the most that can be saved
            break;
        ticks.percent.push_back({value, tickNumber(value, step)});
        const auto speedUp = speedUpOf(value);
        ticks.speedUps.push_back(speedUp ? formatPlainDigits(*speedUp, speedUpDigits) + u'×' : QString());
    }
    return ticks;
}

/// "Run-time reduction against elnode (%)" on the left, "Speed-up" over the labels on the right.
void ReductionPainter::headings(const QRectF &rect, double right)
{
    const QFont bold = m_canvas.font(1, true);
    const double bottom = rect.top() - m_canvas.unit() * 0.45;
    const QColor ink = m_canvas.style().text;
    const QString other = u"Speed-up"_s;
    m_canvas.text(TextRole::Heading, QPointF(right, bottom), Qt::AlignBottom | Qt::AlignRight, other, bold, ink);
    const double width = right - rect.left() - ChartCanvas::widthOf(other, bold) - m_canvas.unit();
    const QString start = m_data.perRequest ? u"Reduction of time per request (%)"_s : u"Run-time reduction (%)"_s;
    const QString against = start + u" against "_s;
    const double left = width - ChartCanvas::widthOf(against, bold);
    // Of a long name both its ends are shown; where there is no room for it at all, the line at 0 has it.
    const QString words = left < m_canvas.unit() * 4 ? fittedText(start, bold, width)
                                                     : against + fittedText(m_data.names[m_data.baseline], bold, left);
    m_canvas.text(TextRole::Heading, QPointF(rect.left(), bottom), Qt::AlignBottom, words, bold, ink);
}

/// Several candidates stand a little beside each other at each level, so that their bars can be told apart.
double ReductionPainter::dodge(const Scale &x, int target) const
{
    const double count = static_cast<double>(m_candidates.size());
    double room = m_canvas.unit() * 0.9 * count;
    for (std::size_t i = 1; i < m_data.levels.size(); ++i)
        room = std::min(room, (x.toPixel(m_data.levels[i]) - x.toPixel(m_data.levels[i - 1])) * 0.5);
    const auto place = std::find(m_candidates.begin(), m_candidates.end(), target) - m_candidates.begin();
    return (static_cast<double>(place) - (count - 1) / 2) * room / count;
}

void ReductionPainter::drawMarks(double px, const Scale &y, int target, const ReductionPoint &point)
{
    const TargetStyle look = targetStyle(target, m_canvas.style().theme);
    const double unit = m_canvas.unit();
    if (point.arithmetic) {
        const QPointF at(px, y.toPixel(*point.arithmetic));
        m_canvas.over().markers.push_back({at, look, unit * 1.15, m_canvas.style().background, true});
        m_canvas.geometry().points.push_back({Metric::RuntimeS, target, point.level, at, true});
    }
    if (!point.percent)
        return;
    if (point.low && point.high) {
        const bool cutLow = *point.low < y.low;
        const bool cutHigh = *point.high > y.high;
        const QLineF bar(px, y.toPixel(std::max(*point.low, y.low)), px, y.toPixel(std::min(*point.high, y.high)));
        drawErrorBar(m_canvas, bar, QPen(look.color, std::max(1.5, unit * 0.11), Qt::SolidLine, Qt::FlatCap), cutLow, cutHigh);
        m_canvas.geometry().bars.push_back({Metric::RuntimeS, target, point.level, bar, cutLow || cutHigh});
    }
    const QPointF at(px, y.toPixel(*point.percent));
    m_canvas.over().markers.push_back({at, look, unit * 0.75, m_canvas.style().background});
    m_canvas.geometry().points.push_back({Metric::RuntimeS, target, point.level, at});
}

void ReductionPainter::drawCandidate(QCPAxisRect *axes, const Scale &x, const Scale &y, int target)
{
    const TargetStyle look = targetStyle(target, m_canvas.style().theme);
    std::vector<std::vector<QPointF>> pieces(1);
    for (const ReductionPoint &point : lineOf(target)) {
        const double px = x.toPixel(point.level) + dodge(x, target);
        drawMarks(px, y, target, point);
        if (point.percent)
            pieces.back().emplace_back(x.fromPixel(px), *point.percent);
        else if (!pieces.back().empty())
            pieces.emplace_back();
    }
    std::erase_if(pieces, [](const auto &piece) { return piece.size() < 2; });
    m_canvas.lines(axes, pieces, QPen(look.color, std::max(2.0, m_canvas.unit() * 0.15), look.line, Qt::FlatCap, Qt::RoundJoin));
}

/// The candidates' names at the ends of their lines and the baseline's on its own, inside of the panel: the speed-ups stand outside.
void ReductionPainter::nameLines(const Scale &x, const Scale &y, const QRectF &rect, double width)
{
    const double left = rect.right() - width - m_canvas.unit() * 0.5;
    std::vector<LineEnd> ends{{m_data.baseline, {left - m_canvas.unit() * 0.6 - 3, y.toPixel(0)}}};
    for (const int target : m_candidates) {
        const auto &line = lineOf(target);
        const auto last = std::find_if(line.rbegin(), line.rend(), [](const ReductionPoint &point) { return point.hasValue(); });
        ends.push_back({target, {x.toPixel(last->level) + dodge(x, target), y.toPixel(last->percent ? *last->percent : *last->arithmetic)}});
    }
    const auto heights = nameHeights(m_canvas, ends, rect);
    if (!heights)
        return;
    const double height = ChartCanvas::heightOf(m_canvas.font(0.95));
    for (std::size_t i = 0; i < ends.size(); ++i) { // grid and zero line don't run through the words
        const double words = std::min(width, ChartCanvas::widthOf(m_data.names[ends[i].target], m_canvas.font(0.95)));
        m_names.emplace_back(left - 3, (*heights)[i] - height / 2, words + 6, height);
        m_canvas.over().rects.push_back({m_names.back(), m_canvas.style().background});
    }
    drawNames(m_canvas, ends, *heights, m_data.names, left, width);
}

/// "24.0 %, 1.32×" above the bars, where one candidate is alone and its levels leave the room.
void ReductionPainter::drawValues(const Scale &x, const Scale &y, const QRectF &rect)
{
    if (m_candidates.size() != 1)
        return;
    struct Value { QPointF at; QString text; };
    std::vector<Value> values;
    std::vector<double> centers;
    std::vector<double> widths;
    for (const ReductionPoint &point : lineOf(m_candidates.front())) {
        if (!point.percent || !point.speedUp)
            continue;
        const double top = std::max({*point.percent, point.arithmetic.value_or(*point.percent), std::min(point.high.value_or(*point.percent), y.high)});
        const QString percent = formatNumber(*point.percent, std::abs(*point.percent) < 1 ? 2 : 3) + u"\u00A0%"_s;
        values.push_back({{x.toPixel(point.level), y.toPixel(top) - m_canvas.unit() * 0.7}, percent + u", "_s + speedUpText(*point.speedUp)});
        widths.push_back(ChartCanvas::widthOf(values.back().text, small()));
        // Not beyond the edge, where the axis has its labels.
        values.back().at.setX(std::clamp(values.back().at.x(), rect.left() + widths.back() / 2 + 2,
                                         std::max(rect.right() - widths.back() / 2 - 2, rect.left() + widths.back() / 2 + 2)));
        centers.push_back(values.back().at.x());
    }
    const std::vector<bool> shown = labelsThatFit(centers, widths, std::vector<bool>(centers.size(), true), m_canvas.unit() * 0.8);
    const double height = ChartCanvas::heightOf(small());
    const auto meetsName = [&](const QPointF &at, double width) {
        const QRectF words(at.x() - width / 2, at.y() - height, width, height);
        return std::any_of(m_names.begin(), m_names.end(), [&words](const QRectF &name) { return name.intersects(words); });
    };
    for (std::size_t i = 0; i < values.size(); ++i)
        if (shown[i] && !meetsName(values[i].at, widths[i]))
            m_canvas.text(TextRole::Value, values[i].at, Qt::AlignBottom | Qt::AlignHCenter, values[i].text, small(), m_canvas.style().text);
}

void ReductionPainter::draw(const QRectF &area, bool namesInLegend)
{
    const double unit = m_canvas.unit();
    const double heading = ChartCanvas::heightOf(m_canvas.font(1, true)) + std::round(unit * 0.5);
    const double below = std::round(unit * 0.65) + ChartCanvas::heightOf(small()) + ChartCanvas::heightOf(m_canvas.font(0.95));
    const double height = std::max(std::floor(area.height() - heading - below), 20.0);
    if (m_candidates.size() == 1) // room for the values above the topmost bar
        m_high += (m_high - m_low) * std::min(0.25, ChartCanvas::heightOf(small()) * 1.5 / height);

    const YTicks ticks = valueTicks(height);
    double leftLabels = 0;
    double rightLabels = 0;
    for (std::size_t i = 0; i < ticks.percent.size(); ++i) {
        leftLabels = std::max(leftLabels, ChartCanvas::widthOf(ticks.percent[i].label, small()));
        rightLabels = std::max(rightLabels, ChartCanvas::widthOf(ticks.speedUps[i], small()));
    }
    const double left = std::ceil(area.left() + leftLabels + unit * 0.5);
    const double right = std::max(std::floor(area.right() - rightLabels - unit * 0.5), left + 20);
    const QRectF rect(left, std::ceil(area.top() + heading), right - left, height);
    headings(rect, area.right());

    const double names = namesInLegend ? 0 : nameColumnWidth(m_canvas, m_data.names, rect.width() * 0.24);
    const double inset = std::round(unit * 2.2);
    const Scale x = levelScale(rect, m_data.levels, inset, namesInLegend ? inset : inset + names + unit);
    const Scale y{false, m_low, m_high, rect.bottom(), rect.top()};
    QCPAxisRect *axes = m_canvas.panel(rect, x, levelTicks(m_canvas, x, m_data.levels), levelAxisTitle(m_data.axis, m_data.levels), y, ticks.percent);
    for (std::size_t i = 0; i < ticks.percent.size(); ++i)
        m_canvas.text(TextRole::TickLabel, QPointF(rect.right() + unit * 0.5, y.toPixel(ticks.percent[i].value)), Qt::AlignVCenter, ticks.speedUps[i],
                      small(), m_canvas.style().muted);
    m_canvas.lines(axes, {{QPointF(x.low, 0), QPointF(x.high, 0)}},
                   QPen(targetColor(m_data.baseline, m_canvas.style().theme), std::max(2.0, unit * 0.15)));
    for (const int target : m_candidates)
        drawCandidate(axes, x, y, target);
    if (!namesInLegend)
        nameLines(x, y, rect, names);
    drawValues(x, y, rect);
}

/// Names in a column beside the lines take a row each.
bool namesNeedLegend(const ChartCanvas &canvas, const ReductionData &data, double height)
{
    const double row = ChartCanvas::heightOf(canvas.font(0.95)) + 1;
    return static_cast<double>(data.names.size()) * row > height * 0.35;
}

std::vector<LegendEntry> legendOf(const ReductionData &data, const ChartStyle &style, bool withNames)
{
    std::vector<LegendEntry> entries;
    std::vector<int> candidates;
    for (std::size_t target = 0; target < data.lines.size(); ++target)
        if (static_cast<int>(target) != data.baseline && !data.hidden.contains(static_cast<int>(target)))
            candidates.push_back(static_cast<int>(target));
    TargetStyle look{style.muted, Marker::Disc, Qt::SolidLine};
    if (candidates.size() == 1)
        look = targetStyle(candidates.front(), style.theme);
    entries.push_back({u"from the pairs (geometric), with 95\u00A0% interval"_s, look});
    entries.push_back({u"from the means (arithmetic)"_s, look, Qt::SolidLine, true});
    if (withNames)
        for (const int target : candidates)
        {
            entries.push_back({data.names[target], targetStyle(target, style.theme)});
            entries.back().target = target;
        }
    return entries;
}

} // namespace

ChartGeometry drawReductionChart(QCustomPlot &plot, QSize size, const ChartStyle &style, const ChartTexts &texts, const ReductionData &data)
{
    ChartCanvas canvas(plot, size, style);
    if (!data.hasData()) {
        canvas.message(canvas.frame(texts, hiddenLegend(data.names, data.hidden, style), data.notes), texts.empty);
        return canvas.geometry();
    }
    ReductionPainter painter(canvas, data);
    QStringList notes = data.notes;
    if (painter.barsCut())
        notes << u"Bars that end in an arrow reach beyond the axis."_s;
    const bool namesInLegend = namesNeedLegend(canvas, data, size.height());
    std::vector<LegendEntry> legend = legendOf(data, style, namesInLegend);
    for (const LegendEntry &entry : hiddenLegend(data.names, data.hidden, style))
        legend.push_back(entry);
    painter.draw(canvas.frame(texts, legend, notes), namesInLegend);
    return canvas.geometry();
}

} // namespace sweepbench
