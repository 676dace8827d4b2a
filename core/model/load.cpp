// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/load.h"

#include <algorithm>
#include <array>

namespace sweepbench {

namespace {

/// The value of an enum whose name is \a id.
template<typename Enum, std::size_t count>
std::optional<Enum> fromId(const QString &id, const std::array<Enum, count> &all, QString (*idOf)(Enum))
{
    for (const Enum value : all)
        if (id == idOf(value))
            return value;
    return std::nullopt;
}

} // namespace

QString transportId(TransportKind transport)
{
    return transport == TransportKind::Socket ? QStringLiteral("socket") : QStringLiteral("qnam");
}

std::optional<TransportKind> transportFromId(const QString &id)
{
    return fromId(id, std::array{TransportKind::Socket, TransportKind::Qnam}, transportId);
}

QString httpVersionId(HttpVersion version)
{
    return version == HttpVersion::Http1 ? QStringLiteral("1.1") : QStringLiteral("2");
}

std::optional<HttpVersion> httpVersionFromId(const QString &id)
{
    return fromId(id, std::array{HttpVersion::Http1, HttpVersion::Http2}, httpVersionId);
}

QString transportText(TransportKind transport, HttpVersion version)
{
    const QString text = transportId(transport) + QStringLiteral(" transport");
    return transport == TransportKind::Socket ? text : text + QStringLiteral(", HTTP/") + httpVersionId(version);
}

QString arrivalsId(Arrivals arrivals)
{
    return arrivals == Arrivals::Uniform ? QStringLiteral("uniform") : QStringLiteral("poisson");
}

std::optional<Arrivals> arrivalsFromId(const QString &id)
{
    return fromId(id, std::array{Arrivals::Uniform, Arrivals::Poisson}, arrivalsId);
}

QString keepAliveText(const Load &load)
{
    if (load.requestsPerConnection == 0)
        return QStringLiteral("on");
    if (load.requestsPerConnection == 1)
        return QStringLiteral("off");
    return QString::number(load.requestsPerConnection);
}

int effectiveThreads(const Load &load, int connections, int cores)
{
    // One worker serves tens of thousands of requests per second; half of the cores are left to a server on this machine.
    const int wanted = load.threads > 0 ? load.threads : std::clamp(cores / 2, 1, 8);
    return std::clamp(wanted, 1, std::max(1, connections));
}

} // namespace sweepbench
