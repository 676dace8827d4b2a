// SPDX-License-Identifier: GPL-3.0-or-later
// Latency by percentile, as cumulative distribution and as histogram: the same answers, three ways to look at them.
#include "core/model/format.h"
#include "ui/charts/charttext.h"
#include "ui/charts/distributiondata.h"
#include "ui/charts/loadtext.h"
#include "ui/charts/metricaxis.h"
#include "ui/charts/panelparts.h"

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

struct DrawnLine
{
    const LatencyLine *line = nullptr;
    std::vector<QPointF> points;
    std::vector<QPointF> beyond; ///< where no more is known than "at least the time-out"
};

class DistributionPainter
{
public:
    DistributionPainter(ChartCanvas &canvas, const DistributionData &data);

    QStringList notes() const;
    std::vector<LegendEntry> legend() const;
    void draw(const QRectF &area);

private:
    void findLatencies();
    void findShares();
    QString heading() const;
    QPen penOf(const LatencyLine &line) const;
    std::vector<Tick> shareTicks(double height) const;
    void drawLine(QCPAxisRect *axes, const Scale &x, const Scale &y, const DrawnLine &drawn);
    void drawMarks(const Scale &x, const Scale &y, const DrawnLine &drawn);
    void fillBins(const Scale &x, const Scale &y, const LatencyLine &line);

    ChartCanvas &m_canvas;
    const DistributionData &m_data;
    std::vector<DrawnLine> m_lines;
    LogBins m_bins;
    double m_xHigh = 10;
    double m_low = 0; ///< of the latencies, ns
    double m_high = 0;
    double m_mostShare = 1;
    qint64 m_leftOut = 0;
    bool m_atLeast = false;
};

DistributionPainter::DistributionPainter(ChartCanvas &canvas, const DistributionData &data)
    : m_canvas(canvas)
    , m_data(data)
{
    for (const LatencyLine &line : data.lines)
        m_lines.push_back({&line, {}, {}});
    if (data.kind == ChartKind::Percentiles)
        findLatencies();
    else
        findShares();
    padLogRange(m_low, m_high, data.kind == ChartKind::Percentiles ? 1.25 : 1.02, data.kind == ChartKind::Percentiles ? 6 : 1.4);
}

void DistributionPainter::findLatencies()
{
    for (DrawnLine &drawn : m_lines) {
        drawn.points = percentilePoints(*drawn.line);
        m_leftOut += std::erase_if(drawn.points, [](const QPointF &point) { return point.y() <= 0; });
        if (const auto from = timeoutFrom(*drawn.line); from && drawn.line->timeoutNs > 0)
            drawn.beyond = {{std::max(*from, 1.0), drawn.line->timeoutNs}, {std::max(drawn.line->total(), *from * 1.2), drawn.line->timeoutNs}};
        m_atLeast = m_atLeast || !drawn.beyond.empty();
        for (const auto *points : {&drawn.points, &drawn.beyond})
            for (const QPointF &point : *points) {
                m_low = m_low > 0 ? std::min(m_low, point.y()) : point.y();
                m_high = std::max(m_high, point.y());
                m_xHigh = std::max(m_xHigh, point.x());
            }
    }
    if (m_low <= 0)
        m_low = m_high = 1;
}

void DistributionPainter::findShares()
{
    m_bins = latencyBins(m_data.lines, 90);
    m_low = m_bins.count > 0 ? m_bins.low : 1;
    m_high = m_bins.count > 0 ? m_bins.edge(m_bins.count) : 10;
    if (m_data.kind == ChartKind::Histogram)
        m_mostShare = 0;
    for (DrawnLine &drawn : m_lines) {
        if (m_data.kind == ChartKind::Distribution) {
            drawn.points = cumulativePoints(*drawn.line, 600, &m_leftOut);
            continue;
        }
        const std::vector<double> shares = binShares(*drawn.line, m_bins, &m_leftOut);
        drawn.points.emplace_back(m_bins.low, 0);
        for (int bin = 0; bin < m_bins.count; ++bin) {
            drawn.points.emplace_back(m_bins.edge(bin), shares[static_cast<std::size_t>(bin)]);
            drawn.points.emplace_back(m_bins.edge(bin + 1), shares[static_cast<std::size_t>(bin)]);
            m_mostShare = std::max(m_mostShare, shares[static_cast<std::size_t>(bin)]);
        }
        drawn.points.emplace_back(m_bins.edge(m_bins.count), 0);
    }
}

QStringList DistributionPainter::notes() const
{
    QStringList notes = m_data.notes;
    if (m_leftOut > 0)
        notes << leftOutNote(static_cast<int>(std::min<qint64>(m_leftOut, 1'000'000'000)));
    if (m_atLeast)
        notes << u"Dotted at the top: at least the time-out, the requests there were never answered."_s;
    return notes;
}

QPen DistributionPainter::penOf(const LatencyLine &line) const
{
    const TargetStyle look = targetStyle(line.target, m_canvas.style().theme);
    // In an open loop the kind of line says which time it is, the marker whose it is.
    const Qt::PenStyle style = m_data.openLoop ? (line.service ? Qt::DashLine : Qt::SolidLine) : look.line;
    const double width = m_data.kind == ChartKind::Histogram ? 0.12 : 0.15;
    return {look.color, std::max(m_data.kind == ChartKind::Histogram ? 1.6 : 2.0, m_canvas.unit() * width), style, Qt::FlatCap, Qt::RoundJoin};
}

std::vector<LegendEntry> DistributionPainter::legend() const
{
    std::vector<LegendEntry> entries = targetLegend(m_data.names, m_data.hidden, m_canvas.style());
    if (m_data.openLoop) {
        entries.push_back({u"response time"_s, std::nullopt, Qt::SolidLine});
        if (std::any_of(m_data.lines.begin(), m_data.lines.end(), [](const LatencyLine &line) { return line.service; }))
            entries.push_back({u"service time (from the sending on)"_s, std::nullopt, Qt::DashLine});
    }
    return entries;
}

QString DistributionPainter::heading() const
{
    const QString times = m_data.openLoop ? u"response time"_s : u"latency under own full load"_s;
    const QString at = atLevel(m_data.axis, m_data.level);
    if (m_data.kind == ChartKind::Percentiles)
        return times.left(1).toUpper() + times.mid(1) + u" by percentile"_s + at + u" (log scales)"_s;
    if (m_data.kind == ChartKind::Distribution)
        return u"Share of the requests answered within a "_s + times + at;
    return u"Share of the requests by "_s + times + at;
}

std::vector<Tick> DistributionPainter::shareTicks(double height) const
{
    const double lineHeight = ChartCanvas::heightOf(m_canvas.font(0.9));
    const LinearTicks linear = linearTicks(m_mostShare * 100, std::clamp(static_cast<int>(height / (lineHeight * 2)), 1, 10));
    std::vector<Tick> ticks;
    for (const double percent : linear.values)
        if (percent <= m_mostShare * 104)
            ticks.push_back({percent / 100, tickNumber(percent, linear.step) + u"\u00A0%"_s});
    return ticks;
}

void DistributionPainter::fillBins(const Scale &x, const Scale &y, const LatencyLine &line)
{
    QColor fill = targetColor(line.target, m_canvas.style().theme);
    fill.setAlphaF(0.16F);
    const std::vector<double> shares = binShares(line, m_bins);
    for (int bin = 0; bin < m_bins.count; ++bin)
        if (const double share = shares[static_cast<std::size_t>(bin)]; share > 0) {
            // Whole pixels: neighbours that share a fraction of one would show a seam.
            const double left = std::round(x.toPixel(m_bins.edge(bin)));
            const double right = std::round(x.toPixel(m_bins.edge(bin + 1)));
            m_canvas.under().rects.push_back({QRectF(QPointF(left, y.toPixel(share)), QPointF(right, y.toPixel(0))), fill});
        }
}

/// A marker at each labelled percentile (or each tenth of the way up): whose line it is without colour.
void DistributionPainter::drawMarks(const Scale &x, const Scale &y, const DrawnLine &drawn)
{
    const TargetStyle look = targetStyle(drawn.line->target, m_canvas.style().theme);
    std::vector<double> places;
    const bool byPercentile = m_data.kind == ChartKind::Percentiles;
    if (byPercentile)
        for (const Tick &tick : percentileTicks(m_xHigh))
            places.push_back(tick.value);
    else
        places = {0.1, 0.25, 0.5, 0.75, 0.9, 0.99};
    for (const double place : places) {
        const auto at = std::find_if(drawn.points.begin(), drawn.points.end(),
                                     [&](const QPointF &point) { return (byPercentile ? point.x() : point.y()) >= place * (1 - 1e-9); });
        if (at == drawn.points.end())
            continue;
        const QPointF pixel(x.toPixel(at->x()), y.toPixel(at->y()));
        m_canvas.over().markers.push_back({pixel, look, m_canvas.unit() * 0.65, m_canvas.style().background, drawn.line->service});
        m_canvas.geometry().points.push_back({Metric::P50Ns, drawn.line->target, m_data.level.value_or(0), pixel, drawn.line->service});
    }
}

void DistributionPainter::drawLine(QCPAxisRect *axes, const Scale &x, const Scale &y, const DrawnLine &drawn)
{
    if (m_data.kind == ChartKind::Histogram) {
        if (m_data.lines.size() <= 3)
            fillBins(x, y, *drawn.line);
        m_canvas.lines(axes, {drawn.points}, penOf(*drawn.line));
        const auto top = std::max_element(drawn.points.begin(), drawn.points.end(), [](const QPointF &a, const QPointF &b) { return a.y() < b.y(); });
        if (top != drawn.points.end())
            m_canvas.over().markers.push_back({QPointF(x.toPixel(top->x() * std::sqrt(m_bins.ratio)), y.toPixel(top->y())),
                                               targetStyle(drawn.line->target, m_canvas.style().theme), m_canvas.unit() * 0.75,
                                               m_canvas.style().background, drawn.line->service});
        return;
    }
    m_canvas.lines(axes, {drawn.points}, penOf(*drawn.line));
    drawMarks(x, y, drawn);
    if (drawn.beyond.empty())
        return;
    QPen dotted = penOf(*drawn.line);
    dotted.setStyle(Qt::DotLine);
    m_canvas.lines(axes, {drawn.beyond}, dotted);
    const QPointF end(x.toPixel(drawn.beyond.back().x()), y.toPixel(drawn.beyond.back().y()));
    const double cap = m_canvas.unit() * 0.4;
    for (const double side : {-cap, cap}) // an arrow upwards: at least
        m_canvas.over().lines.push_back({QLineF(end + QPointF(0, -cap), end + QPointF(side, 0)), QPen(dotted.color(), dotted.widthF())});
}

void DistributionPainter::draw(const QRectF &area)
{
    const bool byPercentile = m_data.kind == ChartKind::Percentiles;
    const QFont small = m_canvas.font(0.9);
    const double labelHeight = ChartCanvas::heightOf(small);
    PanelRoom room;
    const QRectF probe = panelRect(m_canvas, area, room);
    Scale y{byPercentile, byPercentile ? m_low : 0, byPercentile ? m_high : std::max(m_mostShare * 1.04, 1e-6), probe.bottom(), probe.top()};
    const std::vector<Tick> yTicks = byPercentile ? latencyTicks(y, labelHeight * 1.35) : shareTicks(probe.height());
    room.left = widestLabel(small, yTicks);
    const QRectF rect = panelRect(m_canvas, area, room);
    const double inset = m_canvas.unit() * 0.8;
    const Scale x = byPercentile ? levelScale(rect, {1, static_cast<int>(std::min(m_xHigh, 1e9))}, inset, inset * 2)
                                 : Scale{true, m_low, m_high, rect.left(), rect.right()};
    const std::vector<Tick> xTicks = byPercentile ? percentileTicks(m_xHigh) : latencyTicks(x, ChartCanvas::widthOf(u"500 ms"_s, small) * 1.5);
    drawHeading(m_canvas, area, rect.left(), rect.width(), heading());
    const QString times = m_data.openLoop ? u"Response time (log scale)"_s : u"Latency (log scale)"_s;
    QCPAxisRect *axes = m_canvas.panel(rect, x, ticksThatFit(m_canvas, x, xTicks), byPercentile ? u"Percentile"_s : times, y, yTicks);
    for (const DrawnLine &drawn : m_lines)
        drawLine(axes, x, y, drawn);
}

} // namespace

ChartGeometry drawDistributionChart(QCustomPlot &plot, QSize size, const ChartStyle &style, const ChartTexts &texts, const DistributionData &data)
{
    ChartCanvas canvas(plot, size, style);
    if (!data.hasData()) {
        canvas.message(canvas.frame(texts, hiddenLegend(data.names, data.hidden, style), data.notes), texts.empty);
        return canvas.geometry();
    }
    DistributionPainter painter(canvas, data);
    painter.draw(canvas.frame(texts, painter.legend(), painter.notes()));
    return canvas.geometry();
}

} // namespace sweepbench
