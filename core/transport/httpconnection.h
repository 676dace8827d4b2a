// SPDX-License-Identifier: GPL-3.0-or-later
// One client connection: connects, writes the prepared request, reads the answer, says how it ended.
// Thread contract: as its SocketTransport.
#pragma once

#include "core/transport/bytestream.h"
#include "core/transport/responseparser.h"
#include "core/transport/sample.h"

#include <memory>

namespace sweepbench {

class SocketTransport;

class HttpConnection final : private StreamUser
{
public:
    HttpConnection(SocketTransport &transport, int index);
    HttpConnection(HttpConnection &&) = delete;
    ~HttpConnection();

    /// Sends one request; SocketTransport::finished() follows, later or before this returns.
    void send(Instant intended, Instant sent);
    /// The time-out has passed: ends the request under way.
    void expire(Instant now);
    /// Ends without telling anybody, for the end of a trial.
    void abandon();

    int index() const { return m_index; }
    bool isBusy() const { return m_phase != Phase::Idle; }
    Instant startedAt() const { return m_sample.sent; }
    qint64 bytesReceived() const { return m_sample.bytesReceived; }
    qint64 bytesSent() const { return m_sample.bytesSent; }

    // Links of the deadline queue: the transport keeps busy connections in the order in which they started.
    HttpConnection *earlier = nullptr;
    HttpConnection *later = nullptr;

private:
    enum class Phase { Idle, Connecting, Writing, Reading };

    void onOpened(Instant connected, Instant ready) override;
    void onOpenFailed(const OpenFailure &failure) override;
    bool onReceived(const char *data, qint64 size) override;
    void onWritable() override;
    void onEnded(const StreamEnd &end) override;

    void openConnection();
    void write();
    void onAnswerComplete(Instant now, bool streamEnded);
    bool sendAgain();
    void fail(ErrorKind kind, Instant now, const QString &detail);
    void finish(Instant now);
    void closeConnection();

    SocketTransport &m_transport;
    int m_index;
    std::unique_ptr<ByteStream> m_stream;
    bool m_isOpen = false; ///< the stream was opened and has not ended
    Phase m_phase = Phase::Idle;
    ResponseParser m_parser;
    const QByteArray *m_request = nullptr;
    qsizetype m_written = 0;
    int m_answersHere = 0;       ///< complete answers on this connection
    bool m_sawAnswerBytes = false;
    Instant m_connectStart;
    Instant m_readyAt;     ///< the connection was there and the request could go out
    Instant m_firstByteAt;
    Sample m_sample;
};

} // namespace sweepbench
