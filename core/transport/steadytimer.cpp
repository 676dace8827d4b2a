// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/steadytimer.h"

#include "core/transport/filedescriptor.h"

#include <sys/timerfd.h>

#include <algorithm>
#include <utility>

namespace sweepbench {

class SteadyTimer::Private final : public EpollHandler
{
public:
    Private(EpollSet &where, std::function<void()> what)
        : set(where), onFired(std::move(what)), timer(::timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC))
    {
        set.add(timer.get(), EpollSet::readable, this);
    }
    ~Private() override { set.remove(timer.get()); }

    void onEpollEvents(std::uint32_t) override
    {
        std::uint64_t expirations = 0;
        if (::read(timer.get(), &expirations, sizeof expirations) != sizeof expirations)
            return; // armed anew since the event was reported
        armed = false;
        onFired();
    }

    EpollSet &set;
    std::function<void()> onFired;
    FileDescriptor timer;
    bool armed = false;
};

SteadyTimer::SteadyTimer(EpollSet &set, std::function<void()> onFired) : d(std::make_unique<Private>(set, std::move(onFired))) {}

SteadyTimer::~SteadyTimer() = default;

void SteadyTimer::arm(Instant at)
{
    // std::chrono::steady_clock is CLOCK_MONOTONIC on Linux; 0 would disarm.
    const qint64 ns = std::max<qint64>(1, toNs(at));
    itimerspec spec{};
    spec.it_value.tv_sec = ns / 1'000'000'000;
    spec.it_value.tv_nsec = ns % 1'000'000'000;
    ::timerfd_settime(d->timer.get(), TFD_TIMER_ABSTIME, &spec, nullptr);
    d->armed = true;
}

bool SteadyTimer::isArmed() const
{
    return d->armed;
}

} // namespace sweepbench
