// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/scriptedproxyloop.h"

#include "tests/support/loopback.h"

#include <algorithm>
#include <cerrno>
#include <utility>

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace sweepbench::test {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;
using State = ProxyConnection::State;

constexpr qsizetype mostBuffered = 1024 * 1024; ///< each way; beyond it the sender has to wait
constexpr std::size_t mostLogged = 100'000;
constexpr milliseconds pauseInConnectAnswer{30};

struct Target
{
    QByteArray authority;
    QByteArray path; ///< with the query
};

/// Takes "http://AUTHORITY/PATH" apart.
std::optional<Target> absoluteTarget(const QByteArray &target)
{
    static const QByteArray scheme = "http://";
    if (target.left(scheme.size()).toLower() != scheme)
        return std::nullopt;
    const QByteArray rest = target.mid(scheme.size());
    qsizetype end = 0;
    while (end < rest.size() && rest[end] != '/' && rest[end] != '?')
        ++end;
    const QByteArray path = rest.mid(end);
    return Target{rest.left(end), path.startsWith('/') ? path : '/' + path};
}

/// The request as the origin gets it: origin-form, without what is meant for the proxy.
QByteArray forOrigin(const ReceivedRequest &request, const QByteArray &path)
{
    const QList<QByteArray> lines = request.head.split('\n');
    const QByteArray version = lines[0].trimmed().mid(lines[0].trimmed().lastIndexOf(' ') + 1);
    QByteArray bytes = request.method() + ' ' + path + ' ' + version + "\r\n";
    for (const QByteArray &line : lines.mid(1)) {
        if (!line.toLower().startsWith("proxy-"))
            bytes += line.trimmed() + "\r\n";
    }
    return bytes + "\r\n" + request.body;
}

/// Takes one complete request off the front of \a buffer; its body is what Content-Length says.
std::optional<ReceivedRequest> takeProxiedRequest(QByteArray &buffer)
{
    const qsizetype headEnd = buffer.indexOf("\r\n\r\n");
    if (headEnd < 0)
        return std::nullopt;
    ReceivedRequest request;
    request.head = buffer.left(headEnd);
    const std::vector<QByteArray> lengths = request.header("content-length");
    const qsizetype bodySize = lengths.empty() ? 0 : std::max<qsizetype>(0, lengths[0].toLongLong());
    if (buffer.size() < headEnd + 4 + bodySize)
        return std::nullopt;
    request.body = buffer.mid(headEnd + 4, bodySize);
    buffer.remove(0, headEnd + 4 + bodySize);
    return request;
}

/// Bytes read into \a buffer; 0 at the end, -1 after a reset, absent when there is nothing now.
std::optional<ssize_t> readInto(int fd, QByteArray &buffer)
{
    char bytes[65536];
    const ssize_t n = ::recv(fd, bytes, sizeof bytes, 0);
    if (n > 0)
        buffer.append(bytes, n);
    if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR))
        return std::nullopt;
    return n;
}

/// False when the peer has gone.
bool sendFrom(int fd, QByteArray &buffer)
{
    while (!buffer.isEmpty()) {
        const ssize_t n = ::send(fd, buffer.constData(), static_cast<std::size_t>(buffer.size()), MSG_NOSIGNAL);
        if (n < 0)
            return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
        buffer.remove(0, n);
    }
    return true;
}

QByteArray connectAnswer(ConnectReply reply)
{
    switch (reply) {
    case ConnectReply::TunnelWithHeaders:
        return "HTTP/1.1 200 Connection established\r\nVia: 1.1 test\r\nProxy-Agent: test/1.0\r\n"
               "Date: Thu, 01 Jan 1970 00:00:00 GMT\r\n\r\n";
    case ConnectReply::TunnelWithLength:
        return "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n";
    default:
        return "HTTP/1.1 200 Connection established\r\n\r\n";
    }
}

} // namespace

void ScriptedProxy::Private::run()
{
    while (!stopping)
        loop();
    for (ProxyConnection &c : connections)
        close(c, true);
    connections.clear();
    ::close(std::exchange(listenFd, -1));
}

/// One round: waits for something to do and does it.
void ScriptedProxy::Private::loop()
{
    std::vector<pollfd> fds{{wakePipe[0], POLLIN, 0}, {listenFd, POLLIN, 0}};
    std::vector<ProxyConnection *> polled;
    int timeout = -1;
    for (ProxyConnection &c : connections) {
        const bool clientMayAsk = c.state != State::Ending && c.toOrigin.size() < mostBuffered && c.fromClient.size() < mostBuffered;
        const bool waitsForOrigin = c.state == State::Connecting || !c.toOrigin.isEmpty();
        const int clientEvents = (clientMayAsk ? POLLIN : 0) | (c.toClient.isEmpty() ? 0 : POLLOUT);
        const int originEvents = (c.toClient.size() < mostBuffered ? POLLIN : 0) | (waitsForOrigin ? POLLOUT : 0);
        fds.push_back({c.clientFd, static_cast<short>(clientEvents), 0});
        fds.push_back({c.originFd, static_cast<short>(originEvents), 0}); // poll() passes over -1
        polled.push_back(&c);
        if (!c.secondHalf.isEmpty())
            timeout = 5;
    }
    if (::poll(fds.data(), fds.size(), timeout) < 0)
        return;
    for (std::size_t i = 0; i < polled.size(); ++i) {
        ProxyConnection &c = *polled[i];
        const int origin = c.originFd;
        if (fds[2 + 2 * i].revents & (POLLIN | POLLHUP | POLLERR))
            readClient(c);
        if (c.state == State::Connecting && c.originFd == origin && fds[3 + 2 * i].revents)
            originAnswered(c);
        else if (c.originFd >= 0 && c.originFd == origin && fds[3 + 2 * i].revents & (POLLIN | POLLHUP | POLLERR))
            readOrigin(c);
        flush(c);
    }
    connections.remove_if([](const ProxyConnection &c) { return c.state == State::Closed; });
    if (fds[1].revents)
        acceptAll();
}

void ScriptedProxy::Private::acceptAll()
{
    for (;;) {
        const int fd = ::accept4(listenFd, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (fd < 0)
            return;
        setNoDelay(fd);
        ProxyConnection &c = connections.emplace_back();
        c.clientFd = fd;
        c.number = ++accepted;
        ++open;
    }
}

void ScriptedProxy::Private::readClient(ProxyConnection &c)
{
    const std::optional<ssize_t> n = readInto(c.clientFd, c.fromClient);
    if (n && *n <= 0) {
        close(c, false);
        return;
    }
    if (c.state == State::Hanging || c.state == State::Ending)
        c.fromClient.clear();
    takeRequests(c);
}

void ScriptedProxy::Private::readOrigin(ProxyConnection &c)
{
    const std::optional<ssize_t> n = readInto(c.originFd, c.toClient);
    if (n && *n < 0) {
        close(c, true); // the client sees what the origin did
    } else if (n && *n == 0) {
        closeOrigin(c);
        c.state = State::Ending;
    }
}

void ScriptedProxy::Private::takeRequests(ProxyConnection &c)
{
    while (c.state == State::Asking) {
        std::optional<ReceivedRequest> request = takeProxiedRequest(c.fromClient);
        if (!request)
            return;
        request->connection = c.number;
        request->onConnection = ++c.requestsSeen;
        request->total = requestCount + 1;
        request->at = Clock::now();
        {
            const std::lock_guard lock(mutex);
            if (log.size() < mostLogged)
                log.push_back(*request);
            ++requestCount;
        }
        obey(c, *request);
    }
    if (c.state == State::Tunnel)
        c.toOrigin += std::exchange(c.fromClient, {});
}

bool ScriptedProxy::Private::isAuthorised(const ReceivedRequest &request) const
{
    const std::vector<QByteArray> given = request.header("proxy-authorization");
    return options.credentials.isEmpty() || (given.size() == 1 && given[0] == "Basic " + options.credentials.toBase64());
}

void ScriptedProxy::Private::obey(ProxyConnection &c, const ReceivedRequest &request)
{
    if (!isAuthorised(request)) {
        refuse(c, "407 Proxy Authentication Required",
               QByteArray("Proxy-Authenticate: Basic realm=\"test\"\r\n") + (options.closeAfter407 ? "Connection: close\r\n" : ""));
        if (options.closeAfter407)
            c.state = State::Ending;
    } else if (request.method() == "CONNECT") {
        openTunnel(c, request);
    } else {
        relay(c, request);
    }
}

void ScriptedProxy::Private::relay(ProxyConnection &c, const ReceivedRequest &request)
{
    const std::optional<Target> target = absoluteTarget(request.target());
    if (!target)
        return refuse(c, "400 Bad Request");
    if (c.originFd < 0 || c.origin != target->authority) {
        c.isConnect = false;
        if (!openOrigin(c, target->authority, 80))
            return refuse(c, "502 Bad Gateway");
    }
    c.toOrigin += forOrigin(request, target->path);
}

void ScriptedProxy::Private::openTunnel(ProxyConnection &c, const ReceivedRequest &request)
{
    switch (options.connectReply) {
    case ConnectReply::Forbidden:
        return refuse(c, "403 Forbidden");
    case ConnectReply::BadGateway:
        return refuse(c, "502 Bad Gateway");
    case ConnectReply::Close:
        c.state = State::Ending;
        return;
    case ConnectReply::Reset:
        return close(c, true);
    case ConnectReply::Garbage:
        c.toClient += "\x15\x03\x01\r\nSSH-2.0-test\r\n\r\n";
        [[fallthrough]];
    case ConnectReply::Silence:
        c.state = State::Hanging;
        return;
    case ConnectReply::Tunnel:
    case ConnectReply::TunnelWithHeaders:
    case ConnectReply::TunnelWithLength:
    case ConnectReply::TunnelInTwo:
        c.isConnect = true;
        if (!openOrigin(c, request.target(), 0))
            refuse(c, "502 Bad Gateway");
    }
}

/// Begins to connect; false when the host is unknown here or refuses at once.
bool ScriptedProxy::Private::openOrigin(ProxyConnection &c, const QByteArray &authority, int defaultPort)
{
    closeOrigin(c);
    const qsizetype colon = authority.lastIndexOf(':');
    const bool hasPort = colon > authority.lastIndexOf(']');
    const int originPort = hasPort ? authority.mid(colon + 1).toInt() : defaultPort;
    QByteArray host = hasPort ? authority.left(colon) : authority;
    if (host.startsWith('[') && host.endsWith(']'))
        host = host.mid(1, host.size() - 2);
    const auto known = options.hosts.find(host);
    if (known != options.hosts.end())
        host = known->second;
    else if (host == "localhost")
        host = "127.0.0.1";
    const QString address = QString::fromLatin1(host);
    if (!isTestAddress(address) || originPort < 1 || originPort > 65535)
        return false;
    c.originFd = startConnecting(address, static_cast<quint16>(originPort));
    if (c.originFd < 0)
        return false;
    c.origin = authority;
    c.state = State::Connecting;
    return true;
}

void ScriptedProxy::Private::originAnswered(ProxyConnection &c)
{
    int error = 0;
    socklen_t size = sizeof error;
    ::getsockopt(c.originFd, SOL_SOCKET, SO_ERROR, &error, &size);
    c.state = State::Asking;
    if (error != 0) {
        closeOrigin(c);
        c.toOrigin.clear();
        refuse(c, "502 Bad Gateway");
    } else {
        ++originCount;
        if (c.isConnect) {
            ++tunnelCount;
            c.state = State::Tunnel;
            const QByteArray answer = connectAnswer(options.connectReply);
            const bool inTwo = options.connectReply == ConnectReply::TunnelInTwo;
            c.toClient += inTwo ? answer.left(10) : answer;
            c.secondHalf = inTwo ? answer.mid(10) : QByteArray();
            c.due = Clock::now() + pauseInConnectAnswer;
        }
    }
    takeRequests(c);
}

void ScriptedProxy::Private::refuse(ProxyConnection &c, const QByteArray &status, const QByteArray &fields)
{
    const QByteArray body = "The proxy says: " + status + "\n";
    c.toClient += "HTTP/1.1 " + status + "\r\n" + fields
                  + "Content-Type: text/plain\r\nContent-Length: " + QByteArray::number(body.size()) + "\r\n\r\n" + body;
}

/// Sends what can be sent, and ends what is to be ended.
void ScriptedProxy::Private::flush(ProxyConnection &c)
{
    if (c.state == State::Closed)
        return;
    if (!c.secondHalf.isEmpty() && Clock::now() >= c.due)
        c.toClient += std::exchange(c.secondHalf, {});
    const bool originIsThere = c.originFd >= 0 && c.state != State::Connecting;
    if (!sendFrom(c.clientFd, c.toClient) || (originIsThere && !sendFrom(c.originFd, c.toOrigin)))
        close(c, true);
    else if (c.state == State::Ending && c.toClient.isEmpty())
        close(c, false);
}

void ScriptedProxy::Private::closeOrigin(ProxyConnection &c)
{
    if (c.originFd >= 0)
        ::close(std::exchange(c.originFd, -1));
}

void ScriptedProxy::Private::close(ProxyConnection &c, bool reset)
{
    if (c.state == State::Closed)
        return;
    closeOrigin(c);
    if (reset)
        setResetOnClose(c.clientFd);
    else
        ::shutdown(c.clientFd, SHUT_WR);
    ::close(c.clientFd);
    c.state = State::Closed;
    --open;
}

} // namespace sweepbench::test
