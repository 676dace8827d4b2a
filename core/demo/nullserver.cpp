// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/demo/nullserver.h"

#include "core/demo/readiness.h"
#include "core/transport/filedescriptor.h"
#include "core/transport/stopsignal.h"
#include "core/transport/tcpconnect.h"

#include <QByteArrayView>

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <thread>
#include <unordered_map>
#include <vector>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

constexpr QByteArrayView answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
constexpr QByteArrayView requestEnd = "\r\n\r\n";

struct NullClient
{
    FileDescriptor socket;
    qsizetype matched = 0; ///< bytes of requestEnd that the last bytes received are

    /// Requests that end in these bytes.
    int requestsEndingIn(QByteArrayView bytes)
    {
        int ends = 0;
        for (const char byte : bytes) {
            if (byte == requestEnd[matched])
                ++matched;
            else
                matched = byte == requestEnd[0] ? 1 : 0;
            if (matched == requestEnd.size()) {
                ++ends;
                matched = 0;
            }
        }
        return ends;
    }
};

/// One thread's part: its own set of clients, the common listener.
class Server
{
public:
    Server(int listener, int stop) : m_listener(listener), m_stop(stop)
    {
        m_readiness.watch(listener, false);
        m_readiness.watch(stop, false);
    }
    bool isValid() const { return m_readiness.isValid(); }

    void serve()
    {
        while (true) {
            for (const Readiness::Event &event : m_readiness.wait(std::nullopt)) {
                if (event.fd == m_stop)
                    return;
                if (event.fd == m_listener)
                    accept();
                else if (!answerTo(event.fd))
                    drop(event.fd);
            }
        }
    }

private:
    /// One at a time, so that the threads share them.
    void accept()
    {
        FileDescriptor socket(::accept4(m_listener, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
        if (!socket) {
            if (errno == EMFILE || errno == ENFILE) // the queue stays readable: don't spin on it
                std::this_thread::sleep_for(std::chrono::milliseconds(5));
            return;
        }
        const int on = 1;
        ::setsockopt(socket.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        const int fd = socket.get();
        m_clients[fd] = NullClient{std::move(socket)};
        m_readiness.watch(fd, false);
    }

    /// False when the client is to be dropped.
    bool answerTo(int fd)
    {
        const ssize_t count = ::recv(fd, m_buffer.data(), m_buffer.size(), 0);
        if (count <= 0)
            return count < 0 && (errno == EAGAIN || errno == EINTR);
        int due = m_clients[fd].requestsEndingIn({m_buffer.data(), static_cast<qsizetype>(count)});
        while (due-- > 0) // a client that waits for its answers never fills the socket's buffer
            if (::send(fd, answer.data(), static_cast<std::size_t>(answer.size()), MSG_NOSIGNAL) != answer.size())
                return false;
        return true;
    }

    void drop(int fd)
    {
        m_readiness.forget(fd);
        m_clients.erase(fd);
    }

    Readiness m_readiness;
    int m_listener;
    int m_stop;
    std::unordered_map<int, NullClient> m_clients;
    std::array<char, 16 * 1024> m_buffer;
};

} // namespace

class NullServer::Private
{
public:
    explicit Private(int threads) : m_threads(std::max(1, threads)) {}

    Result<quint16> listen()
    {
        const SocketAddress wanted = socketAddress(QHostAddress(QHostAddress::LocalHost), 0);
        m_listener = FileDescriptor(::socket(wanted.storage.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
        if (!m_listener || ::bind(m_listener.get(), reinterpret_cast<const sockaddr *>(&wanted.storage), wanted.length) != 0
            || ::listen(m_listener.get(), SOMAXCONN) != 0 || !m_stop.isValid())
            return Problem{u"server"_s, QString::fromLocal8Bit(std::strerror(errno))};
        sockaddr_in bound{};
        socklen_t length = sizeof bound;
        ::getsockname(m_listener.get(), reinterpret_cast<sockaddr *>(&bound), &length);
        return ntohs(bound.sin_port);
    }

    std::optional<Problem> serve()
    {
        for (int i = 0; i < m_threads; ++i) {
            m_servers.push_back(std::make_unique<Server>(m_listener.get(), m_stop.descriptor()));
            if (!m_servers.back()->isValid())
                return Problem{u"server"_s, QString::fromLocal8Bit(std::strerror(errno))};
        }
        for (const auto &server : m_servers)
            m_running.emplace_back([&server] { server->serve(); });
        return std::nullopt;
    }

    void stop()
    {
        if (m_running.empty())
            return;
        m_stop.give();
        for (std::thread &thread : m_running)
            thread.join();
        m_running.clear();
    }

private:
    int m_threads;
    FileDescriptor m_listener;
    StopSignal m_stop;
    std::vector<std::unique_ptr<Server>> m_servers;
    std::vector<std::thread> m_running;
};

NullServer::NullServer(int threads) : d(std::make_unique<Private>(threads)) {}

NullServer::~NullServer()
{
    stop();
}

Result<quint16> NullServer::start()
{
    const Result<quint16> port = d->listen();
    if (!port)
        return port;
    if (const auto problem = d->serve())
        return *problem;
    return port;
}

void NullServer::stop()
{
    d->stop();
}

} // namespace sweepbench
