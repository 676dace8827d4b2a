// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/delayserver.h"

#include "tests/support/loopback.h"

#include <QString>

#include <sched.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <deque>
#include <string>

namespace sweepbench::bench {

namespace {

using Clock = std::chrono::steady_clock;

class Serving
{
public:
    Serving(int listener, std::chrono::nanoseconds delay, DelayServer::Kind kind)
        : m_listener(listener), m_delay(delay), m_kind(kind), m_chunk(64 * 1024, 'x')
    {
        watch(m_listener, EPOLL_CTL_ADD, EPOLLIN);
        watch(m_timer, EPOLL_CTL_ADD, EPOLLIN);
    }

    [[noreturn]] void run()
    {
        std::array<epoll_event, 256> events;
        while (true) {
            const int count = ::epoll_wait(m_epoll, events.data(), static_cast<int>(events.size()), -1);
            for (int i = 0; i < count; ++i) {
                const epoll_event &event = events[static_cast<std::size_t>(i)];
                if (event.data.fd == m_listener)
                    accept();
                else if (event.data.fd == m_timer)
                    answerDue();
                else if (event.events & EPOLLOUT)
                    stream(event.data.fd);
                else
                    read(event.data.fd);
            }
        }
    }

private:
    struct Waiting
    {
        Clock::time_point due;
        int fd;
    };

    void watch(int fd, int operation, std::uint32_t events) const
    {
        epoll_event event{};
        event.events = events;
        event.data.fd = fd;
        ::epoll_ctl(m_epoll, operation, fd, &event);
    }

    void accept() const
    {
        int fd;
        while ((fd = ::accept4(m_listener, nullptr, nullptr, SOCK_NONBLOCK)) >= 0) {
            test::setNoDelay(fd);
            watch(fd, EPOLL_CTL_ADD, EPOLLIN);
        }
    }

    void read(int fd)
    {
        std::array<char, 4096> buffer;
        const ssize_t count = ::recv(fd, buffer.data(), buffer.size(), 0);
        if (count < 0 && errno == EAGAIN)
            return;
        if (count <= 0) {
            ::close(fd);
            return;
        }
        // Requests of the clients here are small and come in one piece.
        if (m_kind == DelayServer::Kind::Answers) {
            m_waiting.push_back({Clock::now() + m_delay, fd});
            if (m_waiting.size() == 1)
                armTimer();
        } else if (m_kind == DelayServer::Kind::Endless) {
            static constexpr char head[] = "HTTP/1.1 200 OK\r\nContent-Length: 1000000000000\r\n\r\n";
            ::send(fd, head, sizeof head - 1, MSG_NOSIGNAL);
            watch(fd, EPOLL_CTL_MOD, EPOLLIN | EPOLLOUT);
        }
    }

    void stream(int fd) const
    {
        if (::send(fd, m_chunk.data(), m_chunk.size(), MSG_NOSIGNAL) < 0 && errno != EAGAIN)
            ::close(fd);
    }

    void armTimer() const
    {
        const auto ns = std::max<qint64>(1, std::chrono::nanoseconds(m_waiting.front().due.time_since_epoch()).count());
        itimerspec spec{};
        spec.it_value.tv_sec = ns / 1'000'000'000;
        spec.it_value.tv_nsec = ns % 1'000'000'000;
        ::timerfd_settime(m_timer, TFD_TIMER_ABSTIME, &spec, nullptr);
    }

    void answerDue()
    {
        static constexpr char answer[] = "HTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\nhello world\n";
        std::uint64_t expirations;
        if (::read(m_timer, &expirations, sizeof expirations) < 0)
            return;
        while (!m_waiting.empty() && m_waiting.front().due <= Clock::now()) {
            ::send(m_waiting.front().fd, answer, sizeof answer - 1, MSG_NOSIGNAL);
            m_waiting.pop_front();
        }
        if (!m_waiting.empty())
            armTimer();
    }

    int m_listener;
    std::chrono::nanoseconds m_delay;
    DelayServer::Kind m_kind;
    std::string m_chunk;
    int m_epoll = ::epoll_create1(EPOLL_CLOEXEC);
    int m_timer = ::timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
    std::deque<Waiting> m_waiting; ///< in the order of their instants: all wait equally long
};

} // namespace

void pinTo(int cpu)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(static_cast<std::size_t>(cpu), &set);
    ::sched_setaffinity(0, sizeof set, &set);
}

int cpus()
{
    cpu_set_t set;
    return ::sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}

DelayServer::DelayServer(std::chrono::nanoseconds delay, Kind kind, std::optional<int> cpu)
{
    const int listener = test::listenOn(QStringLiteral("127.0.0.1"), 0, 4096);
    m_port = test::localPort(listener);
    m_child = ::fork();
    if (m_child == 0) {
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (cpu)
            pinTo(*cpu);
        Serving(listener, delay, kind).run();
    }
    ::close(listener);
}

DelayServer::~DelayServer()
{
    if (m_child <= 0)
        return;
    ::kill(m_child, SIGKILL);
    ::waitpid(m_child, nullptr, 0);
}

} // namespace sweepbench::bench
