// SPDX-License-Identifier: GPL-3.0-or-later
// A chart of Qt Charts inside of a panel: it draws its boxes or bars, and the panel has the axes, so that all charts are one family.
// Thread contract: GUI thread.
#pragma once

#include "ui/charts/chartcanvas.h"

#include <QGraphicsScene>

#include <memory>

class QAbstractAxis;
class QAbstractSeries;
class QChart;

namespace sweepbench {

class QtChartLayer : public QCPLayerable
{
public:
    /// Fills \a rect of the plot. The plot owns the layer, and removes it with what else an earlier drawing left.
    QtChartLayer(QCustomPlot &plot, const QRectF &rect);
    ~QtChartLayer() override;

    /// Takes series and axes; the axes' ranges must be those of the panel, and no value may be NaN.
    void add(QAbstractSeries *series, QAbstractAxis *x, QAbstractAxis *y);

protected:
    void applyDefaultAntialiasingHint(QCPPainter *painter) const override;
    void draw(QCPPainter *painter) override;

private:
    QRectF m_rect;
    QGraphicsScene m_scene;
    QChart *m_chart; // owned by the scene
};

} // namespace sweepbench
