// SPDX-License-Identifier: GPL-3.0-or-later
// SteadyTimer where there is no timerfd: late by up to a millisecond, never early.
#include "core/transport/steadytimer.h"

#include <QTimer>

#include <algorithm>
#include <utility>

namespace sweepbench {

class SteadyTimer::Private
{
public:
    explicit Private(std::function<void()> what) : onFired(std::move(what))
    {
        timer.setSingleShot(true);
        timer.setTimerType(Qt::PreciseTimer);
        QObject::connect(&timer, &QTimer::timeout, &timer, [this] { fire(); });
    }

    void start()
    {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(at - steadyNow());
        timer.start(std::clamp(left, std::chrono::milliseconds(0), std::chrono::milliseconds(std::chrono::hours(1))));
    }

    void fire()
    {
        if (steadyNow() < at)
            start();
        else
            onFired();
    }

    std::function<void()> onFired;
    QTimer timer;
    Instant at;
};

SteadyTimer::SteadyTimer(EpollSet &, std::function<void()> onFired) : d(std::make_unique<Private>(std::move(onFired))) {}

SteadyTimer::~SteadyTimer() = default;

void SteadyTimer::arm(Instant at)
{
    d->at = at;
    d->start();
}

bool SteadyTimer::isArmed() const
{
    return d->timer.isActive();
}

} // namespace sweepbench
