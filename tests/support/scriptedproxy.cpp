// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/scriptedproxy.h"

#include "tests/support/loopback.h"
#include "tests/support/scriptedproxyloop.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <unistd.h>

namespace sweepbench::test {

using namespace Qt::StringLiterals;

ScriptedProxy::ScriptedProxy(Options options) : d(std::make_unique<Private>(std::move(options)))
{
    d->listenFd = listenOn(d->options.address, 0);
    d->port = localPort(d->listenFd);
    if (::pipe2(d->wakePipe, O_NONBLOCK | O_CLOEXEC) != 0)
        qFatal("scripted proxy: no pipe: %s", std::strerror(errno));
    d->thread = std::thread([p = d.get()] { p->run(); });
}

ScriptedProxy::~ScriptedProxy()
{
    stop();
    ::close(d->wakePipe[0]);
    ::close(d->wakePipe[1]);
}

void ScriptedProxy::stop()
{
    d->stopping = true;
    [[maybe_unused]] const ssize_t n = ::write(d->wakePipe[1], "", 1);
    if (d->thread.joinable())
        d->thread.join();
}

quint16 ScriptedProxy::port() const
{
    return d->port;
}

QString ScriptedProxy::url() const
{
    const bool v6 = d->options.address.contains(QLatin1Char(':'));
    return u"http://%1:%2"_s.arg(v6 ? u"[%1]"_s.arg(d->options.address) : d->options.address).arg(d->port);
}

int ScriptedProxy::connections() const
{
    return d->accepted;
}

int ScriptedProxy::openConnections() const
{
    return d->open;
}

int ScriptedProxy::originConnections() const
{
    return d->originCount;
}

int ScriptedProxy::tunnels() const
{
    return d->tunnelCount;
}

int ScriptedProxy::requests() const
{
    return d->requestCount;
}

std::vector<ReceivedRequest> ScriptedProxy::log() const
{
    const std::lock_guard lock(d->mutex);
    return d->log;
}

bool ScriptedProxy::waitForRequests(int count, std::chrono::milliseconds timeout) const
{
    const auto deadline = std::chrono::steady_clock::now() + timeout;
    while (d->requestCount < count) {
        if (std::chrono::steady_clock::now() > deadline)
            return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return true;
}

} // namespace sweepbench::test
