// SPDX-License-Identifier: GPL-3.0-or-later
// What can be done next with results: more blocks where a verdict is open, a longer warm-up where it was too
// short, latency at an equal rate.
// Thread contract: the GUI thread.
#pragma once

#include "core/model/analysis.h"
#include "core/model/session.h"

#include <QWidget>

#include <chrono>

class QLabel;
class QPushButton;

namespace sweepbench {

class OffersBar : public QWidget
{
    Q_OBJECT
public:
    explicit OffersBar(QWidget *parent = nullptr);

    void setSession(const Session &session, const Analysis &analysis);
    /// While a run is under way nothing is offered.
    void setRunning(bool running);

signals:
    void extendWanted(int blocks);
    void equalRateWanted();
    void warmupWanted(std::chrono::nanoseconds warmup); ///< the same plan anew, with this one

private:
    void offerMore(const Session &session, const Analysis &analysis);
    void offerWarmup(const Session &session, const Analysis &analysis);
    void offerEqualRate(const Session &session, const Analysis &analysis);
    void showOffers();

    bool m_running = false;
    bool m_moreOffered = false;
    bool m_equalOffered = false;
    bool m_warmupOffered = false;
    std::chrono::nanoseconds m_longerWarmup{0};
    int m_blocks = 0;
    QPushButton *m_more;
    QPushButton *m_warmup;
    QPushButton *m_equal;
    QLabel *m_why; ///< why no more blocks are offered
};

} // namespace sweepbench
