// SPDX-License-Identifier: GPL-3.0-or-later
// What the mean time of a request is made of, a stacked bar for each target, by Qt Charts.
#include "core/model/format.h"
#include "ui/charts/charttext.h"
#include "ui/charts/metricaxis.h"
#include "ui/charts/panelparts.h"
#include "ui/charts/phasedata.h"
#include "ui/charts/qtchartlayer.h"

#include <QBarCategoryAxis>
#include <QBarSet>
#include <QHorizontalStackedBarSeries>
#include <QValueAxis>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

constexpr double barShare = 0.62; ///< of the height that a target has

/// Parts have colours of their own, from dark to light: in black and white their order tells them apart.
QColor partColor(PhasePart part, ChartTheme theme)
{
    constexpr std::array<QRgb, allPhaseParts.size()> light{0xFF3B3B3B, 0xFF5B3A8C, 0xFF2F5FA8, 0xFF2A8C9E, 0xFF7DBE7A, 0xFFE3D26A};
    constexpr std::array<QRgb, allPhaseParts.size()> dark{0xFF6A6F76, 0xFF8A68C0, 0xFF5A8CDB, 0xFF46AFC2, 0xFF8FD08C, 0xFFF0E38C};
    return QColor::fromRgb((theme == ChartTheme::Dark ? dark : light)[static_cast<std::size_t>(part)]);
}

class PhasePainter
{
public:
    PhasePainter(ChartCanvas &canvas, const PhaseData &data)
        : m_canvas(canvas)
        , m_data(data)
    {
        for (const PhaseBar &bar : data.bars)
            m_high = std::max(m_high, bar.total());
    }

    void draw(const QRectF &area);

private:
    void drawBars(const QRectF &rect, const Scale &x);
    void labelBars(const QRectF &rect, const Scale &x);
    double rowHeight(const QRectF &rect) const { return rect.height() / static_cast<double>(m_data.bars.size()); }
    double barHeight(const QRectF &rect) const { return std::min(rowHeight(rect) * barShare, m_canvas.unit() * 4.5); }

    ChartCanvas &m_canvas;
    const PhaseData &m_data;
    double m_high = 0;
};

void PhasePainter::drawBars(const QRectF &rect, const Scale &x)
{
    auto *series = new QHorizontalStackedBarSeries;
    series->setBarWidth(barHeight(rect) / rowHeight(rect));
    for (const PhasePart part : m_data.parts) {
        auto *set = new QBarSet(phasePartTitle(part));
        // The first target at the top: the axis of Qt Charts goes up.
        for (auto bar = m_data.bars.rbegin(); bar != m_data.bars.rend(); ++bar)
            set->append(bar->parts[static_cast<std::size_t>(part)]);
        set->setBrush(partColor(part, m_canvas.style().theme));
        set->setPen(QPen(m_canvas.style().background, 1));
        series->append(set);
    }
    auto *valueAxis = new QValueAxis;
    valueAxis->setRange(x.low, x.high);
    auto *rowAxis = new QBarCategoryAxis;
    for (std::size_t i = m_data.bars.size(); i > 0; --i)
        rowAxis->append(QString::number(i)); // never shown; names may be alike
    auto *layer = new QtChartLayer(m_canvas.plot(), rect);
    layer->add(series, valueAxis, rowAxis);
}

/// Names on the left, the whole time behind each bar, and in its parts how much they are where there is room.
void PhasePainter::labelBars(const QRectF &rect, const Scale &x)
{
    const QFont small = m_canvas.font(0.9);
    const double row = rowHeight(rect);
    const bool roomForWords = row >= ChartCanvas::heightOf(small);
    const double most = rect.left() - m_canvas.unit();
    for (std::size_t i = 0; i < m_data.bars.size(); ++i) {
        const PhaseBar &bar = m_data.bars[i];
        const double middle = rect.top() + (static_cast<double>(i) + 0.5) * row;
        const QColor color = readableColor(targetColor(bar.target, m_canvas.style().theme), m_canvas.style().background);
        double at = 0;
        for (const PhasePart part : m_data.parts) {
            const double value = bar.parts[static_cast<std::size_t>(part)];
            const QLineF line(x.toPixel(at), middle, x.toPixel(at + value), middle);
            m_canvas.geometry().bars.push_back({Metric::MeanNs, bar.target, static_cast<int>(part), line, false});
            at += value;
            const QString words = formatLatency(value);
            if (!roomForWords || ChartCanvas::widthOf(words, small) + m_canvas.unit() * 0.6 > line.length()
                || barHeight(rect) < ChartCanvas::heightOf(small))
                continue;
            const QColor ground = partColor(part, m_canvas.style().theme);
            m_canvas.text(TextRole::Value, line.center(), Qt::AlignHCenter | Qt::AlignVCenter, words, small,
                          readableColor(ground.lightness() > 125 ? Qt::black : Qt::white, ground), bar.target);
        }
        if (!roomForWords)
            continue;
        m_canvas.text(TextRole::Name, QPointF(rect.left() - m_canvas.unit() * 0.6, middle), Qt::AlignRight | Qt::AlignVCenter,
                      fittedText(m_data.names[bar.target], m_canvas.font(0.95), most), m_canvas.font(0.95), color, bar.target);
        m_canvas.text(TextRole::Value, QPointF(x.toPixel(at) + m_canvas.unit() * 0.4, middle), Qt::AlignVCenter, formatLatency(at), small,
                      m_canvas.style().text, bar.target);
    }
}

void PhasePainter::draw(const QRectF &area)
{
    const QFont small = m_canvas.font(0.9);
    PanelRoom room;
    room.left = nameColumnWidth(m_canvas, m_data.names, area.width() * 0.3) + m_canvas.unit() * 0.3;
    for (const PhaseBar &bar : m_data.bars)
        room.right = std::max(room.right, ChartCanvas::widthOf(formatLatency(bar.total()), small));
    const QRectF rect = panelRect(m_canvas, area, room);
    const Scale x{false, 0, m_high * 1.02, rect.left(), rect.right()};
    const int most = std::clamp(static_cast<int>(rect.width() / (ChartCanvas::widthOf(u"0000 ms"_s, small) * 1.6)), 1, 10);
    const QString what = m_data.openLoop ? u"Mean response time in parts"_s : u"Mean latency under own full load in parts"_s;
    drawHeading(m_canvas, area, rect.left(), rect.width(), what + atLevel(m_data.axis, m_data.level));
    m_canvas.panel(rect, x, ticksThatFit(m_canvas, x, metricTicks(Metric::MeanNs, x, most)), u"Time per answer"_s,
                   Scale{false, 0, 1, rect.bottom(), rect.top()}, {});
    drawBars(rect, x);
    labelBars(rect, x);
}

} // namespace

ChartGeometry drawPhaseChart(QCustomPlot &plot, QSize size, const ChartStyle &style, const ChartTexts &texts, const PhaseData &data)
{
    ChartCanvas canvas(plot, size, style);
    if (!data.hasData()) {
        canvas.message(canvas.frame(texts, hiddenLegend(data.names, data.hidden, style), data.notes), texts.empty);
        return canvas.geometry();
    }
    std::vector<LegendEntry> legend;
    for (const PhasePart part : data.parts) {
        legend.push_back({phasePartTitle(part), std::nullopt, Qt::NoPen});
        legend.back().fill = partColor(part, style.theme);
    }
    for (const LegendEntry &entry : hiddenLegend(data.names, data.hidden, style))
        legend.push_back(entry);
    PhasePainter painter(canvas, data);
    painter.draw(canvas.frame(texts, legend, data.notes));
    return canvas.geometry();
}

} // namespace sweepbench
