// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/demo/readiness.h"

#include "core/transport/filedescriptor.h"

#include <sys/epoll.h>
#include <sys/timerfd.h>

#include <algorithm>
#include <array>
#include <unordered_set>

namespace sweepbench {

struct Readiness::Private
{
    FileDescriptor epoll{::epoll_create1(EPOLL_CLOEXEC)};
    FileDescriptor timer{::timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC)}; ///< epoll_wait counts in milliseconds
    std::optional<Instant> armed;
    std::unordered_set<int> watched;
    std::array<epoll_event, 256> raw;
    std::vector<Event> events;

    void arm(std::optional<Instant> until)
    {
        if (armed == until)
            return;
        armed = until;
        itimerspec spec{}; // zero disarms
        if (until) {
            const qint64 ns = std::max<qint64>(1, toNs(*until));
            spec.it_value.tv_sec = ns / 1'000'000'000;
            spec.it_value.tv_nsec = ns % 1'000'000'000;
        }
        ::timerfd_settime(timer.get(), TFD_TIMER_ABSTIME, &spec, nullptr);
    }
};

Readiness::Readiness() : d(std::make_unique<Private>())
{
    watch(d->timer.get(), false);
}

Readiness::~Readiness() = default;

bool Readiness::isValid() const
{
    return d->epoll && d->timer;
}

void Readiness::watch(int fd, bool forWriting)
{
    epoll_event event{};
    event.events = forWriting ? EPOLLIN | EPOLLOUT : EPOLLIN;
    event.data.fd = fd;
    ::epoll_ctl(d->epoll.get(), d->watched.insert(fd).second ? EPOLL_CTL_ADD : EPOLL_CTL_MOD, fd, &event);
}

void Readiness::forget(int fd)
{
    if (d->watched.erase(fd) > 0)
        ::epoll_ctl(d->epoll.get(), EPOLL_CTL_DEL, fd, nullptr);
}

const std::vector<Readiness::Event> &Readiness::wait(std::optional<Instant> until)
{
    d->arm(until);
    d->events.clear();
    const int count = ::epoll_wait(d->epoll.get(), d->raw.data(), static_cast<int>(d->raw.size()), -1);
    for (int i = 0; i < count; ++i) {
        const epoll_event &event = d->raw[static_cast<std::size_t>(i)];
        if (event.data.fd == d->timer.get()) {
            std::uint64_t expirations = 0;
            [[maybe_unused]] const ssize_t got = ::read(d->timer.get(), &expirations, sizeof expirations);
            d->armed.reset();
        } else {
            d->events.push_back({event.data.fd, (event.events & (EPOLLIN | EPOLLHUP | EPOLLERR)) != 0, (event.events & EPOLLOUT) != 0});
        }
    }
    return d->events;
}

} // namespace sweepbench
