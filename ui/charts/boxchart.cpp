// SPDX-License-Identifier: GPL-3.0-or-later
// Box plots of the repeats, a box for each target, by Qt Charts.
#include "core/model/format.h"
#include "ui/charts/boxdata.h"
#include "ui/charts/charttext.h"
#include "ui/charts/metricaxis.h"
#include "ui/charts/panelparts.h"
#include "ui/charts/qtchartlayer.h"

#include <QBoxPlotSeries>
#include <QBoxSet>
#include <QValueAxis>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

// With fewer trials than this a box hides more than it shows: its trials are drawn too.
constexpr std::size_t fewTrials = 8;
constexpr double boxShare = 0.42; ///< of the room that a target has

class BoxPainter
{
public:
    BoxPainter(ChartCanvas &canvas, const BoxData &data)
        : m_canvas(canvas)
        , m_data(data)
    {}

    void draw(const QRectF &area, bool namesBelow);
    double slotWidth(double width) const { return width / static_cast<double>(m_data.boxes.size()); }

private:
    void findRange();
    void drawBoxes(const QRectF &rect, const Scale &y);
    void drawTrials(const QRectF &rect, const Scale &y);
    void nameBoxes(const QRectF &rect, bool namesBelow);
    double centre(const QRectF &rect, std::size_t box) const { return rect.left() + (static_cast<double>(box) + 0.5) * slotWidth(rect.width()); }
    double boxWidth(const QRectF &rect) const { return std::min(slotWidth(rect.width()) * boxShare, m_canvas.unit() * 8); }
    bool hasDots(const Box &box) const { return m_data.dots || box.values.size() < fewTrials; }

    ChartCanvas &m_canvas;
    const BoxData &m_data;
    double m_low = 0;
    double m_high = 1;
};

void BoxPainter::findRange()
{
    std::vector<double> values;
    for (const Box &box : m_data.boxes)
        values.insert(values.end(), box.values.begin(), box.values.end());
    const ValueRange range = rangeOf(values, false);
    // Equal values, or one alone, get the room of a tenth of it.
    const double air = std::max((range.high - range.low) * 0.08, std::max(std::abs(range.high), 1e-9) * (range.high > range.low ? 0.001 : 0.05));
    m_low = range.low - air;
    m_high = range.high + air;
    // Boxes tell the spread, not sizes: the axis need not start at zero, and does where that is near.
    if (range.low >= 0 && (m_low < 0 || range.low < 0.25 * range.high))
        m_low = 0;
}

/// One series with a box for each place of the axis: Qt Charts numbers them from 0.
void BoxPainter::drawBoxes(const QRectF &rect, const Scale &y)
{
    auto *series = new QBoxPlotSeries;
    series->setBoxWidth(boxWidth(rect) / slotWidth(rect.width()));
    for (const Box &box : m_data.boxes) {
        auto *set = new QBoxSet(box.lowWhisker, box.lowQuartile, box.median, box.highQuartile, box.highWhisker);
        const QColor color = targetColor(box.target, m_canvas.style().theme);
        QColor fill = color;
        fill.setAlphaF(m_canvas.style().theme == ChartTheme::Dark ? 0.3F : 0.22F);
        set->setBrush(fill);
        set->setPen(QPen(color, std::max(1.6, m_canvas.unit() * 0.13), Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
        series->append(set);
    }
    auto *xAxis = new QValueAxis;
    xAxis->setRange(-0.5, static_cast<double>(m_data.boxes.size()) - 0.5);
    auto *yAxis = new QValueAxis;
    yAxis->setRange(y.low, y.high);
    auto *layer = new QtChartLayer(m_canvas.plot(), rect);
    layer->add(series, xAxis, yAxis);
}

/// The trials side by side in their order, on the right of their box; the median's marker on its line.
void BoxPainter::drawTrials(const QRectF &rect, const Scale &y)
{
    const double half = boxWidth(rect) / 2;
    for (std::size_t i = 0; i < m_data.boxes.size(); ++i) {
        const Box &box = m_data.boxes[i];
        const TargetStyle look = targetStyle(box.target, m_canvas.style().theme);
        const double middle = centre(rect, i);
        auto &geometry = m_canvas.geometry();
        geometry.bars.push_back({m_data.metric, box.target, m_data.level.value_or(0),
                                 QLineF(middle, y.toPixel(box.lowWhisker), middle, y.toPixel(box.highWhisker)), false});
        geometry.points.push_back({m_data.metric, box.target, m_data.level.value_or(0), QPointF(middle, y.toPixel(box.median))});
        m_canvas.over().markers.push_back({geometry.points.back().at, look, m_canvas.unit() * 0.8, m_canvas.style().background});
        const double room = std::min(slotWidth(rect.width()) * (1 - boxShare) / 2, m_canvas.unit() * 3) - m_canvas.unit() * 0.6;
        const auto spread = [&](std::size_t trial, std::size_t of) {
            const double share = of < 2 ? 0.5 : static_cast<double>(trial) / static_cast<double>(of - 1);
            return middle + half + m_canvas.unit() * 0.6 + share * std::max(room, 0.0);
        };
        if (hasDots(box))
            for (std::size_t trial = 0; trial < box.values.size(); ++trial) {
                const bool outlier = std::find(box.outliers.begin(), box.outliers.end(), box.values[trial]) != box.outliers.end();
                const QPointF at(spread(trial, box.values.size()), y.toPixel(box.values[trial]));
                const QColor halo = outlier ? m_canvas.style().background : QColor(Qt::transparent);
                m_canvas.over().markers.push_back({at, look, m_canvas.unit() * 0.5, halo, outlier});
                geometry.points.push_back({m_data.metric, box.target, m_data.level.value_or(0), at, true});
            }
        else
            for (const double value : box.outside) {
                const QPointF at(middle, y.toPixel(value));
                m_canvas.over().markers.push_back({at, look, m_canvas.unit() * 0.5, m_canvas.style().background, true});
                geometry.points.push_back({m_data.metric, box.target, m_data.level.value_or(0), at, true});
            }
    }
}

/// Names and medians below the boxes; where the names have no room, the legend has them.
void BoxPainter::nameBoxes(const QRectF &rect, bool namesBelow)
{
    const QFont small = m_canvas.font(0.9);
    const double top = rect.bottom() + std::round(m_canvas.unit() * 0.45);
    std::vector<double> centers;
    std::vector<double> widths;
    std::vector<QString> medians;
    for (std::size_t i = 0; i < m_data.boxes.size(); ++i) {
        medians.push_back(figureText(m_data.metric, m_data.boxes[i].median));
        centers.push_back(centre(rect, i));
        widths.push_back(ChartCanvas::widthOf(medians.back(), small));
    }
    const std::vector<bool> shown = labelsThatFit(centers, widths, std::vector<bool>(centers.size(), true), m_canvas.unit() * 0.6);
    const bool all = std::all_of(shown.begin(), shown.end(), [](bool fits) { return fits; });
    for (std::size_t i = 0; i < m_data.boxes.size(); ++i) {
        const Box &box = m_data.boxes[i];
        const QColor color = readableColor(targetColor(box.target, m_canvas.style().theme), m_canvas.style().background);
        if (namesBelow)
            m_canvas.text(TextRole::Name, QPointF(centers[i], top), Qt::AlignHCenter,
                          fittedText(m_data.names[box.target], m_canvas.font(0.95), slotWidth(rect.width()) - m_canvas.unit() * 0.6),
                          m_canvas.font(0.95), color, box.target);
        else
            m_canvas.over().markers.push_back({QPointF(centers[i], top + m_canvas.unit() * 0.4), targetStyle(box.target, m_canvas.style().theme),
                                               m_canvas.unit() * 0.75, Qt::transparent});
        if (all)
            m_canvas.text(TextRole::Value, QPointF(centers[i], top + ChartCanvas::heightOf(m_canvas.font(0.95))), Qt::AlignHCenter, medians[i], small,
                          m_canvas.style().muted, box.target);
    }
}

void BoxPainter::draw(const QRectF &area, bool namesBelow)
{
    findRange();
    const QFont small = m_canvas.font(0.9);
    const QRectF probe = panelRect(m_canvas, area, {});
    const int most = std::clamp(static_cast<int>(probe.height() / (ChartCanvas::heightOf(small) * 2)), 1, 8);
    Scale y{false, m_low, m_high, probe.bottom(), probe.top()};
    const std::vector<Tick> ticks = metricTicks(m_data.metric, y, most);
    PanelRoom room;
    room.left = widestLabel(small, ticks);
    const QRectF rect = panelRect(m_canvas, area, room);
    y.startPx = rect.bottom();
    y.endPx = rect.top();
    const Scale x{false, -0.5, static_cast<double>(m_data.boxes.size()) - 0.5, rect.left(), rect.right()};
    drawHeading(m_canvas, area, rect.left(), rect.width(),
                u"Repeats: "_s + metricTitle(m_data.metric, m_data.openLoop) + atLevel(m_data.axis, m_data.level));
    m_canvas.panel(rect, x, {}, {}, y, ticks);
    drawBoxes(rect, y);
    drawTrials(rect, y);
    nameBoxes(rect, namesBelow);
}

} // namespace

ChartGeometry drawBoxChart(QCustomPlot &plot, QSize size, const ChartStyle &style, const ChartTexts &texts, const BoxData &data)
{
    ChartCanvas canvas(plot, size, style);
    if (!data.hasData()) {
        canvas.message(canvas.frame(texts, hiddenLegend(data.names, data.hidden, style), data.notes), texts.empty);
        return canvas.geometry();
    }
    BoxPainter painter(canvas, data);
    // Names that would lose more than their ends below the boxes go into the legend.
    const double room = painter.slotWidth(size.width() * 0.85);
    const bool namesBelow = room > canvas.unit() * 8 || std::all_of(data.boxes.begin(), data.boxes.end(), [&](const Box &box) {
        return ChartCanvas::widthOf(data.names[box.target], canvas.font(0.95)) < room - canvas.unit();
    });
    QStringList notes = data.notes;
    if (std::any_of(data.boxes.begin(), data.boxes.end(), [](const Box &box) { return !box.outliers.empty(); }))
        notes << u"Hollow small marks: trials that are outliers."_s;
    const std::vector<LegendEntry> legend = (namesBelow ? hiddenLegend : targetLegend)(data.names, data.hidden, style);
    painter.draw(canvas.frame(texts, legend, notes), namesBelow);
    return canvas.geometry();
}

} // namespace sweepbench
