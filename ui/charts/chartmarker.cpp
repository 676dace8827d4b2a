// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chartmarker.h"

#include "ui/charts/chartcanvas.h"

namespace sweepbench {

void paintMarker(QPixmap &pixmap, const TargetStyle &style, int size)
{
    QCPPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    drawMarker(painter, QPointF(size / 2.0, size / 2.0), style, size * 0.7, Qt::transparent);
}

} // namespace sweepbench
