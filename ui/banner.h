// SPDX-License-Identifier: GPL-3.0-or-later
// A message across the window that stops nobody: it stays until it is closed or replaced.
// Thread contract: the GUI thread.
#pragma once

#include <QFrame>

#include <functional>

class QLabel;
class QPushButton;

namespace sweepbench {

class Banner : public QFrame
{
    Q_OBJECT
public:
    explicit Banner(QWidget *parent = nullptr);
    /// With \a action, a button of that name does it and closes the banner.
    void showMessage(const QString &text, const QString &action = {}, std::function<void()> act = {});
    QString message() const;

private:
    QLabel *m_text;
    QPushButton *m_action;
    std::function<void()> m_act;
};

} // namespace sweepbench
