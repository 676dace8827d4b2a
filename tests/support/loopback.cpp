// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/loopback.h"

#include "tests/support/networknamespace.h"
#include "tests/support/scriptedserver.h"

#include <cerrno>
#include <cstring>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace sweepbench::test {

namespace {

struct Address
{
    sockaddr_storage storage{};
    socklen_t size = 0;
    const sockaddr *get() const { return reinterpret_cast<const sockaddr *>(&storage); }
};

Address addressOf(const QString &text, quint16 port)
{
    if (!isTestAddress(text))
        qFatal("test server: %s is not a loopback address", qPrintable(text));
    Address address;
    if (text == QLatin1String("::1")) {
        auto &v6 = reinterpret_cast<sockaddr_in6 &>(address.storage);
        v6.sin6_family = AF_INET6;
        v6.sin6_addr = in6addr_loopback;
        v6.sin6_port = htons(port);
        address.size = sizeof v6;
        return address;
    }
    auto &v4 = reinterpret_cast<sockaddr_in &>(address.storage);
    v4.sin_family = AF_INET;
    v4.sin_port = htons(port);
    address.size = sizeof v4;
    ::inet_pton(AF_INET, text.toLatin1().constData(), &v4.sin_addr);
    return address;
}

/// With \a reuse, connections of an earlier socket in TIME_WAIT don't stand in the way (every socket of the port has to have
/// asked for that); without it, nobody else gets the port.
int boundSocket(const QString &text, quint16 port, int type, bool reuse)
{
    const Address address = addressOf(text, port);
    const int fd = ::socket(address.get()->sa_family, type | SOCK_CLOEXEC, 0);
    const int yes = 1;
    if (address.get()->sa_family == AF_INET6)
        ::setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &yes, sizeof yes);
    if (reuse)
        ::setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (fd < 0 || ::bind(fd, address.get(), address.size) != 0)
        qFatal("test server: can't bind %s port %d: %s", qPrintable(text), port, std::strerror(errno));
    return fd;
}

} // namespace

bool isTestAddress(const QString &address)
{
    in_addr v4{};
    if (::inet_pton(AF_INET, address.toLatin1().constData(), &v4) == 1)
        return ntohl(v4.s_addr) >> 24 == 127 || qEnvironmentVariable(networkNamespaceVariable) == address;
    return address == QLatin1String("::1");
}

int startConnecting(const QString &text, quint16 port)
{
    const Address address = addressOf(text, port);
    const int fd = ::socket(address.get()->sa_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0)
        qFatal("test client: no socket: %s", std::strerror(errno));
    setNoDelay(fd);
    if (::connect(fd, address.get(), address.size) == 0 || errno == EINPROGRESS)
        return fd;
    const int reason = errno;
    ::close(fd);
    errno = reason;
    return -1;
}

int listenOn(const QString &address, quint16 port, int backlog)
{
    const int fd = boundSocket(address, port, SOCK_STREAM | SOCK_NONBLOCK, true);
    if (::listen(fd, backlog) != 0)
        qFatal("test server: can't listen: %s", std::strerror(errno));
    return fd;
}

int bindFree()
{
    return boundSocket(QStringLiteral("127.0.0.1"), 0, SOCK_STREAM, false);
}

quint16 localPort(int fd)
{
    sockaddr_storage storage{};
    socklen_t size = sizeof storage;
    ::getsockname(fd, reinterpret_cast<sockaddr *>(&storage), &size);
    if (storage.ss_family == AF_INET6)
        return ntohs(reinterpret_cast<const sockaddr_in6 &>(storage).sin6_port);
    return ntohs(reinterpret_cast<const sockaddr_in &>(storage).sin_port);
}

quint16 freePort()
{
    const int fd = bindFree();
    const quint16 port = localPort(fd);
    ::close(fd);
    return port;
}

bool accepts(quint16 port)
{
    const Address address = addressOf(QStringLiteral("127.0.0.1"), port);
    const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const bool connected = ::connect(fd, address.get(), address.size) == 0;
    ::close(fd);
    return connected;
}

void setNoDelay(int fd)
{
    const int yes = 1;
    ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
}

void setResetOnClose(int fd)
{
    const linger now{1, 0};
    ::setsockopt(fd, SOL_SOCKET, SO_LINGER, &now, sizeof now);
}

RefusingPort::RefusingPort() : m_fd(bindFree()), m_port(localPort(m_fd)) {}

RefusingPort::~RefusingPort()
{
    ::close(m_fd);
}

QString RefusingPort::url() const
{
    return QStringLiteral("http://127.0.0.1:%1/").arg(m_port);
}

UnansweringPort::UnansweringPort() : m_fd(listenOn(QStringLiteral("127.0.0.1"), 0, 0)), m_port(localPort(m_fd))
{
    // Linux queues backlog + 1 connections that nobody accepts, and drops the SYNs that come after.
    const Address address = addressOf(QStringLiteral("127.0.0.1"), m_port);
    for (bool connected = true; connected && m_fillers.size() < 16;) {
        const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
        ::connect(fd, address.get(), address.size);
        pollfd waiting{fd, POLLOUT, 0};
        connected = ::poll(&waiting, 1, 50) == 1;
        m_fillers.push_back(fd);
    }
}

UnansweringPort::~UnansweringPort()
{
    for (const int fd : m_fillers)
        ::close(fd);
    ::close(m_fd);
}

QString UnansweringPort::url() const
{
    return QStringLiteral("http://127.0.0.1:%1/").arg(m_port);
}

} // namespace sweepbench::test
