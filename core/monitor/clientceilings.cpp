// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/monitor/clientceilings.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSaveFile>
#include <QStandardPaths>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

constexpr qint64 mostBytes = 64 * 1024;
constexpr double mostRps = 1e9;

QJsonObject toJson(const ClientCeiling &ceiling)
{
    return {
        {u"transport"_s, transportId(ceiling.transport)},
        {u"measured_at"_s, ceiling.measuredAt.toUTC().toString(Qt::ISODate)},
        {u"rps"_s, ceiling.rps},
        {u"cpu_us_per_request"_s, ceiling.cpuUsPerRequest},
        {u"client_share"_s, ceiling.clientShare},
        {u"connections"_s, ceiling.connections},
        {u"client_cpus"_s, ceiling.clientCpus},
        {u"machine"_s, ceiling.machine},
        {u"program"_s, ceiling.program},
    };
}

/// Absent where it says nothing that could be used.
std::optional<ClientCeiling> fromJson(const QJsonObject &object)
{
    const auto transport = transportFromId(object[u"transport"_s].toString());
    const double rps = object[u"rps"_s].toDouble();
    if (!transport || !(rps > 0 && rps < mostRps))
        return std::nullopt;
    ClientCeiling ceiling;
    ceiling.transport = *transport;
    ceiling.measuredAt = QDateTime::fromString(object[u"measured_at"_s].toString(), Qt::ISODate).toUTC();
    ceiling.rps = rps;
    ceiling.cpuUsPerRequest = std::max(0.0, object[u"cpu_us_per_request"_s].toDouble());
    ceiling.clientShare = std::max(0.0, object[u"client_share"_s].toDouble());
    ceiling.connections = std::max(0, object[u"connections"_s].toInt());
    ceiling.clientCpus = object[u"client_cpus"_s].toString();
    ceiling.machine = object[u"machine"_s].toString();
    ceiling.program = object[u"program"_s].toString();
    return ceiling;
}

bool hasTransport(const std::vector<ClientCeiling> &ceilings, TransportKind transport)
{
    return std::any_of(ceilings.begin(), ceilings.end(), [transport](const ClientCeiling &each) { return each.transport == transport; });
}

} // namespace

QString ceilingMachine(const Environment &environment)
{
    Environment known;
    known.cpuModel = environment.cpuModel;
    known.cpuCores = environment.cpuCores;
    return machineText(known);
}

QString clientCeilingsPath()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) + u"/sweepbench/ceilings.json"_s;
}

std::vector<ClientCeiling> loadClientCeilings(const QString &path)
{
    const QFileInfo info(path);
    QFile file(path);
    if (!info.isFile() || info.size() > mostBytes || !file.open(QIODevice::ReadOnly)) // a pipe in its place might never end
        return {};
    std::vector<ClientCeiling> ceilings;
    const QJsonArray list = QJsonDocument::fromJson(file.read(mostBytes)).object()[u"ceilings"_s].toArray();
    for (const QJsonValue &each : list)
        if (const auto ceiling = fromJson(each.toObject()); ceiling && !hasTransport(ceilings, ceiling->transport))
            ceilings.push_back(*ceiling);
    return ceilings;
}

std::optional<Problem> keepClientCeilings(const std::vector<ClientCeiling> &ceilings, const QString &path)
{
    QJsonArray list;
    for (const ClientCeiling &ceiling : ceilings)
        list.append(toJson(ceiling));
    for (const ClientCeiling &earlier : loadClientCeilings(path))
        if (!hasTransport(ceilings, earlier.transport))
            list.append(toJson(earlier));
    QDir().mkpath(QFileInfo(path).absolutePath());
    QSaveFile file(path);
    const QByteArray text = QJsonDocument(QJsonObject{{u"format"_s, 1}, {u"ceilings"_s, list}}).toJson();
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size() || !file.commit())
        return Problem{path, u"the ceilings of the self-test can't be kept: %1"_s.arg(file.errorString())};
    return std::nullopt;
}

} // namespace sweepbench
