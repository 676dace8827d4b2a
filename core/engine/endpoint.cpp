// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/endpoint.h"

#include "core/transport/tcpconnect.h"
#include "core/transport/tlsconfiguration.h"

#include <QNetworkInterface>
#include <QStringList>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

Result<HttpUrl> proxyUrl(const QString &text, const QString &field)
{
    const auto url = parseHttpUrl(text);
    if (!url)
        return Problem{field, url.problem().text};
    if (url->tls)
        return Problem{field, u"\"%1\" asks for TLS with the proxy; only proxies of http://host:port can be used"_s.arg(url->toString())};
    return *url;
}

/// "127.0.0.1:80, [::1]:80"
QString addressList(const std::vector<QHostAddress> &addresses, quint16 port)
{
    QStringList texts;
    for (const QHostAddress &address : addresses)
        texts << addressText(address, port);
    return texts.join(u", "_s);
}

} // namespace

Result<Endpoint> endpointOf(const Target &target, std::size_t index)
{
    const QString where = u"targets[%1]."_s.arg(index);
    Endpoint endpoint;
    const auto url = parseHttpUrl(target.url);
    if (!url)
        return Problem{where + u"url"_s, url.problem().text};
    endpoint.url = *url;
    if (!target.proxy.isEmpty()) {
        const auto proxy = proxyUrl(target.proxy, where + u"proxy"_s);
        if (!proxy)
            return proxy.problem();
        endpoint.proxy = *proxy;
    }
    if (endpoint.url.tls) {
        const auto tls = tlsConfiguration(target.tls);
        if (!tls)
            return Problem{where + tls.problem().field, tls.problem().text};
        endpoint.tls = *tls;
    }
    if (!target.address.isEmpty()) {
        const QHostAddress address(target.address);
        if (address.isNull())
            return Problem{where + u"address"_s, u"\"%1\" is not an IP address; write it like 127.0.0.1 or ::1"_s.arg(target.address)};
        if (endpoint.proxy)
            return Problem{where + u"address"_s, u"%1 was given together with a proxy, which looks the host up itself"_s.arg(target.address)};
        setAddresses(endpoint, {{address}, {}, {}, {}});
    }
    return endpoint;
}

std::optional<std::vector<ServerAddress>> serversHere(const Endpoint &endpoint)
{
    if (endpoint.proxy)
        return std::nullopt;
    const QList<QHostAddress> own = QNetworkInterface::allAddresses();
    std::vector<ServerAddress> here;
    for (const QHostAddress &address : endpoint.addresses) {
        if (!address.isLoopback() && !own.contains(address))
            continue;
        const Q_IPV6ADDR ip = address.toIPv6Address();
        ServerAddress &server = here.emplace_back();
        std::copy(std::begin(ip.c), std::end(ip.c), server.ip.begin());
        server.port = endpoint.peer().port;
    }
    return here;
}

void setAddresses(Endpoint &endpoint, const ResolvedHost &host)
{
    const quint16 port = endpoint.peer().port;
    endpoint.addresses = host.addresses;
    endpoint.addressText = addressList(host.addresses, port);
    endpoint.lookup = host.lookup;
    endpoint.failure = host.addresses.empty() ? endpoint.peer().host + u": "_s + host.failure : QString();
    endpoint.failureKind = endpoint.proxy ? ErrorKind::Proxy : ErrorKind::Name;
    for (const DroppedAddress &dropped : host.dropped)
        endpoint.findings.push_back({u"address"_s, Severity::Note,
                                     u"%1, an address of %2, %3 and was left out"_s.arg(
                                         addressText(dropped.address, port), endpoint.peer().host, dropped.reason)});
}

} // namespace sweepbench
