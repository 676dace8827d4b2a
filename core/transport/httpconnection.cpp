// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/httpconnection.h"

#include "core/transport/sockettransport.h"

#include <cstring>

using namespace Qt::StringLiterals;

namespace sweepbench {

HttpConnection::HttpConnection(SocketTransport &transport, int index)
    : m_transport(transport), m_index(index), m_stream(transport.makeStream(*this, index))
{
}

HttpConnection::~HttpConnection() = default;

void HttpConnection::send(Instant intended, Instant sent)
{
    const int perConnection = m_transport.m_options.load.requestsPerConnection;
    const bool isLast = perConnection > 0 && m_answersHere + 1 >= perConnection;
    m_request = isLast ? &m_transport.m_request.close : &m_transport.m_request.keepAlive;
    m_sample = Sample{};
    m_sample.intended = intended;
    m_sample.sent = sent;
    m_readyAt = sent;
    m_written = 0;
    m_sawAnswerBytes = false;
    m_phase = Phase::Writing;
    m_transport.started(*this);
    if (m_isOpen) {
        m_parser.expectAnswer(m_transport.m_request.isHead);
        write();
    } else {
        openConnection();
    }
}

void HttpConnection::openConnection()
{
    // The first request of a connection that closes after each one; known only now that the count is zero.
    m_answersHere = 0;
    m_request = m_transport.m_options.load.requestsPerConnection == 1 ? &m_transport.m_request.close : &m_transport.m_request.keepAlive;
    m_written = 0;
    m_connectStart = m_sample.reconnects == 0 ? m_sample.sent : steadyNow();
    m_phase = Phase::Connecting;
    if (const auto failure = m_stream->open())
        onOpenFailed(*failure);
}

void HttpConnection::onOpened(Instant connected, Instant ready)
{
    m_isOpen = true;
    ++m_transport.m_connectionsOpened;
    m_sample.connectNs = (connected - m_connectStart).count();
    if (m_transport.m_options.url.tls)
        m_sample.tlsNs = (ready - connected).count();
    m_readyAt = ready;
    m_parser.startConnection();
    m_parser.expectAnswer(m_transport.m_request.isHead);
    m_phase = Phase::Writing;
    write();
}

void HttpConnection::onOpenFailed(const OpenFailure &failure)
{
    const bool proxyFailed = failure.kind == ErrorKind::Connect && m_transport.m_options.proxy;
    fail(proxyFailed ? ErrorKind::Proxy : failure.kind, steadyNow(), failure.text);
}

void HttpConnection::onWritable()
{
    if (m_phase == Phase::Writing)
        write();
}

void HttpConnection::write()
{
    while (m_written < m_request->size()) {
        const qint64 count = m_stream->write(m_request->constData() + m_written, m_request->size() - m_written);
        if (count < 0) {
            onEnded({StreamEnd::How::Broken, ErrorKind::Reset, QString::fromLocal8Bit(std::strerror(static_cast<int>(-count)))});
            return;
        }
        m_written += count;
        m_sample.bytesSent += count;
        if (m_written < m_request->size())
            return; // onWritable() follows
    }
    m_phase = Phase::Reading;
}

bool HttpConnection::onReceived(const char *data, qint64 size)
{
    if (m_phase == Phase::Idle) {
        closeConnection(); // the server talks without being asked
        return false;
    }
    const Instant now = steadyNow();
    if (!m_sawAnswerBytes) {
        m_sawAnswerBytes = true;
        m_firstByteAt = now;
    }
    m_sample.bytesReceived += size;
    switch (m_parser.feed(data, static_cast<std::size_t>(size))) {
    case ResponseParser::State::NeedsMore:
        return true;
    case ResponseParser::State::Complete:
        onAnswerComplete(now, false);
        return false;
    case ResponseParser::State::Failed:
        break;
    }
    fail(ErrorKind::Protocol, now, m_parser.failureText());
    return false;
}

void HttpConnection::onEnded(const StreamEnd &end)
{
    if (m_phase == Phase::Idle) {
        closeConnection(); // the server closes an idle connection
        return;
    }
    const Instant now = steadyNow();
    const bool isBroken = end.how == StreamEnd::How::Broken;
    const bool mayBeARace = !isBroken || end.kind == ErrorKind::Reset;
    if (!m_sawAnswerBytes && mayBeARace && sendAgain())
        return;
    if (isBroken)
        fail(end.kind, now, end.text);
    else if (!m_sawAnswerBytes)
        fail(ErrorKind::ClosedEarly, now, u"closed without an answer"_s);
    else if (m_parser.endOfStream() != ResponseParser::State::Complete)
        fail(ErrorKind::ClosedEarly, now, u"closed before the answer was complete"_s);
    else if (end.how == StreamEnd::How::Truncated) // RFC 9112, 8: such an answer is incomplete without TLS's closure alert
        fail(ErrorKind::ClosedEarly, now, u"the answer ends where TLS was cut off without a closure alert"_s);
    else
        onAnswerComplete(now, true);
}

/// A kept-alive connection that the server closes before the first byte of an answer is no error (RFC 9112, 9.3.1): a request
/// that may be repeated is sent once more on a new connection, its clock running on.
bool HttpConnection::sendAgain()
{
    if (m_answersHere == 0 || m_sample.reconnects > 0 || !m_transport.m_request.mayRepeat)
        return false;
    closeConnection();
    ++m_sample.reconnects;
    openConnection();
    return true;
}

void HttpConnection::onAnswerComplete(Instant now, bool streamEnded)
{
    constexpr int proxyAuthenticationRequired = 407;
    if (m_parser.status() == proxyAuthenticationRequired && m_transport.m_options.proxy && !m_transport.m_options.url.tls) {
        fail(ErrorKind::Proxy, now, u"the proxy answered 407: it wants a user name and a password, or others"_s);
        return;
    }
    m_sample.status = m_parser.status();
    m_sample.firstByteNs = (m_firstByteAt - m_readyAt).count();
    m_sample.bodyNs = (now - m_firstByteAt).count();
    ++m_answersHere;
    const bool askedToClose = m_request == &m_transport.m_request.close;
    const bool unfinishedRequest = m_phase == Phase::Writing; // answered before all of it was read: no use waiting
    if (streamEnded || unfinishedRequest) {
        closeConnection();
    } else if (askedToClose || !m_parser.keepsAlive()) {
        m_isOpen = false;
        m_stream->closeAfterPeer();
    }
    finish(now);
}

void HttpConnection::fail(ErrorKind kind, Instant now, const QString &detail)
{
    m_transport.noteError(*this, detail);
    m_sample.error = kind;
    closeConnection();
    finish(now);
}

void HttpConnection::finish(Instant now)
{
    m_sample.end = now;
    m_phase = Phase::Idle;
    const Sample sample = m_sample; // the sink may send the next request from within
    m_transport.finished(*this, sample);
}

void HttpConnection::expire(Instant now)
{
    if (m_phase == Phase::Connecting)
        fail(ErrorKind::ConnectTimeout, now, m_transport.connectTimeoutText());
    else
        fail(ErrorKind::Timeout, now, u"no complete answer within the time-out"_s);
}

void HttpConnection::abandon()
{
    m_phase = Phase::Idle;
    closeConnection();
}

void HttpConnection::closeConnection()
{
    m_isOpen = false;
    m_stream->close();
}

} // namespace sweepbench
