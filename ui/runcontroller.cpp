// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runcontroller.h"

#include "core/monitor/environment.h"
#include "core/stats/looks.h"
#include "ui/notestext.h"
#include "ui/plantext.h"

namespace sweepbench {

using namespace Qt::StringLiterals;

namespace {

constexpr int interimFromPairs = 3; ///< with fewer, an interval says next to nothing

} // namespace

RunController::RunController(SessionDocument &document, QObject *parent)
    : QObject(parent)
    , m_document(document)
{
}

RunController::~RunController() = default;

bool RunController::isRunning() const
{
    return m_running;
}

void RunController::start(const Plan &plan, const QString &path)
{
    if (isRunning())
        return;
    Session session;
    session.plan = plan;
    session.environment = captureEnvironment();
    session.createdAt = QDateTime::currentDateTimeUtc();
    const auto unwritten = m_document.begin(std::move(session), path);
    Extension all;
    all.run = plan;
    run(all, unwritten);
}

void RunController::extend(int blocks)
{
    if (isRunning() || m_document.isEmpty())
        return;
    const Extension extension = extensionOf(m_document.session(), blocks);
    run(extension, m_document.beginExtension(extension.stored, judgingBeforeExtension(m_document.session())));
}

void RunController::run(const Extension &extension, const std::optional<Problem> &unwritten)
{
    m_stopping = false;
    m_running = true;
    m_runner = std::make_unique<Runner>(extension.run, extension.firstRepeat, extension.firstOrder, extension.startOffset);
    connect(m_runner.get(), &Runner::trialStarted, this, &RunController::stateChanged);
    connect(m_runner.get(), &Runner::sampled, this, &RunController::sampled);
    connect(m_runner.get(), &Runner::trialFinished, this, &RunController::takeTrial);
    connect(m_runner.get(), &Runner::finished, this, &RunController::finish);
    emit started(extension.run);
    if (unwritten)
        emit problem(tr("The session can't be kept on disk while it runs: %1. It is held in memory; save it when it is done.")
                         .arg(unwritten->line()));
    m_runner->start();
    emit stateChanged();
}

void RunController::stop()
{
    if (!isRunning())
        return;
    m_stopping = true;
    emit stateChanged();
    m_runner->stop();
}

void RunController::abandon()
{
    if (!m_runner)
        return;
    m_runner->disconnect(this);
    m_runner.reset();
    m_running = false;
    m_document.dropEmptyAutosave();
}

void RunController::takeTrial(const TrialPtr &trial)
{
    if (const auto unwritten = m_document.addTrial(trial))
        emit problem(tr("A trial could not be written: %1. Everything measured is still here; choose Save As to keep it elsewhere.")
                         .arg(unwritten->line()));
    emit trialFinished(trial);
    const Plan &plan = m_document.session().plan;
    if (plan.targets.size() > 1 && trial->repeat + 1 >= interimFromPairs)
        emit interimChanged(interimLines());
    // Once per block is often enough for a page that is not in front, and leaves the machine to the trials.
    if (m_document.session().trials.size() % (plan.targets.size() * plan.sweep.levels.size()) == 0)
        emit blockFinished();
    emit stateChanged();
}

QStringList RunController::interimLines() const
{
    QStringList lines;
    for (const Comparison &comparison : m_document.analysis().verdicts())
        if (comparison.pairs >= interimFromPairs)
            lines += interimText(m_document.session(), comparison);
    return lines;
}

/// Verdicts are about to be given: the session says when, and why the run ended.
void RunController::keepLook(StopReason reason)
{
    if (m_document.session().trials.empty())
        return;
    if (const auto unwritten = m_document.setJudging(judgingAfterRun(m_document.session(), reason, QDateTime::currentDateTimeUtc())))
        emit problem(tr("The end of the run could not be written: %1. Everything measured is still here; choose Save As to keep it elsewhere.")
                         .arg(unwritten->line()));
}

void RunController::finish(RunEnd end)
{
    m_running = false;
    if (const auto reason = m_runner->stoppedBy())
        keepLook(*reason);
    m_document.dropEmptyAutosave();
    if (end == RunEnd::Failed)
        emit problem(tr("The run ended early: %1").arg(m_runner->failureText()));
    emit stateChanged();
    emit ended(end);
}

QString RunController::endText() const
{
    const auto reason = m_runner->stoppedBy();
    if (reason == StopReason::Precise)
        return tr("Done: every ratio is precise enough");
    return reason == StopReason::TimeLimit ? tr("Done: the time limit is reached") : tr("The run is done");
}

LiveState RunController::state() const
{
    LiveState state;
    if (!m_runner)
        return state;
    const RunProgress progress = m_runner->progress();
    state.trialsDone = progress.trialsDone;
    const bool done = m_runner->stoppedBy().has_value(); // by a stop rule: what it left out will not come
    state.trialsTotal = done ? progress.trialsDone : progress.trialsTotal;
    state.atMost = progress.atMost;
    state.fraction = done ? 1 : progress.fraction;
    state.timeLeft = progress.timeLeft;
    state.running = m_running;
    state.stopping = m_stopping && state.running;
    if (state.stopping)
        state.now = tr("Stopping…");
    else if (state.running)
        state.now = (progress.warmingUp ? tr("Warming up %1") : tr("Measuring %1")).arg(slotText(m_runner->plan(), progress.current));
    else
        state.now = m_stopping ? tr("Stopped: what was measured is kept") : endText();
    return state;
}

} // namespace sweepbench
