// SPDX-License-Identifier: GPL-3.0-or-later
// How the shown session is judged: which target the others are compared with, and whether outliers count.
// Thread contract: the GUI thread.
#pragma once

#include "core/model/analysis.h"
#include "core/model/session.h"

#include <QWidget>

class QCheckBox;
class QLabel;

namespace sweepbench {

class ChoiceBox;

class JudgingBar : public QWidget
{
    Q_OBJECT
public:
    explicit JudgingBar(QWidget *parent = nullptr);

    void setSession(const Session &session, const Analysis &analysis);
    /// While a run is under way nothing can be chosen.
    void setRunning(bool running);

signals:
    /// The user has chosen; the session is judged as before until setSession() says otherwise.
    void judgingWanted(const sweepbench::Judging &judging);

private:
    void choose();
    void showChoices();

    Judging m_judging;
    bool m_running = false;
    bool m_comparable = false; ///< there are two targets
    bool m_anyOutliers = false;
    QLabel *m_label;
    ChoiceBox *m_baseline;
    QCheckBox *m_leaveOut;
};

} // namespace sweepbench
