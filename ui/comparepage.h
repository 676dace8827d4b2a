// SPDX-License-Identifier: GPL-3.0-or-later
// The targets set against each other: the verdicts in sentences, what can be done next, the reasons to doubt, charts of the ratios, the
// table of the runs, all figures side by side. Shows values, knows no engine.
// Thread contract: the GUI thread.
#pragma once

#include "core/model/analysis.h"
#include "core/model/session.h"
#include "ui/charts/chart.h"

#include <QWidget>

#include <chrono>
#include <memory>

class QSplitter;
class QStackedLayout;
class QTabBar;
class QTableView;

namespace sweepbench {

class ChartPanel;
class ChoiceBox;
class FindingsView;
class JudgingBar;
class OffersBar;
class RunsView;
class SideBySideModel;
class VerdictList;

class ComparePage : public QWidget
{
    Q_OBJECT
public:
    explicit ComparePage(QWidget *parent = nullptr);

    void setSession(std::shared_ptr<const Session> session, const Analysis &analysis);
    /// While a run is under way nothing is offered to be run.
    void setRunning(bool running);
    void clear(); ///< back to the words that say what to do next
    ChartKind currentChart() const;
    ChartView chartView() const;

    QByteArray layoutState() const;
    void restoreLayoutState(const QByteArray &state);

signals:
    void planWanted();
    void extendWanted(int blocks);
    void equalRateWanted();
    void warmupWanted(std::chrono::nanoseconds warmup);
    void judgingWanted(const sweepbench::Judging &judging);
    void exportChartWanted(sweepbench::ChartKind kind);
    void copyReadmeWanted();

private:
    QWidget *makeTop();
    QWidget *makeDetails();
    QWidget *makeSideBySide();
    void showLevel();

    std::shared_ptr<const Session> m_session;
    Analysis m_analysis;
    QStackedLayout *m_stack;
    VerdictList *m_verdicts = nullptr;
    OffersBar *m_offers = nullptr;
    JudgingBar *m_judging = nullptr;
    QSplitter *m_splitter = nullptr;
    QTabBar *m_tabs = nullptr;
    FindingsView *m_findings = nullptr;
    RunsView *m_runs = nullptr;
    SideBySideModel *m_sideBySide;
    QTableView *m_sideTable = nullptr;
    ChoiceBox *m_level = nullptr; ///< of the figures side by side
    std::vector<int> m_levels;
    ChartPanel *m_charts = nullptr;
};

} // namespace sweepbench
