// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/mainwindow.h"

#include "core/model/curlcommand.h"
#include "core/model/environment.h"
#include "core/model/httpurl.h"
#include "core/session/planjson.h"
#include "ui/banner.h"
#include "ui/comparepage.h"
#include "ui/planpage.h"
#include "ui/resultspage.h"
#include "ui/sessions/sessionspage.h"
#include "ui/theme.h"

#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QClipboard>
#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QStackedWidget>
#include <QTabBar>
#include <QUrl>
#include <QVBoxLayout>

namespace sweepbench {

using namespace Qt::StringLiterals;

MainWindow::MainWindow(Settings &settings, const PlanLimits &limits, QWidget *parent)
    : QMainWindow(parent)
    , m_settings(settings)
    , m_limits(limits)
    , m_run(m_document)
    , m_banner(new Banner)
    , m_tabs(new QTabBar)
    , m_pages(new QStackedWidget)
    , m_sessionName(new QLabel)
    , m_plan(new PlanPage(limits))
    , m_live(new LivePage)
    , m_results(new ResultsPage)
    , m_compare(new ComparePage)
    , m_sessions(new SessionsPage(settings))
{
    setObjectName(u"mainWindow"_s);
    setAcceptDrops(true);
    m_pages->setObjectName(u"pages"_s);
    m_plan->setObjectName(u"planPage"_s);
    m_live->setObjectName(u"livePage"_s);
    m_results->setObjectName(u"resultsPage"_s);
    m_pages->addWidget(m_plan);
    m_pages->addWidget(m_live);
    m_sessions->setObjectName(u"sessionsPage"_s);
    m_pages->addWidget(m_results);
    m_compare->setObjectName(u"comparePage"_s);
    m_pages->addWidget(m_compare);
    m_pages->addWidget(m_sessions);
    auto *content = new QWidget;
    auto *layout = new QVBoxLayout(content);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(makeNavigation());
    layout->addWidget(m_banner);
    layout->addWidget(m_pages, 1);
    setCentralWidget(content);

    makeMenus();
    connectPages();
    setAppearance(m_settings.appearance());
    resize(1180, 740);
    restoreGeometry(m_settings.bytes(u"geometry"_s));
    if (const QByteArray state = m_settings.bytes(u"results"_s); !state.isEmpty())
        m_results->restoreLayoutState(state);
    m_results->restoreColumnState(m_settings.bytes(u"columns"_s));
    if (const QByteArray state = m_settings.bytes(u"compare"_s); !state.isEmpty())
        m_compare->restoreLayoutState(state);
    m_stateTimer.setInterval(500);
    connect(&m_stateTimer, &QTimer::timeout, this, &MainWindow::updateState);
    updateActions();
    updateTitle();
    m_plan->focusFirst();
    offerBrokenOffRun();
}

MainWindow::~MainWindow()
{
    if (m_run.isRunning())
        m_settings.setRunUnderWay({}, QCoreApplication::applicationPid()); // the user ended it
    m_run.abandon();
}

QWidget *MainWindow::makeNavigation()
{
    auto *strip = new QWidget;
    strip->setObjectName(u"navigation"_s);
    strip->setAttribute(Qt::WA_StyledBackground);
    m_tabs->setObjectName(u"navigationTabs"_s);
    m_tabs->setAccessibleName(tr("Pages"));
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_tabs->setUsesScrollButtons(false);
    m_tabs->addTab(tr("Plan"));
    m_tabs->addTab(tr("Live"));
    m_tabs->addTab(tr("Results"));
    m_tabs->addTab(tr("Compare"));
    m_tabs->addTab(tr("Sessions"));
    connect(m_tabs, &QTabBar::currentChanged, m_pages, &QStackedWidget::setCurrentIndex);
    m_sessionName->setObjectName(u"sessionName"_s);
    m_sessionName->setProperty("muted", true);
    m_sessionName->setTextFormat(Qt::PlainText);
    auto *layout = new QHBoxLayout(strip);
    layout->setContentsMargins(14, 2, 20, 0);
    layout->addWidget(m_tabs);
    layout->addStretch(1);
    layout->addWidget(m_sessionName);
    return strip;
}

QAction *MainWindow::addAction(QMenu *menu, const QString &text, const QString &name, const QKeySequence &keys, std::function<void()> act)
{
    QAction *action = menu->addAction(text);
    action->setObjectName(name);
    action->setShortcut(keys);
    connect(action, &QAction::triggered, this, std::move(act));
    return action;
}

void MainWindow::makeMenus()
{
    makeFileMenu();
    makeEditMenu();
    makeViewMenu();
    makeRunMenu();
    makeToolsMenu();
    makeHelpMenu();
}

void MainWindow::makeFileMenu()
{
    QMenu *menu = menuBar()->addMenu(tr("&File"));
    m_new = addAction(menu, tr("&New comparison"), u"actionNew"_s, QKeySequence::New, [this] { newComparison(); });
    m_open = addAction(menu, tr("&Open…"), u"actionOpen"_s, QKeySequence::Open, [this] { chooseFileToOpen(); });
    m_recent = menu->addMenu(tr("Open &recent"));
    m_recent->setObjectName(u"menuRecent"_s);
    connect(m_recent, &QMenu::aboutToShow, this, &MainWindow::fillRecent);
    m_import = addAction(menu, tr("&Import results of other tools…"), u"actionImport"_s, {}, [this] { chooseFilesToImport(); });
    m_compareSessions = addAction(menu, tr("Compare with another &session…"), u"actionCompareSessions"_s, {}, [this] { chooseSessionsToCompare(); });
    menu->addSeparator();
    m_save = addAction(menu, tr("&Save session"), u"actionSave"_s, QKeySequence::Save, [this] { save(); });
    m_saveAs = addAction(menu, tr("Save session &as…"), u"actionSaveAs"_s, QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S),
                         [this] { saveAs(); });
    addAction(menu, tr("Save &plan…"), u"actionSavePlan"_s, {}, [this] { savePlanAs(); });
    menu->addSeparator();
    m_exportChart = addAction(menu, tr("Export &chart…"), u"actionExportChart"_s, QKeySequence(Qt::CTRL | Qt::Key_E),
                              [this] { exportChart(shownChart()); });
    m_copyChart = addAction(menu, tr("Cop&y chart"), u"actionCopyChart"_s, QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_C), [this] { copyChart(); });
    m_exportReport = addAction(menu, tr("Export &report…"), u"actionExportReport"_s, QKeySequence(Qt::CTRL | Qt::Key_R), [this] { exportReport(); });
    m_exportNumbers = addAction(menu, tr("Export n&umbers…"), u"actionExportNumbers"_s, QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E),
                                [this] { exportNumbers(); });
    m_copyTable = addAction(menu, tr("Copy &table"), u"actionCopyTable"_s, QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C),
                            [this] { m_results->copyTable(); });
    menu->addSeparator();
    addAction(menu, tr("&Quit"), u"actionQuit"_s, QKeySequence(Qt::CTRL | Qt::Key_Q), [this] { close(); });
}

void MainWindow::makeEditMenu()
{
    QMenu *menu = menuBar()->addMenu(tr("&Edit"));
    QAction *undo = m_plan->history().createUndoAction(this, tr("&Undo"));
    undo->setObjectName(u"actionUndo"_s);
    undo->setShortcut(QKeySequence::Undo);
    QAction *redo = m_plan->history().createRedoAction(this, tr("&Redo"));
    redo->setObjectName(u"actionRedo"_s);
    redo->setShortcut(QKeySequence::Redo);
    menu->addActions({undo, redo});
    menu->addSeparator();
    addAction(menu, tr("&Paste as target"), u"actionPasteTarget"_s, QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_V),
              [this] { takeText(QGuiApplication::clipboard()->text()); });
}

void MainWindow::makeViewMenu()
{
    QMenu *menu = menuBar()->addMenu(tr("&View"));
    const QString pages[] = {tr("&Plan"), tr("&Live"), tr("&Results"), tr("&Compare"), tr("&Sessions")};
    for (int page = PlanTab; page <= SessionsTab; ++page)
        addAction(menu, pages[page], u"actionPage%1"_s.arg(page), QKeySequence(QKeyCombination(Qt::CTRL, Qt::Key(Qt::Key_1 + page))),
                  [this, page] { showPage(Page(page)); });
    QMenu *look = menu->addMenu(tr("&Appearance"));
    auto *group = new QActionGroup(this);
    const std::pair<Appearance, QString> looks[] = {
        {Appearance::System, tr("As the &system")}, {Appearance::Light, tr("&Light")}, {Appearance::Dark, tr("&Dark")}};
    for (const auto &[appearance, text] : looks) {
        QAction *action = addAction(look, text, u"actionAppearance%1"_s.arg(int(appearance)), {}, [this, chosen = appearance] {
            m_settings.setAppearance(chosen);
            setAppearance(chosen);
        });
        action->setCheckable(true);
        action->setChecked(m_settings.appearance() == appearance);
        group->addAction(action);
    }
}

void MainWindow::makeRunMenu()
{
    QMenu *menu = menuBar()->addMenu(tr("&Run"));
    m_compareAction = addAction(menu, tr("&Compare"), u"actionCompare"_s, QKeySequence(Qt::Key_F5), [this] {
        if (const auto plan = m_plan->plan(); plan && !m_run.isRunning())
            startPlan(measuredPlan(*plan));
        else
            showPage(PlanTab); // the reason stands beside the button
    });
    m_stopAction = addAction(menu, tr("&Stop"), u"actionStop"_s, QKeySequence(Qt::SHIFT | Qt::Key_F5), [this] { m_run.stop(); });
    menu->addSeparator();
    m_demoAction = addAction(menu, tr("Try the &demo"), u"actionDemo"_s, {}, [this] { startDemo(); });
}

void MainWindow::makeToolsMenu()
{
    QMenu *menu = menuBar()->addMenu(tr("&Tools"));
    m_withItself = addAction(menu, tr("&Compare the first server with itself"), u"actionWithItself"_s, {}, [this] { compareWithItself(); });
    m_withItself->setStatusTip(tr("Shows which differences the noise of this set-up hides"));
    m_selfTest = addAction(menu, tr("&Self-test…"), u"actionSelfTest"_s, {}, [this] { selfTest(); });
}

void MainWindow::makeHelpMenu()
{
    QMenu *menu = menuBar()->addMenu(tr("&Help"));
    addAction(menu, tr("&About Sweepbench"), u"actionAbout"_s, {}, [this] { about(); });
    addAction(menu, tr("About &Qt"), u"actionAboutQt"_s, {}, [this] { QMessageBox::aboutQt(this); });
}

void MainWindow::about()
{
    auto *box = new QMessageBox(QMessageBox::NoIcon, tr("About Sweepbench"),
                                tr("<b>Sweepbench %1</b>").arg(programVersion().toHtmlEscaped()), QMessageBox::Close, this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setObjectName(u"aboutBox"_s);
    box->setInformativeText(tr("Compares HTTP servers: repeated trials in random order, intervals and charts.\n\n"
                               "Free software under the GNU General Public License, version 3 or later; "
                               "it comes with no warranty."));
    if (!windowIcon().isNull())
        box->setIconPixmap(windowIcon().pixmap(64, 64));
    box->open();
}

void MainWindow::connectPages()
{
    connect(m_plan, &PlanPage::compareRequested, this, &MainWindow::startPlan);
    connect(m_plan, &PlanPage::demoRequested, this, &MainWindow::startDemo);
    connect(m_live, &LivePage::stopWanted, &m_run, &RunController::stop);
    connect(m_live, &LivePage::planWanted, this, [this] { showPage(PlanTab); });
    connect(m_live, &LivePage::resultsWanted, this, [this] { showOutcome(); });
    connect(m_results, &ResultsPage::planWanted, this, [this] { showPage(PlanTab); });
    connect(m_sessions, &SessionsPage::planWanted, this, [this] { showPage(PlanTab); });
    connect(m_sessions, &SessionsPage::openWanted, this, &MainWindow::openFile);
    connect(m_sessions, &SessionsPage::compareWanted, this, &MainWindow::compareFiles);
    connect(m_sessions, &SessionsPage::notesEdited, this, &MainWindow::keepNotes);
    connect(m_compare, &ComparePage::planWanted, this, [this] { showPage(PlanTab); });
    connect(m_compare, &ComparePage::extendWanted, this, &MainWindow::extendRun);
    connect(m_compare, &ComparePage::equalRateWanted, this, &MainWindow::startEqualRate);
    connect(m_compare, &ComparePage::warmupWanted, this, &MainWindow::startWithWarmup);
    connect(m_compare, &ComparePage::judgingWanted, this, &MainWindow::judgeBy);
    connect(m_compare, &ComparePage::exportChartWanted, this, &MainWindow::exportChart);
    connect(m_compare, &ComparePage::copyReadmeWanted, this, &MainWindow::copyForReadme);
    connect(m_results, &ResultsPage::saveWanted, this, &MainWindow::saveAs);
    connect(m_results, &ResultsPage::exportChartWanted, this, &MainWindow::exportChart);
    connect(m_results, &ResultsPage::exportNumbersWanted, this, &MainWindow::exportNumbers);
    connect(&m_document, &SessionDocument::fileChanged, this, &MainWindow::updateActions);
    connect(&m_document, &SessionDocument::fileChanged, this, &MainWindow::updateTitle);
    connect(&m_run, &RunController::started, this, &MainWindow::runStarted);
    connect(&m_run, &RunController::stateChanged, this, &MainWindow::updateState);
    connect(&m_run, &RunController::sampled, this, &MainWindow::drawCurrent);
    connect(&m_run, &RunController::trialFinished, m_live, &LivePage::addTrial);
    connect(&m_run, &RunController::interimChanged, m_live, &LivePage::setInterim);
    connect(&m_run, &RunController::blockFinished, this, &MainWindow::refreshResults);
    connect(&m_run, &RunController::ended, this, &MainWindow::runEnded);
    connect(&m_run, &RunController::problem, this, &MainWindow::showProblem);
}

void MainWindow::showPage(Page page)
{
    m_tabs->setCurrentIndex(page);
}

void MainWindow::setAppearance(Appearance appearance)
{
    QApplication::setPalette(paletteFor(appearance));
    applyTheme();
}

void MainWindow::applyTheme()
{
    const QString sheet = styleSheetFor(QApplication::palette());
    if (sheet == m_styleSheet)
        return;
    m_styleSheet = sheet;
    setStyleSheet(sheet);
}

void MainWindow::changeEvent(QEvent *event)
{
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::ApplicationPaletteChange || event->type() == QEvent::PaletteChange)
        applyTheme();
}

void MainWindow::dragEnterEvent(QDragEnterEvent *event)
{
    if ((event->mimeData()->hasUrls() || event->mimeData()->hasText()) && !m_run.isRunning())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent *event)
{
    const QList<QUrl> urls = event->mimeData()->urls();
    if (m_run.isRunning() || (urls.isEmpty() && !event->mimeData()->hasText()))
        return;
    if (urls.isEmpty()) {
        takeText(event->mimeData()->text());
    } else if (urls.first().isLocalFile()) {
        takeFiles(urls);
    } else {
        QStringList texts;
        for (const QUrl &url : urls)
            texts += url.toString(QUrl::FullyEncoded);
        setUrls(texts);
    }
    event->acceptProposedAction();
}

/// Sessions and plans are opened, anything else is taken for another tool's result.
void MainWindow::takeFiles(const QList<QUrl> &urls)
{
    QStringList paths;
    for (const QUrl &url : urls)
        paths += url.toLocalFile();
    const QString first = paths.first();
    const bool plan = first.endsWith(u".json"_s, Qt::CaseInsensitive) && loadPlan(first).ok();
    if (first.endsWith(u".sweep"_s, Qt::CaseInsensitive) || first.endsWith(u".plan.json"_s, Qt::CaseInsensitive) || plan)
        openFile(first);
    else
        importFrom(paths);
}

/// A curl command or a URL, dropped or pasted: it becomes a target of the plan.
void MainWindow::takeText(const QString &text)
{
    Target target;
    if (looksLikeCurl(text)) {
        const auto curl = targetFromCurl(text);
        if (!curl)
            return showProblem(curl.problem().line());
        target = curl->target;
    } else {
        target.url = text.trimmed();
        if (const auto url = parseHttpUrl(target.url); !url)
            return showProblem(tr("That is neither a URL nor a curl command: %1").arg(url.problem().text));
    }
    m_plan->addTarget(target);
    showPage(PlanTab);
}

} // namespace sweepbench
