// SPDX-License-Identifier: GPL-3.0-or-later
// Pairs joined block by block: at each level the baseline's values on the left, the candidate's on the right, a line for each block.
#include "core/model/format.h"
#include "ui/charts/charttext.h"
#include "ui/charts/loadtext.h"
#include "ui/charts/metricaxis.h"
#include "ui/charts/pairsdata.h"
#include "ui/charts/panelparts.h"

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

class PairsPainter
{
public:
    PairsPainter(ChartCanvas &canvas, const PairsData &data)
        : m_canvas(canvas)
        , m_data(data)
    {
        findRange();
    }

    void draw(const QRectF &area);

private:
    double shown(const PairsLevel &level, double value) const { return m_data.relative() ? value / level.reference * 100 : value; }
    void findRange();
    std::vector<Tick> valueTicks(const Scale &y) const;
    void drawLevel(const QRectF &slot, const Scale &y, const PairsLevel &level);
    void nameLevels(const QRectF &rect, double slot);

    ChartCanvas &m_canvas;
    const PairsData &m_data;
    double m_low = 0;
    double m_high = 1;
};

void PairsPainter::findRange()
{
    std::vector<double> values;
    for (const PairsLevel &level : m_data.levels)
        for (const JoinedPair &pair : level.pairs) {
            values.push_back(shown(level, pair.baseline));
            values.push_back(shown(level, pair.candidate));
        }
    const ValueRange range = rangeOf(values, false);
    const double air = std::max((range.high - range.low) * 0.07, range.high * 0.005);
    m_low = std::max(0.0, range.low - air);
    m_high = range.high + air;
}

std::vector<Tick> PairsPainter::valueTicks(const Scale &y) const
{
    const double height = std::abs(y.endPx - y.startPx);
    const int most = std::clamp(static_cast<int>(height / (ChartCanvas::heightOf(m_canvas.font(0.9)) * 2)), 1, 10);
    std::vector<Tick> ticks = metricTicks(m_data.relative() ? Metric::Rps : m_data.metric, y, most); // percent are plain numbers
    if (m_data.relative())
        for (Tick &tick : ticks)
            tick.label += u"\u00A0%"_s;
    return ticks;
}

void PairsPainter::drawLevel(const QRectF &slot, const Scale &y, const PairsLevel &level)
{
    const ChartStyle &style = m_canvas.style();
    const double unit = m_canvas.unit();
    const double half = std::min(slot.width() * 0.27, unit * 7);
    const double left = slot.center().x() - half;
    const double right = slot.center().x() + half;
    const double size = std::clamp(slot.width() * 0.12, 2.5, unit * 0.7);
    const QColor better = targetColor(m_data.candidate, style.theme);
    const QColor worse = targetColor(m_data.baseline, style.theme);
    for (const JoinedPair &pair : level.pairs) {
        const QPointF from(left, y.toPixel(shown(level, pair.baseline)));
        const QPointF to(right, y.toPixel(shown(level, pair.candidate)));
        const bool candidateWins = higherIsBetter(m_data.metric) ? pair.candidate > pair.baseline : pair.candidate < pair.baseline;
        // A block that the candidate won has its colour and a solid line; one that it lost the baseline's and a dashed one.
        QColor color = candidateWins ? better : worse;
        color.setAlphaF(0.75F);
        m_canvas.under().lines.push_back({QLineF(from, to), QPen(color, std::max(1.3, unit * 0.1), candidateWins ? Qt::SolidLine : Qt::DashLine)});
        m_canvas.over().markers.push_back({from, targetStyle(m_data.baseline, style.theme), size, style.background, pair.outlier});
        m_canvas.over().markers.push_back({to, targetStyle(m_data.candidate, style.theme), size, style.background, pair.outlier});
        m_canvas.geometry().points.push_back({m_data.metric, m_data.baseline, level.level, from, pair.outlier});
        m_canvas.geometry().points.push_back({m_data.metric, m_data.candidate, level.level, to, pair.outlier});
    }
}

void PairsPainter::nameLevels(const QRectF &rect, double slot)
{
    const QFont small = m_canvas.font(0.9);
    std::vector<double> centers;
    std::vector<double> widths;
    for (std::size_t i = 0; i < m_data.levels.size(); ++i) {
        centers.push_back(rect.left() + (static_cast<double>(i) + 0.5) * slot);
        widths.push_back(ChartCanvas::widthOf(formatCount(m_data.levels[i].level), small));
    }
    const std::vector<bool> fits = labelsThatFit(centers, widths, std::vector<bool>(centers.size(), false), m_canvas.unit() * 0.5);
    for (std::size_t i = 0; i < m_data.levels.size(); ++i) {
        if (i > 0)
            m_canvas.under().lines.push_back({QLineF(centers[i] - slot / 2, rect.top(), centers[i] - slot / 2, rect.bottom()),
                                              QPen(m_canvas.style().grid, 1)});
        if (fits[i])
            m_canvas.text(TextRole::TickLabel, QPointF(centers[i], rect.bottom() + std::round(m_canvas.unit() * 0.45)), Qt::AlignHCenter,
                          formatCount(m_data.levels[i].level), small, m_canvas.style().muted);
    }
}

void PairsPainter::draw(const QRectF &area)
{
    const QRectF probe = panelRect(m_canvas, area, {});
    Scale y{false, m_low, m_high, probe.bottom(), probe.top()};
    const std::vector<Tick> ticks = valueTicks(y);
    PanelRoom room;
    room.left = widestLabel(m_canvas.font(0.9), ticks);
    const QRectF rect = panelRect(m_canvas, area, room);
    const double slot = rect.width() / static_cast<double>(m_data.levels.size());
    const QString title = metricTitle(m_data.metric, m_data.openLoop);
    const QString heading = m_data.relative()
                                ? u"%1 of each block, in percent of the baseline’s mean at that level"_s.arg(title)
                                : u"%1 of each block"_s.arg(title) + atLevel(m_data.axis, m_data.levels.front().level);
    drawHeading(m_canvas, area, area.left(), area.width(), heading);
    const Scale x{false, 0, static_cast<double>(m_data.levels.size()), rect.left(), rect.right()};
    m_canvas.panel(rect, x, {}, levelTitle(m_data.axis), y, ticks);
    if (m_data.relative())
        m_canvas.under().lines.push_back({QLineF(rect.left(), y.toPixel(100), rect.right(), y.toPixel(100)), QPen(m_canvas.style().axis, 1.2)});
    nameLevels(rect, slot);
    for (std::size_t i = 0; i < m_data.levels.size(); ++i)
        drawLevel(QRectF(rect.left() + static_cast<double>(i) * slot, rect.top(), slot, rect.height()), y, m_data.levels[i]);
}

} // namespace

ChartGeometry drawPairsChart(QCustomPlot &plot, QSize size, const ChartStyle &style, const ChartTexts &texts, const PairsData &data)
{
    ChartCanvas canvas(plot, size, style);
    if (!data.hasData()) {
        canvas.message(canvas.frame(texts, {}, data.notes), texts.empty);
        return canvas.geometry();
    }
    QStringList notes = data.notes;
    for (const PairsLevel &level : data.levels)
        if (std::any_of(level.pairs.begin(), level.pairs.end(), [](const JoinedPair &pair) { return pair.outlier; })) {
            notes << u"Hollow marks: blocks in which a trial is an outlier."_s;
            break;
        }
    std::vector<LegendEntry> legend{{u"%1 (left)"_s.arg(data.names[data.baseline]), targetStyle(data.baseline, style.theme)},
                                    {u"%1 (right)"_s.arg(data.names[data.candidate]), targetStyle(data.candidate, style.theme)},
                                    {u"the right one was better in the block"_s, std::nullopt, Qt::SolidLine},
                                    {u"it was worse"_s, std::nullopt, Qt::DashLine}};
    PairsPainter painter(canvas, data);
    painter.draw(canvas.frame(texts, legend, notes));
    return canvas.geometry();
}

} // namespace sweepbench
