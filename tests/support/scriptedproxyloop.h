// SPDX-License-Identifier: GPL-3.0-or-later
// The inside of ScriptedProxy: one thread, poll(), and two sockets with a buffer each way per connection.
// Thread contract: everything runs in the proxy's thread, except what is read under the mutex or atomically.
#pragma once

#include "tests/support/scriptedproxy.h"

#include <atomic>
#include <list>
#include <mutex>
#include <optional>
#include <thread>

namespace sweepbench::test {

struct ProxyConnection
{
    enum class State {
        Asking,     ///< reads requests and relays them
        Connecting, ///< waits for the origin
        Tunnel,     ///< relays anything
        Hanging,    ///< reads and throws away
        Ending,     ///< sends what is left, then closes
        Closed
    };

    int clientFd = -1;
    int originFd = -1;
    int number = 0;
    int requestsSeen = 0;
    State state = State::Asking;
    bool isConnect = false; ///< of the request that waits for the origin
    QByteArray origin;      ///< HOST:PORT of originFd
    QByteArray fromClient;
    QByteArray toClient;
    QByteArray toOrigin;
    QByteArray secondHalf; ///< of the answer to a CONNECT, at due
    std::chrono::steady_clock::time_point due{};
};

class ScriptedProxy::Private
{
public:
    explicit Private(Options o) : options(std::move(o)) {}

    void run();
    void loop();
    void acceptAll();
    void readClient(ProxyConnection &c);
    void readOrigin(ProxyConnection &c);
    void takeRequests(ProxyConnection &c);
    void obey(ProxyConnection &c, const ReceivedRequest &request);
    void relay(ProxyConnection &c, const ReceivedRequest &request);
    void openTunnel(ProxyConnection &c, const ReceivedRequest &request);
    bool openOrigin(ProxyConnection &c, const QByteArray &authority, int defaultPort);
    void originAnswered(ProxyConnection &c);
    void refuse(ProxyConnection &c, const QByteArray &status, const QByteArray &fields = {});
    bool isAuthorised(const ReceivedRequest &request) const;
    void flush(ProxyConnection &c);
    void close(ProxyConnection &c, bool reset);
    static void closeOrigin(ProxyConnection &c);

    const Options options;
    quint16 port = 0;
    int listenFd = -1;
    int wakePipe[2] = {-1, -1};
    std::thread thread;
    std::list<ProxyConnection> connections; // the proxy's thread only

    std::atomic<bool> stopping{false};
    mutable std::mutex mutex;
    std::vector<ReceivedRequest> log; // under the mutex
    std::atomic<int> accepted{0}, open{0}, originCount{0}, tunnelCount{0}, requestCount{0};
};

} // namespace sweepbench::test
