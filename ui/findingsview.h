// SPDX-License-Identifier: GPL-3.0-or-later
// The reasons to doubt, and notes: at most three doubts, the others behind a button; below, how it was measured.
// Thread contract: the GUI thread.
#pragma once

#include "core/model/analysis.h"
#include "core/model/session.h"

#include <QWidget>

#include <memory>

class QLabel;
class QPushButton;

namespace sweepbench {

class FindingsView : public QWidget
{
    Q_OBJECT
public:
    explicit FindingsView(QWidget *parent = nullptr);
    void setSession(std::shared_ptr<const Session> session, const Analysis &analysis);

protected:
    void changeEvent(QEvent *event) override;

private:
    void showFindings();

    std::shared_ptr<const Session> m_session;
    Analysis m_analysis;
    QLabel *m_notes;
    QPushButton *m_more; ///< checked: all findings are shown
    QLabel *m_measured;  ///< how and on what
};

} // namespace sweepbench
