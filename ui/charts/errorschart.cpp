// SPDX-License-Identifier: GPL-3.0-or-later
// Status codes and errors: a row for each way to end, a mark for each target at how often it did, on a log axis.
#include "core/model/format.h"
#include "ui/charts/charttext.h"
#include "ui/charts/outcomedata.h"
#include "ui/charts/panelparts.h"

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

std::vector<Tick> countTicks(const Scale &scale, double minGapPx)
{
    std::vector<Tick> ticks = latencyTicks(scale, minGapPx);
    for (Tick &tick : ticks)
        if (!tick.label.isEmpty())
            tick.label = formatCount(std::llround(tick.value));
    // The axis begins below one, where there is nothing to count.
    std::erase_if(ticks, [](const Tick &tick) { return tick.value < 1 - 1e-9; });
    return ticks;
}

class OutcomePainter
{
public:
    OutcomePainter(ChartCanvas &canvas, const OutcomeData &data)
        : m_canvas(canvas)
        , m_data(data)
    {
        for (int target = 0; target < static_cast<int>(data.names.size()); ++target)
            if (!data.hidden.contains(target))
                m_targets.push_back(target);
    }

    void draw(const QRectF &area);

private:
    void drawRow(const QRectF &rect, const Scale &x, std::size_t row);
    double rowHeight(const QRectF &rect) const { return std::min(rect.height() / static_cast<double>(m_data.rows.size()), m_canvas.unit() * 16); }
    QString words(const OutcomeRow &row, int target) const;

    ChartCanvas &m_canvas;
    const OutcomeData &m_data;
    std::vector<int> m_targets;
};

QString OutcomePainter::words(const OutcomeRow &row, int target) const
{
    const qint64 count = row.counts[static_cast<std::size_t>(target)];
    const qint64 sent = m_data.sent[static_cast<std::size_t>(target)];
    if (sent <= 0)
        return formatCount(count);
    return u"%1 (%2)"_s.arg(formatCount(count), formatPercent(static_cast<double>(count) / static_cast<double>(sent)));
}

void OutcomePainter::drawRow(const QRectF &rect, const Scale &x, std::size_t index)
{
    const OutcomeRow &row = m_data.rows[index];
    const double height = rowHeight(rect);
    const double top = rect.top() + static_cast<double>(index) * height;
    const double unit = m_canvas.unit();
    const QFont small = m_canvas.font(0.9);
    const double lane = std::min(height * 0.86 / static_cast<double>(m_targets.size()), unit * 1.9);
    m_canvas.text(TextRole::TickLabel, QPointF(rect.left() - unit * 0.6, top + height / 2), Qt::AlignRight | Qt::AlignVCenter,
                  fittedText(row.title(), small, rect.left() - unit), small, m_canvas.style().text);
    if (index > 0)
        m_canvas.under().lines.push_back({QLineF(rect.left(), top, rect.right(), top), QPen(m_canvas.style().grid, 1)});
    for (std::size_t i = 0; i < m_targets.size(); ++i) {
        const int target = m_targets[i];
        const qint64 count = row.counts[static_cast<std::size_t>(target)];
        if (count <= 0)
            continue;
        const double y = top + height / 2 + (static_cast<double>(i) - static_cast<double>(m_targets.size() - 1) / 2) * lane;
        const TargetStyle look = targetStyle(target, m_canvas.style().theme);
        const QPointF at(x.toPixel(static_cast<double>(count)), y);
        m_canvas.under().lines.push_back({QLineF(rect.left(), y, at.x(), y), QPen(look.color, 1.2, Qt::DotLine)});
        m_canvas.over().markers.push_back({at, look, std::min(unit * 0.85, std::max(lane, 4.0)), m_canvas.style().background});
        m_canvas.geometry().points.push_back({Metric::Rps, target, static_cast<int>(index), at});
        if (lane >= ChartCanvas::heightOf(small) * 0.92)
            m_canvas.text(TextRole::Value, at + QPointF(unit * 0.8, 0), Qt::AlignVCenter, words(row, target), small, m_canvas.style().text, target);
    }
}

void OutcomePainter::draw(const QRectF &area)
{
    const QFont small = m_canvas.font(0.9);
    PanelRoom room;
    qint64 most = 1;
    for (const OutcomeRow &row : m_data.rows) {
        room.left = std::max(room.left, ChartCanvas::widthOf(row.title(), small));
        most = std::max(most, row.most());
        for (const int target : m_targets)
            room.right = std::max(room.right, ChartCanvas::widthOf(words(row, target), small));
    }
    room.left = std::min(room.left, area.width() * 0.3);
    QRectF rect = panelRect(m_canvas, area, room);
    rect.setHeight(std::min(rect.height(), std::round(rowHeight(rect) * static_cast<double>(m_data.rows.size()))));
    // From below one, so that a single request has a line to its mark.
    const Scale x{true, 0.7, std::max(static_cast<double>(most) * 1.05, 10.0), rect.left(), rect.right()};
    drawHeading(m_canvas, area, rect.left(), area.right() - rect.left(),
                u"How requests ended"_s + (m_data.level ? atLevel(m_data.axis, m_data.level) : u", all levels together"_s));
    m_canvas.panel(rect, x, ticksThatFit(m_canvas, x, countTicks(x, ChartCanvas::widthOf(u"100 000"_s, small) * 1.2)),
                   u"Requests (log scale)"_s, Scale{false, 0, 1, rect.bottom(), rect.top()}, {});
    for (std::size_t row = 0; row < m_data.rows.size(); ++row)
        drawRow(rect, x, row);
}

} // namespace

ChartGeometry drawErrorsChart(QCustomPlot &plot, QSize size, const ChartStyle &style, const ChartTexts &texts, const OutcomeData &data)
{
    ChartCanvas canvas(plot, size, style);
    if (!data.hasData()) {
        canvas.message(canvas.frame(texts, hiddenLegend(data.names, data.hidden, style), {}), texts.empty);
        return canvas.geometry();
    }
    OutcomePainter painter(canvas, data);
    painter.draw(canvas.frame(texts, targetLegend(data.names, data.hidden, style), {}));
    return canvas.geometry();
}

} // namespace sweepbench
