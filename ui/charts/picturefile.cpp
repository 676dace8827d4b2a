// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/picturefile.h"

#include "core/model/environment.h"
#include "ui/charts/charttext.h"
#include "ui/charts/svgfile.h"
#include "ui/charts/svgoutlines.h"

#include <QBuffer>
#include <QImage>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgGenerator>
#include <QSvgRenderer>

#include <cmath>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

constexpr int pixelsPerInch = 96;  // of CSS, which SVG and the window go by
constexpr int pdfDotsPerInch = 1200; // fine enough that rounding to dots is not seen

Result<QByteArray> asPng(const PaintPicture &paint, const RenderOptions &options)
{
    const QSize pixels(static_cast<int>(std::lround(options.size.width() * options.scale)),
                       static_cast<int>(std::lround(options.size.height() * options.scale)));
    QImage image(pixels, options.transparent ? QImage::Format_ARGB32_Premultiplied : QImage::Format_RGB32);
    if (image.isNull())
        return Problem{u"size"_s, u"not enough memory for %1x%2 pixels"_s.arg(pixels.width()).arg(pixels.height())};
    image.fill(options.transparent ? Qt::transparent : Qt::white); // under the background that the picture paints
    paint(&image, options.scale);
    // Whoever places it in a document gets the size that was asked for, and the scale as sharpness.
    const int dotsPerMetre = static_cast<int>(std::lround(pixelsPerInch / 0.0254 * options.scale));
    image.setDotsPerMeterX(dotsPerMetre);
    image.setDotsPerMeterY(dotsPerMetre);
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    if (!image.save(&buffer, "PNG"))
        return Problem{u"format"_s, u"the picture could not be written as PNG"_s};
    return bytes;
}

Result<QByteArray> asSvg(const PaintPicture &paint, const RenderOptions &options, const QString &title, const QString &description)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(options.size);
    generator.setViewBox(QRect(QPoint(0, 0), options.size));
    paint(&generator, 1);
    return finishedSvg(options.outlines ? withOutlines(bytes) : bytes, options.size, title, description);
}

Result<QByteArray> asPdf(const PaintPicture &paint, const RenderOptions &options, const QString &title)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setTitle(cleanText(title));
    writer.setCreator(u"sweepbench "_s + programVersion());
    writer.setPageSize(QPageSize(QSizeF(options.size) * 72 / pixelsPerInch, QPageSize::Point, QString(), QPageSize::ExactMatch));
    writer.setPageMargins(QMarginsF(0, 0, 0, 0));
    writer.setResolution(pdfDotsPerInch);
    const double scale = static_cast<double>(pdfDotsPerInch) / pixelsPerInch;
    paint(&writer, scale);
    buffer.close();
    return bytes;
}

/// Qt's PDF always has fonts: the shapes come from the SVG that has none.
Result<QByteArray> asPdfOfOutlines(const PaintPicture &paint, const RenderOptions &options, const QString &title, const QString &description)
{
    const auto svg = asSvg(paint, options, title, description);
    if (!svg.ok())
        return svg.problem();
    QSvgRenderer renderer(*svg);
    if (!renderer.isValid())
        return Problem{u"format"_s, u"the outlines could not be read back"_s};
    const auto repaint = [&](QPaintDevice *device, double scale) {
        QPainter painter(device);
        renderer.render(&painter, QRectF(QPointF(0, 0), QSizeF(options.size) * scale));
    };
    return asPdf(repaint, options, title);
}

} // namespace

Result<QByteArray> pictureFile(const PaintPicture &paint, const RenderOptions &options, const QString &title, const QString &description)
{
    switch (options.format) {
    case ChartFormat::Png: return asPng(paint, options);
    case ChartFormat::Svg: return asSvg(paint, options, title, description);
    case ChartFormat::Pdf: break;
    }
    return options.outlines ? asPdfOfOutlines(paint, options, title, description) : asPdf(paint, options, title);
}

} // namespace sweepbench
