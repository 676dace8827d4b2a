// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sweepbench-cli/measurement.h"

#include "app/sweepbench-cli/commandline.h"
#include "app/sweepbench-cli/exitcodes.h"
#include "app/sweepbench-cli/progressline.h"
#include "app/sweepbench-cli/stopsignals.h"
#include "core/engine/runner.h"
#include "core/model/httpurl.h"
#include "core/monitor/environment.h"
#include "core/session/export.h"
#include "core/session/sessionfile.h"
#include "core/session/writefile.h"
#include "core/stats/analysis.h"

#include <QDir>
#include <QEventLoop>
#include <QFile>
#include <QFileInfo>
#include <QTimer>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

/// One run into one session file.
class Measurement
{
public:
    Measurement(Session session, SessionFile file, MeasurementOptions options)
        : m_session(std::move(session)), m_file(std::move(file)), m_options(std::move(options)), m_progress(m_options.quiet)
    {
    }

    int run(int firstRepeat, int firstOrder, std::chrono::nanoseconds startOffset)
    {
        QEventLoop loop;
        Runner runner(m_session.plan, firstRepeat, firstOrder, startOffset);
        StopSignals signalsToStop([&runner] { runner.stop(); });
        QTimer progressTimer;
        QObject::connect(&progressTimer, &QTimer::timeout, &loop, [this, &runner] {
            m_progress.show(m_session.plan, runner.progress());
        });
        QObject::connect(&runner, &Runner::trialFinished, &loop, [this](const TrialPtr &trial) { keep(trial); });
        QObject::connect(&runner, &Runner::finished, &loop, [&loop] { loop.quit(); });
        constexpr int progressPeriodMs = 200;
        progressTimer.start(progressPeriodMs);
        runner.start();
        loop.exec();
        m_progress.clear();
        if (!runner.failureText().isEmpty()) {
            printError(runner.failureText());
            return exitUsage;
        }
        return report(signalsToStop.received());
    }

private:
    void keep(const TrialPtr &trial)
    {
        m_session.trials.push_back(trial);
        if (m_writeFailed)
            return;
        if (const auto problem = m_file.appendTrial(*trial)) {
            m_progress.clear();
            printError(problem->line() + u" (measuring goes on; the session is written elsewhere at the end)"_s);
            m_writeFailed = true;
        }
    }

    int report(bool interrupted)
    {
        int code = interrupted ? exitInterrupted : exitDone;
        const Analysis analysis = analyse(m_session);
        const bool jsonToOutput = m_options.jsonFile == u"-";
        if (!m_options.quiet && !jsonToOutput)
            printOut(terminalTable(m_session, analysis, {.phases = m_options.phases, .allFindings = m_options.allFindings}));
        const auto judgements = judgeThresholds(m_options.thresholds.list, m_session, analysis, m_options.thresholds.strict);
        if (!reportThresholds(judgements, jsonToOutput) && !interrupted)
            code = exitThreshold;
        if (!m_options.jsonFile.isEmpty() && !writeJson(analysis, judgements))
            code = code == exitDone ? exitWriteFailed : code;
        if (!reportSession())
            code = code == exitDone ? exitWriteFailed : code;
        if (!reportUnmeasured() && code == exitDone)
            code = exitNotMeasured;
        if (interrupted)
            printError(u"interrupted after %1 of %2 trials"_s.arg(m_session.trials.size()).arg(plannedTrials(m_session.plan)));
        return code;
    }

    bool writeJson(const Analysis &analysis, const std::vector<ThresholdJudgement> &judgements)
    {
        const auto files = exportSession(m_session, analysis, ExportFormat::Json, {}, {.thresholds = judgements});
        const QByteArray &json = files.front().content;
        if (m_options.jsonFile == u"-") {
            printOut(QString::fromUtf8(json));
            return true;
        }
        if (const auto problem = writeFile(m_options.jsonFile, json)) {
            printError(problem->line());
            return false;
        }
        return true;
    }

    /// Says where the session is; writes it anew where the file failed during the run.
    bool reportSession()
    {
        QString path = m_file.path();
        if (m_writeFailed) {
            path = autosavePath();
            if (const auto saved = SessionFile::create(path, m_session); !saved) {
                printError(saved.problem().line());
                return false;
            }
        }
        if (!m_options.quiet || m_writeFailed)
            printError(u"session: "_s + path);
        return !m_writeFailed;
    }

    /// False when a target has no good answer in any of its trials.
    bool reportUnmeasured() const
    {
        bool all = true;
        for (int target = 0; target < static_cast<int>(m_session.plan.targets.size()); ++target) {
            qint64 requests = 0;
            QString detail;
            int trials = 0;
            for (const TrialPtr &trial : m_session.trials) {
                if (trial->target != target)
                    continue;
                ++trials;
                requests += trial->requests;
                if (detail.isEmpty())
                    detail = trial->errorDetail;
            }
            if (trials == 0 || requests > 0)
                continue;
            all = false;
            const Target &failed = m_session.plan.targets[static_cast<std::size_t>(target)];
            printError(u"%1 (%2) could not be measured: %3"_s.arg(failed.name, urlWithoutPassword(failed.url),
                           detail.isEmpty() ? u"no request had a good answer"_s : detail));
        }
        return all;
    }

    Session m_session;
    SessionFile m_file;
    MeasurementOptions m_options;
    ProgressLine m_progress;
    bool m_writeFailed = false;
};

/// Said before anything is measured: a result that can't be written afterwards is a run for nothing.
std::optional<Problem> jsonObstacle(const QString &path, const QString &sessionPath)
{
    if (path.isEmpty() || path == u"-")
        return std::nullopt;
    if (const auto problem = checkExportPath(path))
        return Problem{u"--json"_s, problem->line()};
    if (QDir::cleanPath(QFileInfo(path).absoluteFilePath()) == QDir::cleanPath(QFileInfo(sessionPath).absoluteFilePath()))
        return Problem{u"--json"_s, u"%1 is the session's file too; give another name"_s.arg(path)};
    return std::nullopt;
}

/// Keeps an earlier session of the same name as "name~"; refuses to replace anything else.
std::optional<Problem> makeRoomFor(const QString &path)
{
    if (!QFileInfo::exists(path))
        return std::nullopt;
    if (const auto earlier = loadSession(path); !earlier)
        return Problem{u"--output"_s, u"%1 exists and is not replaced, for it is no session that can be read (%2)"_s.arg(path, earlier.problem().text)};
    const QString kept = path + u'~';
    QFile::remove(kept);
    if (!QFile::rename(path, kept))
        return Problem{u"--output"_s, u"the earlier %1 can't be kept as %2"_s.arg(path, kept)};
    printError(u"the earlier %1 is kept as %2"_s.arg(path, kept));
    return std::nullopt;
}

} // namespace

int measureNew(const Plan &plan, const MeasurementOptions &options)
{
    const QString path = options.output.isEmpty() ? autosavePath() : options.output;
    if (const auto problem = jsonObstacle(options.jsonFile, path))
        return usageError(*problem);
    Session session;
    session.plan = plan;
    session.environment = captureEnvironment();
    session.createdAt = QDateTime::currentDateTimeUtc();
    if (const auto problem = makeRoomFor(path))
        return usageError(*problem);
    auto file = SessionFile::create(path, session);
    if (!file)
        return usageError(file.problem());
    if (!options.quiet)
        for (const QString &note : planNotes(plan))
            printError(u"note: "_s + note);
    return Measurement(std::move(session), std::move(file).value(), options).run(0, 0, {});
}

int measureMore(const QString &sessionPath, Session session, int blocks, const MeasurementOptions &options)
{
    if (const auto problem = jsonObstacle(options.jsonFile, sessionPath))
        return usageError(*problem);
    int firstRepeat = 0;
    int firstOrder = 0;
    std::chrono::nanoseconds offset{0};
    for (const TrialPtr &trial : session.trials) {
        firstRepeat = std::max(firstRepeat, trial->repeat + 1);
        firstOrder = std::max(firstOrder, trial->order + 1);
        const auto end = std::chrono::nanoseconds(trial->startOffsetNs) + session.plan.load.rampUp + session.plan.load.warmup + trial->duration;
        offset = std::max(offset, end);
    }
    auto file = SessionFile::open(sessionPath);
    if (!file)
        return usageError(file.problem());
    session.plan.repeats = firstRepeat + blocks;
    if (const auto problem = file->setPlan(session.plan))
        return usageError(*problem);
    return Measurement(std::move(session), std::move(file).value(), options).run(firstRepeat, firstOrder, offset);
}

} // namespace sweepbench
