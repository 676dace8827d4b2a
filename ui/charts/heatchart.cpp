// SPDX-License-Identifier: GPL-3.0-or-later
// Heat map of the latencies over time: a colour map on screen, rectangles in files, where a bitmap would not be a vector.
#include "core/model/format.h"
#include "ui/charts/charttext.h"
#include "ui/charts/heatdata.h"
#include "ui/charts/loadtext.h"
#include "ui/charts/panelparts.h"
#include "ui/charts/timeaxis.h"

#include <algorithm>
#include <array>
#include <cmath>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

constexpr double leastShare = 0.001; ///< what is rarer has the lightest colour
constexpr int colourSteps = 24;      ///< cells of a file that differ by less are one rectangle

/// From rare to frequent, 0 to 1, always away from the ground: on dark ground the colours of cividis (Nuñez, Anderton and Renslow 2018),
/// made for colour-blind readers; on light ground one hue that gets darker.
QColor heatColor(double value, ChartTheme theme)
{
    constexpr std::array<QRgb, 9> cividis{0xFF00224E, 0xFF123570, 0xFF3B496C, 0xFF575D6D, 0xFF707173, 0xFF8A8678, 0xFFA59C74, 0xFFC3B369, 0xFFFEE838};
    constexpr std::array<QRgb, 9> blues{0xFFE3ECF5, 0xFFC6D8EA, 0xFF9FBEDC, 0xFF739FCB, 0xFF4A7FB6, 0xFF2B619B, 0xFF17477B, 0xFF0B305B, 0xFF041C3A};
    const auto &colors = theme == ChartTheme::Dark ? cividis : blues;
    const double shown = std::clamp(value, 0.0, 1.0) * static_cast<double>(colors.size() - 1);
    const auto below = std::min(static_cast<std::size_t>(shown), colors.size() - 2);
    const double share = shown - static_cast<double>(below);
    const QColor a = QColor::fromRgb(colors[below]);
    const QColor b = QColor::fromRgb(colors[below + 1]);
    const auto mix = [share](int from, int to) { return static_cast<int>(std::lround(from + (to - from) * share)); };
    return QColor(mix(a.red(), b.red()), mix(a.green(), b.green()), mix(a.blue(), b.blue()));
}

/// Shares on a log scale: 0 for the rarest, 1 for \a most.
double heatOf(double share, double most)
{
    if (!(share > 0))
        return -1;
    const double span = std::log(std::max(most, leastShare * 2) / leastShare);
    return std::clamp(std::log(std::max(share, leastShare) / leastShare) / span, 0.0, 1.0);
}

class HeatPainter
{
public:
    HeatPainter(ChartCanvas &canvas, const HeatData &data)
        : m_canvas(canvas)
        , m_data(data)
    {
        for (const HeatColumn &column : data.columns)
            m_end = std::max(m_end, column.endS);
        m_end = data.live ? liveTimeEnd(m_end) : std::max(m_end, 0.001);
    }

    void draw(const QRectF &area);

private:
    void drawCells(const QRectF &rect, const HeatGrid &grid);
    void drawMap(QCPAxisRect *axes, const HeatGrid &grid);
    void drawTargets(const QRectF &strip, const Scale &x);
    void drawKey(const QRectF &area, double right, double most);

    ChartCanvas &m_canvas;
    const HeatData &m_data;
    double m_end = 0;
};

/// Neighbours above each other of one colour are one rectangle, on whole pixels, so that there are no seams.
void HeatPainter::drawCells(const QRectF &rect, const HeatGrid &grid)
{
    const auto left = [&](int column) { return std::round(rect.left() + rect.width() * column / grid.columns); };
    const auto bottom = [&](int row) { return std::round(rect.bottom() - rect.height() * row / grid.rows); };
    const auto step = [&](int column, int row) {
        const double heat = heatOf(grid.at(column, row), grid.mostShare);
        return heat < 0 ? -1 : static_cast<int>(std::lround(heat * (colourSteps - 1)));
    };
    const auto alike = [&](int a, int b) {
        for (int row = 0; row < grid.rows; ++row)
            if (step(a, row) != step(b, row))
                return false;
        return true;
    };
    std::array<std::vector<QRectF>, colourSteps> cells;
    for (int column = 0; column < grid.columns;) {
        int end = column + 1;
        while (end < grid.columns && alike(column, end))
            ++end;
        for (int row = 0; row < grid.rows;) {
            const int colour = step(column, row);
            int above = row + 1;
            while (above < grid.rows && step(column, above) == colour)
                ++above;
            if (colour >= 0)
                cells[static_cast<std::size_t>(colour)].emplace_back(QPointF(left(column), bottom(above)), QPointF(left(end), bottom(row)));
            row = above;
        }
        column = end;
    }
    for (int colour = 0; colour < colourSteps; ++colour)
        for (const QRectF &cell : cells[static_cast<std::size_t>(colour)])
            m_canvas.inside().rects.push_back({cell, heatColor(colour / double(colourSteps - 1), m_canvas.style().theme)});
}

void HeatPainter::drawMap(QCPAxisRect *axes, const HeatGrid &grid)
{
    auto *map = new QCPColorMap(axes->axis(QCPAxis::atBottom), axes->axis(QCPAxis::atLeft));
    map->data()->setSize(grid.columns, grid.rows);
    // QCustomPlot's ranges go through the middles of the outer cells.
    const double column = m_end / grid.columns;
    map->data()->setRange(QCPRange(column / 2, m_end - column / 2), QCPRange(0.5, grid.rows - 0.5));
    for (int x = 0; x < grid.columns; ++x)
        for (int row = 0; row < grid.rows; ++row) {
            const double heat = heatOf(grid.at(x, row), grid.mostShare);
            map->data()->setCell(x, row, std::max(heat, 0.0));
            if (heat < 0)
                map->data()->setAlpha(x, row, 0);
        }
    QCPColorGradient gradient;
    for (int i = 0; i <= 16; ++i)
        gradient.setColorStopAt(i / 16.0, heatColor(i / 16.0, m_canvas.style().theme));
    map->setGradient(gradient);
    map->setDataRange(QCPRange(0, 1));
    map->setInterpolate(false);
    map->setTightBoundary(false);
}

/// A bar of its target's colour above each trial, with the marker where there is room.
void HeatPainter::drawTargets(const QRectF &strip, const Scale &x)
{
    for (std::size_t i = 0; i < m_data.columns.size();) {
        std::size_t end = i + 1;
        const HeatColumn &first = m_data.columns[i];
        while (end < m_data.columns.size() && m_data.columns[end].target == first.target && m_data.columns[end].level == first.level
               && m_data.columns[end].startS - m_data.columns[end - 1].endS < 0.5)
            ++end;
        const QRectF bar(QPointF(x.toPixel(first.startS), strip.top()), QPointF(x.toPixel(m_data.columns[end - 1].endS), strip.bottom()));
        const TargetStyle look = targetStyle(first.target, m_canvas.style().theme);
        if (!m_data.hidden.contains(first.target)) {
            m_canvas.under().rects.push_back({QRectF(bar.left(), bar.center().y() - 1.5, std::max(bar.width(), 1.0), 3), look.color});
            if (bar.width() >= m_canvas.unit())
                m_canvas.over().markers.push_back({bar.center(), look, m_canvas.unit() * 0.7, m_canvas.style().background});
        }
        i = end;
    }
}

/// The colours by share, on the right of the heading.
void HeatPainter::drawKey(const QRectF &area, double right, double most)
{
    const QFont small = m_canvas.font(0.85);
    const double unit = m_canvas.unit();
    const QString high = formatPercent(most);
    const QString low = u"≤\u00A00.1\u00A0%"_s;
    const double middle = area.top() + unit * 0.3 + ChartCanvas::heightOf(m_canvas.font(1, true)) / 2;
    const double width = unit * 8;
    const double left = right - ChartCanvas::widthOf(high, small) - unit * 0.4 - width;
    m_canvas.text(TextRole::Legend, QPointF(right, middle), Qt::AlignRight | Qt::AlignVCenter, high, small, m_canvas.style().muted);
    m_canvas.text(TextRole::Legend, QPointF(left - unit * 0.4, middle), Qt::AlignRight | Qt::AlignVCenter, low, small, m_canvas.style().muted);
    for (int i = 0; i < colourSteps; ++i)
        m_canvas.under().rects.push_back({QRectF(std::round(left + width * i / colourSteps), middle - unit * 0.35,
                                                 std::ceil(width / colourSteps), unit * 0.7),
                                          heatColor(i / double(colourSteps - 1), m_canvas.style().theme)});
}

void HeatPainter::draw(const QRectF &area)
{
    const double unit = m_canvas.unit();
    const QFont small = m_canvas.font(0.9);
    const double strip = unit;
    PanelRoom room;
    room.above = strip;
    const QRectF probe = panelRect(m_canvas, area, room);
    HeatGrid grid = heatGrid(m_data, m_end, 2);
    Scale y{true, heatBinLowNs(grid.firstBin), heatBinLowNs(grid.firstBin + grid.rows), probe.bottom(), probe.top()};
    std::vector<Tick> ticks = latencyTicks(y, ChartCanvas::heightOf(small) * 1.35);
    room.left = widestLabel(small, ticks);
    const QRectF rect = panelRect(m_canvas, area, room);
    // A cell is two pixels wide: finer ones can't be told apart.
    grid = heatGrid(m_data, m_end, std::clamp(static_cast<int>(rect.width() / 2), 1, 600));
    const Scale x{false, 0, m_end, rect.left(), rect.right()};
    const double keyWidth = unit * 17;
    drawHeading(m_canvas, area, rect.left(), rect.width() - keyWidth,
                (m_data.openLoop ? u"Response times over time (log scale): share of the answers"_s
                                 : u"Latency under own full load over time (log scale): share of the answers"_s));
    drawKey(area, rect.right(), std::max<double>(grid.mostShare, leastShare * 2));
    // The map's axis counts rows: QCustomPlot's colour maps are even on linear axes only.
    Scale rows{false, 0, static_cast<double>(grid.rows), rect.bottom(), rect.top()};
    for (Tick &tick : ticks)
        tick.value = std::log10(tick.value / y.low) * heatBinsPerDecade;
    QCPAxisRect *axes = m_canvas.panel(rect, x, ticksThatFit(m_canvas, x, timeAxisTicks(m_canvas, x)), timeAxisTitle(x.high, false), rows, ticks);
    m_canvas.geometry().panels.back().y = y;
    drawTargets(QRectF(rect.left(), rect.top() - strip, rect.width(), strip), x);
    if (m_canvas.style().vector)
        drawCells(rect, grid);
    else
        drawMap(axes, grid);
}

} // namespace

ChartGeometry drawHeatChart(QCustomPlot &plot, QSize size, const ChartStyle &style, const ChartTexts &texts, const HeatData &data)
{
    ChartCanvas canvas(plot, size, style);
    if (!data.hasData()) {
        canvas.message(canvas.frame(texts, hiddenLegend(data.names, data.hidden, style), {}), texts.empty);
        return canvas.geometry();
    }
    HeatPainter painter(canvas, data);
    painter.draw(canvas.frame(texts, targetLegend(data.names, data.hidden, style), {}));
    return canvas.geometry();
}

} // namespace sweepbench
