// SPDX-License-Identifier: GPL-3.0-or-later
// The inside of ScriptedServer: one thread, poll(), and a small state machine per connection.
// Thread contract: everything runs in the server's thread, except command(), wake() and what is read under the mutex or atomically.
#pragma once

#include "tests/support/scriptedserver.h"

#include <atomic>
#include <condition_variable>
#include <list>
#include <mutex>
#include <thread>

namespace sweepbench::test {

/// One connection and how far its answer has got.
struct ScriptedConnection
{
    enum class State { Handshaking, Reading, Sending, BeforeEnding, Draining, Hanging, Closed };

    int fd = -1;
    std::unique_ptr<TlsChannel> tls; ///< null without TLS
    int number = 0;
    int requestsSeen = 0;
    State state = State::Reading;
    QByteArray in;

    Answer answer;
    std::size_t piece = 0;
    qsizetype offset = 0; ///< into the piece, or into Answer::endless
    bool isGreeting = false;
    std::chrono::steady_clock::time_point due{}; ///< of the piece, of the ending, or of the end of draining
};

class ScriptedServer::Private
{
public:
    Private(Script s, Options o) : script(std::move(s)), options(std::move(o)) {}

    void run();
    void loop();
    int pollTimeout() const;
    void obeyCommands();
    void acceptAll();
    void welcome(ScriptedConnection &c);
    void shakeHands(ScriptedConnection &c);
    ssize_t receive(ScriptedConnection &c, char *buffer, std::size_t size);
    ssize_t transmit(ScriptedConnection &c, const char *bytes, std::size_t size);
    void readFrom(ScriptedConnection &c);
    void nextRequest(ScriptedConnection &c);
    void begin(ScriptedConnection &c, Answer answer, bool greeting);
    void advance(ScriptedConnection &c);
    bool sendSome(ScriptedConnection &c, const QByteArray &bytes);
    bool sendForever(ScriptedConnection &c);
    void end(ScriptedConnection &c);
    void close(ScriptedConnection &c, bool reset);
    void closeAll(bool reset);
    void wake() const;
    void command(const std::function<void()> &set);

    const Script script;
    const Options options;
    quint16 port = 0;
    int listenFd = -1;
    int wakePipe[2] = {-1, -1};
    std::unique_ptr<TlsContext> tls; ///< null without TLS
    std::thread thread;
    std::list<ScriptedConnection> connections; // the server's thread only

    // Commands, under the mutex.
    mutable std::mutex mutex;
    mutable std::condition_variable changed;
    bool stopping = false;
    std::optional<Ending> goingDown;
    bool comingBack = false;
    std::vector<ReceivedRequest> log; // under the mutex too
    std::vector<TlsHandshake> handshakes;

    std::atomic<int> accepted{0}, open{0}, maxOpen{0}, requestCount{0}, answeredCount{0};
    std::atomic<qint64> bytesIn{0}, bytesOut{0};
};

} // namespace sweepbench::test
