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

constexpr int planFormat = 1;
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
    if (!target.version.isEmpty())
        object.insert(u"version"_s, target.version);
    if (!target.notes.isEmpty())
        object.insert(u"notes"_s, target.notes);
    return object;
}

QJsonObject loadToJson(const Load &load)
{
    QJsonObject object;
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
    object.insert(u"transport"_s, transportId(load.transport));
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
    return QJsonObject{
        {u"format"_s, planFormat},
        {u"targets"_s, targets},
        {u"load"_s, loadToJson(plan.load)},
        {u"sweep"_s, QJsonObject{{u"connections"_s, levels}}},
        {u"repeats"_s, plan.repeats},
        {u"order"_s, trialOrderId(plan.order)},
        {u"seed"_s, plainSeed ? QJsonValue(static_cast<qint64>(plan.seed)) : QJsonValue(QString::number(plan.seed))},
        {u"primary_metric"_s, metricId(plan.primaryMetric)},
    };
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
