// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/tcpconnect.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>

#include <cerrno>
#include <cstring>

using namespace Qt::StringLiterals;

namespace sweepbench {

SocketAddress socketAddress(const QHostAddress &address, quint16 port)
{
    SocketAddress result;
    bool isV4 = false;
    const quint32 v4 = address.toIPv4Address(&isV4);
    if (isV4) {
        auto *in = reinterpret_cast<sockaddr_in *>(&result.storage);
        in->sin_family = AF_INET;
        in->sin_port = htons(port);
        in->sin_addr.s_addr = htonl(v4);
        result.length = sizeof(sockaddr_in);
        return result;
    }
    const Q_IPV6ADDR v6 = address.toIPv6Address();
    auto *in6 = reinterpret_cast<sockaddr_in6 *>(&result.storage);
    in6->sin6_family = AF_INET6;
    in6->sin6_port = htons(port);
    std::memcpy(&in6->sin6_addr, &v6, sizeof in6->sin6_addr);
    in6->sin6_scope_id = address.scopeId().toUInt();
    result.length = sizeof(sockaddr_in6);
    return result;
}

QString addressText(const QHostAddress &address, quint16 port)
{
    const QString host = address.toString();
    return (host.contains(u':') ? u"[%1]:%2"_s : u"%1:%2"_s).arg(host).arg(port);
}

namespace {

FileDescriptor tcpSocket(const SocketAddress &address, bool noDelay)
{
    FileDescriptor fd(::socket(address.storage.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    if (fd && noDelay) {
        const int on = 1;
        ::setsockopt(fd.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    }
    return fd;
}

const sockaddr *raw(const SocketAddress &address)
{
    return reinterpret_cast<const sockaddr *>(&address.storage);
}

std::variant<FileDescriptor, int> connected(FileDescriptor fd, const SocketAddress &address)
{
    if (!fd || (::connect(fd.get(), raw(address), address.length) != 0 && errno != EINPROGRESS))
        return errno;
    return fd;
}

} // namespace

std::variant<FileDescriptor, int> startConnect(const SocketAddress &address, bool noDelay)
{
    return connected(tcpSocket(address, noDelay), address);
}

std::variant<FileDescriptor, int> startConnect(const SocketAddress &address, bool noDelay, const SocketAddress &source)
{
    FileDescriptor fd = tcpSocket(address, noDelay);
    if (!fd)
        return errno;
#ifdef IP_BIND_ADDRESS_NO_PORT
    const int on = 1; // else bind() takes a port that no other destination may share
    ::setsockopt(fd.get(), IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &on, sizeof on);
#endif
    if (::bind(fd.get(), raw(source), source.length) != 0)
        return errno;
    return connected(std::move(fd), address);
}

bool hasLocalAddressFor(const SocketAddress &destination)
{
    const FileDescriptor fd(::socket(destination.storage.ss_family, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    return !fd || ::connect(fd.get(), raw(destination), destination.length) == 0 || errno != EADDRNOTAVAIL;
}

int connectResult(int fd)
{
    int error = 0;
    socklen_t length = sizeof error;
    if (::getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &length) != 0)
        return errno;
    return error;
}

ErrorKind connectErrorKind(int error)
{
    switch (error) {
    case EADDRNOTAVAIL:
    case EAGAIN: // connect(2): "insufficient entries in the routing cache", and no free local port on Linux
        return ErrorKind::LocalPorts;
    case EMFILE:
    case ENFILE:
    case ENOBUFS:
    case ENOMEM:
        return ErrorKind::LocalDescriptors;
    case ETIMEDOUT:
        return ErrorKind::ConnectTimeout;
    default:
        return ErrorKind::Connect;
    }
}

QString connectErrorText(int error)
{
    const QString text = QString::fromLocal8Bit(std::strerror(error));
    if (connectErrorKind(error) != ErrorKind::LocalPorts)
        return text;
    return u"no local port is left (%1): closed connections keep theirs for a minute in TIME_WAIT; use keep-alive"_s.arg(text);
}

} // namespace sweepbench
