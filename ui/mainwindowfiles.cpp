// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/mainwindow.h"

#include "core/session/planjson.h"
#include "core/session/sessionfile.h"
#include "core/stats/acrosssessions.h"
#include "ui/acrossdialog.h"
#include "ui/banner.h"
#include "ui/comparepage.h"
#include "ui/filename.h"
#include "ui/planpage.h"
#include "ui/resultspage.h"

#include <QAction>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>

#include <algorithm>

namespace sweepbench {

using namespace Qt::StringLiterals;

namespace {

/// The extension of a name filter: "Sessions (*.sweep)" gives "sweep", "Plans (*.plan.json)" gives "plan.json".
QString extensionOf(const QString &filter)
{
    const qsizetype star = filter.indexOf(u"*."_s);
    return star < 0 ? QString() : filter.mid(star + 2, filter.indexOf(u')', star) - star - 2);
}

} // namespace

void MainWindow::sessionReplaced()
{
    m_banner->hide();
    m_plan->setPlan(m_document.session().plan);
    const std::shared_ptr<const Session> session = m_document.shared();
    m_live->setSession(session, m_document.analysis());
    LiveState state;
    state.trialsDone = int(session->trials.size());
    state.trialsTotal = session->judging.stoppedBy ? state.trialsDone : plannedTrials(session->plan); // a stop rule may have left out some
    state.fraction = state.trialsTotal > 0 ? double(state.trialsDone) / state.trialsTotal : 0;
    state.now = tr("The course of this session");
    m_live->setState(state);
    refreshResults();
    showOutcome();
    updateTitle();
}

void MainWindow::newComparison()
{
    if (m_run.isRunning())
        return;
    m_document.close();
    m_live->clear();
    m_results->clear();
    m_compare->clear();
    m_banner->hide();
    setUrls({});
    updateActions();
    updateTitle();
}

/// Says so where another session would take the place of one that no file holds.
bool MainWindow::wouldLoseTrials()
{
    if (m_document.hasUnsavedTrials())
        showProblem(tr("The open session is in no file and would be lost: save it first (File, Save session as), or close it with File, New comparison."));
    return m_document.hasUnsavedTrials();
}

void MainWindow::openFile(const QString &path)
{
    if (m_run.isRunning()) {
        showProblem(tr("A comparison is running: stop it before opening a file."));
        return;
    }
    if (path.endsWith(u".json"_s, Qt::CaseInsensitive)) {
        openPlan(path);
        return;
    }
    if (wouldLoseTrials())
        return;
    if (const auto problem = m_document.open(path)) {
        m_settings.removeRecentFile(path);
        showProblem(problem->line());
        return;
    }
    m_settings.addRecentFile(path);
    sessionReplaced();
}

void MainWindow::openPlan(const QString &path)
{
    const auto plan = loadPlan(path);
    if (!plan.ok()) {
        m_settings.removeRecentFile(path);
        showProblem(tr("%1: %2").arg(QFileInfo(path).fileName(), plan.problem().line()));
        return;
    }
    m_settings.addRecentFile(path);
    m_banner->hide();
    m_plan->setPlan(*plan);
    showPage(PlanTab);
}

void MainWindow::chooseFileToOpen()
{
    auto *dialog = new QFileDialog(this, tr("Open a session or a plan"), m_settings.folder(u"session"_s));
    dialog->setObjectName(u"openDialog"_s);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters({tr("Sessions and plans (*.sweep *.plan.json)"), tr("All files (*)")});
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &path) {
        m_settings.setFolderOf(u"session"_s, path);
        openFile(path);
    });
    dialog->open();
}

void MainWindow::chooseSessionsToCompare()
{
    if (m_document.isEmpty())
        return;
    auto *dialog = new QFileDialog(this, tr("Sessions to compare with"), m_settings.folder(u"session"_s));
    dialog->setObjectName(u"compareSessionsDialog"_s);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    dialog->setNameFilters({tr("Sessions (*.sweep)"), tr("All files (*)")});
    connect(dialog, &QFileDialog::filesSelected, this, [this](const QStringList &paths) {
        if (paths.isEmpty())
            return;
        m_settings.setFolderOf(u"session"_s, paths.first());
        compareWithSessions(paths);
    });
    dialog->open();
}

/// What is read of each file, with the name that texts call it by; absent, and said, where one can't be read.
std::optional<std::vector<std::pair<Session, QString>>> MainWindow::readSessions(const QStringList &paths)
{
    std::vector<std::pair<Session, QString>> read;
    for (const QString &path : paths) {
        auto session = loadSession(path);
        if (!session.ok()) {
            showProblem(session.problem().line());
            return std::nullopt;
        }
        read.emplace_back(std::move(session).value(), QFileInfo(path).completeBaseName());
    }
    return read;
}

/// The chosen ones are what the open one is compared with: the first of them is the baseline.
void MainWindow::compareWithSessions(const QStringList &paths)
{
    auto read = readSessions(paths);
    if (!read)
        return;
    const bool taken = std::any_of(read->begin(), read->end(), [this](const auto &one) { return one.second == m_document.title(); });
    read->emplace_back(m_document.session(), taken ? tr("the open session") : m_document.title());
    showAcross(*std::move(read));
}

/// Sessions of the library, the oldest first.
void MainWindow::compareFiles(const QStringList &paths)
{
    auto read = readSessions(paths);
    if (!read)
        return;
    std::stable_sort(read->begin(), read->end(), [](const auto &a, const auto &b) { return a.first.createdAt < b.first.createdAt; });
    showAcross(*std::move(read));
}

void MainWindow::showAcross(std::vector<std::pair<Session, QString>> sessions)
{
    std::vector<NamedSession> named;
    for (auto &[session, name] : sessions) {
        nameTargets(session.plan);
        named.push_back({name, &session});
    }
    const auto across = compareSessions(named);
    if (!across.ok()) {
        showProblem(tr("These sessions can’t be compared: %1").arg(across.problem().line()));
        return;
    }
    auto *dialog = new AcrossDialog(*across, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

void MainWindow::keepNotes(const QString &path, const QString &notes)
{
    std::optional<Problem> problem;
    if (!m_document.isEmpty() && m_document.path() == path) {
        problem = m_document.setNotes(notes);
        if (!problem)
            refreshResults();
    } else if (auto file = SessionFile::open(path)) {
        problem = file->setNotes(notes);
    } else {
        problem = file.problem();
    }
    if (problem)
        showProblem(tr("The notes could not be kept: %1").arg(problem->line()));
}

/// What a run that a crash ended had measured is in its file: the user is told where, and opens it with one click.
void MainWindow::offerBrokenOffRun()
{
    const QString path = m_settings.takeBrokenOffRun();
    if (path.isEmpty())
        return;
    m_settings.addRecentFile(path);
    m_banner->showMessage(tr("A comparison was broken off when Sweepbench ended unexpectedly. What it had measured is kept."), tr("Open it"),
                          [this, path] { openFile(path); });
}

void MainWindow::fillRecent()
{
    m_recent->clear();
    for (const QString &path : m_settings.recentFiles()) {
        const QFileInfo file(path);
        QAction *action = m_recent->addAction(tr("%1    %2").arg(file.fileName(), QDir::toNativeSeparators(file.absolutePath())));
        connect(action, &QAction::triggered, this, [this, path] { openFile(path); });
    }
    if (m_recent->isEmpty())
        m_recent->addAction(tr("Nothing was opened or measured yet"))->setEnabled(false);
}

void MainWindow::askForSavePath(const QString &title, const QString &purpose, const QString &name, const QStringList &filters,
                                std::function<void(const QString &, int)> take)
{
    auto *dialog = new QFileDialog(this, title, m_settings.folder(purpose));
    dialog->setObjectName(u"saveDialog"_s);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilters(filters);
    dialog->setDefaultSuffix(extensionOf(filters.first()));
    connect(dialog, &QFileDialog::filterSelected, dialog,
            [dialog](const QString &filter) { dialog->setDefaultSuffix(extensionOf(filter)); });
    dialog->selectFile(name);
    connect(dialog, &QFileDialog::fileSelected, this, [this, dialog, purpose, filters, take](const QString &path) {
        m_settings.setFolderOf(purpose, path);
        // What the user typed as suffix says more than the filter that stands beside it.
        int filter = int(filters.indexOf(dialog->selectedNameFilter()));
        for (int i = 0; i < filters.size(); ++i)
            if (path.endsWith(u'.' + extensionOf(filters[i]), Qt::CaseInsensitive))
                filter = i;
        take(path, std::max(0, filter));
    });
    dialog->open();
}

void MainWindow::askForFolder(const QString &title, const QString &purpose, std::function<void(const QString &)> take)
{
    auto *dialog = new QFileDialog(this, title, m_settings.folder(purpose));
    dialog->setObjectName(u"folderDialog"_s);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    dialog->setLabelText(QFileDialog::Accept, tr("Export here"));
    connect(dialog, &QFileDialog::fileSelected, this, [this, purpose, take](const QString &path) {
        m_settings.setFolderOf(purpose, QDir(path).filePath(u"x"_s));
        take(path);
    });
    dialog->open();
}

void MainWindow::save()
{
    // Every trial of a session with a name is in its file already.
    if (m_document.isAutosaved() || m_document.hasUnsavedTrials() || m_document.path().isEmpty())
        saveAs();
}

void MainWindow::saveAs()
{
    if (m_document.isEmpty())
        return;
    const QString name = asFileName(m_document.title()) + u".sweep"_s;
    askForSavePath(tr("Save the session"), u"session"_s, name, {tr("Sessions (*.sweep)")},
                   [this](const QString &path, int) { saveSessionTo(path); });
}

void MainWindow::saveSessionTo(const QString &path)
{
    if (const auto problem = m_document.saveAs(path)) {
        showProblem(tr("The session could not be saved: %1").arg(problem->line()));
        return;
    }
    m_settings.addRecentFile(path);
    m_banner->hide();
    updateActions();
}

void MainWindow::savePlanAs()
{
    const auto plan = m_plan->plan();
    if (!plan) {
        showPage(PlanTab);
        showProblem(tr("The plan can't be saved yet: %1").arg(m_plan->reason()));
        return;
    }
    askForSavePath(tr("Save the plan"), u"session"_s, u"comparison.plan.json"_s, {tr("Plans (*.plan.json)")},
                   [this, plan](const QString &path, int) {
                       if (const auto problem = savePlan(*plan, path))
                           showProblem(tr("The plan could not be saved: %1").arg(problem->line()));
                       else
                           m_settings.addRecentFile(path);
                   });
}

} // namespace sweepbench
