// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sweepbench-cli/planoptions.h"

#include "app/sweepbench-cli/optionparts.h"
#include "core/model/httpurl.h"
#include "core/model/missingsecrets.h"
#include "core/model/parse.h"
#include "core/monitor/environment.h"
#include "core/stats/equalrate.h"

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

QList<QCommandLineOption> sweepOptions()
{
    return {
        {u"name"_s, u"Name of a target, in the order of the URLs (repeatable)."_s, u"NAME"_s},
        {u"depth"_s, u"quick: levels 1,10,100, 5 blocks, 0.2 s + 1 s (default); standard: 5 blocks, 1 s + 5 s; publish: 10 blocks, 1 s + 10 s."_s, u"DEPTH"_s},
        {{u"c"_s, u"connections"_s}, u"Levels: 1,10,100 or a range with a step, 10-50:10."_s, u"LEVELS"_s},
        {u"rates"_s, u"Levels in requests per second, in place of connections (then -c is one number, default 100)."_s, u"LEVELS"_s},
        {{u"n"_s, u"requests"_s}, u"Requests per trial."_s, u"N"_s},
        {{u"d"_s, u"duration"_s}, u"Time per trial: 500ms, 5s, 1m."_s, u"TIME"_s},
        {{u"r"_s, u"repeats"_s}, u"Trials of each target at each level; with --until-precision the least and the most (default 8..30)."_s, u"N"_s},
        {u"until-precision"_s, u"Go on until every ratio is known within this: 2% or 0.02."_s, u"PERCENT"_s},
        {u"time-limit"_s, u"With --until-precision: run no further block after this time, 10m."_s, u"TIME"_s},
        {{u"w"_s, u"warmup"_s}, u"Time before each trial that is not counted."_s, u"TIME"_s},
        {u"order"_s, u"blocks (random, default) or sequential."_s, u"ORDER"_s, u"blocks"_s},
        {u"seed"_s, u"Seed of the random order."_s, u"N"_s},
        {u"metric"_s, u"Metric of the verdicts: rps (default), p99_ns (default at a rate), p50_ns, mean_ns, bytes_per_s, runtime_s."_s, u"METRIC"_s},
    };
}

QList<QCommandLineOption> pacingOptions()
{
    return {
        {u"rate"_s, u"Requests per second that are due in each trial, whether or not answers come (an open loop)."_s, u"N"_s},
        {u"arrivals"_s, u"How they are spread: uniform (default) or poisson."_s, u"ARRIVALS"_s},
        {u"think"_s, u"Pause of each connection after an answer."_s, u"TIME"_s},
        {u"ramp"_s, u"Time over which the connections are opened, before the warm-up."_s, u"TIME"_s},
    };
}

QList<QCommandLineOption> clientOptions()
{
    return {
        {u"transport"_s, u"socket (default), or qnam: QNetworkAccessManager, as Qt applications use it."_s, u"TRANSPORT"_s},
        {u"http"_s, u"1.1 (default) or 2 (qnam)."_s, u"VERSION"_s},
        {u"redirects"_s, u"follow (qnam) or off (default)."_s, u"follow|off"_s, u"off"_s},
        {u"cookies"_s, u"on (qnam): kept within a trial; or off (default)."_s, u"on|off"_s, u"off"_s},
        {u"keep-alive"_s, u"on (default), off, or the number of requests per connection."_s, u"on|off|N"_s, u"on"_s},
        {{u"t"_s, u"threads"_s}, u"Worker threads, or auto (default)."_s, u"N"_s, u"auto"_s},
        {u"client-cpus"_s, u"CPUs that the worker threads are pinned to: 0,2-3."_s, u"LIST"_s},
        {u"timeout"_s, u"Time-out of a request, connecting included (default 30s)."_s, u"TIME"_s},
        {u"proxy"_s, u"Forward proxy: http://127.0.0.1:3128."_s, u"URL"_s},
        {u"address"_s, u"IP address to connect to, whatever the host names stand for."_s, u"IP"_s},
    };
}

QList<QCommandLineOption> requestOptions()
{
    return {
        {{u"m"_s, u"method"_s}, u"Request method (default GET, POST with a body)."_s, u"METHOD"_s},
        headerOption(),
        userOption(),
        {u"body"_s, u"Request body, or @FILE."_s, u"TEXT"_s},
        {u"expect-status"_s, u"Statuses that count as success (default: below 400): 200-399, 200,304."_s, u"LIST"_s},
    };
}

QList<QCommandLineOption> tlsOptions()
{
    return {
        {{u"k"_s, u"insecure"_s}, u"https: accept any certificate."_s},
        {u"cacert"_s, u"https: PEM file of the authorities to trust, in place of the system's."_s, u"FILE"_s},
        {u"cert"_s, u"https: PEM file of the client's certificate."_s, u"FILE"_s},
        {u"key"_s, u"https: PEM file of its key (default: in the certificate's file)."_s, u"FILE"_s},
        {u"tls-min"_s, u"https: lowest TLS version, 1.2 (default) or 1.3."_s, u"VERSION"_s},
        {u"tls-resumption"_s, u"https: new connections resume earlier TLS sessions: on (default) or off."_s, u"on|off"_s, u"on"_s},
    };
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

QCommandLineOption userOption()
{
    return {{u"u"_s, u"user"_s}, u"User name and password, sent by Basic authentication."_s, u"USER:PASSWORD"_s};
}

QCommandLineOption allFindingsOption()
{
    return {u"all-findings"_s, u"Show every doubt and note, not only the three most important ones."_s};
}

QCommandLineOption equalRateOption()
{
    return {u"equal-rate"_s, u"Then compare latency: all targets at this share (70%) of the slowest one's best rate, as a second session."_s, u"PERCENT"_s};
}

Result<double> equalRateShare(const QString &text, const QString &option)
{
    return parsePercent(text, option, leastEqualRateShare, mostEqualRateShare);
}

QCommandLineOption phasesOption()
{
    return {u"phases"_s, u"Show the phases of requests too: name look-up, connect, TLS, first byte, body."_s};
}

QList<QCommandLineOption> planOptions()
{
    return sweepOptions() + pacingOptions() + clientOptions() + requestOptions() + tlsOptions();
}

Result<Plan> planFromOptions(const ParsedCommand &options, const QStringList &urls)
{
    Plan plan;
    if (const auto problem = applyLoadOptions(plan, options))
        return *problem;
    if (const auto problem = applyTargetOptions(plan, options, urls))
        return *problem;
    return plan;
}

namespace {

/// URLs whose password was left out of a file get it back from the credentials with their user name.
std::optional<Problem> fillPasswords(Plan &plan, const QStringList &users)
{
    for (const QString &text : users) {
        const auto credentials = parseCredentials(text);
        if (!credentials)
            return credentials.problem();
        bool used = false;
        for (const MissingSecret &secret : missingSecrets(plan)) {
            if (secret.kind == MissingSecret::Kind::Header || secret.name != credentials->user)
                continue;
            giveSecret(plan, secret, credentials->password);
            used = true;
        }
        if (!used)
            return Problem{u"--user"_s, u"no URL of the plan lacks the password of \"%1\""_s.arg(credentials->user)};
    }
    return std::nullopt;
}

/// The first secret that is still missing, and how to give it.
std::optional<Problem> stillMissing(const Plan &plan)
{
    const std::vector<MissingSecret> missing = missingSecrets(plan);
    if (missing.empty())
        return std::nullopt;
    const MissingSecret &first = missing.front();
    const Target &target = plan.targets[static_cast<std::size_t>(first.target)];
    if (first.kind == MissingSecret::Kind::Header)
        return Problem{u"--header"_s, u"the value of %1 is not kept in files; give it again with -H '%1: …'"_s.arg(first.name)};
    return Problem{u"--user"_s, u"the password of %1 is not kept in files; give it again with -u '%2:…'"_s.arg(
                       first.kind == MissingSecret::Kind::UrlPassword ? target.url : target.proxy, first.name)};
}

/// Where a target's load really goes.
QStringList hostsOf(const Target &target)
{
    if (!target.address.isEmpty())
        return {target.address};
    QStringList hosts{parseHttpUrl(target.url)->host};
    if (!target.proxy.isEmpty())
        hosts << parseProxyUrl(target.proxy)->host;
    return hosts;
}

} // namespace

std::optional<Problem> fillSecrets(Plan &plan, const QStringList &headers, const QStringList &users)
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
    if (const auto problem = fillPasswords(plan, users))
        return problem;
    return stillMissing(plan);
}

std::optional<Problem> obstacle(const Plan &plan, const QStringList &allowedHosts)
{
    if (const auto problems = checkPlan(plan, machineLimits()); !problems.empty())
        return problems.front();
    if (const auto problems = checkPlanFiles(plan); !problems.empty())
        return problems.front();
    for (const Target &target : plan.targets)
        for (const QString &host : hostsOf(target))
            if (!isLoopbackOrPrivateHost(host) && !allowedHosts.contains(host, Qt::CaseInsensitive))
                return Problem{u"URL"_s, u"%1 is neither this machine nor a private address; if you may put load on it, add --allow-host %1"_s.arg(host)};
    return std::nullopt;
}

} // namespace sweepbench
