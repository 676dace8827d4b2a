// SPDX-License-Identifier: GPL-3.0-or-later
// Timers with the precision of timerfd: QTimer counts in milliseconds.
// Thread contract: as its EpollSet.
#pragma once

#include "core/transport/epollset.h"
#include "core/transport/filedescriptor.h"
#include "core/transport/instant.h"

#include <functional>

namespace sweepbench {

/// A one-shot timer on the steady clock.
class SteadyTimer : private EpollHandler
{
public:
    SteadyTimer(EpollSet &set, std::function<void()> onFired);
    ~SteadyTimer();
    SteadyTimer(const SteadyTimer &) = delete;
    SteadyTimer &operator=(const SteadyTimer &) = delete;

    /// Fires at \a at, at once when that is past; replaces an earlier arm().
    void arm(Instant at);
    bool isArmed() const { return m_armed; }

private:
    void onEpollEvents(std::uint32_t events) override;

    EpollSet &m_set;
    std::function<void()> m_onFired;
    FileDescriptor m_timer;
    bool m_armed = false;
};

} // namespace sweepbench
