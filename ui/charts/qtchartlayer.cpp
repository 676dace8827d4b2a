// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/qtchartlayer.h"

#include <QChart>
#include <QCoreApplication>
#include <QGraphicsLayout>
#include <QLegend>
#include <QAbstractAxis>

namespace sweepbench {

QtChartLayer::QtChartLayer(QCustomPlot &plot, const QRectF &rect)
    : QCPLayerable(&plot, QStringLiteral("main"))
    , m_rect(rect)
    , m_chart(new QChart)
{
    setObjectName(pixelLayerName());
    m_scene.setItemIndexMethod(QGraphicsScene::NoIndex);
    m_scene.setSceneRect(QRectF(QPointF(0, 0), rect.size()));
    m_chart->setAnimationOptions(QChart::NoAnimation);
    m_chart->setBackgroundVisible(false);
    m_chart->setPlotAreaBackgroundVisible(false);
    m_chart->legend()->hide();
    m_chart->setMargins(QMargins(0, 0, 0, 0));
    m_chart->layout()->setContentsMargins(0, 0, 0, 0);
    m_scene.addItem(m_chart);
    m_chart->setGeometry(m_scene.sceneRect());
    m_chart->setPlotArea(m_scene.sceneRect());
}

QtChartLayer::~QtChartLayer() = default;

void QtChartLayer::add(QAbstractSeries *series, QAbstractAxis *x, QAbstractAxis *y)
{
    m_chart->addSeries(series);
    for (QAbstractAxis *axis : {x, y}) {
        axis->setVisible(false);
        m_chart->addAxis(axis, axis == x ? Qt::AlignBottom : Qt::AlignLeft);
        series->attachAxis(axis);
    }
    // The layout waits for the event loop otherwise, and the picture is painted before.
    QCoreApplication::sendPostedEvents(m_chart, QEvent::LayoutRequest);
    m_chart->layout()->activate();
}

void QtChartLayer::applyDefaultAntialiasingHint(QCPPainter *painter) const
{
    painter->setAntialiasing(true);
}

void QtChartLayer::draw(QCPPainter *painter)
{
    m_scene.render(painter, m_rect, m_scene.sceneRect(), Qt::IgnoreAspectRatio);
}

} // namespace sweepbench
