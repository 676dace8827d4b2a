// SPDX-License-Identifier: GPL-3.0-or-later
// compare-sessions: what was measured last month against what was measured today.
#include "app/sweepbench-cli/commandline.h"
#include "app/sweepbench-cli/exitcodes.h"
#include "app/sweepbench-cli/thresholdoptions.h"
#include "core/session/acrosstext.h"
#include "core/session/export.h"
#include "core/session/sessionfile.h"
#include "core/session/thresholdjson.h"
#include "core/session/writefile.h"
#include "core/stats/acrossthresholds.h"

#include <QFileInfo>
#include <QSet>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

/// The files' names without folder and ending, where those tell them apart; else as they were given.
QStringList namesOf(const QStringList &paths)
{
    QStringList names;
    for (const QString &path : paths)
        names << QFileInfo(path).completeBaseName();
    return QSet<QString>(names.begin(), names.end()).size() == names.size() ? names : paths;
}

Result<std::vector<Session>> loadAll(const QStringList &paths)
{
    std::vector<Session> sessions;
    for (const QString &path : paths) {
        auto session = loadSession(path);
        if (!session)
            return session.problem();
        sessions.push_back(std::move(session).value());
        nameTargets(sessions.back().plan);
    }
    return sessions;
}

Result<AcrossOptions> acrossOptions(const ParsedCommand &options)
{
    AcrossOptions across;
    across.targets = options.values(u"target"_s);
    across.common = options.value(u"common"_s);
    across.withoutCommon = options.isSet(u"no-common"_s);
    if (across.withoutCommon && options.isSet(u"common"_s))
        return Problem{u"--common and --no-common"_s, u"both were given; leave one of them out"_s};
    if (options.isSet(u"metric"_s)) {
        across.metric = metricFromId(options.value(u"metric"_s));
        QStringList known;
        for (const Metric metric : allMetrics)
            known << metricId(metric);
        if (!across.metric)
            return Problem{u"--metric"_s, u"\"%1\" is not one of %2"_s.arg(options.value(u"metric"_s), known.join(u", "_s))};
    }
    return across;
}

/// True where nothing was asked for, or it is written.
bool writeJson(const QString &path, const AcrossSessions &across, const std::vector<Session> &sessions,
               const std::vector<ThresholdJudgement> &judgements)
{
    if (path.isEmpty())
        return true;
    std::vector<Environment> environments;
    for (const Session &session : sessions)
        environments.push_back(session.environment);
    const QByteArray json = acrossToJson(across, environments, thresholdsToJson(judgements, sessions.back().plan));
    if (path == u"-") {
        printOut(QString::fromUtf8(json));
        return true;
    }
    if (const auto problem = writeFile(path, json)) {
        printError(problem->line());
        return false;
    }
    return true;
}

} // namespace

int compareSessionsCommand(const QStringList &arguments)
{
    ParsedCommand options(commandNamed("compare-sessions"), QList<QCommandLineOption>{
        {u"target"_s, u"Target to compare, by its name; give it once, or once for each session where the names differ."_s, u"NAME"_s},
        {u"common"_s, u"Target that all sessions measured, to which the others’ ratios are compared (default: found by name and URL)."_s, u"NAME"_s},
        {u"no-common"_s, u"Compare no ratios to a common target."_s},
        {u"metric"_s, u"Metric of the table and the sentences (default: the first session’s)."_s, u"METRIC"_s},
        {u"json"_s, u"Write the comparison as JSON, every metric; - for standard output."_s, u"FILE"_s},
        {{u"q"_s, u"quiet"_s}, u"No table and no sentences."_s}} + thresholdOptions());
    if (!options.parse(arguments))
        return options.exitCode();
    const QStringList paths = options.positional();
    if (paths.size() < 2)
        return usageError({u"SESSION.sweep"_s, u"two or more session files are needed, %1 were given"_s.arg(paths.size())});
    const auto chosen = acrossOptions(options);
    if (!chosen)
        return usageError(chosen.problem());
    const auto thresholds = thresholdsFromOptions(options);
    if (!thresholds)
        return usageError(thresholds.problem());
    const QString json = options.value(u"json"_s);
    if (!json.isEmpty() && json != u"-")
        if (const auto problem = checkExportPath(json))
            return usageError({u"--json"_s, problem->line()});
    const auto sessions = loadAll(paths);
    if (!sessions)
        return usageError(sessions.problem());
    const QStringList names = namesOf(paths);
    std::vector<NamedSession> named;
    for (std::size_t i = 0; i < sessions->size(); ++i)
        named.push_back({names[static_cast<qsizetype>(i)], &(*sessions)[i]});
    const auto across = compareSessions(named, *chosen);
    if (!across)
        return usageError(across.problem());
    if (!options.isSet(u"quiet"_s) && json != u"-")
        printOut(acrossText(*across));
    const auto judgements = judgeAcross(thresholds->list, *across, named, thresholds->strict);
    const bool passed = reportThresholds(judgements, json == u"-");
    if (!writeJson(json, *across, *sessions, judgements))
        return exitWriteFailed;
    return passed ? exitDone : exitThreshold;
}

} // namespace sweepbench
