// SPDX-License-Identifier: GPL-3.0-or-later
// compare, run, plan, extend, equal-rate: the commands that measure or prepare to.
#include "app/sweepbench-cli/commandline.h"
#include "app/sweepbench-cli/exitcodes.h"
#include "app/sweepbench-cli/measurement.h"
#include "app/sweepbench-cli/planoptions.h"
#include "core/demo/demoserver.h"
#include "core/model/againstitself.h"
#include "core/model/extension.h"
#include "core/model/parse.h"
#include "core/session/planjson.h"
#include "core/session/sessionfile.h"
#include "core/stats/equalrate.h"

#include <QJsonDocument>

#include <limits>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

QList<QCommandLineOption> outputOptions()
{
    return {
        {{u"o"_s, u"output"_s}, u"Session file to write (default: a new one in the data folder)."_s, u"FILE.sweep"_s},
        {u"json"_s, u"Write the results as JSON; - for standard output."_s, u"FILE"_s},
        {{u"q"_s, u"quiet"_s}, u"No progress and no table."_s},
        phasesOption(),
        allFindingsOption(),
    };
}

/// What every command that measures has.
Result<MeasurementOptions> measurementOptions(const ParsedCommand &options)
{
    const auto thresholds = thresholdsFromOptions(options);
    if (!thresholds)
        return thresholds.problem();
    MeasurementOptions measurement;
    measurement.jsonFile = options.value(u"json"_s);
    measurement.quiet = options.isSet(u"quiet"_s);
    measurement.phases = options.isSet(u"phases"_s);
    measurement.allFindings = options.isSet(u"all-findings"_s);
    measurement.thresholds = *thresholds;
    return measurement;
}

/// The same for a command that may go on at an equal rate.
Result<MeasurementOptions> sweepOptions(const ParsedCommand &options)
{
    auto measurement = measurementOptions(options);
    if (!measurement)
        return measurement.problem();
    measurement->output = options.value(u"output"_s);
    if (options.isSet(u"equal-rate"_s)) {
        const auto share = equalRateShare(options.value(u"equal-rate"_s), u"--equal-rate"_s);
        if (!share)
            return share.problem();
        measurement->equalRate = *share;
    }
    return measurement;
}

Problem missingArgument(const QString &what)
{
    return {what, u"none was given"_s};
}

} // namespace

int compareCommand(const QStringList &arguments)
{
    ParsedCommand options(commandNamed("compare"), planOptions() + outputOptions() + thresholdOptions()
                              + QList{equalRateOption(), allowHostOption(), QCommandLineOption(u"demo"_s, u"Compare the two servers of the demo: one steady, one with 1 ms more delay."_s),
                                     QCommandLineOption(u"aa"_s, u"Compare one URL with itself, to see which differences the noise of this set-up hides."_s)});
    if (!options.parse(arguments))
        return options.exitCode();
    const auto measurement = sweepOptions(options);
    if (!measurement)
        return usageError(measurement.problem());

    QStringList urls = options.positional();
    DemoPair demo;
    if (options.isSet(u"demo"_s)) {
        if (!urls.isEmpty())
            return usageError({u"--demo"_s, u"the demo brings its own URLs; leave out %1"_s.arg(urls.first())});
        auto started = startDemoPair();
        if (!started)
            return usageError(started.problem());
        demo = std::move(started).value();
        for (const Target &target : demoTargets(demo))
            urls << target.url;
    }
    if (urls.isEmpty())
        return usageError(missingArgument(u"URL"_s));
    const bool withItself = options.isSet(u"aa"_s);
    if (withItself && urls.size() != 1)
        return usageError({u"--aa"_s, u"it takes one URL, which is compared with itself; %1 were given"_s.arg(urls.size())});
    auto plan = planFromOptions(options, urls);
    if (!plan)
        return usageError(plan.problem());
    if (withItself) {
        if (!options.isSet(u"name"_s))
            plan->targets.front().name.clear(); // the URL says more than "A"
        plan = againstItself(std::move(plan).value());
    }
    if (options.isSet(u"demo"_s) && !options.isSet(u"name"_s)) {
        const auto named = demoTargets(demo);
        for (std::size_t i = 0; i < named.size(); ++i)
            plan->targets[i].name = named[i].name;
    }
    if (const auto problem = obstacle(*plan, options.values(u"allow-host"_s)))
        return usageError(*problem);
    return measureNew(*plan, *measurement);
}

int runCommand(const QStringList &arguments)
{
    ParsedCommand options(commandNamed("run"), outputOptions() + thresholdOptions() + QList{equalRateOption(), headerOption(), userOption(), allowHostOption()});
    if (!options.parse(arguments))
        return options.exitCode();
    const auto measurement = sweepOptions(options);
    if (!measurement)
        return usageError(measurement.problem());
    if (options.positional().size() != 1)
        return usageError({u"PLAN.plan.json"_s, u"one plan file is needed, %1 were given"_s.arg(options.positional().size())});
    auto plan = loadPlan(options.positional().first());
    if (!plan)
        return usageError(plan.problem());
    *plan = measuredPlan(*std::move(plan));
    nameTargets(*plan);
    if (const auto problem = fillSecrets(*plan, options.values(u"header"_s), options.values(u"user"_s)))
        return usageError(*problem);
    if (const auto problem = obstacle(*plan, options.values(u"allow-host"_s)))
        return usageError(*problem);
    return measureNew(*plan, *measurement);
}

int planCommand(const QStringList &arguments)
{
    ParsedCommand options(commandNamed("plan"), planOptions()
                              + QList{QCommandLineOption({u"o"_s, u"output"_s}, u"Plan file to write; standard output without."_s, u"FILE.plan.json"_s)});
    if (!options.parse(arguments))
        return options.exitCode();
    if (options.positional().isEmpty())
        return usageError(missingArgument(u"URL"_s));
    const auto plan = planFromOptions(options, options.positional());
    if (!plan)
        return usageError(plan.problem());
    // The machine that runs the plan need not be this one: only what is wrong everywhere is refused.
    PlanLimits anywhere;
    anywhere.descriptors = anywhere.cpus = std::numeric_limits<int>::max();
    if (const auto problems = checkPlan(*plan, anywhere); !problems.empty())
        return usageError(problems.front());
    if (!options.isSet(u"output"_s)) {
        printOut(QString::fromUtf8(QJsonDocument(planToJson(*plan)).toJson()));
        return exitDone;
    }
    if (const auto problem = savePlan(*plan, options.value(u"output"_s))) {
        printError(problem->line());
        return exitWriteFailed;
    }
    return exitDone;
}

int extendCommand(const QStringList &arguments)
{
    ParsedCommand options(commandNamed("extend"), QList<QCommandLineOption>{
        {{u"r"_s, u"repeats"_s}, u"Blocks to add."_s, u"N"_s},
        {u"json"_s, u"Write the results as JSON; - for standard output."_s, u"FILE"_s},
        {{u"q"_s, u"quiet"_s}, u"No progress and no table."_s},
        phasesOption(), allFindingsOption(), headerOption(), userOption(), allowHostOption()} + thresholdOptions());
    if (!options.parse(arguments))
        return options.exitCode();
    auto measurement = measurementOptions(options);
    if (!measurement)
        return usageError(measurement.problem());
    const auto path = onlySessionPath(options);
    if (!path)
        return usageError(path.problem());
    const auto blocks = parseWhole(options.value(u"repeats"_s), u"--repeats"_s, 1, mostRepeats);
    if (!blocks)
        return usageError(blocks.problem());
    auto session = loadSession(*path);
    if (!session)
        return usageError(session.problem());
    if (const auto problem = fillSecrets(session->plan, options.values(u"header"_s), options.values(u"user"_s)))
        return usageError(*problem);
    if (const auto problem = obstacle(extensionOf(*session, static_cast<int>(*blocks)).stored, options.values(u"allow-host"_s)))
        return usageError(*problem);
    return measureMore(*path, std::move(session).value(), static_cast<int>(*blocks), *measurement);
}

int equalRateCommand(const QStringList &arguments)
{
    ParsedCommand options(commandNamed("equal-rate"), outputOptions() + thresholdOptions() + QList<QCommandLineOption>{
        {u"share"_s, u"Share of the slowest target's best rate (default 70%)."_s, u"PERCENT"_s, percentText(usualEqualRateShare)},
        headerOption(), userOption(), allowHostOption()});
    if (!options.parse(arguments))
        return options.exitCode();
    auto measurement = measurementOptions(options);
    if (!measurement)
        return usageError(measurement.problem());
    const auto path = onlySessionPath(options);
    if (!path)
        return usageError(path.problem());
    const auto share = equalRateShare(options.value(u"share"_s), u"--share"_s);
    if (!share)
        return usageError(share.problem());
    auto session = loadSession(*path);
    if (!session)
        return usageError(session.problem());
    if (const auto problem = fillSecrets(session->plan, options.values(u"header"_s), options.values(u"user"_s)))
        return usageError(*problem);
    if (const auto problem = obstacle(session->plan, options.values(u"allow-host"_s)))
        return usageError(*problem);
    measurement->output = options.isSet(u"output"_s) ? options.value(u"output"_s) : equalRateName(*path);
    return measureAtEqualRate(*session, *share, *measurement);
}

} // namespace sweepbench
