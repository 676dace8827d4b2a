// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/choicebox.h"

#include <QPainter>
#include <QWheelEvent>

namespace sweepbench {

ChoiceBox::ChoiceBox(const QString &name, const QString &title, const QStringList &items, QWidget *parent)
    : QComboBox(parent)
{
    setObjectName(name);
    setAccessibleName(title);
    addItems(items);
    setFocusPolicy(Qt::StrongFocus); // not by the wheel either
}

void ChoiceBox::paintEvent(QPaintEvent *event)
{
    QComboBox::paintEvent(event);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QPen pen(palette().color(isEnabled() ? QPalette::Active : QPalette::Disabled, QPalette::Text), 1.6);
    pen.setCapStyle(Qt::RoundCap);
    pen.setJoinStyle(Qt::RoundJoin);
    painter.setPen(pen);
    const QPointF tip(width() - 14.0, height() / 2.0 + 2);
    const QPointF arrow[] = {tip + QPointF(-4, -4), tip, tip + QPointF(4, -4)};
    painter.drawPolyline(arrow, 3);
}

void ChoiceBox::wheelEvent(QWheelEvent *event)
{
    if (hasFocus())
        QComboBox::wheelEvent(event);
    else
        event->ignore();
}

} // namespace sweepbench
