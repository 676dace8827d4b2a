// SPDX-License-Identifier: GPL-3.0-or-later
// What a page without data shows: what it is for and the button that leads on.
// Thread contract: the GUI thread.
#pragma once

#include <QWidget>

namespace sweepbench {

class EmptyPage : public QWidget
{
    Q_OBJECT
public:
    EmptyPage(const QString &title, const QString &text, const QString &action, QWidget *parent = nullptr);

signals:
    void actionWanted();
};

} // namespace sweepbench
