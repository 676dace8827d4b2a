// SPDX-License-Identifier: GPL-3.0-or-later
// Thread contract: plain values and pure functions.
#pragma once

#include "core/model/result.h"

#include <QByteArray>
#include <QString>

namespace sweepbench {

/// The parts of a target's URL that go on the wire. Path and query are kept byte for byte as they were typed;
/// only blanks and non-ASCII characters are percent-encoded, once (RFC 3986, section 2).
struct HttpUrl
{
    QString host;             ///< without brackets; ASCII form of an international name (RFC 5891)
    quint16 port = 80;
    QByteArray requestTarget; ///< origin form (RFC 9112, 3.2.1): path and query, never empty, never a fragment
    bool operator==(const HttpUrl &) const = default;

    /// Value of the Host header: IPv6 in brackets, the port only where it is not 80.
    QByteArray hostHeader() const;
    /// The URL again, for display and files: "http://host:port/target".
    QString toString() const;
};

/// Reads what a user typed. Surrounding white space goes; "host:port/path" gets "http://" in front.
/// A Problem (field "URL") names what is wrong: no host, scheme other than http, port outside 1 to 65535, blanks in the host.
Result<HttpUrl> parseHttpUrl(const QString &text);

/// True for loopback, link-local and private addresses (RFC 1918, RFC 4193) and for "localhost" and names below it:
/// the hosts that may be put under load without asking.
bool isLoopbackOrPrivateHost(const QString &host);

} // namespace sweepbench
