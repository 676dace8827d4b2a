// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart.h"

#include "ui/charts/anychart.h"
#include "ui/charts/charttext.h"
#include "ui/charts/svgfile.h"

#include <QApplication>
#include <QBuffer>
#include <QFontInfo>
#include <QImage>
#include <QSvgGenerator>

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace sweepbench {

QString chartFormatId(ChartFormat format)
{
    return format == ChartFormat::Svg ? u"svg"_s : u"png"_s;
}

std::optional<ChartFormat> chartFormatFromId(const QString &id)
{
    for (const ChartFormat format : {ChartFormat::Png, ChartFormat::Svg})
        if (chartFormatId(format) == id)
            return format;
    return std::nullopt;
}

namespace {

std::optional<Problem> checkOptions(const RenderOptions &options)
{
    const QSize size = options.size;
    if (size.width() < 320 || size.height() < 240 || size.width() > 16384 || size.height() > 16384)
        return Problem{u"size"_s, u"%1x%2 given, from 320x240 to 16384x16384 is possible"_s.arg(size.width()).arg(size.height())};
    if (options.format == ChartFormat::Svg)
        return std::nullopt;
    if (!(options.scale >= 0.25 && options.scale <= 8))
        return Problem{u"scale"_s, u"%1 given, from 0.25 to 8 is possible"_s.arg(options.scale)};
    if (double(size.width()) * size.height() * options.scale * options.scale > 200e6)
        return Problem{u"scale"_s, u"%1x%2 at scale %3 has more than 200 million pixels"_s.arg(size.width()).arg(size.height()).arg(options.scale)};
    return std::nullopt;
}

ChartGeometry drawForExport(QCustomPlot &plot, ChartKind kind, const Session &session, const Analysis &analysis,
                            const RenderOptions &options, const ChartTexts &texts)
{
    QFont font = QApplication::font();
    // The family really used: "Sans Serif" means another one on every machine that opens the SVG.
    font.setFamily(QFontInfo(font).family());
    // Pictures smaller than usual get smaller words, to leave room for the lines.
    const double room = std::min({1.0, options.size.width() / 600.0, options.size.height() / 400.0});
    font.setPixelSize(std::max(static_cast<int>(13 * room), 9));
    const ChartStyle style = chartStyle(options.theme, font);
    return drawChart(plot, options.size, style, texts, chartData(kind, session, analysis, options.view));
}

void paint(QCustomPlot &plot, QPaintDevice *device, QSize size, double scale)
{
    QCPPainter painter;
    painter.begin(device);
    painter.setMode(QCPPainter::pmVectorized);
    painter.setMode(QCPPainter::pmNoCaching);
    painter.setMode(QCPPainter::pmNonCosmetic);
    painter.setRenderHint(QPainter::TextAntialiasing);
    if (scale != 1)
        painter.scale(scale, scale);
    plot.toPainter(&painter, size.width(), size.height());
    painter.end();
}

Result<QByteArray> asPng(QCustomPlot &plot, const RenderOptions &options)
{
    const QSize pixels(static_cast<int>(std::lround(options.size.width() * options.scale)),
                       static_cast<int>(std::lround(options.size.height() * options.scale)));
    QImage image(pixels, QImage::Format_RGB32);
    if (image.isNull())
        return Problem{u"size"_s, u"not enough memory for %1x%2 pixels"_s.arg(pixels.width()).arg(pixels.height())};
    image.fill(Qt::white); // under the background that the plot draws
    paint(plot, &image, options.size, options.scale);
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    if (!image.save(&buffer, "PNG"))
        return Problem{u"format"_s, u"the picture could not be written as PNG"_s};
    return bytes;
}

Result<QByteArray> asSvg(QCustomPlot &plot, const RenderOptions &options, const ChartTexts &texts)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(options.size);
    generator.setViewBox(QRect(QPoint(0, 0), options.size));
    paint(plot, &generator, options.size, 1);
    return finishedSvg(bytes, options.size, namesTitle(texts.names) + u" – "_s + texts.subtitle, texts.caption);
}

} // namespace

ChartGeometry layOutChart(ChartKind kind, const Session &session, const Analysis &analysis, const RenderOptions &options)
{
    QCustomPlot plot;
    return drawForExport(plot, kind, session, analysis, options, chartTexts(kind, session, analysis, options.view));
}

Result<QByteArray> renderChart(ChartKind kind, const Session &session, const Analysis &analysis, const RenderOptions &options)
{
    if (const auto problem = checkOptions(options))
        return *problem;
    const ChartTexts texts = chartTexts(kind, session, analysis, options.view);
    QCustomPlot plot;
    drawForExport(plot, kind, session, analysis, options, texts);
    return options.format == ChartFormat::Svg ? asSvg(plot, options, texts) : asPng(plot, options);
}

} // namespace sweepbench
