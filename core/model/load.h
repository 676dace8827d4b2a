// SPDX-License-Identifier: GPL-3.0-or-later
// Thread contract: plain values.
#pragma once

#include <QString>

#include <chrono>
#include <optional>
#include <vector>

namespace sweepbench {

/// What requests are sent with (DESIGN.md, Transports).
enum class TransportKind {
    Socket, ///< our own HTTP/1.1 client
    Qnam    ///< QNetworkAccessManager
};
QString transportId(TransportKind transport); ///< "socket", "qnam", as files and tables name it
std::optional<TransportKind> transportFromId(const QString &id);

enum class HttpVersion {
    Http1, ///< HTTP/1.1
    Http2  ///< over TLS by ALPN, else with prior knowledge (RFC 9113, 3.3)
};
QString httpVersionId(HttpVersion version); ///< "1.1", "2"
std::optional<HttpVersion> httpVersionFromId(const QString &id);

/// For people: "socket transport", "qnam transport, HTTP/2".
QString transportText(TransportKind transport, HttpVersion version);

/// How the requests of an open loop are spread over time.
enum class Arrivals {
    Uniform, ///< evenly
    Poisson  ///< independently of each other: exponential times between them
};
QString arrivalsId(Arrivals arrivals); ///< "uniform", "poisson"
std::optional<Arrivals> arrivalsFromId(const QString &id);

/// How a target is pressed in each trial. What the sweep varies (connections or rate) is replaced by each level: loadAt().
struct Load
{
    int connections = 100;   ///< most connections at once; the levels' where the sweep is over connections
    std::optional<int> rate; ///< requests per second of an open loop; absent: a closed loop
    Arrivals arrivals = Arrivals::Uniform;
    std::chrono::nanoseconds thinkTime{0}; ///< pause of a connection after each answer, in a closed loop
    std::chrono::nanoseconds rampUp{0};    ///< time over which the connections are opened, before the warm-up
    std::optional<qint64> requests;                                  ///< stop after this many requests, or
    std::optional<std::chrono::nanoseconds> duration = std::chrono::seconds(1); ///< after this long; exactly one is set
    std::chrono::nanoseconds warmup = std::chrono::milliseconds(200);
    std::chrono::nanoseconds timeout = std::chrono::seconds(30);
    int requestsPerConnection = 0; ///< 0: keep the connection alive without limit; 1: a new connection per request
    int threads = 0;               ///< worker threads; 0: chosen for the machine (effectiveThreads)
    std::vector<int> clientCpus;   ///< CPUs that the workers are pinned to; empty: not pinned
    TransportKind transport = TransportKind::Socket;
    HttpVersion http = HttpVersion::Http1;
    bool followRedirects = false;
    bool cookies = false; ///< keep cookies within a trial and send them back
    bool operator==(const Load &) const = default;
};

/// Keep-alive as people write it: "on", "off" or the number of requests per connection.
QString keepAliveText(const Load &load);
/// Worker threads that a trial with this many connections gets on a machine with \a cores cores.
int effectiveThreads(const Load &load, int connections, int cores);

} // namespace sweepbench
