// SPDX-License-Identifier: GPL-3.0-or-later
// A run as it happens: progress, what runs now, current figures, throughput and latency over time, ratios so far.
// Shows values, knows no engine.
// Thread contract: the GUI thread.
#pragma once

#include "core/model/analysis.h"
#include "core/model/session.h"

#include <QWidget>

#include <chrono>
#include <memory>
#include <vector>

class QHBoxLayout;
class QLabel;
class QProgressBar;
class QPushButton;
class QStackedLayout;

namespace sweepbench {

class ChartWidget;
class CurrentFigures;

/// Where the run stands, as the page shows it.
struct LiveState
{
    int trialsDone = 0;
    int trialsTotal = 0;
    bool atMost = false; ///< a stop rule may end the run before
    double fraction = 0;
    std::chrono::nanoseconds timeLeft{-1}; ///< negative: not known
    bool running = false;
    bool stopping = false;
    QString now; ///< "Measuring nginx at 100 connections, repeat 2 of 5"
};
/// "Trial 7 of 30, 28 s left"; "Trial 7 of at most 30, at most 28 s left"
QString progressText(const LiveState &state);

class LivePage : public QWidget
{
    Q_OBJECT
public:
    explicit LivePage(QWidget *parent = nullptr);

    /// A run begins: one card for each target, and charts with what an extended session has already.
    void begin(const Plan &plan, const std::vector<TrialPtr> &measured = {});
    /// A session that ran before: its whole course.
    void setSession(std::shared_ptr<const Session> session, const Analysis &analysis);
    void clear();
    void setState(const LiveState &state);
    void setCurrent(const TrialSlot &slot, const std::vector<SeriesPoint> &series, qint64 startOffsetNs, bool figures = true);
    void addTrial(const TrialPtr &trial);
    /// Ratios of what there is; an empty list hides them.
    void setInterim(const QStringList &lines);

signals:
    void stopWanted();
    void planWanted();
    void resultsWanted();

private:
    QWidget *makeHeader();
    QWidget *makeInterim();
    void makeFigures(const Plan &plan);
    void idle();

    QStackedLayout *m_stack;
    QLabel *m_now = nullptr;
    QLabel *m_progressText = nullptr;
    QProgressBar *m_progress = nullptr;
    QPushButton *m_stop = nullptr;
    QPushButton *m_results = nullptr;
    QHBoxLayout *m_figuresLayout = nullptr;
    std::vector<CurrentFigures *> m_figures;
    ChartWidget *m_throughput = nullptr;
    ChartWidget *m_latency = nullptr;
    QLabel *m_interim = nullptr;
    QWidget *m_interimCard = nullptr;
};

} // namespace sweepbench
