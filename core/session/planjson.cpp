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

/// Writes one field, whatever it is; the keys are those of readLoad().
void putLoadField(QJsonObject &object, LoadField field, const Load &load)
{
    switch (field) {
    case LoadField::KeepAlive:
        object.insert(u"keep_alive"_s, load.requestsPerConnection > 1 ? QJsonValue(load.requestsPerConnection) : QJsonValue(keepAliveText(load)));
        break;
    case LoadField::Length:
        if (load.requests)
            object.insert(u"requests"_s, *load.requests);
        if (load.duration)
            object.insert(u"duration_s"_s, seconds(*load.duration));
        break;
    case LoadField::Warmup: object.insert(u"warmup_s"_s, seconds(load.warmup)); break;
    case LoadField::Timeout: object.insert(u"timeout_s"_s, seconds(load.timeout)); break;
    case LoadField::ThinkTime: object.insert(u"think_time_s"_s, seconds(load.thinkTime)); break;
    case LoadField::RampUp: object.insert(u"ramp_up_s"_s, seconds(load.rampUp)); break;
    case LoadField::Connections: object.insert(u"connections"_s, load.connections); break;
    case LoadField::Rate:
        if (load.rate)
            object.insert(u"rate"_s, *load.rate);
        break;
    case LoadField::Arrivals: object.insert(u"arrivals"_s, arrivalsId(load.arrivals)); break;
    case LoadField::Threads: object.insert(u"threads"_s, load.threads == 0 ? QJsonValue(u"auto"_s) : QJsonValue(load.threads)); break;
    case LoadField::ClientCpus: object.insert(u"client_cpus"_s, cpuListText(load.clientCpus)); break;
    case LoadField::Transport: object.insert(u"transport"_s, transportId(load.transport)); break;
    case LoadField::Http: object.insert(u"http"_s, httpVersionId(load.http)); break;
    case LoadField::Redirects: object.insert(u"redirects"_s, load.followRedirects ? u"follow"_s : u"off"_s); break;
    case LoadField::Cookies: object.insert(u"cookies"_s, load.cookies ? u"on"_s : u"off"_s); break;
    }
}

/// True where the plan's file is told: what the sweep varies is left to it, and what says nothing is left out.
bool isWritten(LoadField field, const Plan &plan)
{
    const Load &load = plan.load;
    const bool choosable = load.transport == TransportKind::Qnam;
    switch (field) {
    case LoadField::Connections: return plan.sweep.axis == SweepAxis::Rate;
    case LoadField::Rate: return plan.sweep.axis != SweepAxis::Rate;
    case LoadField::Arrivals: return isOpenLoop(plan) || load.arrivals != Arrivals::Uniform;
    case LoadField::ThinkTime: return load.thinkTime.count() != 0;
    case LoadField::RampUp: return load.rampUp.count() != 0;
    case LoadField::ClientCpus: return !load.clientCpus.empty();
    case LoadField::Redirects: return choosable || load.followRedirects;
    case LoadField::Cookies: return choosable || load.cookies;
    default: return true;
    }
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
    for (const auto &[key, text] : {std::pair{u"version"_s, target.version}, std::pair{u"notes"_s, target.notes}, std::pair{u"source"_s, target.source}})
        if (!text.isEmpty())
            object.insert(key, text);
    if (target.disabled)
        object.insert(u"disabled"_s, true);
    QJsonObject load;
    for (const LoadField field : target.load.fields)
        putLoadField(load, field, target.load.values);
    if (!load.isEmpty())
        object.insert(u"load"_s, load);
    return object;
}

QJsonObject loadToJson(const Plan &plan)
{
    QJsonObject object;
    for (const LoadField field : allLoadFields)
        if (isWritten(field, plan))
            putLoadField(object, field, plan.load);
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
        {u"sweep"_s, QJsonObject{{sweepAxisId(plan.sweep.axis), levels}}},
        {u"repeats"_s, plan.repeats},
        {u"primary_metric"_s, metricId(plan.primaryMetric)},
    };
    if (plan.imported) { // how it was measured is not known
        object.insert(u"imported"_s, true);
        return object;
    }
    object.insert(u"load"_s, loadToJson(plan));
    object.insert(u"order"_s, trialOrderId(plan.order));
    object.insert(u"seed"_s, plainSeed ? QJsonValue(static_cast<qint64>(plan.seed)) : QJsonValue(QString::number(plan.seed)));
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
