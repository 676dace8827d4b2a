// SPDX-License-Identifier: GPL-3.0-or-later
// What came out: the verdict in sentences, the table, the charts, the reasons to doubt. Shows values, knows no engine.
// Thread contract: the GUI thread.
#pragma once

#include "core/model/analysis.h"
#include "core/model/session.h"
#include "ui/charts/chart.h"

#include <QWidget>

#include <algorithm>
#include <array>
#include <memory>

class QLabel;
class QPushButton;
class QSplitter;
class QStackedLayout;
class QTabBar;
class QTableView;


namespace sweepbench {

class ChartWidget;
class JudgingBar;
class OffersBar;
class PhasesView;
class ResultsModel;
class ResultsSorter;
class RunsView;
class VerdictList;

/// The charts that have a tab on the page, in this order.
inline constexpr auto resultsPageKinds = [] {
    std::array<ChartKind, resultChartKinds.size() + 1> kinds{};
    std::copy(resultChartKinds.begin(), resultChartKinds.end(), kinds.begin());
    kinds.back() = ChartKind::Reduction;
    return kinds;
}();

class ResultsPage : public QWidget
{
    Q_OBJECT
public:
    explicit ResultsPage(QWidget *parent = nullptr);

    void setSession(std::shared_ptr<const Session> session, const Analysis &analysis);
    /// While a run is under way nothing is offered to be run.
    void setRunning(bool running);
    void clear(); ///< back to the words that say what to do next
    /// Where the session is kept, shown below the table.
    void setPlace(const QString &text);

    ResultsModel *model() const { return m_model; }
    ChartKind currentChart() const; ///< the first one while no chart is shown
    void copyTable() const;

    QByteArray layoutState() const;
    void restoreLayoutState(const QByteArray &state);

signals:
    void planWanted();
    void saveWanted();
    void extendWanted(int blocks);
    void equalRateWanted();
    void warmupWanted(std::chrono::nanoseconds warmup);
    void judgingWanted(const sweepbench::Judging &judging);
    void exportChartWanted(sweepbench::ChartKind kind);
    void exportNumbersWanted();

protected:
    void changeEvent(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    QWidget *makeEmpty();
    QWidget *makeFigures();
    QWidget *makeTable();
    QWidget *makeCharts();
    void showButtons();
    QWidget *makeNotes();
    void showNotes();
    void sizeColumns();
    void fitTable();
    void shareWidth();

    std::shared_ptr<const Session> m_session;
    Analysis m_analysis;
    ResultsModel *m_model;
    ResultsSorter *m_sorter;
    QStackedLayout *m_stack;
    VerdictList *m_verdicts = nullptr;
    OffersBar *m_offers = nullptr;
    JudgingBar *m_judging = nullptr;
    QTableView *m_table = nullptr;
    int m_nameWidth = 0; ///< that shows every target's name
    QLabel *m_notes = nullptr;
    QPushButton *m_moreNotes = nullptr; ///< checked: all findings are shown
    QLabel *m_measured = nullptr;       ///< how and on what
    QLabel *m_place = nullptr;
    QSplitter *m_splitter = nullptr;
    bool m_widthIsChosen = false; ///< by the user, now or in an earlier session
    QTabBar *m_tabs = nullptr;
    std::array<ChartWidget *, resultsPageKinds.size()> m_charts{};
    PhasesView *m_phases = nullptr; ///< on the tab after the charts'
    RunsView *m_runs = nullptr;     ///< on the last tab
    QPushButton *m_exportChart = nullptr;
    QPushButton *m_copyPhases = nullptr;
};

} // namespace sweepbench
