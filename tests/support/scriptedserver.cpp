// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/scriptedserver.h"

#include "tests/support/loopback.h"
#include "tests/support/scriptedserverloop.h"

#include <utility>

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <unistd.h>

namespace sweepbench::test {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

// --- values ---

Answer::Answer(QByteArray bytes, Ending end, milliseconds delay) : ending(end), endingDelay(delay)
{
    if (!bytes.isEmpty())
        pieces.push_back({std::move(bytes), {}});
}

Answer::Answer(const char *bytes, Ending end, milliseconds delay) : Answer(QByteArray(bytes), end, delay) {}

Answer Answer::byteByByte(const QByteArray &bytes, milliseconds pause, const QByteArray &rest)
{
    Answer answer;
    for (qsizetype i = 0; i < bytes.size(); ++i)
        answer.pieces.push_back({bytes.mid(i, 1), i == 0 ? milliseconds(0) : pause});
    if (!rest.isEmpty())
        answer.pieces.push_back({rest, pause});
    return answer;
}

Answer Answer::splitAt(const QByteArray &bytes, qsizetype at, milliseconds pause)
{
    Answer answer;
    answer.pieces = {{bytes.left(at), {}}, {bytes.mid(at), pause}};
    return answer;
}

QByteArray ReceivedRequest::method() const
{
    return head.left(head.indexOf(' '));
}

QByteArray ReceivedRequest::target() const
{
    const qsizetype end = head.indexOf("\r\n"); // absent when there are no fields
    const QByteArray line = end < 0 ? head : head.left(end);
    const qsizetype first = line.indexOf(' ');
    return line.mid(first + 1, line.lastIndexOf(' ') - first - 1);
}

std::vector<QByteArray> ReceivedRequest::header(const QByteArray &name) const
{
    std::vector<QByteArray> values;
    const QList<QByteArray> lines = head.split('\n');
    for (const QByteArray &line : lines.mid(1)) {
        const qsizetype colon = line.indexOf(':');
        if (line.left(colon).toLower() == name.toLower())
            values.push_back(line.mid(colon + 1).trimmed());
    }
    return values;
}

// --- the owner's side ---

ScriptedServer::ScriptedServer(Script script, Options options)
    : d(std::make_unique<Private>(std::move(script), std::move(options)))
{
    if (d->options.tls)
        d->tls = std::make_unique<TlsContext>(*d->options.tls);
    d->listenFd = listenOn(d->options.address, d->options.port);
    d->port = localPort(d->listenFd);
    if (::pipe2(d->wakePipe, O_NONBLOCK | O_CLOEXEC) != 0)
        qFatal("scripted server: no pipe: %s", std::strerror(errno));
    d->thread = std::thread([p = d.get()] { p->run(); });
}

ScriptedServer::ScriptedServer(Answer always)
    : ScriptedServer([always = std::move(always)](const ReceivedRequest &) { return always; })
{
}

ScriptedServer::~ScriptedServer()
{
    stop();
    ::close(d->wakePipe[0]);
    ::close(d->wakePipe[1]);
}

void ScriptedServer::stop()
{
    {
        const std::lock_guard lock(d->mutex);
        d->stopping = true;
    }
    d->wake();
    if (d->thread.joinable())
        d->thread.join();
}

void ScriptedServer::goDown(Ending how)
{
    d->command([this, how] { d->goingDown = how; });
}

void ScriptedServer::comeBack()
{
    d->command([this] { d->comingBack = true; });
}

quint16 ScriptedServer::port() const
{
    return d->port;
}

QString ScriptedServer::url(const QString &path) const
{
    const bool v6 = d->options.address.contains(QLatin1Char(':'));
    const QString host = v6 ? QStringLiteral("[%1]").arg(d->options.address) : d->options.address;
    return QStringLiteral("%1://%2:%3%4").arg(d->tls ? QStringLiteral("https") : QStringLiteral("http"), host).arg(d->port).arg(path);
}

int ScriptedServer::connections() const
{
    return d->accepted;
}

int ScriptedServer::openConnections() const
{
    return d->open;
}

int ScriptedServer::maxOpenConnections() const
{
    return d->maxOpen;
}

int ScriptedServer::requests() const
{
    return d->requestCount;
}

int ScriptedServer::answered() const
{
    return d->answeredCount;
}

qint64 ScriptedServer::bytesReceived() const
{
    return d->bytesIn;
}

qint64 ScriptedServer::bytesSent() const
{
    return d->bytesOut;
}

std::vector<ReceivedRequest> ScriptedServer::log() const
{
    const std::lock_guard lock(d->mutex);
    return d->log;
}

std::vector<TlsHandshake> ScriptedServer::handshakes() const
{
    const std::lock_guard lock(d->mutex);
    return d->handshakes;
}

bool ScriptedServer::waitForRequests(int count, milliseconds timeout) const
{
    std::unique_lock lock(d->mutex);
    return d->changed.wait_for(lock, timeout, [&] { return d->requestCount >= count; });
}

bool ScriptedServer::waitUntilIdle(milliseconds timeout) const
{
    const Clock::time_point deadline = Clock::now() + timeout;
    while (d->open > 0) {
        if (Clock::now() > deadline)
            return false;
        std::this_thread::sleep_for(milliseconds(1));
    }
    return true;
}

} // namespace sweepbench::test
