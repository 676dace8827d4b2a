// SPDX-License-Identifier: GPL-3.0-or-later
// The socket transport of one worker: its connections, their time-outs, and the closing of finished ones.
// Thread contract: made, used and destroyed in the worker's thread.
#pragma once

#include "core/transport/epollset.h"
#include "core/transport/httpconnection.h"
#include "core/transport/preparedrequest.h"
#include "core/transport/sample.h"
#include "core/transport/steadytimer.h"
#include "core/transport/tcpconnect.h"

#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace sweepbench {

struct SocketTransportOptions
{
    SocketAddress address;
    QString addressText; ///< for error texts: "127.0.0.1:8080"
    PreparedRequest request;
    int connections = 1;
    int requestsPerConnection = 0; ///< 0: no limit
    Nanoseconds timeout = std::chrono::seconds(30); ///< of a request, connecting included
};

class SocketTransport
{
public:
    SocketTransport(EpollSet &set, SocketTransportOptions options, SampleSink &sink);
    ~SocketTransport();

    /// One request on an idle connection. The sink is told when it has ended.
    void send(int connection, Instant intended);

    struct InFlight
    {
        qint64 bytesReceived = 0;
        qint64 bytesSent = 0;
        Instant startedAt;
    };
    /// Ends the request under way on a connection, if there is one, and says what it had moved. The sink is not told.
    std::optional<InFlight> cancel(int connection);

    /// The first transport error in words, with the address; empty while there was none.
    QString errorDetail() const { return m_errorDetail; }

private:
    friend class HttpConnection;
    class ClosingSocket;

    void started(HttpConnection &connection);
    void finished(HttpConnection &connection, const Sample &sample);
    void unqueue(HttpConnection &connection);
    void expireDue();
    void noteError(const QString &detail);
    void closeWhenPeerHas(FileDescriptor socket);

    EpollSet &m_set;
    SocketTransportOptions m_options;
    SampleSink &m_sink;
    std::vector<std::unique_ptr<HttpConnection>> m_connections;
    HttpConnection *m_oldest = nullptr; ///< the deadline queue; one time-out for all keeps it in order
    HttpConnection *m_newest = nullptr;
    SteadyTimer m_deadline;
    std::vector<std::unique_ptr<ClosingSocket>> m_closing;
    qint64 m_adopted = 0;
    std::vector<char> m_readBuffer; ///< shared: an answer is parsed as it is read
    QString m_errorDetail;
};

} // namespace sweepbench
