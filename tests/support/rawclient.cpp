// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/rawclient.h"

#include <algorithm>
#include <cerrno>
#include <limits>

#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace sweepbench::test {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

RawClient::RawClient(quint16 port, bool ipv6)
{
    sockaddr_in v4{};
    v4.sin_family = AF_INET;
    v4.sin_port = htons(port);
    v4.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    sockaddr_in6 v6{};
    v6.sin6_family = AF_INET6;
    v6.sin6_port = htons(port);
    v6.sin6_addr = in6addr_loopback;
    m_fd = ::socket(ipv6 ? AF_INET6 : AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const int result = ipv6 ? ::connect(m_fd, reinterpret_cast<const sockaddr *>(&v6), sizeof v6)
                            : ::connect(m_fd, reinterpret_cast<const sockaddr *>(&v4), sizeof v4);
    m_error = result == 0 ? 0 : errno;
}

RawClient::~RawClient()
{
    ::close(m_fd);
}

void RawClient::send(const QByteArray &bytes)
{
    for (qsizetype sent = 0; sent < bytes.size();) {
        const ssize_t n = ::send(m_fd, bytes.constData() + sent, static_cast<std::size_t>(bytes.size() - sent), MSG_NOSIGNAL);
        if (n <= 0)
            return;
        sent += n;
    }
}

QByteArray RawClient::read(qsizetype size, milliseconds timeout)
{
    const Clock::time_point deadline = Clock::now() + timeout;
    QByteArray received;
    m_end = End::Open;
    while (received.size() < size) {
        const auto left = std::chrono::ceil<milliseconds>(deadline - Clock::now()).count();
        pollfd readable{m_fd, POLLIN, 0};
        if (left <= 0 || ::poll(&readable, 1, static_cast<int>(left)) <= 0)
            break;
        char buffer[65536];
        const auto room = static_cast<std::size_t>(std::min<qsizetype>(size - received.size(), sizeof buffer));
        const ssize_t n = ::recv(m_fd, buffer, room, 0);
        if (n > 0) {
            received.append(buffer, n);
            continue;
        }
        m_end = n == 0 ? End::Closed : End::Reset;
        break;
    }
    return received;
}

QByteArray RawClient::readToEnd(milliseconds timeout)
{
    return read(std::numeric_limits<qsizetype>::max(), timeout);
}

QByteArray RawClient::get(quint16 port, const QByteArray &path, int *status)
{
    RawClient client(port);
    client.send("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    const QByteArray answer = client.readToEnd(std::chrono::seconds(10));
    if (status)
        *status = answer.mid(9, 3).toInt();
    const qsizetype headEnd = answer.indexOf("\r\n\r\n");
    return headEnd < 0 ? QByteArray() : answer.mid(headEnd + 4);
}

} // namespace sweepbench::test
