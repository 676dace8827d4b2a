// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/sockettransport.h"

#include <sys/epoll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>

using namespace Qt::StringLiterals;

namespace sweepbench {

/// A connection whose last answer has come: closed when the server has closed it, so that the server keeps the TIME_WAIT.
class SocketTransport::ClosingSocket : private EpollHandler
{
public:
    explicit ClosingSocket(SocketTransport &transport) : m_transport(transport) {}
    ~ClosingSocket() { release(); }

    /// \a number counts up: the lower one has waited longer.
    void adopt(FileDescriptor socket, qint64 number)
    {
        m_number = number;
        m_socket = std::move(socket);
        if (!m_transport.m_set.add(m_socket.get(), EPOLLIN | EPOLLRDHUP, this))
            m_socket.reset();
    }
    qint64 adoptedAs() const { return m_number; }
    bool isOpen() const { return static_cast<bool>(m_socket); }
    void release()
    {
        if (m_socket)
            m_transport.m_set.remove(m_socket.get());
        m_socket.reset();
    }

private:
    void onEpollEvents(std::uint32_t) override
    {
        if (!m_socket)
            return;
        char rest[4096];
        const ssize_t count = ::recv(m_socket.get(), rest, sizeof rest, 0);
        if (count < 0 && (errno == EAGAIN || errno == EINTR))
            return;
        release(); // the end, an error, or bytes that nobody asked for
    }

    SocketTransport &m_transport;
    FileDescriptor m_socket;
    qint64 m_number = 0;
};

SocketTransport::SocketTransport(EpollSet &set, TransportOptions options, SampleSink &sink)
    : m_set(set)
    , m_options(std::move(options))
    , m_request(prepareRequest(m_options.target, m_options.url))
    , m_sink(sink)
    , m_deadline(set, [this] { expireDue(); })
    , m_readBuffer(64 * 1024)
{
    for (const QHostAddress &address : m_options.addresses)
        m_addresses.push_back(socketAddress(address, m_options.url.port));
    m_connections.reserve(static_cast<std::size_t>(m_options.connections));
    for (int i = 0; i < m_options.connections; ++i)
        m_connections.push_back(std::make_unique<HttpConnection>(*this, i));
}

SocketTransport::~SocketTransport() = default;

void SocketTransport::send(int connection, Instant intended, Instant sent)
{
    m_connections[static_cast<std::size_t>(connection)]->send(intended, sent);
}

std::optional<Transport::InFlight> SocketTransport::cancel(int index)
{
    HttpConnection &connection = *m_connections[static_cast<std::size_t>(index)];
    if (!connection.isBusy()) {
        connection.abandon();
        return std::nullopt;
    }
    const InFlight inFlight{connection.bytesReceived(), connection.bytesSent(), connection.startedAt()};
    unqueue(connection);
    connection.abandon();
    return inFlight;
}

void SocketTransport::started(HttpConnection &connection)
{
    connection.earlier = m_newest;
    connection.later = nullptr;
    (m_newest ? m_newest->later : m_oldest) = &connection;
    m_newest = &connection;
    if (!m_deadline.isArmed())
        m_deadline.arm(connection.startedAt() + m_options.load.timeout);
}

void SocketTransport::unqueue(HttpConnection &connection)
{
    (connection.earlier ? connection.earlier->later : m_oldest) = connection.later;
    (connection.later ? connection.later->earlier : m_newest) = connection.earlier;
    connection.earlier = nullptr;
    connection.later = nullptr;
}

void SocketTransport::finished(HttpConnection &connection, const Sample &sample)
{
    unqueue(connection);
    m_sink.requestFinished(connection.index(), sample);
}

void SocketTransport::expireDue()
{
    const Instant now = steadyNow();
    // A connection that fails here may start again at once and joins the end of the queue, which is not due.
    while (m_oldest && m_oldest->startedAt() + m_options.load.timeout <= now)
        m_oldest->expire(now);
    if (m_oldest && !m_deadline.isArmed())
        m_deadline.arm(m_oldest->startedAt() + m_options.load.timeout);
}

const QHostAddress &SocketTransport::addressOf(const HttpConnection &connection) const
{
    const auto number = static_cast<std::size_t>(m_options.firstConnection + connection.index());
    return m_options.addresses[number % m_options.addresses.size()];
}

void SocketTransport::noteError(const HttpConnection &connection, const QString &detail)
{
    if (m_errorDetail.isEmpty())
        m_errorDetail = addressText(addressOf(connection), m_options.url.port) + u": "_s + detail;
}

void SocketTransport::closeWhenPeerHas(FileDescriptor socket)
{
    const auto isOpen = [](const auto &closing) { return closing->isOpen(); };
    const auto open = std::count_if(m_closing.begin(), m_closing.end(), isOpen);
    auto place = std::find_if_not(m_closing.begin(), m_closing.end(), isOpen);
    if (open >= m_options.connections) {
        // A server that never closes must not collect descriptors: the one that has waited longest is closed from here.
        place = std::min_element(m_closing.begin(), m_closing.end(),
                                 [](const auto &a, const auto &b) { return a->adoptedAs() < b->adoptedAs(); });
        (*place)->release();
    } else if (place == m_closing.end()) {
        place = m_closing.insert(place, std::make_unique<ClosingSocket>(*this));
    }
    (*place)->adopt(std::move(socket), ++m_adopted);
}

} // namespace sweepbench
