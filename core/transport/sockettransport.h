// SPDX-License-Identifier: GPL-3.0-or-later
// The socket transport of one worker: its connections and their time-outs.
// Thread contract: made, used and destroyed in the worker's thread.
#pragma once

#include "core/transport/epollset.h"
#include "core/transport/deadlinequeue.h"
#include "core/transport/httpconnection.h"
#include "core/transport/preparedrequest.h"
#include "core/transport/streamcontext.h"
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

    std::unique_ptr<ByteStream> makeStream(StreamUser &user, int connection);
    void started(HttpConnection &connection);
    void finished(HttpConnection &connection, const Sample &sample);
    void noteError(const HttpConnection &connection, const QString &detail);
    QString connectTimeoutText() const;
    std::size_t numberOf(int connection) const { return static_cast<std::size_t>(m_options.firstConnection + connection); }

    TransportOptions m_options;
    PreparedRequest m_request;
    StreamContext m_context;
    SampleSink &m_sink;
    std::vector<std::unique_ptr<HttpConnection>> m_connections;
    DeadlineQueue<HttpConnection> m_underWay;
    QString m_errorDetail;
    qint64 m_connectionsOpened = 0;
};

} // namespace sweepbench
