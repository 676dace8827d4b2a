// SPDX-License-Identifier: GPL-3.0-or-later
// Timers with the precision of timerfd: QTimer, which stands in where there is no epoll (steadytimer_qt.cpp), counts in
// milliseconds.
// Thread contract: as its EpollSet.
#pragma once

#include "core/transport/epollset.h"
#include "core/transport/instant.h"

#include <functional>
#include <memory>

namespace sweepbench {

/// A one-shot timer on the steady clock.
class SteadyTimer
{
public:
    SteadyTimer(EpollSet &set, std::function<void()> onFired);
    ~SteadyTimer();
    SteadyTimer(const SteadyTimer &) = delete;
    SteadyTimer &operator=(const SteadyTimer &) = delete;

    /// Fires at \a at, at once when that is past; replaces an earlier arm().
    void arm(Instant at);
    bool isArmed() const;

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace sweepbench
