// SPDX-License-Identifier: GPL-3.0-or-later
// The window: pages, menus, files, the run. mainwindow.cpp builds it, mainwindowrun.cpp runs plans, mainwindowfiles.cpp
// opens and saves, mainwindowexport.cpp exports.
// Thread contract: the GUI thread.
#pragma once

#include "core/demo/demoserver.h"
#include "ui/charts/chart.h"
#include "ui/runcontroller.h"
#include "ui/sessiondocument.h"
#include "ui/settings.h"

#include <QElapsedTimer>
#include <QMainWindow>
#include <QTimer>

#include <functional>
#include <optional>
#include <utility>
#include <vector>

class QAction;
class QLabel;
class QMenu;
class QStackedWidget;
class QTabBar;

namespace sweepbench {

class Banner;
class ComparePage;
class PlanPage;
class ResultsPage;
class SessionsPage;
struct ChartExport;

class MainWindow : public QMainWindow
{
    Q_OBJECT
public:
    enum Page { PlanTab, LiveTab, ResultsTab, CompareTab, SessionsTab };

    /// \a settings must outlive the window.
    MainWindow(Settings &settings, const PlanLimits &limits, QWidget *parent = nullptr);
    ~MainWindow() override;

    void setUrls(const QStringList &urls);
    /// A session or a plan; what can't be opened is said in the banner and leaves everything as it was.
    void openFile(const QString &path);
    void startDemo();
    void showPage(Page page);

protected:
    void closeEvent(QCloseEvent *event) override;
    void changeEvent(QEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;

private:
    QWidget *makeNavigation();
    void makeMenus();
    void makeFileMenu();
    void makeEditMenu();
    void makeViewMenu();
    void makeRunMenu();
    void makeToolsMenu();
    void makeHelpMenu();
    QAction *addAction(QMenu *menu, const QString &text, const QString &name, const QKeySequence &keys, std::function<void()> act);
    void connectPages();
    void setAppearance(Appearance appearance);
    void applyTheme();
    void about();

    void startPlan(const Plan &plan);
    void compareWithItself();
    void selfTest();
    void extendRun(int blocks);
    void startEqualRate();
    void startWithWarmup(std::chrono::nanoseconds warmup);
    void judgeBy(const Judging &judging);
    void startAgain(const Plan &plan);
    bool canRunAgain(const Plan &plan);
    void runStarted(const Plan &plan);
    void runEnded(RunEnd end);
    void drawCurrent();
    void updateState();
    void updateTitle();
    void updateActions();
    void refreshResults();
    void showOutcome();
    ChartKind shownChart() const;
    ChartView shownView() const;
    void copyForReadme();

    void sessionReplaced();
    void takeText(const QString &text);
    void takeFiles(const QList<QUrl> &urls);
    void newComparison();
    void chooseFileToOpen();
    void chooseFilesToImport();
    void importFrom(const QStringList &paths);
    void chooseSessionsToCompare();
    void compareWithSessions(const QStringList &paths);
    void compareFiles(const QStringList &paths);
    std::optional<std::vector<std::pair<Session, QString>>> readSessions(const QStringList &paths);
    void showAcross(std::vector<std::pair<Session, QString>> sessions);
    bool wouldLoseTrials();
    void keepNotes(const QString &path, const QString &notes);
    void offerBrokenOffRun();
    void openPlan(const QString &path);
    void save();
    void saveAs();
    void saveSessionTo(const QString &path);
    void savePlanAs();
    void exportChart(ChartKind kind);
    void exportChartAs(const ChartExport &choice);
    void copyChart();
    void exportReport();
    void exportNumbers();
    void exportNumbersTo(const QString &path, int format);
    void askToReplace(const QStringList &present, std::function<void()> write);
    void fillRecent();
    void askForFolder(const QString &title, const QString &purpose, std::function<void(const QString &path)> take);
    void askForSavePath(const QString &title, const QString &purpose, const QString &name, const QStringList &filters,
                        std::function<void(const QString &path, int filter)> take);
    void showProblem(const QString &text);

    Settings &m_settings;
    const PlanLimits m_limits;
    SessionDocument m_document;
    RunController m_run;
    std::optional<DemoPair> m_demo;
    QTimer m_stateTimer;
    QElapsedTimer m_figuresAge;
    QString m_styleSheet;

    Banner *m_banner;
    QTabBar *m_tabs;
    QStackedWidget *m_pages;
    QLabel *m_sessionName;
    PlanPage *m_plan;
    LivePage *m_live;
    ResultsPage *m_results;
    ComparePage *m_compare;
    SessionsPage *m_sessions;

    QMenu *m_recent = nullptr;
    QAction *m_open = nullptr;
    QAction *m_import = nullptr;
    QAction *m_new = nullptr;
    QAction *m_save = nullptr;
    QAction *m_saveAs = nullptr;
    QAction *m_exportChart = nullptr;
    QAction *m_copyChart = nullptr;
    QAction *m_exportReport = nullptr;
    QAction *m_exportNumbers = nullptr;
    QAction *m_copyTable = nullptr;
    QAction *m_compareAction = nullptr;
    QAction *m_demoAction = nullptr;
    QAction *m_withItself = nullptr;
    QAction *m_selfTest = nullptr;
    QAction *m_compareSessions = nullptr;
    QAction *m_stopAction = nullptr;
};

} // namespace sweepbench
