// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/planjson.h"

#include "core/model/httpurl.h"
#include "core/model/parse.h"
#include "core/session/export.h"
#include "core/session/jsonobject.h"

#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

/// Whole numbers up to here survive a reader that keeps every number as a double (RFC 8259, section 6).
constexpr std::uint64_t exactInDouble = std::uint64_t(1) << 53;

double seconds(std::chrono::nanoseconds time)
{
    return static_cast<double>(time.count()) / 1e9;
}

QJsonValue bodyToJson(const QByteArray &body)
{
    const QString text = QString::fromUtf8(body);
    if (text.toUtf8() == body)
        return text;
    return QJsonObject{{u"base64"_s, QString::fromLatin1(body.toBase64())}};
}

/// Only what differs from the usual.
QJsonObject tlsToJson(const TlsOptions &tls)
{
    QJsonObject object;
    if (tls.insecure)
        object.insert(u"insecure"_s, true);
    for (const auto &[key, file] : {std::pair{u"ca_file"_s, tls.caFile}, std::pair{u"certificate_file"_s, tls.certificateFile},
                                    std::pair{u"key_file"_s, tls.keyFile}})
        if (!file.isEmpty())
            object.insert(key, file);
    if (tls.minimum != TlsOptions{}.minimum)
        object.insert(u"minimum_version"_s, tlsVersionId(tls.minimum));
    if (!tls.resumption)
        object.insert(u"resumption"_s, false);
    return object;
}

QJsonObject targetToJson(const Target &target)
{
    QJsonObject object{{u"name"_s, target.name}, {u"url"_s, urlWithoutPassword(target.url)}, {u"method"_s, target.method}};
    QJsonArray headers;
    for (const Header &header : target.headers)
        headers.append(QJsonObject{{u"name"_s, header.name}, {u"value"_s, isSecretHeader(header.name) ? QString() : header.value}});
    if (!headers.isEmpty())
        object.insert(u"headers"_s, headers);
    if (!target.body.isEmpty())
        object.insert(u"body"_s, bodyToJson(target.body));
    if (!target.expectedStatus.isDefault())
        object.insert(u"expect_status"_s, target.expectedStatus.text());
    if (const QJsonObject tls = tlsToJson(target.tls); !tls.isEmpty())
        object.insert(u"tls"_s, tls);
    if (!target.proxy.isEmpty())
        object.insert(u"proxy"_s, urlWithoutPassword(target.proxy));
    if (!target.address.isEmpty())
        object.insert(u"address"_s, target.address);
    if (!target.version.isEmpty())
        object.insert(u"version"_s, target.version);
    if (!target.notes.isEmpty())
        object.insert(u"notes"_s, target.notes);
    return object;
}

/// What the sweep varies is left to it.
void addPacing(QJsonObject &object, const Plan &plan)
{
    const Load &load = plan.load;
    if (plan.sweep.axis == SweepAxis::Rate)
        object.insert(u"connections"_s, load.connections);
    else if (load.rate)
        object.insert(u"rate"_s, *load.rate);
    if (isOpenLoop(plan) || load.arrivals != Arrivals::Uniform)
        object.insert(u"arrivals"_s, arrivalsId(load.arrivals));
    if (load.thinkTime.count() != 0)
        object.insert(u"think_time_s"_s, seconds(load.thinkTime));
    if (load.rampUp.count() != 0)
        object.insert(u"ramp_up_s"_s, seconds(load.rampUp));
}

void addTransport(QJsonObject &object, const Load &load)
{
    const bool choosable = load.transport == TransportKind::Qnam;
    object.insert(u"transport"_s, transportId(load.transport));
    object.insert(u"http"_s, httpVersionId(load.http));
    if (choosable || load.followRedirects)
        object.insert(u"redirects"_s, load.followRedirects ? u"follow"_s : u"off"_s);
    if (choosable || load.cookies)
        object.insert(u"cookies"_s, load.cookies ? u"on"_s : u"off"_s);
}

QJsonObject loadToJson(const Plan &plan)
{
    const Load &load = plan.load;
    QJsonObject object;
    addPacing(object, plan);
    if (load.requests)
        object.insert(u"requests"_s, *load.requests);
    if (load.duration)
        object.insert(u"duration_s"_s, seconds(*load.duration));
    object.insert(u"warmup_s"_s, seconds(load.warmup));
    object.insert(u"timeout_s"_s, seconds(load.timeout));
    if (load.requestsPerConnection > 1)
        object.insert(u"keep_alive"_s, load.requestsPerConnection);
    else
        object.insert(u"keep_alive"_s, keepAliveText(load));
    object.insert(u"threads"_s, load.threads == 0 ? QJsonValue(u"auto"_s) : QJsonValue(load.threads));
    if (!load.clientCpus.empty())
        object.insert(u"client_cpus"_s, cpuListText(load.clientCpus));
    addTransport(object, load);
    return object;
}

QJsonObject untilPreciseToJson(const UntilPrecise &rule)
{
    QJsonObject object{{u"within"_s, rule.within}, {u"least_repeats"_s, rule.leastRepeats}};
    if (rule.timeLimit)
        object.insert(u"time_limit_s"_s, seconds(*rule.timeLimit));
    return object;
}

/// Problems of a plan file name the file first.
Problem inFile(const QString &path, const Problem &problem)
{
    return Problem{QFileInfo(path).fileName(), problem.line()};
}

} // namespace

QJsonObject planToJson(const Plan &plan)
{
    QJsonArray targets;
    for (const Target &target : plan.targets)
        targets.append(targetToJson(target));
    QJsonArray levels;
    for (int level : plan.sweep.levels)
        levels.append(level);
    const bool plainSeed = plan.seed < exactInDouble;
    QJsonObject object{
        {u"format"_s, planFormat},
        {u"targets"_s, targets},
        {u"load"_s, loadToJson(plan)},
        {u"sweep"_s, QJsonObject{{sweepAxisId(plan.sweep.axis), levels}}},
        {u"repeats"_s, plan.repeats},
        {u"order"_s, trialOrderId(plan.order)},
        {u"seed"_s, plainSeed ? QJsonValue(static_cast<qint64>(plan.seed)) : QJsonValue(QString::number(plan.seed))},
        {u"primary_metric"_s, metricId(plan.primaryMetric)},
    };
    if (plan.untilPrecise)
        object.insert(u"until_precise"_s, untilPreciseToJson(*plan.untilPrecise));
    return object;
}

Result<Plan> planFromJsonText(const QByteArray &text)
{
    const auto object = parseJsonObject(text);
    if (!object)
        return object.problem();
    return planFromJson(*object);
}

Result<Plan> loadPlan(const QString &path)
{
    QFile file(path);
    if (QFileInfo(path).isDir())
        return inFile(path, {QString(), u"a folder; a plan is a file"_s});
    if (!file.open(QIODevice::ReadOnly))
        return inFile(path, {QString(), u"can't be read: "_s + file.errorString()});
    const QByteArray text = file.read(mostJsonBytes + 1);
    if (file.error() != QFileDevice::NoError)
        return inFile(path, {QString(), u"can't be read: "_s + file.errorString()});
    Result<Plan> plan = planFromJsonText(text);
    if (!plan)
        return inFile(path, plan.problem());
    return plan;
}

std::optional<Problem> savePlan(const Plan &plan, const QString &path)
{
    const QByteArray text = QJsonDocument(planToJson(plan)).toJson();
    if (text.size() > mostJsonBytes)
        return inFile(path, {QString(), u"the plan with its request bodies is larger than %1 bytes"_s.arg(mostJsonBytes)});
    return writeFile(path, text);
}

} // namespace sweepbench
