// SPDX-License-Identifier: GPL-3.0-or-later
// show, judge and export: the commands that work on what a session has.
#include "app/sweepbench-cli/commandline.h"
#include "app/sweepbench-cli/exitcodes.h"
#include "app/sweepbench-cli/optionparts.h"
#include "app/sweepbench-cli/planoptions.h"
#include "app/sweepbench-cli/thresholdoptions.h"
#include "core/session/export.h"
#include "core/session/sessionfile.h"
#include "core/stats/analysis.h"

#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

Result<Session> onlySession(const ParsedCommand &options)
{
    const auto path = onlySessionPath(options);
    if (!path)
        return path.problem();
    return loadSession(*path);
}

/// What show and export can add to the table.
QList<QCommandLineOption> tableOptions()
{
    return {phasesOption(),
            {u"runs"_s, u"Show the table of the runs of each level too, with mean and standard error."_s},
            {u"ranking"_s, u"Show the levels of each target too, best first."_s}};
}

ExportOptions tablesOf(const ParsedCommand &options)
{
    return {options.isSet(u"phases"_s), options.isSet(u"runs"_s), options.isSet(u"ranking"_s)};
}

/// The option that asks for a table which only Markdown and Org have.
std::optional<Problem> tableTooMany(const ParsedCommand &options, ExportFormat format)
{
    if (format == ExportFormat::Markdown || format == ExportFormat::Org)
        return std::nullopt;
    const std::pair<QString, QString> elsewhere[] = {{u"phases"_s, u"csv and json have them always"_s},
                                                     {u"runs"_s, u"csv and json have every trial"_s},
                                                     {u"ranking"_s, u"every format has the means of all levels"_s}};
    for (const auto &[name, where] : elsewhere)
        if (options.isSet(name))
            return Problem{u"--"_s + name, u"%1 has no table for them; md and org do, and %2"_s.arg(exportFormatId(format), where)};
    return std::nullopt;
}

} // namespace

int showCommand(const QStringList &arguments)
{
    ParsedCommand options(commandNamed("show"), tableOptions() + QList{allFindingsOption()} + thresholdOptions());
    if (!options.parse(arguments))
        return options.exitCode();
    const auto thresholds = thresholdsFromOptions(options);
    if (!thresholds)
        return usageError(thresholds.problem());
    const auto session = onlySession(options);
    if (!session)
        return usageError(session.problem());
    const Analysis analysis = analyse(*session);
    ExportOptions tables = tablesOf(options);
    tables.allFindings = options.isSet(u"all-findings"_s);
    printOut(terminalTable(*session, analysis, tables));
    const bool passed = reportThresholds(judgeThresholds(thresholds->list, *session, analysis, thresholds->strict), false);
    return passed ? exitDone : exitThreshold;
}

namespace {

/// What the options choose, over what the session had.
Result<Judging> chosenJudging(const ParsedCommand &options, const Session &session)
{
    Judging judging = session.judging;
    if (options.isSet(u"baseline"_s)) {
        Plan plan = session.plan;
        nameTargets(plan);
        QStringList names;
        for (const Target &target : plan.targets)
            names << target.name;
        const QString wanted = options.value(u"baseline"_s);
        if (names.count(wanted) != 1)
            return Problem{u"--baseline"_s, u"\"%1\" is not the name of one target; they are %2"_s.arg(wanted, names.join(u", "_s))};
        judging.baseline = static_cast<int>(names.indexOf(wanted));
    }
    if (options.isSet(u"outliers"_s)) {
        const auto leaveOut = parseChoice(options, u"outliers"_s, u"leave-out"_s, u"keep"_s);
        if (!leaveOut)
            return leaveOut.problem();
        judging.leaveOutOutliers = *leaveOut;
    }
    return judging;
}

} // namespace

int judgeCommand(const QStringList &arguments)
{
    ParsedCommand options(commandNamed("judge"), QList<QCommandLineOption>{
        {u"baseline"_s, u"Target that the others are compared with from now on."_s, u"NAME"_s},
        {u"outliers"_s, u"keep them, or leave-out the pairs that they are in; the other verdict is shown too."_s, u"keep|leave-out"_s},
        allFindingsOption()});
    if (!options.parse(arguments))
        return options.exitCode();
    auto session = onlySession(options);
    if (!session)
        return usageError(session.problem());
    const auto judging = chosenJudging(options, *session);
    if (!judging)
        return usageError(judging.problem());
    if (*judging != session->judging) {
        auto file = SessionFile::open(options.positional().first());
        if (!file)
            return usageError(file.problem());
        if (const auto problem = file->setJudging(*judging)) {
            printError(problem->line());
            return exitWriteFailed;
        }
        session->judging = *judging;
    }
    ExportOptions tables;
    tables.allFindings = options.isSet(u"all-findings"_s);
    printOut(terminalTable(*session, analyse(*session), tables));
    return exitDone;
}

int exportCommand(const QStringList &arguments)
{
    ParsedCommand options(commandNamed("export"), QList<QCommandLineOption>{
        {u"format"_s, u"csv, json, dat, gnuplot, md or org."_s, u"FORMAT"_s},
        {{u"o"_s, u"output"_s}, u"File to write; standard output without."_s, u"FILE"_s}} + tableOptions());
    if (!options.parse(arguments))
        return options.exitCode();
    const auto format = exportFormatFromId(options.value(u"format"_s));
    if (!format)
        return usageError({u"--format"_s, u"\"%1\" is not one of csv, json, dat, gnuplot, md, org"_s.arg(options.value(u"format"_s))});
    if (const auto problem = tableTooMany(options, *format))
        return usageError(*problem);
    const ExportOptions tables = tablesOf(options);
    const auto session = onlySession(options);
    if (!session)
        return usageError(session.problem());

    const Analysis analysis = analyse(*session);
    if (options.isSet(u"output"_s)) {
        const auto written = exportToFiles(*session, analysis, *format, options.value(u"output"_s), tables);
        if (!written) {
            printError(written.problem().line());
            return exitWriteFailed;
        }
        for (const QString &file : *written)
            if (written->size() > 1)
                printError(u"wrote "_s + file);
        return exitDone;
    }
    const auto files = exportSession(*session, analysis, *format, QFileInfo(options.positional().first()).completeBaseName(), tables);
    if (files.size() > 1)
        return usageError({u"--output"_s, u"%1 writes %2 files; name the first part of their names with -o"_s
                                              .arg(exportFormatId(*format)).arg(files.size())});
    printOut(QString::fromUtf8(files.front().content));
    return exitDone;
}

} // namespace sweepbench
