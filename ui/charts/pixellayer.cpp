// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chartcanvas.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace sweepbench {

QString pixelLayerName()
{
    return u"sweepbench.pixels"_s;
}

PixelLayer::PixelLayer(QCustomPlot *plot, const QString &layer)
    : QCPLayerable(plot, layer)
{
    setObjectName(pixelLayerName());
}

void PixelLayer::applyDefaultAntialiasingHint(QCPPainter *painter) const
{
    painter->setAntialiasing(true);
}

void PixelLayer::draw(QCPPainter *painter)
{
    painter->setPen(Qt::NoPen);
    painter->setAntialiasing(false);
    // Neighbours of one colour at once: a file has a group for each change of colour.
    for (std::size_t i = 0; i < rects.size();) {
        QList<QRectF> alike;
        const QColor color = rects[i].color;
        for (; i < rects.size() && rects[i].color == color; ++i)
            alike.append(rects[i].rect);
        painter->setBrush(color);
        painter->drawRects(alike);
    }
    painter->setAntialiasing(true);
    for (const MarkerAt &marker : markers)
        drawMarker(*painter, marker.at, marker.style, marker.size, marker.halo, marker.hollow);
    painter->setBrush(Qt::NoBrush);
    for (const Line &line : lines) {
        painter->setPen(line.pen);
        painter->QPainter::drawLine(line.line);
    }
    for (const Words &item : words) {
        painter->setPen(item.color);
        painter->setFont(item.font);
        painter->drawText(item.baseline, item.text);
    }
}

void drawMarker(QCPPainter &painter, QPointF at, const TargetStyle &style, double size, const QColor &halo, bool hollow)
{
    const bool lineShape = style.marker == Marker::Cross || style.marker == Marker::Plus;
    QCPScatterStyle::ScatterShape shape = QCPScatterStyle::ssCircle;
    double factor = 1;
    switch (style.marker) {
    case Marker::Disc: break;
    case Marker::Square: shape = QCPScatterStyle::ssSquare; factor = 0.9; break;
    case Marker::Triangle: shape = QCPScatterStyle::ssTriangle; factor = 1.15; break;
    case Marker::Diamond: shape = QCPScatterStyle::ssDiamond; factor = 1.2; break;
    case Marker::TriangleDown: shape = QCPScatterStyle::ssTriangleInverted; factor = 1.15; break;
    case Marker::Cross: shape = QCPScatterStyle::ssCross; factor = 0.85; break;
    case Marker::Plus: shape = QCPScatterStyle::ssPlus; break;
    }
    if (hollow) {
        const QPen outline(style.color, std::max(1.3, size / 9));
        const QCPScatterStyle ring(shape, outline, QBrush(halo), size * factor);
        ring.applyTo(&painter, outline);
        ring.drawShape(&painter, at);
        return;
    }
    const QPen pen = lineShape ? QPen(style.color, std::max(2.0, size / 4)) : QPen(halo, halo.alpha() ? 1.2 : 0);
    const QCPScatterStyle scatter(shape, halo.alpha() || lineShape ? pen : QPen(Qt::NoPen), QBrush(style.color), size * factor);
    scatter.applyTo(&painter, pen);
    scatter.drawShape(&painter, at);
}

} // namespace sweepbench
