// SPDX-License-Identifier: GPL-3.0-or-later
// The bytes of a request, built once per trial.
// Thread contract: plain values.
#pragma once

#include "core/model/httpurl.h"
#include "core/model/target.h"

#include <QByteArray>

#include <optional>

namespace sweepbench {

struct PreparedRequest
{
    QByteArray keepAlive; ///< leaves the connection open
    QByteArray close;     ///< asks the server to close after its answer: the TIME_WAIT is then the server's
    bool isHead = false;  ///< its answers have no body
    bool mayRepeat = false; ///< safe method without a body (RFC 9110, 9.2.1): may be sent again on a new connection
};

/// Exactly one Host and one User-Agent: the target's own headers replace the defaults, names compared without case.
/// With a \a proxy and without TLS the request line has the absolute form (RFC 9112, 3.2.2), and the proxy's credentials follow.
PreparedRequest prepareRequest(const Target &target, const HttpUrl &url, const std::optional<HttpUrl> &proxy = std::nullopt);

/// CONNECT to the URL's host and port (RFC 9110, 9.3.6).
QByteArray prepareTunnelRequest(const HttpUrl &url, const HttpUrl &proxy);

} // namespace sweepbench
