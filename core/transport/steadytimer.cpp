// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/steadytimer.h"

#include <sys/epoll.h>
#include <sys/timerfd.h>

#include <algorithm>

namespace sweepbench {

SteadyTimer::SteadyTimer(EpollSet &set, std::function<void()> onFired)
    : m_set(set), m_onFired(std::move(onFired)), m_timer(::timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC))
{
    m_set.add(m_timer.get(), EPOLLIN, this);
}

SteadyTimer::~SteadyTimer()
{
    m_set.remove(m_timer.get());
}

void SteadyTimer::arm(Instant at)
{
    // std::chrono::steady_clock is CLOCK_MONOTONIC on Linux; 0 would disarm.
    const qint64 ns = std::max<qint64>(1, toNs(at));
    itimerspec spec{};
    spec.it_value.tv_sec = ns / 1'000'000'000;
    spec.it_value.tv_nsec = ns % 1'000'000'000;
    ::timerfd_settime(m_timer.get(), TFD_TIMER_ABSTIME, &spec, nullptr);
    m_armed = true;
}

void SteadyTimer::onEpollEvents(std::uint32_t)
{
    std::uint64_t expirations = 0;
    if (::read(m_timer.get(), &expirations, sizeof expirations) != sizeof expirations)
        return; // armed anew since the event was reported
    m_armed = false;
    m_onFired();
}

} // namespace sweepbench
