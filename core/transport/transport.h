// SPDX-License-Identifier: GPL-3.0-or-later
// What sends the requests of one worker: the engine says when and on which connection, the transport says how each one ended.
// Thread contract: made, used and destroyed in the worker's thread, which has an event loop; the sink is called in it.
#pragma once

#include "core/model/httpurl.h"
#include "core/model/load.h"
#include "core/model/target.h"
#include "core/monitor/threadcpu.h"
#include "core/transport/instant.h"
#include "core/transport/sample.h"

#include <QHostAddress>
#include <QSslConfiguration>
#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace sweepbench {

class EpollSet;

struct TransportOptions
{
    Target target; ///< the request, and the TLS options
    HttpUrl url;   ///< of the target
    Load load;     ///< keep-alive, time-out, HTTP version, redirects, cookies
    std::optional<QSslConfiguration> tls; ///< of an https target: tlsConfiguration()
    std::optional<HttpUrl> proxy;
    std::vector<QHostAddress> addresses; ///< of the server, or of the proxy: connection n takes the n-th, round and round
    int connections = 1;     ///< of this worker, numbered from 0 for it
    int firstConnection = 0; ///< number of its first connection among those of all workers
};

class Transport
{
public:
    virtual ~Transport() = default;

    /// One request on an idle connection. \a intended is when it was due, \a sent the present, the same in a closed loop.
    /// The sink is told when it has ended, later or before this returns.
    virtual void send(int connection, Instant intended, Instant sent) = 0;

    struct InFlight
    {
        qint64 bytesReceived = 0;
        qint64 bytesSent = 0;
        Instant sent;
    };
    /// Ends the request under way on a connection, if there is one, and says what it had moved. The sink is not told.
    virtual std::optional<InFlight> cancel(int connection) = 0;

    /// The first transport error in words, with the address; empty while there was none.
    virtual QString errorDetail() const = 0;
    /// Connections that came about so far.
    virtual qint64 connectionsOpened() const = 0;
    /// CPU time so far of threads that the transport has started on its own.
    virtual CpuSeconds helperCpu() const { return {}; }
};

/// True where the load's transport needs Qt's event loop, and not the epoll set alone.
bool needsQtEvents(const Load &load);
/// The transport that the load asks for. \a set is attached to the thread's event loop.
std::unique_ptr<Transport> makeTransport(EpollSet &set, TransportOptions options, SampleSink &sink);

} // namespace sweepbench
