// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/qnamrequest.h"

#include "core/transport/preparedrequest.h"

#include <QHostAddress>
#include <QUrl>

#include <algorithm>
#include <cstring>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

/// \a host in place of the URL's own: the address to connect to.
QUrl qurl(const HttpUrl &url, const QString &host)
{
    HttpUrl direct = url;
    direct.host = host;
    return QUrl::fromEncoded((url.tls ? "https://" : "http://") + direct.hostHeader() + url.requestTarget);
}

/// The request target that Qt makes of a URL: what QNetworkAccessManager writes into the start line.
QByteArray targetSentByQt(const QUrl &url)
{
    return url.toEncoded(QUrl::RemoveScheme | QUrl::RemoveAuthority | QUrl::RemoveFragment | QUrl::NormalizePathSegments);
}

bool isSet(const Target &target, QLatin1StringView name)
{
    return std::any_of(target.headers.begin(), target.headers.end(),
                       [name](const Header &header) { return header.name.compare(name, Qt::CaseInsensitive) == 0; });
}

/// With a proxy the proxy finds the host, and HTTP/2 sends the URL's host as ":authority": only else can the address stand there.
QString hostToConnectTo(const TransportOptions &options, const HttpUrl &url, int connection)
{
    const bool isTarget = url.host == options.url.host && url.port == options.url.port && url.tls == options.url.tls;
    if (options.proxy || options.load.http == HttpVersion::Http2 || !isTarget || options.addresses.empty())
        return url.host;
    const auto number = static_cast<std::size_t>(options.firstConnection + connection);
    return options.addresses[number % options.addresses.size()].toString();
}

void setAttributes(QNetworkRequest &request, const TransportOptions &options, const HttpUrl &url)
{
    const Load &load = options.load;
    const bool http2 = load.http == HttpVersion::Http2;
    request.setAttribute(QNetworkRequest::Http2AllowedAttribute, http2 && url.tls);
    request.setAttribute(QNetworkRequest::Http2DirectAttribute, http2 && !url.tls);
    request.setAttribute(QNetworkRequest::RedirectPolicyAttribute, QNetworkRequest::ManualRedirectPolicy); // followed by us: qnamRedirected()
    request.setAttribute(QNetworkRequest::AuthenticationReuseAttribute, QNetworkRequest::Manual);
    if (!load.cookies) {
        request.setAttribute(QNetworkRequest::CookieLoadControlAttribute, QNetworkRequest::Manual);
        request.setAttribute(QNetworkRequest::CookieSaveControlAttribute, QNetworkRequest::Manual);
    }
    if (url.tls && options.tls) {
        QSslConfiguration tls = *options.tls;
        if (!http2) // Qt sets its own list with HTTP/2
            tls.setAllowedNextProtocols({QByteArrayLiteral("http/1.1")});
        request.setSslConfiguration(tls);
    }
}

/// The header fields of the socket transport's request, and those that Qt adds if they are not there, in their most neutral form.
void setHeaders(QNetworkRequest &request, const QByteArray &head)
{
    for (const QByteArray &line : head.split('\n').sliced(1)) {
        const qsizetype colon = line.indexOf(':');
        if (colon > 0 && !line.startsWith("Content-Length:")) // Qt counts the body itself
            request.setRawHeader(line.first(colon), line.sliced(colon + 1).trimmed());
    }
    if (!request.hasRawHeader("Connection"))
        request.setRawHeader("Connection", "Keep-Alive");
    if (!request.hasRawHeader("Accept-Encoding"))
        request.setRawHeader("Accept-Encoding", "identity"); // else Qt asks for compressed bodies and inflates them
    if (!request.hasRawHeader("Accept-Language"))
        request.setRawHeader("Accept-Language", "*"); // else it tells the locale
}

qint64 bytesOf(const QnamRequest &request, bool isAbsolute)
{
    qint64 bytes = request.method.size() + request.url.requestTarget.size() + qint64(std::strlen("  HTTP/1.1\r\n\r\n"));
    for (const QByteArray &name : request.request.rawHeaderList())
        bytes += name.size() + request.request.rawHeader(name).size() + qint64(std::strlen(": \r\n"));
    if (isAbsolute) // RFC 9112, 3.2.2
        bytes += qint64(std::strlen("http://")) + request.url.hostHeader().size();
    if (!request.mayRepeat)
        bytes += qint64(std::strlen("Content-Length: \r\n")) + QByteArray::number(request.body.size()).size();
    return bytes + request.body.size();
}

QnamRequest requestFor(const TransportOptions &options, const Target &target, const HttpUrl &url, int connection, bool close)
{
    const PreparedRequest prepared = prepareRequest(target, url, options.proxy);
    QnamRequest result;
    result.url = url;
    result.method = target.method.toLatin1();
    result.body = target.body;
    result.isHead = prepared.isHead;
    result.mayRepeat = prepared.mayRepeat;
    result.request.setUrl(qurl(url, hostToConnectTo(options, url, connection)));
    const QByteArray &bytes = close ? prepared.close : prepared.keepAlive;
    setHeaders(result.request, bytes.first(bytes.indexOf("\r\n\r\n")));
    setAttributes(result.request, options, url);
    result.bytesSent = bytesOf(result, options.proxy && !url.tls);
    return result;
}

} // namespace

BodyToSendOnce::BodyToSendOnce(const QByteArray &body) : m_body(body)
{
    open(QIODevice::ReadOnly | QIODevice::Unbuffered);
}

qint64 BodyToSendOnce::readData(char *data, qint64 most)
{
    const qint64 count = std::min<qint64>(most, m_body.size() - pos());
    std::memcpy(data, m_body.constData() + pos(), static_cast<std::size_t>(count));
    return count;
}

QnamRequest qnamRequest(const TransportOptions &options, int connection, bool close)
{
    return requestFor(options, options.target, options.url, connection, close);
}

Result<QnamRequest> qnamRedirected(const TransportOptions &options, int connection, const QnamRequest &from, int status, const QByteArray &location)
{
    const auto problem = [&](const QString &text) { return Problem{u"Location"_s, u"%1: %2"_s.arg(QString::fromUtf8(location), text)}; };
    const QUrl place = qurl(from.url, from.url.host).resolved(QUrl::fromEncoded(location));
    const auto url = parseHttpUrl(QString::fromLatin1(place.toEncoded(QUrl::RemoveFragment)));
    if (!url)
        return problem(url.problem().text);
    if (from.url.tls && !url->tls)
        return problem(u"a redirect from https to http is not followed"_s);
    if (url->host != options.url.host && !isLoopbackOrPrivateHost(url->host))
        return problem(u"a redirect to a host that nobody has allowed to be put under load is not followed; give that URL instead"_s);
    Target target = options.target;
    target.method = QString::fromLatin1(from.method);
    target.body = from.body;
    const bool becomesGet = (status == 303 && !from.isHead) || ((status == 301 || status == 302) && from.method == "POST");
    if (becomesGet) {
        target.method = u"GET"_s;
        target.body.clear();
    }
    if (url->host != options.url.host || url->port != options.url.port) {
        // What was meant for one server is no other's business: its name, and secrets (RFC 9110, 15.4).
        std::erase_if(target.headers, [](const Header &header) { return header.name.compare("host"_L1, Qt::CaseInsensitive) == 0 || isSecretHeader(header.name); });
    }
    return requestFor(options, target, *url, connection, false);
}

std::optional<Problem> qnamObstacle(const Target &target, const Load &load)
{
    const auto parsed = parseHttpUrl(target.url);
    if (!parsed)
        return parsed.problem();
    const HttpUrl &url = *parsed;
    if (const QByteArray sent = targetSentByQt(qurl(url, url.host)); sent != url.requestTarget)
        return Problem{u"url"_s, u"the qnam transport would send %1 in place of %2; use the socket transport or write it in that form"_s
                                     .arg(QString::fromLatin1(sent), QString::fromLatin1(url.requestTarget))};
    for (auto header = target.headers.begin(); header != target.headers.end(); ++header) {
        const auto sameName = [&](const Header &other) { return other.name.compare(header->name, Qt::CaseInsensitive) == 0; };
        if (std::any_of(target.headers.begin(), header, sameName))
            return Problem{u"headers"_s, u"%1 is there twice; the qnam transport sends each header once"_s.arg(header->name)};
        static constexpr QLatin1StringView replacedWhenEmpty[] = {"host"_L1, "user-agent"_L1, "accept-encoding"_L1, "accept-language"_L1};
        const bool isReplaced = std::any_of(std::begin(replacedWhenEmpty), std::end(replacedWhenEmpty),
                                            [&](QLatin1StringView name) { return header->name.compare(name, Qt::CaseInsensitive) == 0; });
        if (isReplaced && header->value.trimmed().isEmpty())
            return Problem{u"headers"_s, u"%1 is empty; the qnam transport would put a value of its own there"_s.arg(header->name)};
    }
    if (target.method == u"HEAD" && !target.body.isEmpty())
        return Problem{u"body"_s, u"the qnam transport can't send a body with HEAD"_s};
    if (load.connections > mostQnamConnections)
        return Problem{u"connections"_s, u"%1 are more than the qnam transport carries (%2)"_s.arg(load.connections).arg(mostQnamConnections)};
    if (load.http == HttpVersion::Http1)
        return std::nullopt;
    if (load.requestsPerConnection > 0)
        return Problem{u"keep-alive"_s, u"HTTP/2 connections always stay open; write on"_s};
    if (isSet(target, "host"_L1))
        return Problem{u"headers"_s, u"over HTTP/2 the qnam transport sends the URL's host and no Host of your own"_s};
    if (!target.address.isEmpty() && QHostAddress(url.host) != QHostAddress(target.address))
        return Problem{u"address"_s, u"over HTTP/2 the qnam transport connects to the URL's host; write the address there"_s};
    if (!target.proxy.isEmpty() && !url.tls)
        return Problem{u"proxy"_s, u"HTTP/2 without TLS does not go through a proxy; use https or HTTP/1.1"_s};
    return std::nullopt;
}

} // namespace sweepbench
