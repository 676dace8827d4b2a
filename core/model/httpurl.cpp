// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/httpurl.h"

#include <QUrl>

#include <arpa/inet.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

Problem problem(const QString &text)
{
    return Problem{u"URL"_s, text};
}

using Ipv6 = std::array<std::uint8_t, 16>;

// inet_pton and not QHostAddress: the model links Qt Core alone.
std::optional<Ipv6> ipv6Address(const QString &text)
{
    Ipv6 address{};
    if (inet_pton(AF_INET6, text.toLatin1().constData(), address.data()) != 1)
        return std::nullopt;
    return address;
}

std::optional<std::uint32_t> ipv4Address(const QString &text)
{
    in_addr address{};
    if (inet_pton(AF_INET, text.toLatin1().constData(), &address) != 1)
        return std::nullopt;
    return ntohl(address.s_addr);
}

bool isLoopbackOrPrivate(std::uint32_t v4)
{
    return (v4 >> 24) == 127 || (v4 >> 24) == 10 || (v4 >> 20) == 0xAC1 || (v4 >> 16) == 0xC0A8 || (v4 >> 16) == 0xA9FE;
}

/// Percent-encodes blanks, controls and non-ASCII bytes and leaves every other byte as it was typed, '%' included.
QByteArray encodedTarget(QStringView typed)
{
    static constexpr char hex[] = "0123456789ABCDEF";
    const QByteArray bytes = typed.toUtf8();
    QByteArray target;
    target.reserve(bytes.size());
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte > 0x20 && byte < 0x7F) {
            target += c;
        } else {
            target += '%';
            target += hex[byte >> 4];
            target += hex[byte & 15];
        }
    }
    return target;
}

/// "[::1]:80" or "host:80" taken apart; the port text is null where none was given.
struct Authority
{
    QString host;
    QString port;
    bool bracketed = false;
};

Result<Authority> splitAuthority(QStringView text, const QString &whole)
{
    Authority authority;
    if (text.startsWith(u'[')) {
        const qsizetype end = text.indexOf(u']');
        if (end < 0)
            return problem(u"\"%1\" has a '[' without ']'; an IPv6 address is written as http://[::1]:8080/"_s.arg(whole));
        authority.bracketed = true;
        authority.host = text.sliced(1, end - 1).toString();
        const QStringView rest = text.sliced(end + 1);
        if (!rest.isEmpty() && !rest.startsWith(u':'))
            return problem(u"\"%1\" has \"%2\" after the address; a port follows a colon"_s.arg(whole, rest));
        if (!rest.isEmpty())
            authority.port = rest.sliced(1).toString();
        return authority;
    }
    if (text.count(u':') > 1)
        return problem(u"\"%1\" has more than one colon in the host; an IPv6 address is written in brackets, http://[::1]:8080/"_s.arg(whole));
    const qsizetype colon = text.indexOf(u':');
    authority.host = (colon < 0 ? text : text.first(colon)).toString();
    if (colon >= 0)
        authority.port = text.sliced(colon + 1).toString();
    return authority;
}

Result<QString> checkedHost(const Authority &authority, const QString &whole)
{
    if (authority.host.isEmpty())
        return problem(u"\"%1\" names no host; write it like http://127.0.0.1:8080/"_s.arg(whole));
    for (const QChar c : authority.host)
        if (c.isSpace() || c.category() == QChar::Other_Control)
            return problem(u"the host \"%1\" has a blank in it"_s.arg(authority.host));
    if (authority.bracketed) {
        if (!ipv6Address(authority.host))
            return problem(u"\"%1\" is not an IPv6 address"_s.arg(authority.host));
        return authority.host.toLower();
    }
    // RFC 5891 by way of QUrl; it returns nothing for what can't be a host name.
    const QByteArray ascii = QUrl::toAce(authority.host);
    static constexpr QByteArrayView forbidden = "<>\"{}|\\^`%@/?#[]!$&'()*+,;=";
    bool bad = ascii.isEmpty();
    for (const char c : ascii)
        bad = bad || forbidden.contains(c);
    if (bad)
        return problem(u"\"%1\" is not a host name"_s.arg(authority.host));
    return QString::fromLatin1(ascii).toLower();
}

constexpr quint16 defaultPort(bool tls)
{
    return tls ? 443 : 80;
}

/// \a afterwards is what follows the port in the URL. With an '@' in it, "port" may be the start of a password: it is not shown then.
Result<quint16> checkedPort(const QString &text, bool tls, QStringView afterwards)
{
    if (text.isEmpty())
        return defaultPort(tls);
    bool digits = true;
    for (const QChar c : text)
        digits = digits && c >= u'0' && c <= u'9';
    bool ok = false;
    const uint port = text.toUInt(&ok);
    if (!digits && afterwards.contains(u'@'))
        return problem(u"the port is not a number from 1 to 65535; in a user name or password /, ? and # are written %2F, %3F and %23"_s);
    if (!digits || !ok || port < 1 || port > 65535)
        return problem(u"port \"%1\" is not a number from 1 to 65535"_s.arg(text));
    return static_cast<quint16>(port);
}

/// RFC 7617, 2: the user name ends at the first colon, which is there also where no password was given.
Result<QByteArray> decodedUserInfo(QStringView typed)
{
    const qsizetype colon = typed.indexOf(u':');
    const QByteArray user = QByteArray::fromPercentEncoding((colon < 0 ? typed : typed.first(colon)).toUtf8());
    const QByteArray password = colon < 0 ? QByteArray() : QByteArray::fromPercentEncoding(typed.sliced(colon + 1).toUtf8());
    if (user.contains(':'))
        return problem(u"the user name has a colon in it (%3A), which Basic authentication can't send"_s);
    const QByteArray both = user + ':' + password;
    if (std::any_of(both.begin(), both.end(), [](char c) { return (c >= 0 && c < 0x20) || c == 0x7F; }))
        return problem(u"the user name or password has a control character in it, which Basic authentication can't send"_s);
    return both;
}

bool isOfScheme(QChar c)
{
    return c.isLetterOrNumber() || c == u'+' || c == u'-' || c == u'.';
}

/// The scheme that a text starts with, lower case; empty where it starts with a host.
QString schemeOf(QStringView text)
{
    const qsizetype colon = text.indexOf(u':');
    if (colon <= 0)
        return {};
    for (const QChar c : text.first(colon))
        if (!isOfScheme(c))
            return {};
    const QStringView rest = text.sliced(colon + 1);
    if (rest.startsWith(u"//"))
        return text.first(colon).toString().toLower();
    // "localhost:3000" and "example.org:80/x" are hosts with a port; "javascript:alert(1)" and "mailto:x" are schemes.
    qsizetype digits = 0;
    while (digits < rest.size() && rest[digits].isDigit())
        ++digits;
    const QString name = text.first(colon).toString().toLower();
    if (digits == 0 && (name == u"http" || name == u"https"))
        return name;
    const bool portLike = rest.isEmpty() || digits > 0 || rest[0] == u'/' || rest[0] == u'-';
    return portLike ? QString() : name;
}

bool endsHostPart(QChar c)
{
    return c == u'/' || c == u'?' || c == u'#';
}

/// Where the host part starts, as parseHttpUrl() sees it: after blanks, a scheme or none, and slashes or none. A "://" further on
/// belongs to the query.
qsizetype hostPartStart(const QString &url)
{
    qsizetype start = 0;
    while (start < url.size() && url[start].isSpace())
        ++start;
    const qsizetype scheme = url.indexOf(u"://", start);
    if (scheme >= 0 && std::all_of(url.begin() + start, url.begin() + scheme, isOfScheme))
        start = scheme + 1;
    while (start < url.size() && url[start] == u'/')
        ++start;
    return start;
}

/// Where user name and password are, or would be, up to and with the '@'.
struct UserInfoPlace
{
    qsizetype start = 0;
    qsizetype size = 0;
};

UserInfoPlace userInfoPlace(const QString &url)
{
    const qsizetype start = hostPartStart(url);
    const auto end = std::find_if(url.begin() + start, url.end(), endsHostPart);
    const qsizetype at = QStringView(url).first(end - url.begin()).lastIndexOf(u'@');
    return {start, at < start ? 0 : at + 1 - start};
}

QString encodedUserInfo(const QString &text)
{
    return QString::fromLatin1(text.toUtf8().toPercentEncoding());
}

} // namespace

QByteArray HttpUrl::hostHeader() const
{
    QByteArray header = host.contains(u':') ? '[' + host.toLatin1() + ']' : host.toLatin1();
    if (port != defaultPort(tls))
        header += ':' + QByteArray::number(port);
    return header;
}

QByteArray HttpUrl::authority() const
{
    const QByteArray name = host.contains(u':') ? '[' + host.toLatin1() + ']' : host.toLatin1();
    return name + ':' + QByteArray::number(port);
}

QString HttpUrl::toString() const
{
    return (tls ? u"https://"_s : u"http://"_s) + QString::fromLatin1(hostHeader()) + QString::fromLatin1(requestTarget);
}

Result<HttpUrl> parseHttpUrl(const QString &text)
{
    const QString whole = text.trimmed();
    if (whole.isEmpty())
        return problem(u"nothing was given; write it like http://127.0.0.1:8080/"_s);
    if (whole.contains(u'\n') || whole.contains(u'\r'))
        return problem(u"there is a line break inside; give one URL"_s);

    const QString shown = urlWithoutPassword(whole);
    QStringView rest(whole);
    const QString scheme = schemeOf(rest);
    const bool tls = scheme == u"https";
    if (!scheme.isEmpty() && scheme != u"http" && !tls)
        return problem(u"\"%1\" starts with \"%2:\"; only http and https URLs can be measured"_s.arg(shown, scheme));
    if (!scheme.isEmpty() && !rest.sliced(scheme.size()).startsWith(u"://"))
        return problem(u"\"%1\" has no // after %2:; write it like %2://127.0.0.1:8080/"_s.arg(shown, scheme));
    if (!scheme.isEmpty())
        rest = rest.sliced(scheme.size() + 3);
    else if (rest.startsWith(u"//"))
        rest = rest.sliced(2);

    const qsizetype fragment = rest.indexOf(u'#');
    if (fragment >= 0)
        rest = rest.first(fragment); // never sent (RFC 9110, 7.1)
    qsizetype end = 0;
    while (end < rest.size() && rest[end] != u'/' && rest[end] != u'?')
        ++end;
    QStringView authorityText = rest.first(end);
    HttpUrl url;
    url.tls = tls;
    if (const qsizetype at = authorityText.lastIndexOf(u'@'); at >= 0) {
        if (at > 0) {
            Result<QByteArray> userInfo = decodedUserInfo(authorityText.first(at));
            if (!userInfo)
                return userInfo.problem();
            url.userInfo = std::move(userInfo).value();
        }
        authorityText = authorityText.sliced(at + 1);
    }
    const Result<Authority> authority = splitAuthority(authorityText, shown);
    if (!authority)
        return authority.problem();
    const Result<QString> host = checkedHost(*authority, shown);
    if (!host)
        return host.problem();
    const Result<quint16> port = checkedPort(authority->port, tls, QStringView(authorityText.end(), whole.cend()));
    if (!port)
        return port.problem();

    url.host = *host;
    url.port = *port;
    url.requestTarget = encodedTarget(rest.sliced(end));
    if (!url.requestTarget.startsWith('/'))
        url.requestTarget.prepend('/'); // "http://h?x=1" asks for "/?x=1" (RFC 9112, 3.2.1)
    return url;
}

Result<HttpUrl> parseProxyUrl(const QString &text)
{
    const QString shown = urlWithoutPassword(text.trimmed());
    Result<HttpUrl> proxy = parseHttpUrl(text);
    if (!proxy) {
        const QString scheme = schemeOf(text.trimmed());
        if (!scheme.isEmpty() && scheme != u"http" && scheme != u"https")
            return Problem{u"proxy"_s, u"\"%1\" is not an HTTP proxy; write it like http://127.0.0.1:3128"_s.arg(shown)};
        return Problem{u"proxy"_s, proxy.problem().text};
    }
    if (proxy->tls)
        return Problem{u"proxy"_s, u"\"%1\" asks for TLS to the proxy itself; only http:// proxies can be used (for https servers too)"_s.arg(shown)};
    if (proxy->requestTarget != "/")
        return Problem{u"proxy"_s, u"\"%1\" has a path; a proxy is host and port, like http://127.0.0.1:3128"_s.arg(shown)};
    return proxy;
}

QString urlWithUserInfo(const QString &url, const QString &user, const QString &password)
{
    // "user:…@host" without a scheme would look as if the user were one.
    QString whole = url.trimmed();
    if (!QStringView(whole).first(hostPartStart(whole)).contains(u':'))
        whole = u"http://"_s + whole.sliced(hostPartStart(whole));
    const UserInfoPlace place = userInfoPlace(whole);
    QString userInfo = encodedUserInfo(user);
    if (!password.isEmpty())
        userInfo += u':' + encodedUserInfo(password);
    return whole.replace(place.start, place.size, userInfo + u'@');
}

QString urlWithoutPassword(const QString &url)
{
    const UserInfoPlace place = userInfoPlace(url);
    const qsizetype colon = QStringView(url).sliced(place.start, place.size).indexOf(u':');
    if (colon < 0)
        return url;
    return url.first(place.start + colon + 1) + url.sliced(place.start + place.size - 1);
}

bool lacksPassword(const QString &url)
{
    const Result<HttpUrl> parsed = parseHttpUrl(url);
    if (!parsed || !parsed->userInfo)
        return false;
    const UserInfoPlace place = userInfoPlace(url);
    return QStringView(url).sliced(place.start, place.size).endsWith(u":@");
}

bool isIpAddress(const QString &text)
{
    return ipv4Address(text) || ipv6Address(text);
}

bool isLoopbackOrPrivateHost(const QString &host)
{
    const QString name = host.toLower();
    if (name == u"localhost" || name.endsWith(u".localhost") || name == u"localhost.")
        return true; // RFC 6761, 6.3
    if (const auto v4 = ipv4Address(name))
        return isLoopbackOrPrivate(*v4);
    const auto v6 = ipv6Address(name);
    if (!v6)
        return false;
    const Ipv6 &a = *v6;
    static constexpr Ipv6 loopback{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};
    static constexpr std::array<std::uint8_t, 12> mapped{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF};
    if (std::equal(mapped.begin(), mapped.end(), a.begin())) // ::ffff:127.0.0.1
        return isLoopbackOrPrivate(std::uint32_t(a[12]) << 24 | std::uint32_t(a[13]) << 16 | std::uint32_t(a[14]) << 8 | a[15]);
    const bool uniqueLocal = (a[0] & 0xFE) == 0xFC;                  // RFC 4193
    const bool linkLocal = a[0] == 0xFE && (a[1] & 0xC0) == 0x80;    // RFC 4291, 2.5.6
    return a == loopback || uniqueLocal || linkLocal;
}

} // namespace sweepbench
