// SPDX-License-Identifier: GPL-3.0-or-later
// The current figures of one target in large type: requests per second, p50 and p99 latency or response time.
// Thread contract: the GUI thread.
#pragma once

#include "core/model/session.h"

#include <QFrame>

#include <vector>

class QLabel;

namespace sweepbench {

class CurrentFigures : public QFrame
{
    Q_OBJECT
public:
    CurrentFigures(int target, const Plan &plan, QWidget *parent = nullptr);

    /// A trial under way: the last second of its series. Slow enough to be read, a few times a second.
    void showPoint(const std::vector<SeriesPoint> &series);
    /// The target's last finished trial.
    void showTrial(const Trial &trial);

protected:
    void changeEvent(QEvent *event) override;

private:
    void setFigures(double rps, double p50Ns, double p99Ns, const QString &when);
    void updateSwatch();

    int m_target;
    SweepAxis m_axis;
    QLabel *m_swatch;
    QLabel *m_when;
    QLabel *m_rps;
    QLabel *m_p50;
    QLabel *m_p99;
};

} // namespace sweepbench
