// SPDX-License-Identifier: GPL-3.0-or-later
// Thread contract: plain values and pure functions.
#pragma once

#include "core/model/result.h"

#include <QByteArray>
#include <QString>

#include <optional>

namespace sweepbench {

/// The parts of a target's URL that go on the wire. Path and query are kept byte for byte as they were typed;
/// only blanks and non-ASCII characters are percent-encoded, once (RFC 3986, section 2).
struct HttpUrl
{
    bool tls = false;         ///< https
    QString host;             ///< without brackets; ASCII form of an international name (RFC 5891)
    quint16 port = 80;
    std::optional<QByteArray> userInfo; ///< "user:password" as it is sent by Basic authentication (RFC 7617): decoded
    QByteArray requestTarget; ///< origin form (RFC 9112, 3.2.1): path and query, never empty, never a fragment
    bool operator==(const HttpUrl &) const = default;

    /// Value of the Host header: IPv6 in brackets, the port only where it is not the scheme's own.
    QByteArray hostHeader() const;
    /// "host:port" with the port always there: what CONNECT names (RFC 9112, 3.2.3), and addresses in texts.
    QByteArray authority() const;
    /// The URL again, for display: "https://host:port/target", without user name and password.
    QString toString() const;
};

/// Reads what a user typed. Surrounding white space goes; "host:port/path" gets "http://" in front.
/// A Problem (field "URL") names what is wrong: no host, scheme other than http and https, port outside 1 to 65535, blanks in the host.
Result<HttpUrl> parseHttpUrl(const QString &text);

/// Reads a forward proxy's URL: "http://user:password@host:3128", the scheme may be left out. A Problem has the field "proxy".
Result<HttpUrl> parseProxyUrl(const QString &text);
/// \a url with these in place of its user name and password, if any; without a password its colon goes too.
QString urlWithUserInfo(const QString &url, const QString &user, const QString &password);

/// The URL with an empty password where it has one: "http://user:@host/" (RFC 3986, 3.2.1, asks not to show it).
QString urlWithoutPassword(const QString &url);
/// True for what urlWithoutPassword() leaves of a URL with a password: a user name, a colon and nothing after it.
bool lacksPassword(const QString &url);

/// True for an IPv4 or IPv6 address as numbers, without brackets.
bool isIpAddress(const QString &text);

/// True for loopback, link-local and private addresses (RFC 1918, RFC 4193) and for "localhost" and names below it:
/// the hosts that may be put under load without asking.
bool isLoopbackOrPrivateHost(const QString &host);

} // namespace sweepbench
