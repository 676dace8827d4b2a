// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/scriptedserverloop.h"

#include "tests/support/loopback.h"

#include <algorithm>
#include <utility>

#include <cerrno>
#include <csignal>

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace sweepbench::test {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

/// After a half-close, so long does the server read what the peer still sends before it closes for good.
constexpr milliseconds lingerTime{200};

using Connection = ScriptedConnection;

struct ParsedRequest
{
    QByteArray head;
    QByteArray body;
};

/// Takes one complete request off the front of \a buffer.
std::optional<ParsedRequest> takeRequest(QByteArray &buffer)
{
    const qsizetype headEnd = buffer.indexOf("\r\n\r\n");
    if (headEnd < 0)
        return std::nullopt;
    ParsedRequest request{buffer.left(headEnd), {}};
    qsizetype bodySize = 0;
    const QList<QByteArray> lines = request.head.split('\n');
    for (const QByteArray &line : lines) {
        const qsizetype colon = line.indexOf(':');
        if (colon > 0 && line.left(colon).toLower() == "content-length")
            bodySize = line.mid(colon + 1).trimmed().toLongLong();
    }
    if (buffer.size() < headEnd + 4 + bodySize)
        return std::nullopt;
    request.body = buffer.mid(headEnd + 4, bodySize);
    buffer.remove(0, headEnd + 4 + bodySize);
    return request;
}

} // namespace

void ScriptedServer::Private::run()
{
    // OpenSSL writes without MSG_NOSIGNAL. The signal of a peer that has gone is for this thread alone.
    sigset_t brokenPipe;
    sigemptyset(&brokenPipe);
    sigaddset(&brokenPipe, SIGPIPE);
    ::pthread_sigmask(SIG_BLOCK, &brokenPipe, nullptr);
    for (;;) {
        obeyCommands();
        {
            const std::lock_guard lock(mutex);
            if (stopping)
                break;
        }
        loop();
    }
    closeAll(true);
    if (listenFd >= 0)
        ::close(std::exchange(listenFd, -1));
}

/// One round: waits for something to do and does it.
void ScriptedServer::Private::loop()
{
    std::vector<pollfd> fds{{wakePipe[0], POLLIN, 0}, {listenFd, POLLIN, 0}};
    std::vector<Connection *> polled;
    for (Connection &c : connections) {
        const bool sendingNow = (c.state == Connection::State::Sending && Clock::now() >= c.due)
                                || (c.state == Connection::State::Handshaking && c.tls->wantsToWrite());
        fds.push_back({c.fd, static_cast<short>(sendingNow ? POLLIN | POLLOUT : POLLIN), 0});
        polled.push_back(&c);
    }
    if (::poll(fds.data(), fds.size(), pollTimeout()) < 0)
        return;
    if (fds[0].revents) {
        char drain[64];
        while (::read(wakePipe[0], drain, sizeof drain) > 0) {
        }
    }
    for (std::size_t i = 0; i < polled.size(); ++i) {
        if (fds[i + 2].revents & (POLLIN | POLLHUP | POLLERR))
            readFrom(*polled[i]);
        advance(*polled[i]);
    }
    connections.remove_if([](const Connection &c) { return c.state == Connection::State::Closed; });
    if (fds[1].revents)
        acceptAll();
}

void ScriptedServer::Private::wake() const
{
    const char byte = 1;
    [[maybe_unused]] const ssize_t n = ::write(wakePipe[1], &byte, 1);
}

int ScriptedServer::Private::pollTimeout() const
{
    std::optional<Clock::time_point> next;
    const Clock::time_point now = Clock::now();
    for (const Connection &c : connections) {
        if (c.state == Connection::State::Handshaking && c.tls->due())
            next = next ? std::min(*next, *c.tls->due()) : *c.tls->due();
        const bool timed = c.state == Connection::State::BeforeEnding || c.state == Connection::State::Draining
                           || (c.state == Connection::State::Sending && c.due > now);
        if (timed)
            next = next ? std::min(*next, c.due) : c.due;
    }
    if (!next)
        return -1;
    const auto left = std::chrono::ceil<milliseconds>(*next - now).count();
    return static_cast<int>(std::clamp<long long>(left, 0, 60'000));
}

void ScriptedServer::Private::obeyCommands()
{
    const std::lock_guard lock(mutex);
    if (goingDown) {
        if (listenFd >= 0)
            ::close(std::exchange(listenFd, -1));
        closeAll(*goingDown == Ending::Reset);
        goingDown.reset();
    }
    if (comingBack) {
        if (listenFd < 0)
            listenFd = listenOn(options.address, port);
        comingBack = false;
    }
    changed.notify_all();
}

void ScriptedServer::Private::acceptAll()
{
    for (;;) {
        const int fd = ::accept4(listenFd, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (fd < 0)
            return;
        setNoDelay(fd);
        Connection &c = connections.emplace_back();
        c.fd = fd;
        c.number = ++accepted;
        maxOpen = std::max(maxOpen.load(), ++open);
        if (tls) {
            c.tls = std::make_unique<TlsChannel>(*tls, fd);
            c.state = Connection::State::Handshaking;
            const std::lock_guard lock(mutex);
            handshakes.emplace_back().connection = c.number;
        } else {
            welcome(c);
        }
    }
}

/// The connection is there, and has asked nothing yet.
void ScriptedServer::Private::welcome(Connection &c)
{
    if (!options.onConnect)
        return;
    if (std::optional<Answer> greeting = options.onConnect(c.number)) {
        begin(c, std::move(*greeting), true);
        advance(c);
    }
}

void ScriptedServer::Private::shakeHands(Connection &c)
{
    TlsChannel::Progress progress{};
    {
        const std::lock_guard lock(mutex); // from the first byte on: whoever has seen our answer finds it noted
        progress = c.tls->shakeHands();
        TlsHandshake &seen = handshakes[static_cast<std::size_t>(c.number - 1)];
        seen = c.tls->handshake();
        seen.connection = c.number;
    }
    switch (progress) {
    case TlsChannel::Progress::Waiting:
        break;
    case TlsChannel::Progress::Complete:
        c.state = Connection::State::Reading;
        welcome(c);
        if (c.state == Connection::State::Reading)
            readFrom(c); // the request may have come in the same packet
        break;
    case TlsChannel::Progress::Failed: // with the alert sent, which a reset must not overtake
    case TlsChannel::Progress::Ended:
        ::shutdown(c.fd, SHUT_WR);
        c.state = Connection::State::Draining;
        c.due = Clock::now() + lingerTime;
        break;
    case TlsChannel::Progress::Reset:
        close(c, true);
        break;
    case TlsChannel::Progress::Silent:
        c.state = Connection::State::Hanging;
        break;
    }
}

ssize_t ScriptedServer::Private::receive(Connection &c, char *buffer, std::size_t size)
{
    // What is thrown away need not be decrypted first.
    const bool thrownAway = c.state == Connection::State::Draining || c.state == Connection::State::Hanging;
    return c.tls && !thrownAway ? c.tls->read(buffer, size) : ::recv(c.fd, buffer, size, 0);
}

ssize_t ScriptedServer::Private::transmit(Connection &c, const char *bytes, std::size_t size)
{
    return c.tls ? c.tls->write(bytes, size) : ::send(c.fd, bytes, size, MSG_NOSIGNAL);
}

void ScriptedServer::Private::readFrom(Connection &c)
{
    if (c.state == Connection::State::Handshaking)
        return; // advance() does that
    char buffer[65536];
    while (c.state != Connection::State::Closed) {
        const ssize_t n = receive(c, buffer, sizeof buffer);
        if (n > 0) {
            const bool thrownAway = c.state == Connection::State::Draining || c.state == Connection::State::Hanging;
            if (!c.tls || !thrownAway)
                bytesIn += n;
            if (!thrownAway)
                c.in.append(buffer, n);
            continue;
        }
        if (n < 0 && errno == EINTR)
            continue;
        if (n == 0 || (errno != EAGAIN && errno != EWOULDBLOCK))
            close(c, false);
        break;
    }
    if (c.state == Connection::State::Reading)
        nextRequest(c);
}

void ScriptedServer::Private::nextRequest(Connection &c)
{
    std::optional<ParsedRequest> parsed = takeRequest(c.in);
    if (!parsed)
        return;
    ReceivedRequest request;
    request.connection = c.number;
    request.onConnection = ++c.requestsSeen;
    request.total = requestCount.load() + 1;
    request.head = std::move(parsed->head);
    request.body = std::move(parsed->body);
    request.at = Clock::now();
    Answer answer = script(request);
    {
        const std::lock_guard lock(mutex);
        ++requestCount;
        if (log.size() < static_cast<std::size_t>(options.keepLog))
            log.push_back(std::move(request));
    }
    changed.notify_all();
    begin(c, std::move(answer), false);
}

void ScriptedServer::Private::begin(Connection &c, Answer answer, bool greeting)
{
    c.answer = std::move(answer);
    c.isGreeting = greeting;
    c.piece = 0;
    c.offset = 0;
    c.state = Connection::State::Sending;
    c.due = Clock::now() + (c.answer.pieces.empty() ? milliseconds(0) : c.answer.pieces.front().pauseBefore);
}

/// Sends what is due, and goes on to the ending and to the next request as far as that is possible now.
void ScriptedServer::Private::advance(Connection &c)
{
    if (c.state == Connection::State::Handshaking)
        shakeHands(c);
    while (c.state == Connection::State::Sending && Clock::now() >= c.due) {
        if (c.piece < c.answer.pieces.size()) {
            if (!sendSome(c, c.answer.pieces[c.piece].bytes))
                return;
            c.offset = 0;
            if (++c.piece < c.answer.pieces.size())
                c.due = Clock::now() + c.answer.pieces[c.piece].pauseBefore;
        } else if (!c.answer.endless.isEmpty()) {
            if (!sendForever(c))
                return;
        } else {
            if (!c.isGreeting)
                ++answeredCount;
            changed.notify_all();
            c.state = Connection::State::BeforeEnding;
            c.due = Clock::now() + c.answer.endingDelay;
        }
    }
    if (c.state == Connection::State::BeforeEnding && Clock::now() >= c.due) {
        end(c);
        advance(c); // a request may wait in the buffer
    } else if (c.state == Connection::State::Draining && Clock::now() >= c.due) {
        close(c, false);
    }
}

/// True when all of \a bytes has been handed to the kernel.
bool ScriptedServer::Private::sendSome(Connection &c, const QByteArray &bytes)
{
    while (c.offset < bytes.size()) {
        const ssize_t n = transmit(c, bytes.constData() + c.offset, static_cast<std::size_t>(bytes.size() - c.offset));
        if (n < 0) {
            if (errno == EINTR)
                continue;
            if (errno != EAGAIN && errno != EWOULDBLOCK)
                close(c, false);
            return false;
        }
        c.offset += n;
        bytesOut += n;
    }
    return true;
}

/// One repetition at a time, so that other connections get their turn; false when the socket is full.
bool ScriptedServer::Private::sendForever(Connection &c)
{
    if (!sendSome(c, c.answer.endless))
        return false;
    c.offset = 0;
    return false;
}

void ScriptedServer::Private::end(Connection &c)
{
    switch (c.answer.ending) {
    case Ending::KeepOpen:
        c.state = Connection::State::Reading;
        nextRequest(c);
        break;
    case Ending::Fin:
        if (c.tls)
            c.tls->sayGoodbye();
        ::shutdown(c.fd, SHUT_WR);
        c.state = Connection::State::Draining;
        c.due = Clock::now() + lingerTime;
        break;
    case Ending::Reset:
        close(c, true);
        break;
    case Ending::Hang:
        c.state = Connection::State::Hanging;
        break;
    }
}

void ScriptedServer::Private::close(Connection &c, bool reset)
{
    if (c.state == Connection::State::Closed)
        return;
    c.tls.reset();
    if (reset)
        setResetOnClose(c.fd);
    ::close(c.fd);
    c.state = Connection::State::Closed;
    --open;
    changed.notify_all();
}

void ScriptedServer::Private::closeAll(bool reset)
{
    for (Connection &c : connections)
        close(c, reset);
    connections.clear();
}

/// Hands a command to the server's thread and waits until it has been obeyed.
void ScriptedServer::Private::command(const std::function<void()> &set)
{
    std::unique_lock lock(mutex);
    if (stopping)
        return;
    set();
    wake();
    changed.wait(lock, [this] { return !goingDown && !comingBack; });
}

} // namespace sweepbench::test
