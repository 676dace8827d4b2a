// SPDX-License-Identifier: GPL-3.0-or-later
// Thread contract: plain values.
#pragma once

#include <QString>

#include <chrono>
#include <optional>
#include <vector>

namespace sweepbench {

enum class Transport { Socket };
QString transportId(Transport transport); ///< "socket", as files and tables name it

/// How a target is pressed in each trial.
struct Load
{
    std::optional<qint64> requests;                                  ///< stop after this many requests, or
    std::optional<std::chrono::nanoseconds> duration = std::chrono::seconds(1); ///< after this long; exactly one is set
    std::chrono::nanoseconds warmup = std::chrono::milliseconds(200);
    std::chrono::nanoseconds timeout = std::chrono::seconds(30);
    int requestsPerConnection = 0; ///< 0: keep the connection alive without limit; 1: a new connection per request
    int threads = 0;               ///< worker threads; 0: chosen for the machine (effectiveThreads)
    std::vector<int> clientCpus;   ///< CPUs that the workers are pinned to; empty: not pinned
    Transport transport = Transport::Socket;
    bool operator==(const Load &) const = default;
};

/// Keep-alive as people write it: "on", "off" or the number of requests per connection.
QString keepAliveText(const Load &load);
/// Worker threads that a trial with this many connections gets on a machine with \a cores cores.
int effectiveThreads(const Load &load, int connections, int cores);

} // namespace sweepbench
