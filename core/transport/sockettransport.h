// SPDX-License-Identifier: GPL-3.0-or-later
// The socket transport of one worker: its connections, their time-outs, and the closing of finished ones.
// Thread contract: made, used and destroyed in the worker's thread.
#pragma once

#include "core/transport/epollset.h"
#include "core/transport/httpconnection.h"
#include "core/transport/preparedrequest.h"
#include "core/transport/steadytimer.h"
#include "core/transport/tcpconnect.h"
#include "core/transport/transport.h"

#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace sweepbench {

class SocketTransport final : public Transport
{
public:
    SocketTransport(EpollSet &set, TransportOptions options, SampleSink &sink);
    ~SocketTransport() override;

    void send(int connection, Instant intended, Instant sent) override;
    std::optional<InFlight> cancel(int connection) override;
    QString errorDetail() const override { return m_errorDetail; }
    qint64 connectionsOpened() const override { return m_connectionsOpened; }

private:
    friend class HttpConnection;
    class ClosingSocket;

    void started(HttpConnection &connection);
    void finished(HttpConnection &connection, const Sample &sample);
    void unqueue(HttpConnection &connection);
    void expireDue();
    void noteError(const HttpConnection &connection, const QString &detail);
    const QHostAddress &addressOf(const HttpConnection &connection) const;
    void closeWhenPeerHas(FileDescriptor socket);

    EpollSet &m_set;
    TransportOptions m_options;
    PreparedRequest m_request;
    std::vector<SocketAddress> m_addresses;
    SampleSink &m_sink;
    std::vector<std::unique_ptr<HttpConnection>> m_connections;
    HttpConnection *m_oldest = nullptr; ///< the deadline queue; one time-out for all keeps it in order
    HttpConnection *m_newest = nullptr;
    SteadyTimer m_deadline;
    std::vector<std::unique_ptr<ClosingSocket>> m_closing;
    qint64 m_adopted = 0;
    std::vector<char> m_readBuffer; ///< shared: an answer is parsed as it is read
    QString m_errorDetail;
    qint64 m_connectionsOpened = 0;
};

} // namespace sweepbench
