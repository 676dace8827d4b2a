// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/parse.h"
#include "core/session/jsonobject.h"
#include "core/session/planjson.h"
#include "core/session/sessioncheck.h"

#include <QJsonArray>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

constexpr qint64 planFormat = 1;
constexpr int mostTargets = 100;
constexpr int mostHeaders = 1000;
constexpr int mostLevels = 1000;
constexpr int mostLevel = 1'000'000;
constexpr int mostRepeats = 10'000;
constexpr qint64 mostRequests = 1'000'000'000'000;
constexpr double mostSeconds = 7 * 24 * 3600;

void takeText(JsonFields &fields, const QString &key, QString &into)
{
    if (const auto text = fields.text(key)) {
        if (text->size() > mostTextLength)
            fields.fail(key, u"longer than %1 characters"_s.arg(mostTextLength));
        else
            into = *text;
    }
}

void takeSeconds(JsonFields &fields, const QString &key, std::chrono::nanoseconds &into)
{
    if (const auto number = fields.number(key, 0, mostSeconds))
        into = std::chrono::nanoseconds(std::llround(*number * 1e9));
}

void readHeaders(JsonFields &fields, std::optional<Problem> &problem, std::vector<Header> &headers)
{
    const auto list = fields.array(u"headers"_s, mostHeaders);
    for (qsizetype i = 0; list && i < list->size() && !problem; ++i) {
        const QString where = fields.path(u"headers[%1]"_s.arg(i));
        const QJsonValue value = list->at(i);
        JsonFields header(value.toObject(), where, problem);
        if (!value.isObject())
            return header.fail(QString(), u"an object with name and value is expected; %1 was given"_s.arg(jsonKind(value)));
        Header read;
        takeText(header, u"name"_s, read.name);
        takeText(header, u"value"_s, read.value);
        if (read.name.isEmpty())
            header.fail(u"name"_s, u"missing; every header needs one"_s);
        header.finish();
        headers.push_back(read);
    }
}

void readBody(JsonFields &fields, std::optional<Problem> &problem, QByteArray &body)
{
    const auto value = fields.value(u"body"_s);
    if (!value)
        return;
    if (value->isString()) {
        body = value->toString().toUtf8();
        return;
    }
    if (!value->isObject())
        return fields.fail(u"body"_s, u"a text or an object with base64 is expected; %1 was given"_s.arg(jsonKind(*value)));
    JsonFields coded(value->toObject(), fields.path(u"body"_s), problem);
    const auto text = coded.text(u"base64"_s);
    if (text) {
        const auto decoded = QByteArray::fromBase64Encoding(text->toUtf8(), QByteArray::Base64Encoding | QByteArray::AbortOnBase64DecodingErrors);
        if (!decoded)
            coded.fail(u"base64"_s, u"not base64 (RFC 4648)"_s);
        else
            body = *decoded;
    } else {
        coded.fail(u"base64"_s, u"missing; a body that is no text is given in base64"_s);
    }
    coded.finish();
}

Target readTarget(const QJsonValue &value, const QString &where, std::optional<Problem> &problem)
{
    Target target;
    JsonFields fields(value.toObject(), where, problem);
    if (!value.isObject()) {
        fields.fail(QString(), u"an object with a url is expected; %1 was given"_s.arg(jsonKind(value)));
        return target;
    }
    takeText(fields, u"name"_s, target.name);
    takeText(fields, u"url"_s, target.url);
    if (target.url.isEmpty())
        fields.fail(u"url"_s, u"missing; every target needs one, like http://127.0.0.1:8080/"_s);
    takeText(fields, u"method"_s, target.method);
    readHeaders(fields, problem, target.headers);
    readBody(fields, problem, target.body);
    if (const auto text = fields.text(u"expect_status"_s)) {
        if (const auto set = parseStatusSet(*text))
            target.expectedStatus = *set;
        else
            fields.fail(u"expect_status"_s, set.problem().text);
    }
    takeText(fields, u"version"_s, target.version);
    takeText(fields, u"notes"_s, target.notes);
    fields.finish();
    return target;
}

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

Load readLoad(const QJsonObject &object, std::optional<Problem> &problem)
{
    Load load;
    JsonFields fields(object, u"load"_s, problem);
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
    if (const auto text = fields.text(u"transport"_s)) {
        if (const auto transport = transportFromId(*text))
            load.transport = *transport;
        else
            fields.fail(u"transport"_s, u"\"socket\" or \"qnam\" is expected; \"%1\" was given"_s.arg(text->first(std::min<qsizetype>(text->size(), 40))));
    }
    fields.finish();
    return load;
}

std::vector<int> readLevels(const QJsonObject &sweep, std::vector<int> levels, std::optional<Problem> &problem)
{
    JsonFields fields(sweep, u"sweep"_s, problem);
    const auto list = fields.array(u"connections"_s, mostLevels);
    fields.finish();
    if (!list)
        return levels;
    levels.clear();
    for (qsizetype i = 0; i < list->size(); ++i) {
        const QString key = u"connections[%1]"_s.arg(i);
        const auto level = wholeOf(list->at(i));
        if (!level || *level < 1 || *level > mostLevel)
            fields.fail(key, u"a whole number from 1 to %1 is expected; %2 was given"_s.arg(QString::number(mostLevel), jsonKind(list->at(i))));
        else if (std::find(levels.begin(), levels.end(), static_cast<int>(*level)) != levels.end())
            fields.fail(key, u"the level %1 is there twice"_s.arg(*level));
        else
            levels.push_back(static_cast<int>(*level));
    }
    if (levels.empty())
        fields.fail(u"connections"_s, u"no level was given; a list like [1, 10, 100] is expected"_s);
    std::sort(levels.begin(), levels.end());
    return levels;
}

std::uint64_t readSeed(JsonFields &fields, std::uint64_t seed)
{
    const auto value = fields.value(u"seed"_s);
    if (!value)
        return seed;
    bool ok = false;
    if (value->isString()) {
        const QString text = value->toString();
        const bool digits = std::all_of(text.begin(), text.end(), [](QChar c) { return c >= u'0' && c <= u'9'; });
        seed = text.toULongLong(&ok);
        ok = ok && digits;
    } else if (const auto number = wholeOf(*value); number && *number >= 0) {
        seed = static_cast<std::uint64_t>(*number);
        ok = true;
    }
    if (!ok)
        fields.fail(u"seed"_s, u"a whole number from 0 to 2^64 - 1 is expected (as text from 2^53 on); %1 was given"_s.arg(jsonKind(*value)));
    return seed;
}

void readOrderAndMetric(JsonFields &fields, Plan &plan)
{
    if (const auto text = fields.text(u"order"_s)) {
        if (*text == trialOrderId(TrialOrder::Sequential))
            plan.order = TrialOrder::Sequential;
        else if (*text != trialOrderId(TrialOrder::Blocks))
            fields.fail(u"order"_s, u"\"blocks\" or \"sequential\" is expected; %1 was given"_s.arg(jsonKind(*text)));
    }
    if (const auto text = fields.text(u"primary_metric"_s)) {
        QStringList known;
        for (const Metric metric : allMetrics)
            known << metricId(metric);
        if (const auto metric = metricFromId(*text))
            plan.primaryMetric = *metric;
        else
            fields.fail(u"primary_metric"_s, u"one of %1 is expected; %2 was given"_s.arg(known.join(u", "_s), jsonKind(*text)));
    }
}

} // namespace

Result<Plan> planFromJson(const QJsonObject &object)
{
    std::optional<Problem> problem;
    JsonFields fields(object, QString(), problem);
    // First, so that a newer file is called newer and not full of unknown fields.
    const auto format = fields.value(u"format"_s);
    if (format) {
        const auto number = wholeOf(*format);
        if (number && *number > planFormat)
            return Problem{u"format"_s, u"%1 is of a newer program; this one reads up to %2"_s.arg(*number).arg(planFormat)};
        if (!number || *number < 1)
            return Problem{u"format"_s, u"the number %1 is expected; %2 was given"_s.arg(QString::number(planFormat), jsonKind(*format))};
    }
    Plan plan;
    const auto targets = fields.array(u"targets"_s, mostTargets);
    for (qsizetype i = 0; targets && i < targets->size() && !problem; ++i)
        plan.targets.push_back(readTarget(targets->at(i), u"targets[%1]"_s.arg(i), problem));
    if (plan.targets.empty())
        fields.fail(u"targets"_s, u"none was given; a plan needs at least one target with a url"_s);
    if (const auto load = fields.object(u"load"_s))
        plan.load = readLoad(*load, problem);
    if (const auto sweep = fields.object(u"sweep"_s))
        plan.sweep.levels = readLevels(*sweep, plan.sweep.levels, problem);
    if (const auto repeats = fields.whole(u"repeats"_s, 1, mostRepeats))
        plan.repeats = static_cast<int>(*repeats);
    readOrderAndMetric(fields, plan);
    plan.seed = readSeed(fields, plan.seed);
    fields.finish();
    if (problem)
        return *problem;
    nameTargets(plan);
    return plan;
}

} // namespace sweepbench
