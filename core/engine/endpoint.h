// SPDX-License-Identifier: GPL-3.0-or-later
// What is known of a target before the run: where its requests go, and how TLS is spoken there.
// Thread contract: plain values; endpointOf() reads files.
#pragma once

#include "core/model/errorkind.h"
#include "core/model/finding.h"
#include "core/model/httpurl.h"
#include "core/model/result.h"
#include "core/model/target.h"
#include "core/monitor/serverprocesses.h"
#include "core/transport/resolve.h"

#include <QHostAddress>
#include <QSslConfiguration>

#include <optional>
#include <vector>

namespace sweepbench {

struct Endpoint
{
    HttpUrl url;
    std::optional<HttpUrl> proxy;
    std::optional<QSslConfiguration> tls; ///< of an https target
    std::vector<QHostAddress> addresses; ///< to connect to: the server's or the proxy's; empty: the name was not found
    QString addressText;                 ///< the same with their port, ", " between them
    QString failure;                     ///< why there is no address
    ErrorKind failureKind = ErrorKind::Name;
    std::optional<Nanoseconds> lookup;   ///< time of the look-up
    std::vector<Finding> findings;       ///< addresses that were left out, for each trial

    /// The host and port that are connected to.
    const HttpUrl &peer() const { return proxy ? *proxy : url; }
};

/// All that can be told without the network. Where the target pins an address, nothing is left to be looked up. A Problem
/// names the field, "targets[0].tls.ca_file".
Result<Endpoint> endpointOf(const Target &target, std::size_t index);

/// The addresses of this machine that a trial will press; empty where the server is on another one. Absent where a proxy stands between,
/// as nobody knows then whether the server behind it is here.
std::optional<std::vector<ServerAddress>> serversHere(const Endpoint &endpoint);

void setAddresses(Endpoint &endpoint, const ResolvedHost &host);

} // namespace sweepbench
