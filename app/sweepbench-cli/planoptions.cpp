// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sweepbench-cli/planoptions.h"

#include "core/model/httpurl.h"
#include "core/model/parse.h"
#include "core/monitor/environment.h"

#include <QFile>
#include <QRandomGenerator>

#include <limits>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

constexpr qint64 mostAnything = 1'000'000'000'000;

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

std::optional<Problem> applySweep(Plan &plan, const ParsedCommand &options)
{
    if (options.isSet(u"connections"_s)) {
        const auto levels = parseLevels(options.value(u"connections"_s));
        if (!levels)
            return levels.problem();
        plan.sweep.levels = *levels;
    }
    if (options.isSet(u"repeats"_s)) {
        const auto repeats = parseWhole(options.value(u"repeats"_s), u"--repeats"_s, 1, 10'000);
        if (!repeats)
            return repeats.problem();
        plan.repeats = static_cast<int>(*repeats);
    }
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

std::optional<Problem> applyClient(Plan &plan, const ParsedCommand &options)
{
    for (const auto &[option, field] : {std::pair{u"warmup"_s, &Load::warmup}, std::pair{u"timeout"_s, &Load::timeout}}) {
        if (!options.isSet(option))
            continue;
        const auto duration = parseDuration(options.value(option), u"--"_s + option);
        if (!duration)
            return duration.problem();
        plan.load.*field = *duration;
    }
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

Result<Header> parseHeader(const QString &text)
{
    const qsizetype colon = text.indexOf(u':');
    if (colon <= 0)
        return Problem{u"--header"_s, u"\"%1\" is not a header; write it like 'Name: value'"_s.arg(text)};
    return Header{text.first(colon).trimmed(), text.sliced(colon + 1).trimmed()};
}

Result<QByteArray> readBody(const QString &text)
{
    if (!text.startsWith(u'@'))
        return text.toUtf8();
    QFile file(text.sliced(1));
    if (!file.open(QIODevice::ReadOnly))
        return Problem{u"--body"_s, u"%1 can't be read: %2"_s.arg(file.fileName(), file.errorString())};
    constexpr qint64 mostBytes = 64 * 1024 * 1024;
    if (file.size() > mostBytes)
        return Problem{u"--body"_s, u"%1 is larger than 64 MiB"_s.arg(file.fileName())};
    return file.readAll();
}

/// The request that every target of a command line is asked.
Result<Target> requestFromOptions(const ParsedCommand &options)
{
    Target target;
    for (const QString &text : options.values(u"header"_s)) {
        const auto header = parseHeader(text);
        if (!header)
            return header.problem();
        target.headers.push_back(*header);
    }
    if (options.isSet(u"body"_s)) {
        auto body = readBody(options.value(u"body"_s));
        if (!body)
            return body.problem();
        target.body = *body;
        target.method = u"POST"_s; // as curl does; --method overrides it
    }
    if (options.isSet(u"method"_s))
        target.method = options.value(u"method"_s);
    if (options.isSet(u"expect-status"_s)) {
        const auto expected = parseStatusSet(options.value(u"expect-status"_s));
        if (!expected)
            return Problem{u"--expect-status"_s, expected.problem().text};
        target.expectedStatus = *expected;
    }
    return target;
}

} // namespace

QCommandLineOption allowHostOption()
{
    return {u"allow-host"_s, u"Allow sending to this host, which is neither this machine nor a private address (repeatable)."_s, u"HOST"_s};
}

QCommandLineOption headerOption()
{
    return {{u"H"_s, u"header"_s}, u"A request header (repeatable)."_s, u"'Name: value'"_s};
}

QList<QCommandLineOption> planOptions()
{
    return {
        {u"name"_s, u"Name of a target, in the order of the URLs (repeatable)."_s, u"NAME"_s},
        {u"depth"_s, u"quick: levels 1,10,100, 5 blocks, 0.2 s + 1 s (default); standard: 5 blocks, 1 s + 5 s; publish: 10 blocks, 1 s + 10 s."_s, u"DEPTH"_s},
        {{u"c"_s, u"connections"_s}, u"Levels: 1,10,100 or a range with a step, 10-50:10."_s, u"LEVELS"_s},
        {{u"n"_s, u"requests"_s}, u"Requests per trial."_s, u"N"_s},
        {{u"d"_s, u"duration"_s}, u"Time per trial: 500ms, 5s, 1m."_s, u"TIME"_s},
        {{u"r"_s, u"repeats"_s}, u"Trials of each target at each level."_s, u"N"_s},
        {{u"w"_s, u"warmup"_s}, u"Time before each trial that is not counted."_s, u"TIME"_s},
        {u"order"_s, u"blocks (random, default) or sequential."_s, u"ORDER"_s, u"blocks"_s},
        {u"seed"_s, u"Seed of the random order."_s, u"N"_s},
        {u"keep-alive"_s, u"on (default), off, or the number of requests per connection."_s, u"on|off|N"_s, u"on"_s},
        {{u"t"_s, u"threads"_s}, u"Worker threads, or auto (default)."_s, u"N"_s, u"auto"_s},
        {u"client-cpus"_s, u"CPUs that the worker threads are pinned to: 0,2-3."_s, u"LIST"_s},
        {u"timeout"_s, u"Time-out of a request, connecting included (default 30s)."_s, u"TIME"_s},
        {{u"m"_s, u"method"_s}, u"Request method (default GET, POST with a body)."_s, u"METHOD"_s},
        headerOption(),
        {u"body"_s, u"Request body, or @FILE."_s, u"TEXT"_s},
        {u"expect-status"_s, u"Statuses that count as success (default: below 400): 200-399, 200,304."_s, u"LIST"_s},
    };
}

Result<Plan> planFromOptions(const ParsedCommand &options, const QStringList &urls)
{
    Plan plan;
    for (const auto apply : {applyDepthOption, applyLength, applySweep, applyClient})
        if (const auto problem = apply(plan, options))
            return *problem;
    const auto request = requestFromOptions(options);
    if (!request)
        return request.problem();
    const QStringList names = options.values(u"name"_s);
    if (names.size() > urls.size())
        return Problem{u"--name"_s, u"%1 names for %2 URLs"_s.arg(names.size()).arg(urls.size())};
    for (qsizetype i = 0; i < urls.size(); ++i) {
        Target target = *request;
        target.url = urls[i].trimmed();
        if (i < names.size())
            target.name = names[i];
        plan.targets.push_back(std::move(target));
    }
    nameTargets(plan);
    return plan;
}

std::optional<Problem> fillSecrets(Plan &plan, const QStringList &headers)
{
    for (const QString &text : headers) {
        const auto header = parseHeader(text);
        if (!header)
            return header.problem();
        for (Target &target : plan.targets)
            for (Header &kept : target.headers)
                if (kept.value.isEmpty() && kept.name.compare(header->name, Qt::CaseInsensitive) == 0)
                    kept.value = header->value;
    }
    for (const Target &target : plan.targets)
        for (const Header &header : target.headers)
            if (header.value.isEmpty() && isSecretHeader(header.name))
                return Problem{u"--header"_s, u"the value of %1 is not kept in files; give it again with -H '%1: …'"_s.arg(header.name)};
    return std::nullopt;
}

std::optional<Problem> obstacle(const Plan &plan, const QStringList &allowedHosts)
{
    const auto problems = checkPlan(plan, machineLimits());
    if (!problems.empty())
        return problems.front();
    for (const Target &target : plan.targets) {
        const QString host = parseHttpUrl(target.url)->host;
        if (!isLoopbackOrPrivateHost(host) && !allowedHosts.contains(host, Qt::CaseInsensitive))
            return Problem{u"URL"_s, u"%1 is neither this machine nor a private address; if you may put load on it, add --allow-host %1"_s.arg(host)};
    }
    return std::nullopt;
}

} // namespace sweepbench
