// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sweepbench-cli/measurement.h"

#include "app/sweepbench-cli/commandline.h"
#include "app/sweepbench-cli/exitcodes.h"
#include "app/sweepbench-cli/progressline.h"
#include "app/sweepbench-cli/stopsignals.h"
#include "core/engine/runner.h"
#include "core/model/extension.h"
#include "core/model/httpurl.h"
#include "core/monitor/environment.h"
#include "core/session/export.h"
#include "core/session/sessionfile.h"
#include "core/session/writefile.h"
#include "core/stats/analysis.h"
#include "core/stats/equalrate.h"
#include "core/stats/looks.h"

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

    const Session &session() const { return m_session; }
    QString path() const { return m_path; }

    /// Measures the blocks of \a extension, which is the whole plan for a session without trials.
    int run(const Extension &extension)
    {
        QEventLoop loop;
        Runner runner(extension.run, extension.firstRepeat, extension.firstOrder, extension.startOffset);
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
        if (const auto reason = runner.stoppedBy())
            keepLook(*reason);
        return report(signalsToStop.received());
    }

private:
    /// Verdicts are about to be given: the session says when, and why the run ended.
    void keepLook(StopReason reason)
    {
        m_session.judging = judgingAfterRun(m_session, reason, QDateTime::currentDateTimeUtc());
        if (m_writeFailed)
            return;
        if (const auto problem = m_file.setJudging(m_session.judging)) {
            printError(problem->line() + u" (the session is written elsewhere)"_s);
            m_writeFailed = true;
        }
    }

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
            printError(u"interrupted after %1 of %2%3 trials"_s.arg(m_session.trials.size())
                           .arg(m_session.plan.untilPrecise ? u"at most "_s : QString()).arg(plannedTrials(m_session.plan)));
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
        m_path = path;
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
    QString m_path = m_file.path(); ///< that holds the session in the end
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

/// Why what stands at \a path can't make room for a session.
std::optional<Problem> roomObstacle(const QString &path)
{
    if (!QFileInfo::exists(path))
        return std::nullopt;
    if (const auto earlier = loadSession(path); !earlier)
        return Problem{u"--output"_s, u"%1 exists and is not replaced, for it is no session that can be read (%2)"_s.arg(path, earlier.problem().text)};
    return std::nullopt;
}

/// Keeps an earlier session of the same name as "name~"; refuses to replace anything else.
std::optional<Problem> makeRoomFor(const QString &path)
{
    if (!QFileInfo::exists(path))
        return std::nullopt;
    if (const auto problem = roomObstacle(path))
        return problem;
    const QString kept = path + u'~';
    QFile::remove(kept);
    if (!QFile::rename(path, kept))
        return Problem{u"--output"_s, u"the earlier %1 can't be kept as %2"_s.arg(path, kept)};
    printError(u"the earlier %1 is kept as %2"_s.arg(path, kept));
    return std::nullopt;
}

/// What stands against the second run of --equal-rate, as far as it is known before the first.
std::optional<Problem> equalRateObstacle(const Plan &plan, const MeasurementOptions &options, const QString &path)
{
    if (!options.equalRate)
        return std::nullopt;
    if (isOpenLoop(plan))
        return Problem{u"--equal-rate"_s, u"the rate follows from a sweep over connections; leave out the rate that is given"_s};
    if (options.jsonFile == u"-")
        return Problem{u"--json"_s, u"- holds the results of one session, and with --equal-rate there are two; name a file"_s};
    return roomObstacle(equalRateName(path));
}

/// The second run of --equal-rate, into a session of its own.
int measureAfterSweep(const Session &sweep, const QString &path, const MeasurementOptions &options)
{
    MeasurementOptions second = options;
    second.equalRate.reset();
    second.thresholds = {}; // they were about the sweep
    second.output = equalRateName(path);
    if (!second.jsonFile.isEmpty())
        second.jsonFile = equalRateName(second.jsonFile);
    const int code = measureAtEqualRate(sweep, *options.equalRate, second);
    return code == exitUsage ? exitNotMeasured : code; // the sweep was sent, and is saved
}

} // namespace

QString equalRateName(const QString &path)
{
    const QFileInfo file(path);
    const QString ending = file.suffix().isEmpty() ? QString() : u'.' + file.suffix();
    const QString name = file.completeBaseName() + u" equal rate"_s + ending;
    return path.contains(u'/') ? file.path() + u'/' + name : name;
}

int measureNew(const Plan &plan, const MeasurementOptions &options)
{
    const QString path = options.output.isEmpty() ? autosavePath() : options.output;
    if (const auto problem = jsonObstacle(options.jsonFile, path))
        return usageError(*problem);
    if (const auto problem = equalRateObstacle(plan, options, path))
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
    Measurement measurement(std::move(session), std::move(file).value(), options);
    Extension all;
    all.run = plan;
    const int code = measurement.run(all);
    if (!options.equalRate || (code != exitDone && code != exitThreshold))
        return code;
    const int second = measureAfterSweep(measurement.session(), measurement.path(), options);
    return code == exitDone ? second : code;
}

int measureAtEqualRate(const Session &sweep, double share, const MeasurementOptions &options)
{
    const auto equal = equalRateOf(sweep, analyse(sweep), share);
    if (!equal)
        return usageError(equal.problem());
    if (const auto problems = checkPlan(equal->plan, machineLimits()); !problems.empty())
        return usageError({u"equal rate"_s, problems.front().line()});
    if (!options.quiet)
        printError(u"at an equal rate: "_s + equalRateText(*equal));
    return measureNew(equal->plan, options);
}

int measureMore(const QString &sessionPath, Session session, int blocks, const MeasurementOptions &options)
{
    if (const auto problem = jsonObstacle(options.jsonFile, sessionPath))
        return usageError(*problem);
    const Extension extension = extensionOf(session, blocks);
    auto file = SessionFile::open(sessionPath);
    if (!file)
        return usageError(file.problem());
    session.judging = judgingBeforeExtension(session);
    session.plan = extension.stored;
    if (const auto problem = file->setPlan(session.plan))
        return usageError(*problem);
    if (const auto problem = file->setJudging(session.judging))
        return usageError(*problem);
    return Measurement(std::move(session), std::move(file).value(), options).run(extension);
}

} // namespace sweepbench
