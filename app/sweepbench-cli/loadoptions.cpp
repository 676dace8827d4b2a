// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sweepbench-cli/optionparts.h"
#include "core/model/parse.h"

#include <QRandomGenerator>

#include <limits>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

constexpr qint64 mostAnything = 1'000'000'000'000;

/// The value of an option that knows a few names.
template<typename T>
std::optional<Problem> takeNamed(const ParsedCommand &options, const QString &option, const QString &known,
                                 std::optional<T> (*read)(const QString &), T &into)
{
    if (!options.isSet(option))
        return std::nullopt;
    const auto value = read(options.value(option));
    if (!value)
        return Problem{u"--"_s + option, u"\"%1\" is not one of %2"_s.arg(options.value(option), known)};
    into = *value;
    return std::nullopt;
}

std::optional<Problem> takeDuration(const ParsedCommand &options, const QString &option, std::chrono::nanoseconds &into)
{
    if (!options.isSet(option))
        return std::nullopt;
    const auto duration = parseDuration(options.value(option), u"--"_s + option);
    if (!duration)
        return duration.problem();
    into = *duration;
    return std::nullopt;
}

std::optional<Problem> applyDepthOption(Plan &plan, const ParsedCommand &options)
{
    const QString text = options.isSet(u"depth"_s) ? options.value(u"depth"_s) : u"quick"_s;
    const auto depth = depthFromId(text);
    if (!depth)
        return Problem{u"--depth"_s, u"\"%1\" is not one of quick, standard, publish"_s.arg(text)};
    applyDepth(plan, *depth);
    return std::nullopt;
}

std::optional<Problem> applyLength(Plan &plan, const ParsedCommand &options)
{
    if (options.isSet(u"requests"_s) && options.isSet(u"duration"_s))
        return Problem{u"-n and -d"_s, u"both were given; a trial stops after a number of requests or after a time"_s};
    if (options.isSet(u"requests"_s)) {
        const auto requests = parseWhole(options.value(u"requests"_s), u"--requests"_s, 1, mostAnything);
        if (!requests)
            return requests.problem();
        plan.load.requests = *requests;
        plan.load.duration.reset();
    }
    if (options.isSet(u"duration"_s)) {
        const auto duration = parseDuration(options.value(u"duration"_s), u"--duration"_s);
        if (!duration)
            return duration.problem();
        plan.load.duration = *duration;
    }
    return std::nullopt;
}

/// -c beside --rates is no sweep, but how many connections the rates are spread over.
std::optional<Problem> applyRates(Plan &plan, const ParsedCommand &options)
{
    if (options.isSet(u"rate"_s))
        return Problem{u"--rate and --rates"_s, u"both were given; a rate is fixed or varied"_s};
    const auto levels = parseLevels(options.value(u"rates"_s), SweepAxis::Rate);
    if (!levels)
        return Problem{u"--rates"_s, levels.problem().text};
    plan.sweep = {SweepAxis::Rate, *levels};
    if (!options.isSet(u"connections"_s))
        return std::nullopt;
    const auto connections = parseWhole(options.value(u"connections"_s), u"--connections"_s, 1, highestLevel);
    if (!connections)
        return Problem{u"--connections"_s, connections.problem().text + u" (with --rates, the rates are the levels)"_s};
    plan.load.connections = static_cast<int>(*connections);
    return std::nullopt;
}

std::optional<Problem> applySweep(Plan &plan, const ParsedCommand &options)
{
    if (options.isSet(u"rates"_s))
        return applyRates(plan, options);
    if (options.isSet(u"rate"_s)) {
        const auto rate = parseWhole(options.value(u"rate"_s), u"--rate"_s, 1, highestLevel);
        if (!rate)
            return rate.problem();
        plan.load.rate = static_cast<int>(*rate);
    }
    if (options.isSet(u"connections"_s)) {
        const auto levels = parseLevels(options.value(u"connections"_s));
        if (!levels)
            return levels.problem();
        plan.sweep.levels = *levels;
    }
    return std::nullopt;
}

std::optional<Problem> applyPacing(Plan &plan, const ParsedCommand &options)
{
    for (const auto &[option, field] : {std::pair{u"warmup"_s, &Load::warmup}, std::pair{u"timeout"_s, &Load::timeout},
                                        std::pair{u"think"_s, &Load::thinkTime}, std::pair{u"ramp"_s, &Load::rampUp}})
        if (const auto problem = takeDuration(options, option, plan.load.*field))
            return problem;
    return takeNamed(options, u"arrivals"_s, u"uniform, poisson"_s, arrivalsFromId, plan.load.arrivals);
}

std::optional<Problem> applyMetric(Plan &plan, const ParsedCommand &options)
{
    // At a given rate, every server that keeps up serves the same number of requests per second.
    plan.primaryMetric = isOpenLoop(plan) ? Metric::P99Ns : Metric::Rps;
    QStringList known;
    for (const Metric metric : allMetrics)
        known << metricId(metric);
    return takeNamed(options, u"metric"_s, known.join(u", "_s), metricFromId, plan.primaryMetric);
}

/// "8..30", or the most alone.
std::optional<Problem> applyRepeatRange(Plan &plan, const QString &text)
{
    constexpr int usualMost = 30;
    UntilPrecise &rule = *plan.untilPrecise;
    if (const auto range = parseRepeatRange(text)) {
        rule.leastRepeats = range->least;
        plan.repeats = range->most;
        return std::nullopt;
    }
    plan.repeats = usualMost;
    if (text.isEmpty())
        return std::nullopt;
    const auto most = parseWhole(text, u"--repeats"_s, 1, mostRepeats);
    if (!most)
        return Problem{u"--repeats"_s, u"\"%1\" is not the least and the most number of repeats; write it like 8..30"_s.arg(text)};
    plan.repeats = static_cast<int>(*most);
    return std::nullopt;
}

std::optional<Problem> applyStopRule(Plan &plan, const ParsedCommand &options)
{
    const auto within = parsePercent(options.value(u"until-precision"_s), u"--until-precision"_s, leastPrecision, mostPrecision);
    if (!within)
        return within.problem();
    plan.untilPrecise = UntilPrecise{};
    plan.untilPrecise->within = *within;
    if (options.isSet(u"time-limit"_s)) {
        const auto limit = parseDuration(options.value(u"time-limit"_s), u"--time-limit"_s);
        if (!limit)
            return limit.problem();
        plan.untilPrecise->timeLimit = *limit;
    }
    return applyRepeatRange(plan, options.value(u"repeats"_s));
}

std::optional<Problem> applyRepeats(Plan &plan, const ParsedCommand &options)
{
    if (options.isSet(u"until-precision"_s))
        return applyStopRule(plan, options);
    if (options.isSet(u"time-limit"_s))
        return Problem{u"--time-limit"_s, u"%1 limits a run that goes on until its ratios are precise; add --until-precision 2%"_s.arg(
                                              options.value(u"time-limit"_s))};
    if (!options.isSet(u"repeats"_s))
        return std::nullopt;
    if (parseRepeatRange(options.value(u"repeats"_s)))
        return Problem{u"--repeats"_s, u"%1 is a range, in which only --until-precision can choose; give one number, or add --until-precision 2%"_s
                                           .arg(options.value(u"repeats"_s))};
    const auto repeats = parseWhole(options.value(u"repeats"_s), u"--repeats"_s, 1, mostRepeats);
    if (!repeats)
        return repeats.problem();
    plan.repeats = static_cast<int>(*repeats);
    return std::nullopt;
}

std::optional<Problem> applyOrder(Plan &plan, const ParsedCommand &options)
{
    if (const auto problem = applyRepeats(plan, options))
        return problem;
    const QString order = options.value(u"order"_s);
    if (order != u"blocks" && order != u"sequential")
        return Problem{u"--order"_s, u"\"%1\" is not one of blocks, sequential"_s.arg(order)};
    plan.order = order == u"blocks" ? TrialOrder::Blocks : TrialOrder::Sequential;
    plan.seed = QRandomGenerator::global()->generate();
    if (options.isSet(u"seed"_s)) {
        const auto seed = parseWhole(options.value(u"seed"_s), u"--seed"_s, 0, std::numeric_limits<qint64>::max() / 10);
        if (!seed)
            return seed.problem();
        plan.seed = static_cast<std::uint64_t>(*seed);
    }
    return std::nullopt;
}

std::optional<Problem> applyKeepAlive(Plan &plan, const QString &text)
{
    if (text == u"on") {
        plan.load.requestsPerConnection = 0;
    } else if (text == u"off") {
        plan.load.requestsPerConnection = 1;
    } else {
        const auto count = parseWhole(text, u"--keep-alive"_s, 1, 1'000'000'000);
        if (!count)
            return Problem{u"--keep-alive"_s, u"\"%1\" is not one of on, off or a number of requests per connection"_s.arg(text)};
        plan.load.requestsPerConnection = static_cast<int>(*count);
    }
    return std::nullopt;
}

std::optional<Problem> applyTransport(Plan &plan, const ParsedCommand &options)
{
    Load &load = plan.load;
    if (const auto problem = takeNamed(options, u"http"_s, u"1.1, 2"_s, httpVersionFromId, load.http))
        return problem;
    const auto redirects = parseChoice(options, u"redirects"_s, u"follow"_s, u"off"_s);
    if (!redirects)
        return redirects.problem();
    const auto cookies = parseChoice(options, u"cookies"_s, u"on"_s, u"off"_s);
    if (!cookies)
        return cookies.problem();
    load.followRedirects = *redirects;
    load.cookies = *cookies;
    // Who asks for what only one transport has, asks for that transport.
    if (load.http == HttpVersion::Http2 || load.followRedirects || load.cookies)
        load.transport = TransportKind::Qnam;
    return takeNamed(options, u"transport"_s, u"socket, qnam"_s, transportFromId, load.transport);
}

std::optional<Problem> applyClient(Plan &plan, const ParsedCommand &options)
{
    if (const QString threads = options.value(u"threads"_s); threads != u"auto") {
        const auto count = parseWhole(threads, u"--threads"_s, 1, 256);
        if (!count)
            return Problem{u"--threads"_s, u"\"%1\" is not auto or a whole number from 1 to 256"_s.arg(threads)};
        plan.load.threads = static_cast<int>(*count);
    }
    if (options.isSet(u"client-cpus"_s)) {
        const auto cpus = parseCpuList(options.value(u"client-cpus"_s));
        if (!cpus)
            return Problem{u"--client-cpus"_s, cpus.problem().text};
        plan.load.clientCpus = *cpus;
    }
    return applyKeepAlive(plan, options.value(u"keep-alive"_s));
}

} // namespace

Result<bool> parseChoice(const ParsedCommand &options, const QString &option, const QString &yes, const QString &no)
{
    const QString text = options.value(option);
    if (text != yes && text != no)
        return Problem{u"--"_s + option, u"\"%1\" is not one of %2, %3"_s.arg(text, yes, no)};
    return text == yes;
}

std::optional<Problem> applyLoadOptions(Plan &plan, const ParsedCommand &options)
{
    for (const auto apply : {applyDepthOption, applyLength, applySweep, applyOrder, applyPacing, applyMetric, applyTransport, applyClient})
        if (const auto problem = apply(plan, options))
            return problem;
    return std::nullopt;
}

} // namespace sweepbench
