// SPDX-License-Identifier: GPL-3.0-or-later
// A message across the window that stops nobody: it stays until it is closed or replaced.
// Thread contract: the GUI thread.
#pragma once

#include <QFrame>

class QLabel;

namespace sweepbench {

class Banner : public QFrame
{
    Q_OBJECT
public:
    explicit Banner(QWidget *parent = nullptr);
    void showMessage(const QString &text);
    QString message() const;

private:
    QLabel *m_text;
};

} // namespace sweepbench
