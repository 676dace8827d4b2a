// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/parse.h"
#include "core/session/planread.h"

#include <cmath>
#include <limits>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

constexpr qint64 mostRequests = 1'000'000'000'000;
constexpr double mostSeconds = 7 * 24 * 3600;

void readKeepAlive(JsonFields &fields, Load &load)
{
    const QString key = u"keep_alive"_s;
    const auto value = fields.value(key);
    if (!value)
        return;
    const auto number = wholeOf(*value);
    if (value->toString() == u"on")
        load.requestsPerConnection = 0;
    else if (value->toString() == u"off")
        load.requestsPerConnection = 1;
    else if (number && *number >= 1 && *number <= std::numeric_limits<int>::max())
        load.requestsPerConnection = static_cast<int>(*number);
    else
        fields.fail(key, u"\"on\", \"off\" or a number of requests per connection from 1 is expected; %1 was given"_s.arg(jsonKind(*value)));
}

void readThreads(JsonFields &fields, Load &load)
{
    constexpr int mostThreads = 256;
    const auto value = fields.value(u"threads"_s);
    if (!value || value->toString() == u"auto")
        return;
    const auto number = wholeOf(*value);
    if (number && *number >= 1 && *number <= mostThreads)
        load.threads = static_cast<int>(*number);
    else
        fields.fail(u"threads"_s, u"\"auto\" or a number from 1 to %1 is expected; %2 was given"_s.arg(QString::number(mostThreads), jsonKind(*value)));
}

void readPacing(JsonFields &fields, SweepAxis axis, Load &load)
{
    // Taken for a setting of its own, what the sweep varies would be lost without a word.
    const QString varied = sweepAxisId(axis);
    if (fields.value(varied))
        fields.fail(varied, u"given beside a sweep over it; its levels are in the sweep"_s);
    if (axis == SweepAxis::Rate) {
        if (const auto connections = fields.whole(u"connections"_s, 1, highestLevel))
            load.connections = static_cast<int>(*connections);
    } else if (const auto rate = fields.whole(u"rate"_s, 1, highestLevel)) {
        load.rate = static_cast<int>(*rate);
    }
    takeNamed(fields, u"arrivals"_s, u"\"uniform\" or \"poisson\""_s, arrivalsFromId, load.arrivals);
    takeSeconds(fields, u"think_time_s"_s, load.thinkTime);
    takeSeconds(fields, u"ramp_up_s"_s, load.rampUp);
}

void takeChoice(JsonFields &fields, const QString &key, QStringView yes, QStringView no, bool &into)
{
    const auto text = fields.text(key);
    if (!text)
        return;
    if (*text == yes || *text == no)
        into = *text == yes;
    else
        fields.fail(key, u"\"%1\" or \"%2\" is expected; %3 was given"_s.arg(yes, no, jsonKind(*text)));
}

void readTransport(JsonFields &fields, Load &load)
{
    takeNamed(fields, u"transport"_s, u"\"socket\" or \"qnam\""_s, transportFromId, load.transport);
    takeNamed(fields, u"http"_s, u"\"1.1\" or \"2\""_s, httpVersionFromId, load.http);
    takeChoice(fields, u"redirects"_s, u"follow", u"off", load.followRedirects);
    takeChoice(fields, u"cookies"_s, u"on", u"off", load.cookies);
}

} // namespace

void takeSeconds(JsonFields &fields, const QString &key, std::chrono::nanoseconds &into)
{
    if (const auto number = fields.number(key, 0, mostSeconds))
        into = std::chrono::nanoseconds(std::llround(*number * 1e9));
}

Load readLoad(const QJsonObject &object, const QString &where, SweepAxis axis, std::optional<Problem> &problem)
{
    Load load;
    JsonFields fields(object, where, problem);
    const auto requests = fields.whole(u"requests"_s, 1, mostRequests);
    const bool hasDuration = fields.value(u"duration_s"_s).has_value();
    if (requests && hasDuration)
        fields.fail(u"duration_s"_s, u"given beside requests; a trial stops after one of them"_s);
    if (requests) {
        load.requests = requests;
        load.duration.reset();
    } else if (hasDuration) {
        takeSeconds(fields, u"duration_s"_s, *load.duration);
    }
    takeSeconds(fields, u"warmup_s"_s, load.warmup);
    takeSeconds(fields, u"timeout_s"_s, load.timeout);
    readKeepAlive(fields, load);
    readThreads(fields, load);
    if (const auto text = fields.text(u"client_cpus"_s); text && !text->isEmpty()) {
        constexpr qsizetype longest = 20'000; // every CPU that parseCpuList() knows, with room to spare
        if (text->size() > longest)
            fields.fail(u"client_cpus"_s, u"longer than %1 characters"_s.arg(longest));
        else if (const auto cpus = parseCpuList(*text))
            load.clientCpus = *cpus;
        else
            fields.fail(u"client_cpus"_s, cpus.problem().text);
    }
    readPacing(fields, axis, load);
    readTransport(fields, load);
    fields.finish();
    return load;
}

LoadOverride readLoadOverride(const QJsonObject &object, const QString &where, SweepAxis axis, std::optional<Problem> &problem)
{
    static const std::pair<QString, LoadField> keys[] = {
        {u"keep_alive"_s, LoadField::KeepAlive}, {u"requests"_s, LoadField::Length},     {u"duration_s"_s, LoadField::Length},
        {u"warmup_s"_s, LoadField::Warmup},      {u"timeout_s"_s, LoadField::Timeout},   {u"think_time_s"_s, LoadField::ThinkTime},
        {u"ramp_up_s"_s, LoadField::RampUp},     {u"connections"_s, LoadField::Connections}, {u"rate"_s, LoadField::Rate},
        {u"arrivals"_s, LoadField::Arrivals},    {u"threads"_s, LoadField::Threads},     {u"client_cpus"_s, LoadField::ClientCpus},
        {u"transport"_s, LoadField::Transport},  {u"http"_s, LoadField::Http},           {u"redirects"_s, LoadField::Redirects},
        {u"cookies"_s, LoadField::Cookies}};
    const Load load = readLoad(object, where, axis, problem);
    LoadOverride read;
    for (const auto &[key, field] : keys)
        if (object.contains(key))
            read.take(field, load);
    return read;
}

} // namespace sweepbench
