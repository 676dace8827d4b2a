// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/mainwindow.h"

#include "core/model/extension.h"
#include "core/model/format.h"
#include "core/stats/equalrate.h"
#include "ui/banner.h"
#include "ui/comparepage.h"
#include "ui/hostquestion.h"
#include "ui/planpage.h"
#include "ui/resultspage.h"
#include "ui/secretsdialog.h"
#include "ui/sessions/sessionspage.h"
#include "ui/selftestdialog.h"

#include <QDir>
#include <QAction>
#include <QCoreApplication>
#include <QCloseEvent>
#include <QLabel>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QRandomGenerator>
#include <QStackedWidget>
#include <QTabBar>

namespace sweepbench {

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 figuresEveryMs = 300; ///< large figures that change faster can't be read

/// The path with "~" for the user's home folder, as shells show it.
QString shownPath(const QString &path)
{
    const QString home = QDir::homePath() + u'/';
    return path.startsWith(home) ? u"~/"_s + path.sliced(home.size()) : path;
}

} // namespace

void MainWindow::setUrls(const QStringList &urls)
{
    Plan plan;
    applyDepth(plan, Depth::Quick);
    plan.seed = QRandomGenerator::global()->generate();
    for (const QString &url : urls) {
        Target target;
        target.url = url;
        plan.targets.push_back(target);
    }
    m_plan->setPlan(plan);
    showPage(PlanTab);
    m_plan->focusFirst();
}

void MainWindow::startDemo()
{
    if (m_run.isRunning())
        return;
    if (!m_demo) {
        Result<DemoPair> pair = startDemoPair();
        if (!pair.ok()) {
            showProblem(tr("The demo servers could not be started: %1").arg(pair.problem().line()));
            return;
        }
        m_demo.emplace(std::move(pair).value());
    }
    Plan plan;
    applyDepth(plan, Depth::Quick);
    plan.seed = QRandomGenerator::global()->generate();
    plan.targets = demoTargets(*m_demo);
    m_plan->setPlan(plan);
    startPlan(plan);
}

void MainWindow::startPlan(const Plan &plan)
{
    if (m_run.isRunning())
        return;
    if (wouldLoseTrials())
        return;
    askForHosts(plan, m_settings, this, [this, plan] { m_run.start(plan, autosavePath()); });
}

void MainWindow::compareWithItself()
{
    const auto plan = m_plan->planWithItself();
    if (plan) {
        startPlan(*plan);
        return;
    }
    showPage(PlanTab);
    showProblem(tr("The first server can’t be compared with itself yet: %1").arg(plan.problem().line()));
}

void MainWindow::selfTest()
{
    if (m_run.isRunning())
        return;
    auto *dialog = new SelfTestDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open(); // nothing else can be started meanwhile
    dialog->start(QRandomGenerator::global()->generate());
}

/// Says in the banner what stands against running the plan of the open session again: files that are gone, secrets that no file keeps.
bool MainWindow::canRunAgain(const Plan &plan)
{
    std::vector<Problem> problems = checkPlan(plan, m_limits);
    if (problems.empty())
        problems = checkPlanFiles(plan);
    if (!problems.empty())
        showProblem(tr("It can't be run: %1").arg(problems.front().line()));
    return problems.empty();
}

/// A plan made of the open session's, as a session of its own.
void MainWindow::startAgain(const Plan &plan)
{
    askForSecrets(plan, this, [this](const Plan &completed) {
        if (canRunAgain(completed))
            startPlan(completed);
    });
}

void MainWindow::extendRun(int blocks)
{
    if (m_run.isRunning() || m_document.isEmpty())
        return;
    askForSecrets(extensionOf(m_document.session(), blocks).stored, this, [this, blocks](Plan plan) {
        if (m_run.isRunning() || !canRunAgain(plan))
            return;
        plan.untilPrecise.reset(); // the question is about these blocks alone
        plan.repeats = blocks;
        askForHosts(plan, m_settings, this, [this, blocks, targets = plan.targets] {
            m_document.setTargets(targets);
            m_run.extend(blocks);
        });
    });
}

void MainWindow::startWithWarmup(std::chrono::nanoseconds warmup)
{
    if (m_run.isRunning() || m_document.isEmpty())
        return;
    Plan plan = m_document.session().plan;
    plan.load.warmup = warmup;
    startAgain(plan);
}

void MainWindow::judgeBy(const Judging &judging)
{
    if (m_run.isRunning() || m_document.isEmpty())
        return;
    if (const auto problem = m_document.setJudging(judging))
        showProblem(tr("How the session is judged could not be written to its file: %1. Save the session to keep it.").arg(problem->line()));
    m_live->setSession(m_document.shared(), m_document.analysis());
    refreshResults();
}

void MainWindow::startEqualRate()
{
    if (m_run.isRunning() || m_document.isEmpty())
        return;
    const auto equal = equalRateOf(m_document.session(), m_document.analysis());
    if (!equal)
        showProblem(equal.problem().line());
    else
        startAgain(equal->plan);
}

void MainWindow::runStarted(const Plan &plan)
{
    m_banner->hide();
    m_live->begin(plan, m_document.session().trials);
    m_results->clear();
    m_compare->clear();
    m_compare->setRunning(true);
    m_sessions->setRunning(true);
    m_settings.setRunUnderWay(m_document.path(), QCoreApplication::applicationPid());
    m_figuresAge.invalidate();
    m_stateTimer.start();
    m_plan->setRunning(true);
    showPage(LiveTab);
    updateActions();
}

void MainWindow::runEnded(RunEnd)
{
    m_stateTimer.stop();
    m_live->setCurrent({}, {}, 0);
    m_plan->setRunning(false);
    m_compare->setRunning(false);
    m_settings.setRunUnderWay({}, QCoreApplication::applicationPid());
    m_sessions->setRunning(false);
    updateActions();
    if (m_document.session().trials.empty())
        return;
    if (!m_document.path().isEmpty())
        m_settings.addRecentFile(m_document.path());
    refreshResults();
    // Whoever went elsewhere meanwhile is not pulled away from there.
    if (m_pages->currentWidget() == m_live)
        showOutcome();
}

void MainWindow::drawCurrent()
{
    const Runner *runner = m_run.runner();
    if (!runner || m_pages->currentWidget() != m_live || isMinimized() || !isVisible())
        return;
    const bool figures = !m_figuresAge.isValid() || m_figuresAge.elapsed() >= figuresEveryMs;
    if (figures)
        m_figuresAge.start();
    m_live->setCurrent(runner->progress().current, runner->currentSeries(), runner->currentStartOffsetNs(), figures);
}

void MainWindow::refreshResults()
{
    const std::shared_ptr<const Session> session = m_document.shared();
    m_results->setSession(session, m_document.analysis());
    m_compare->setSession(session, m_document.analysis());
    updateActions();
}

/// Where a run or a file leads: to the verdict, where there is anything to compare.
void MainWindow::showOutcome()
{
    showPage(!m_document.isEmpty() && m_document.session().plan.targets.size() > 1 ? CompareTab : ResultsTab);
}

void MainWindow::updateState()
{
    m_live->setState(m_run.state());
    updateTitle();
}

void MainWindow::updateTitle()
{
    QStringList parts;
    const QString name = m_document.title();
    if (!name.isEmpty())
        parts += name;
    if (m_run.isRunning()) {
        const LiveState state = m_run.state();
        parts += tr("%1 of %2 trials (%3)").arg(formatCount(state.trialsDone), formatCount(state.trialsTotal),
                                                formatPercent(state.fraction));
    }
    m_sessionName->setText(name);
    parts += u"Sweepbench"_s;
    setWindowTitle(parts.join(u" – "_s));
}

void MainWindow::updateActions()
{
    const bool running = m_run.isRunning();
    const bool measured = !m_document.isEmpty() && !m_document.session().trials.empty();
    m_new->setEnabled(!running);
    m_open->setEnabled(!running);
    m_import->setEnabled(!running);
    m_recent->setEnabled(!running);
    m_save->setEnabled(measured);
    m_saveAs->setEnabled(measured);
    for (QAction *action : {m_exportChart, m_copyChart, m_exportReport, m_exportNumbers, m_copyTable})
        action->setEnabled(measured);
    m_compareAction->setEnabled(!running);
    for (QAction *action : {m_demoAction, m_withItself, m_selfTest})
        action->setEnabled(!running);
    m_compareSessions->setEnabled(measured && !running);
    m_stopAction->setEnabled(running);
    if (m_document.isEmpty())
        return;
    m_results->setPlace(m_document.path().isEmpty() ? tr("This session is in no file yet: save it to keep it.")
                        : m_document.hasUnsavedTrials()
                            ? tr("Not everything could be written to %1: save the session to keep it.").arg(shownPath(m_document.path()))
                        : m_document.isAutosaved() ? tr("Kept automatically in %1").arg(shownPath(m_document.path()))
                                                   : tr("Saved in %1").arg(shownPath(m_document.path())));
}

void MainWindow::showProblem(const QString &text)
{
    m_banner->showMessage(text);
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    m_settings.setBytes(u"geometry"_s, saveGeometry());
    m_settings.setBytes(u"results"_s, m_results->layoutState());
    m_settings.setBytes(u"columns"_s, m_results->columnState());
    m_settings.setBytes(u"compare"_s, m_compare->layoutState());
    // Each trial is in a file already; only where writing failed is there something to lose.
    if (m_document.hasUnsavedTrials()) {
        m_run.stop();
        auto *box = new QMessageBox(QMessageBox::Warning, tr("This session is in no file"),
                                    tr("Writing the session failed, so closing would lose what was measured."), QMessageBox::NoButton, this);
        box->setObjectName(u"unsavedQuestion"_s);
        box->setAttribute(Qt::WA_DeleteOnClose);
        QPushButton *keep = box->addButton(tr("Save as…"), QMessageBox::AcceptRole);
        QPushButton *lose = box->addButton(tr("Close without saving"), QMessageBox::DestructiveRole);
        box->addButton(QMessageBox::Cancel);
        connect(keep, &QPushButton::clicked, this, &MainWindow::saveAs);
        connect(lose, &QPushButton::clicked, this, [this] {
            newComparison();
            close();
        });
        box->open();
        event->ignore();
        return;
    }
    if (m_run.isRunning() && !m_document.session().trials.empty())
        m_settings.addRecentFile(m_document.path());
    m_run.abandon();
    m_stateTimer.stop();
    event->accept();
}

} // namespace sweepbench
