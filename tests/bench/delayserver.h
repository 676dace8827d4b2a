// SPDX-License-Identifier: GPL-3.0-or-later
// A loopback server for benchmarks that answers each request after a known delay, timed by a timerfd, in a process of its own.
// Plain epoll, no code of the engine.
// Thread contract: construct and destroy in the main thread, before the program starts threads.
#pragma once

#include <QtGlobal>

#include <chrono>
#include <optional>

#include <sys/types.h>

namespace sweepbench::bench {

void pinTo(int cpu);
/// CPUs that this process may run on.
int cpus();

class DelayServer
{
public:
    enum class Kind {
        Answers, ///< 12 bytes after the delay
        Silent,  ///< never answers
        Endless  ///< answers with a body that never ends
    };
    explicit DelayServer(std::chrono::nanoseconds delay, Kind kind = Kind::Answers, std::optional<int> cpu = {});
    ~DelayServer();
    DelayServer(const DelayServer &) = delete;
    DelayServer &operator=(const DelayServer &) = delete;

    quint16 port() const { return m_port; }

private:
    pid_t m_child = 0;
    quint16 m_port = 0;
};

} // namespace sweepbench::bench
