// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chartcanvas.h"

#include "core/model/format.h"
#include "ui/charts/charttext.h"

#include <QFontInfo>
#include <QFontMetricsF>

#include <cmath>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

/// Removes what an earlier drawing left in the plot.
void clearPlot(QCustomPlot &plot)
{
    plot.clearPlottables();
    plot.clearItems();
    plot.plotLayout()->clear();
    qDeleteAll(plot.findChildren<QCPLayerable *>(pixelLayerName(), Qt::FindDirectChildrenOnly));
}

} // namespace

ChartStyle chartStyle(ChartTheme theme, const QFont &font)
{
    ChartStyle style;
    style.theme = theme;
    style.font = font;
    style.font.setPixelSize(std::max(QFontInfo(font).pixelSize(), 8));
    const bool dark = theme == ChartTheme::Dark;
    style.background = QColor::fromRgb(dark ? 0xFF1E1F22 : 0xFFFFFFFF);
    style.text = QColor::fromRgb(dark ? 0xFFE8E8E8 : 0xFF1F2328);
    style.muted = QColor::fromRgb(dark ? 0xFFA9AFB6 : 0xFF57606A);
    style.axis = QColor::fromRgb(dark ? 0xFF7A8088 : 0xFF8A929B);
    style.grid = QColor::fromRgb(dark ? 0xFF36393E : 0xFFE3E6EA);
    return style;
}

QString tickNumber(double value, double step)
{
    if (value == 0)
        return u"0"_s;
    const int decimals = std::max(0, -static_cast<int>(std::floor(std::log10(step) + 1e-9)));
    const int whole = static_cast<int>(std::floor(std::log10(std::abs(value)) + 1e-9)) + 1;
    return formatNumber(value, std::max(whole + decimals, 1));
}

ChartCanvas::ChartCanvas(QCustomPlot &plot, QSize size, const ChartStyle &style)
    : m_plot(plot)
    , m_style(style)
    , m_size(size)
    , m_unit(style.font.pixelSize())
    , m_pad(std::round(m_unit * 1.1))
{
    clearPlot(plot);
    m_geometry.size = size;
    plot.setBackground(QBrush(style.background));
    plot.setAutoAddPlottableToLegend(false);
    plot.setAntialiasedElements(QCP::aeScatters | QCP::aeItems);
    plot.setPlottingHint(QCP::phFastPolylines, false);
    m_under = new PixelLayer(&plot, u"background"_s);
    m_inside = new PixelLayer(&plot, u"main"_s);
    m_over = new PixelLayer(&plot, u"legend"_s);
    m_layout = new QCPLayoutInset;
    plot.plotLayout()->setMargins(QMargins(0, 0, 0, 0));
    plot.plotLayout()->addElement(0, 0, m_layout);
    m_layout->setMargins(QMargins(0, 0, 0, 0));
}

QFont ChartCanvas::font(double factor, bool bold) const
{
    QFont font = m_style.font;
    font.setPixelSize(std::max(static_cast<int>(std::lround(m_unit * factor)), 8));
    font.setBold(bold);
    return font;
}

double ChartCanvas::widthOf(const QString &text, const QFont &font)
{
    return QFontMetricsF(font).horizontalAdvance(text);
}

double ChartCanvas::heightOf(const QFont &font)
{
    return std::ceil(QFontMetricsF(font).height());
}

void ChartCanvas::text(TextRole role, QPointF at, Qt::Alignment align, const QString &words, const QFont &font, const QColor &color,
                       int target)
{
    if (words.isEmpty())
        return;
    const QFontMetricsF metrics(font);
    const double width = metrics.horizontalAdvance(words);
    double left = at.x();
    if (align & Qt::AlignRight)
        left -= width;
    else if (align & Qt::AlignHCenter)
        left -= width / 2;
    double top = at.y();
    if (align & Qt::AlignBottom)
        top -= metrics.height();
    else if (align & Qt::AlignVCenter)
        top -= metrics.height() / 2;
    // Whole pixels: words on half ones are blurred on screen.
    const QPointF baseline(std::round(left), std::round(top + metrics.ascent()));
    m_over->words.push_back({baseline, words, font, color});
    m_geometry.texts.push_back({role, QRectF(baseline.x(), baseline.y() - metrics.ascent(), width, metrics.height()), words, target});
}

double ChartCanvas::legendRows(double top, const std::vector<LegendEntry> &entries)
{
    const QFont small = font(0.95);
    const double row = std::round(heightOf(small) * 1.2);
    const double right = m_size.width() - m_pad;
    const double gap = m_unit * 1.4;
    const auto signWidth = [this](const LegendEntry &entry) { return m_unit * (entry.marker ? 1.2 : 2.2); };
    struct Placed { QPointF at; QString words; };
    std::vector<Placed> placed;
    // Many names are cut shorter, so that the legend leaves the room to the panels.
    for (const double most : {0.5, 0.25, 0.15, 0.09}) {
        placed.clear();
        double x = m_pad;
        double y = top + row / 2;
        for (const LegendEntry &entry : entries) {
            const QString words = fittedText(entry.text, small, std::min(right - m_pad - signWidth(entry), m_size.width() * most));
            const double width = signWidth(entry) + widthOf(words, small);
            if (x > m_pad && x + width > right) {
                x = m_pad;
                y += row;
            }
            placed.push_back({QPointF(x, y), words});
            x += width + gap;
        }
        if (y + row / 2 - top <= m_size.height() * 0.22)
            break;
    }
    for (std::size_t i = 0; i < entries.size(); ++i) {
        drawSign(placed[i].at, entries[i]);
        text(TextRole::Legend, placed[i].at + QPointF(signWidth(entries[i]), 0), Qt::AlignVCenter, placed[i].words, small,
             entries[i].faint ? m_style.muted : m_style.text, entries[i].target);
    }
    return placed.empty() ? top : placed.back().at.y() + row / 2;
}

/// Marker, piece of a line, or shaded box in front of a legend's words.
void ChartCanvas::drawSign(QPointF at, const LegendEntry &entry)
{
    if (entry.marker)
        m_over->markers.push_back({at + QPointF(m_unit * 0.4, 0), *entry.marker, m_unit * 0.75, Qt::transparent, entry.hollow});
    else
        m_over->lines.push_back({QLineF(at, at + QPointF(m_unit * 1.7, 0)), QPen(m_style.text, 1.6, entry.line)});
    if (!entry.marker && entry.line == Qt::NoPen)
        m_over->rects.push_back({QRectF(at.x(), at.y() - m_unit * 0.4, m_unit * 1.7, m_unit * 0.8), entry.fill.isValid() ? entry.fill : shade()});
}

double ChartCanvas::header(const ChartTexts &texts, const std::vector<LegendEntry> &legend)
{
    const double width = m_size.width() - 2 * m_pad;
    double y = std::round(m_pad * 0.75);
    if (!texts.names.isEmpty()) {
        const QFont big = font(1.35, true);
        text(TextRole::Title, QPointF(m_pad, y), {}, fittedNames(texts.names, big, width), big, m_style.text);
        y += heightOf(big);
    }
    if (!texts.subtitle.isEmpty() && m_size.height() > m_unit * 30) { // the headings say it once more
        const QFont plain = font(1);
        text(TextRole::Subtitle, QPointF(m_pad, y + 1), {}, fittedText(texts.subtitle, plain, width), plain, m_style.muted);
        y += heightOf(plain);
    }
    if (!texts.names.isEmpty() || !texts.subtitle.isEmpty())
        y += std::round(m_unit * 0.5);
    return legend.empty() ? y : legendRows(y, legend);
}

double ChartCanvas::footer(const ChartTexts &texts, const QStringList &notes)
{
    // Not quite to the edge: who opens an SVG may have a wider font.
    const double width = (m_size.width() - 2 * m_pad) * 0.97;
    // A caption that would take more than a third of a small picture is set smaller; it is never cut.
    QFont small = font(0.85);
    QStringList captionLines = wrappedText(texts.caption, small, width);
    while (small.pixelSize() > 8 && static_cast<double>(captionLines.size()) * heightOf(small) > m_size.height() / 3) {
        small.setPixelSize(small.pixelSize() - 1);
        captionLines = wrappedText(texts.caption, small, width);
    }
    QStringList noteLines;
    for (const QString &note : notes)
        noteLines += wrappedText(note, small, width);
    const qsizetype most = std::max<qsizetype>(1, static_cast<qsizetype>(m_size.height() * 0.15 / heightOf(small)));
    if (noteLines.size() > most)
        noteLines = noteLines.mid(0, most - 1) << u"… %1 more notes"_s.arg(noteLines.size() - most + 1);

    const double line = heightOf(small);
    const double gap = !noteLines.isEmpty() && !captionLines.isEmpty() ? std::round(line * 0.3) : 0;
    const double top = m_size.height() - std::round(m_pad * 0.7) - gap
                       - line * static_cast<double>(noteLines.size() + captionLines.size());
    double y = top;
    for (const QString &words : std::as_const(noteLines)) {
        text(TextRole::Note, QPointF(m_pad, y), {}, words, small, m_style.text);
        y += line;
    }
    y += gap;
    for (const QString &words : std::as_const(captionLines)) {
        text(TextRole::Caption, QPointF(m_pad, y), {}, words, small, m_style.muted);
        y += line;
    }
    return captionLines.isEmpty() && noteLines.isEmpty() ? m_size.height() - std::round(m_pad * 0.6) : top - std::round(m_unit * 0.6);
}

QColor ChartCanvas::shade() const
{
    QColor color = m_style.muted;
    color.setAlphaF(0.16F);
    return color;
}

QRectF ChartCanvas::frame(const ChartTexts &texts, const std::vector<LegendEntry> &legend, const QStringList &notes)
{
    const double top = header(texts, legend);
    const double bottom = footer(texts, notes);
    return QRectF(QPointF(m_pad, top), QPointF(m_size.width() - m_pad, std::max(bottom, top)));
}

void ChartCanvas::message(const QRectF &rect, const QStringList &lines)
{
    struct Row { QString words; QFont font; QColor color; };
    std::vector<Row> rows;
    double height = 0;
    for (qsizetype i = 0; i < lines.size(); ++i) {
        const QFont face = font(i == 0 ? 1.3 : 1);
        for (const QString &words : wrappedText(lines[i], face, rect.width() * 0.9)) {
            rows.push_back({words, face, i == 0 ? m_style.text : m_style.muted});
            height += heightOf(face) * 1.15;
        }
    }
    double y = rect.center().y() - height / 2;
    for (const Row &row : rows) {
        text(TextRole::Message, QPointF(rect.center().x(), y), Qt::AlignHCenter, row.words, row.font, row.color);
        y += heightOf(row.font) * 1.15;
    }
}

namespace {

void setUpAxis(QCPAxis *axis, const Scale &scale, const std::vector<Tick> &ticks, const ChartStyle &style, bool line)
{
    auto ticker = QSharedPointer<QCPAxisTickerText>::create();
    for (const Tick &tick : ticks)
        if (!tick.label.isEmpty())
            ticker->addTick(tick.value, QString());
    ticker->setSubTickCount(0);
    axis->setTicker(ticker);
    axis->setScaleType(scale.log ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    axis->setRange(scale.low, scale.high);
    axis->setTickLabels(false);
    axis->setSubTicks(false);
    axis->setTicks(line); // Qt paints ticks without length and pen as black dots into SVG
    axis->setTickLength(0, line ? 4 : 0);
    axis->setBasePen(line ? QPen(style.axis, 1) : QPen(Qt::NoPen));
    axis->setTickPen(line ? QPen(style.axis, 1) : QPen(Qt::NoPen));
    axis->setLayer(u"axes"_s);
    axis->grid()->setLayer(u"grid"_s);
    axis->grid()->setVisible(true);
    axis->grid()->setPen(QPen(style.grid, 1));
    axis->grid()->setZeroLinePen(QPen(Qt::NoPen));
    axis->grid()->setSubGridVisible(false);
}

} // namespace

QCPAxisRect *ChartCanvas::panel(const QRectF &rect, const Scale &x, const std::vector<Tick> &xTicks, const QString &xTitle,
                                const Scale &y, const std::vector<Tick> &yTicks)
{
    auto *axes = new QCPAxisRect(&m_plot, false);
    axes->setAutoMargins(QCP::msNone);
    axes->setMargins(QMargins(0, 0, 0, 0));
    axes->setMinimumMargins(QMargins(0, 0, 0, 0));
    axes->setMinimumSize(1, 1);
    // The layout cuts fractions of a pixel off: the thousandth keeps whole ones whole.
    const auto share = [](double pixel, double of) { return (pixel + 0.001) / of; };
    m_layout->addElement(axes, QRectF(share(rect.x(), m_size.width()), share(rect.y(), m_size.height()),
                                      share(rect.width(), m_size.width()), share(rect.height(), m_size.height())));
    setUpAxis(axes->addAxis(QCPAxis::atBottom), x, xTicks, m_style, true);
    setUpAxis(axes->addAxis(QCPAxis::atLeft), y, yTicks, m_style, false);
    m_geometry.panels.push_back({rect, x, y, {}});
    for (const Tick &tick : xTicks) {
        m_geometry.panels.back().xTicks.push_back(tick.value);
        const double at = x.toPixel(tick.value);
        if (tick.label.isEmpty()) // the axis draws those with words
            m_under->lines.push_back({QLineF(at, rect.bottom(), at, rect.bottom() + 4), QPen(m_style.axis, 1)});
    }

    const QFont small = font(0.9);
    for (const Tick &tick : yTicks) {
        const double at = y.toPixel(tick.value);
        text(TextRole::TickLabel, QPointF(rect.left() - m_unit * 0.5, at), Qt::AlignRight | Qt::AlignVCenter, tick.label, small, m_style.muted);
    }
    if (xTitle.isEmpty())
        return axes;
    const double labelTop = rect.bottom() + std::round(m_unit * 0.45);
    for (const Tick &tick : xTicks)
        text(TextRole::TickLabel, QPointF(x.toPixel(tick.value), labelTop), Qt::AlignHCenter, tick.label, small, m_style.muted);
    const QFont plain = font(0.95);
    text(TextRole::AxisLabel, QPointF(rect.center().x(), labelTop + heightOf(small) + std::round(m_unit * 0.2)), Qt::AlignHCenter, xTitle,
         plain, m_style.text);
    return axes;
}

void ChartCanvas::lines(QCPAxisRect *rect, const std::vector<std::vector<QPointF>> &pieces, const QPen &pen, bool dense)
{
    QVector<QCPGraphData> data;
    for (const std::vector<QPointF> &piece : pieces) {
        if (!data.isEmpty()) // a value that is none makes QCustomPlot lift its pen
            data.append(QCPGraphData(data.last().key, std::numeric_limits<double>::quiet_NaN()));
        for (const QPointF &point : piece)
            data.append(QCPGraphData(point.x(), point.y()));
    }
    if (data.isEmpty())
        return;
    QCPGraph *graph = m_plot.addGraph(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft));
    graph->setAdaptiveSampling(false); // it would join lines across gaps
    graph->setAntialiased(!dense);
    graph->setPen(dense ? QPen(pen.color(), 1, pen.style()) : pen);
    graph->data()->set(data, true);
}

} // namespace sweepbench
