// SPDX-License-Identifier: GPL-3.0-or-later
// What was measured: the table of the cells, every trial, the phases, and the charts. Shows values, knows no engine.
// Thread contract: the GUI thread.
#pragma once

#include "core/model/analysis.h"
#include "core/model/session.h"
#include "ui/charts/chart.h"

#include <QWidget>

#include <memory>
#include <set>
#include <vector>

class QLabel;
class QMenu;
class QSplitter;
class QStackedLayout;
class QSortFilterProxyModel;
class QTabBar;
class QTableView;

namespace sweepbench {

class ChartPanel;
class PhasesView;
class ResultsModel;
class ResultsSorter;
class TrialsModel;

class ResultsPage : public QWidget
{
    Q_OBJECT
public:
    explicit ResultsPage(QWidget *parent = nullptr);

    void setSession(std::shared_ptr<const Session> session, const Analysis &analysis);
    void clear(); ///< back to the words that say what to do next
    /// Where the session is kept, shown below the table.
    void setPlace(const QString &text);

    ResultsModel *model() const { return m_model; }
    ChartKind currentChart() const; ///< the first one while no chart is shown
    ChartView chartView() const;
    /// What is shown of the table, as lines with tab stops.
    void copyTable() const;
    void copyTableAs(bool markdown) const; ///< as Markdown, else as CSV

    QByteArray layoutState() const;
    void restoreLayoutState(const QByteArray &state);
    /// Columns that the user has hidden, by number.
    QByteArray columnState() const;
    void restoreColumnState(const QByteArray &state);

signals:
    void planWanted();
    void saveWanted();
    void exportChartWanted(sweepbench::ChartKind kind);
    void exportNumbersWanted();

protected:
    void changeEvent(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    QWidget *makeFigures();
    QWidget *makeCells();
    QWidget *makeTable();
    QWidget *makeTrials();
    QMenu *makeColumnsMenu();
    void hideColumns();
    void sizeColumns();
    void fitTable();
    void shareWidth();
    std::vector<QStringList> shownTable() const; ///< headings first

    std::shared_ptr<const Session> m_session;
    ResultsModel *m_model;
    ResultsSorter *m_sorter;
    TrialsModel *m_trials;
    QSortFilterProxyModel *m_trialSorter;
    QStackedLayout *m_stack;
    QTabBar *m_tabs = nullptr;
    QTableView *m_table = nullptr;
    QTableView *m_trialTable = nullptr;
    QMenu *m_columns = nullptr;
    std::set<int> m_hidden; ///< by the user
    int m_nameWidth = 0;    ///< that shows every target's name
    QLabel *m_place = nullptr;
    QSplitter *m_splitter = nullptr;
    bool m_widthIsChosen = false; ///< by the user, now or in an earlier session
    ChartPanel *m_charts = nullptr;
    PhasesView *m_phases = nullptr;
};

} // namespace sweepbench
