// SPDX-License-Identifier: GPL-3.0-or-later
// How n requests in flight become n connections. Qt 6.4 opens at most six connections for one "host": the URL's scheme, host and
// port with the request's peerVerifyName. A name of its own for each connection makes each a host of its own, all of them in one
// manager and its one HTTP thread.
// Thread contract: pure functions.
#pragma once

#include "core/model/httpurl.h"
#include "core/model/load.h"

#include <QString>

namespace sweepbench {

/// Streams that one HTTP/2 connection carries at once. Servers should allow no fewer than 100 (RFC 9113, 6.5.2), and Qt would
/// queue what is beyond their limit, which would pass for latency.
inline constexpr int streamsPerConnection = 100;

/// Number of the group, a connection of Qt's, that carries the requests of a connection.
int qnamGroup(HttpVersion http, int connection);

/// Name of a group. Without TLS any text will do. With TLS the name is also what the certificate is checked against and what
/// SNI carries, so it says the same host in another spelling: upper and lower case, which neither of the two tells apart, or
/// white space after an address, which is never sent.
QString qnamGroupName(const HttpUrl &url, int group);

/// How many names qnamGroupName() has for the host; beyond, another manager starts over.
int qnamGroupNames(const HttpUrl &url);

} // namespace sweepbench
