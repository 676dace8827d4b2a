// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/httpconnection.h"

#include "core/transport/sockettransport.h"
#include "core/transport/tcpconnect.h"

#include <sys/epoll.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstring>

using namespace Qt::StringLiterals;

namespace sweepbench {

HttpConnection::HttpConnection(SocketTransport &transport, int index)
    : m_transport(transport)
    , m_index(index)
    , m_addressIndex(static_cast<std::size_t>(transport.m_options.firstConnection + index) % transport.m_addresses.size())
{
}

HttpConnection::~HttpConnection()
{
    closeConnection();
}

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
    if (m_socket) {
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
    auto opened = startConnect(m_transport.m_addresses[m_addressIndex]);
    if (const int *error = std::get_if<int>(&opened)) {
        fail(connectErrorKind(*error), steadyNow(), QString::fromLocal8Bit(std::strerror(*error)));
        return;
    }
    m_socket = std::get<FileDescriptor>(std::move(opened));
    m_phase = Phase::Connecting;
    m_watched = EPOLLOUT;
    if (!m_transport.m_set.add(m_socket.get(), m_watched, this)) {
        m_socket.reset();
        fail(ErrorKind::LocalDescriptors, steadyNow(), u"the kernel refuses to watch another socket"_s);
    }
}

void HttpConnection::onEpollEvents(std::uint32_t events)
{
    if (!m_socket)
        return; // closed earlier in the same round of events
    switch (m_phase) {
    case Phase::Connecting:
        onConnected();
        break;
    case Phase::Writing:
        if (events & (EPOLLIN | EPOLLHUP | EPOLLERR))
            read(); // an early answer, or the end
        if (m_socket && m_phase == Phase::Writing && (events & EPOLLOUT))
            write();
        break;
    case Phase::Reading:
        read();
        break;
    case Phase::Idle:
        closeConnection(); // the server closes an idle connection, or talks without being asked
        break;
    }
}

void HttpConnection::onConnected()
{
    const Instant now = steadyNow();
    if (const int error = connectResult(m_socket.get()); error != 0) {
        fail(connectErrorKind(error), now, QString::fromLocal8Bit(std::strerror(error)));
        return;
    }
    ++m_transport.m_connectionsOpened;
    m_sample.connectNs = (now - m_connectStart).count();
    m_readyAt = now;
    m_parser.startConnection();
    m_parser.expectAnswer(m_transport.m_request.isHead);
    m_phase = Phase::Writing;
    write();
}

void HttpConnection::write()
{
    while (m_written < m_request->size()) {
        const ssize_t count = ::send(m_socket.get(), m_request->constData() + m_written,
                                     static_cast<std::size_t>(m_request->size() - m_written), MSG_NOSIGNAL);
        if (count < 0) {
            if (errno == EINTR)
                continue;
            if (errno == EAGAIN) {
                watch(EPOLLIN | EPOLLOUT);
                return;
            }
            onClosedByPeer(errno);
            return;
        }
        m_written += count;
        m_sample.bytesSent += count;
    }
    m_phase = Phase::Reading;
    watch(EPOLLIN);
}

void HttpConnection::read()
{
    auto &buffer = m_transport.m_readBuffer;
    while (true) {
        const ssize_t count = ::recv(m_socket.get(), buffer.data(), buffer.size(), 0);
        if (count < 0) {
            if (errno == EINTR)
                continue;
            if (errno != EAGAIN)
                onClosedByPeer(errno);
            return;
        }
        if (count == 0) {
            onClosedByPeer(0);
            return;
        }
        const Instant now = steadyNow();
        if (!m_sawAnswerBytes) {
            m_sawAnswerBytes = true;
            m_firstByteAt = now;
        }
        m_sample.bytesReceived += count;
        const auto state = m_parser.feed(buffer.data(), static_cast<std::size_t>(count));
        if (state == ResponseParser::State::Complete) {
            onAnswerComplete(now, false);
            return;
        }
        if (state == ResponseParser::State::Failed) {
            fail(ErrorKind::Protocol, now, m_parser.failureText());
            return;
        }
        if (static_cast<std::size_t>(count) < buffer.size())
            return; // the socket was empty; the set is level-triggered
    }
}

void HttpConnection::onClosedByPeer(int error)
{
    const Instant now = steadyNow();
    if (!m_sawAnswerBytes) {
        if (sendAgain())
            return;
        if (error != 0)
            fail(ErrorKind::Reset, now, QString::fromLocal8Bit(std::strerror(error)));
        else
            fail(ErrorKind::ClosedEarly, now, u"closed without an answer"_s);
        return;
    }
    if (error != 0) {
        fail(ErrorKind::Reset, now, QString::fromLocal8Bit(std::strerror(error)));
        return;
    }
    if (m_parser.endOfStream() == ResponseParser::State::Complete)
        onAnswerComplete(now, true);
    else
        fail(ErrorKind::ClosedEarly, now, u"closed before the answer was complete"_s);
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
    m_sample.status = m_parser.status();
    m_sample.firstByteNs = (m_firstByteAt - m_readyAt).count();
    m_sample.bodyNs = (now - m_firstByteAt).count();
    ++m_answersHere;
    const bool askedToClose = m_request == &m_transport.m_request.close;
    const bool unfinishedRequest = m_phase == Phase::Writing; // answered before all of it was read: no use waiting
    if (streamEnded || unfinishedRequest) {
        closeConnection();
    } else if (askedToClose || !m_parser.keepsAlive()) {
        m_transport.m_set.remove(m_socket.get());
        m_transport.closeWhenPeerHas(std::move(m_socket));
    }
    finish(now);
}

void HttpConnection::fail(ErrorKind kind, Instant now, const QString &detail)
{
    if (!detail.isEmpty())
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
        fail(ErrorKind::ConnectTimeout, now, u"no connection within the time-out"_s);
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
    if (m_socket)
        m_transport.m_set.remove(m_socket.get());
    m_socket.reset();
}

void HttpConnection::watch(std::uint32_t events)
{
    if (m_watched == events)
        return;
    m_watched = events;
    m_transport.m_set.modify(m_socket.get(), events, this);
}

} // namespace sweepbench
