// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/preparedrequest.h"

#include "core/model/environment.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

bool hasHeader(const Target &target, QLatin1StringView name)
{
    return std::any_of(target.headers.begin(), target.headers.end(),
                       [name](const Header &header) { return header.name.compare(name, Qt::CaseInsensitive) == 0; });
}

QByteArray userAgentLine()
{
    return "User-Agent: sweepbench/" + programVersion().toLatin1() + "\r\n";
}

/// RFC 7617; empty where the proxy's URL has no user name.
QByteArray proxyAuthorizationLine(const HttpUrl &proxy)
{
    return proxy.userInfo ? "Proxy-Authorization: Basic " + proxy.userInfo->toBase64() + "\r\n" : QByteArray();
}

QByteArray headerLines(const Target &target, const HttpUrl &url)
{
    QByteArray lines;
    if (!hasHeader(target, "host"_L1))
        lines += "Host: " + url.hostHeader() + "\r\n";
    if (!hasHeader(target, "user-agent"_L1))
        lines += userAgentLine();
    if (!hasHeader(target, "accept"_L1))
        lines += "Accept: */*\r\n";
    if (url.userInfo && !hasHeader(target, "authorization"_L1))
        lines += "Authorization: Basic " + url.userInfo->toBase64() + "\r\n"; // RFC 7617
    for (const Header &header : target.headers)
        lines += header.name.toLatin1() + ": " + header.value.trimmed().toUtf8() + "\r\n";
    return lines;
}

} // namespace

PreparedRequest prepareRequest(const Target &target, const HttpUrl &url, const std::optional<HttpUrl> &proxy)
{
    const QByteArray method = target.method.toLatin1();
    const bool isSafe = method == "GET" || method == "HEAD" || method == "OPTIONS" || method == "TRACE";
    const bool isAbsolute = proxy && !url.tls;
    QByteArray start = method + ' ' + (isAbsolute ? "http://" + url.hostHeader() : QByteArray()) + url.requestTarget + " HTTP/1.1\r\n"
        + headerLines(target, url);
    if (isAbsolute && !hasHeader(target, "proxy-authorization"_L1))
        start += proxyAuthorizationLine(*proxy);
    QByteArray end = "\r\n" + target.body;
    if (!target.body.isEmpty() || !isSafe) // RFC 9110, 8.6: a method that expects content says that there is none
        end.prepend("Content-Length: " + QByteArray::number(target.body.size()) + "\r\n");

    PreparedRequest request;
    request.keepAlive = start + end;
    request.close = start + "Connection: close\r\n" + end;
    request.isHead = method == "HEAD";
    request.mayRepeat = isSafe && target.body.isEmpty();
    return request;
}

QByteArray prepareTunnelRequest(const HttpUrl &url, const HttpUrl &proxy)
{
    const QByteArray authority = url.authority();
    return "CONNECT " + authority + " HTTP/1.1\r\nHost: " + authority + "\r\n" + userAgentLine() + proxyAuthorizationLine(proxy) + "\r\n";
}

} // namespace sweepbench
