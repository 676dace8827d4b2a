// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/chartclipboard.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QImage>
#include <QMimeData>

using namespace Qt::StringLiterals;

namespace sweepbench {

std::unique_ptr<QMimeData> chartMimeData(ChartKind kind, const Session &session, const Analysis &analysis, RenderOptions options)
{
    options.format = ChartFormat::Svg;
    const auto svg = renderChart(kind, session, analysis, options);
    options.format = ChartFormat::Png;
    options.outlines = false; // pixels have none
    const auto png = renderChart(kind, session, analysis, options);
    const QImage image = png.ok() ? QImage::fromData(*png, "PNG") : QImage();
    if (!svg.ok() || image.isNull())
        return nullptr;
    auto data = std::make_unique<QMimeData>();
    data->setImageData(image);
    data->setData(u"image/svg+xml"_s, *svg);
    return data;
}

void copyChart(ChartKind kind, const Session &session, const Analysis &analysis, const RenderOptions &options)
{
    if (auto data = chartMimeData(kind, session, analysis, options))
        QGuiApplication::clipboard()->setMimeData(data.release());
}

} // namespace sweepbench
