// SPDX-License-Identifier: GPL-3.0-or-later
// Requests under way in the order in which they started. One time-out for all keeps that order the order of their ends, so
// thousands of time-outs need one timer and a step each.
// Thread contract: as the transport that has it.
#pragma once

#include "core/transport/instant.h"
#include "core/transport/steadytimer.h"

namespace sweepbench {

/// \a Busy has two public pointers to its own type, earlier and later, which belong to the queue; startedAt(), the instant from which
/// its time-out counts; and expire(), which ends it: it is removed from within, and may be appended again at once.
template<typename Busy>
class DeadlineQueue
{
public:
    DeadlineQueue(EpollSet &set, Nanoseconds timeout) : m_timeout(timeout), m_timer(set, [this] { expireDue(); }) {}

    void append(Busy &busy)
    {
        busy.earlier = m_newest;
        busy.later = nullptr;
        (m_newest ? m_newest->later : m_oldest) = &busy;
        m_newest = &busy;
        armForOldest();
    }
    void remove(Busy &busy)
    {
        (busy.earlier ? busy.earlier->later : m_oldest) = busy.later;
        (busy.later ? busy.later->earlier : m_newest) = busy.earlier;
        busy.earlier = nullptr;
        busy.later = nullptr;
    }

private:
    Instant deadlineOf(const Busy &busy) const { return busy.startedAt() + m_timeout; }

    /// An alarm that comes early costs less than setting it with each request.
    void armForOldest()
    {
        if (m_oldest && !m_timer.isArmed())
            m_timer.arm(deadlineOf(*m_oldest));
    }
    void expireDue()
    {
        const Instant now = steadyNow();
        // What starts again joins the end of the queue, which is not due.
        while (m_oldest && deadlineOf(*m_oldest) <= now)
            m_oldest->expire(now);
        armForOldest();
    }

    const Nanoseconds m_timeout;
    Busy *m_oldest = nullptr;
    Busy *m_newest = nullptr;
    SteadyTimer m_timer;
};

} // namespace sweepbench
