// SPDX-License-Identifier: GPL-3.0-or-later
// A combo box whose arrow is drawn in the colour of its text: style sheets know arrows as picture files only. The wheel turns it
// only where it has the focus: whoever scrolls a page must not change a setting on the way.
// Thread contract: the GUI thread.
#pragma once

#include <QComboBox>

namespace sweepbench {

class ChoiceBox : public QComboBox
{
    Q_OBJECT
public:
    ChoiceBox(const QString &name, const QString &title, const QStringList &items, QWidget *parent = nullptr);

protected:
    void paintEvent(QPaintEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
};

} // namespace sweepbench
