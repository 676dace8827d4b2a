// SPDX-License-Identifier: GPL-3.0-or-later
// Requests under way in the order in which they started. One time-out for all keeps that order the order of their ends, so
// thousands of time-outs need one timer and a step each.
// Thread contract: as the transport that has it.
#pragma once

namespace sweepbench {

/// \a Busy has two public pointers to its own type, earlier and later, which belong to the queue.
template<typename Busy>
class DeadlineQueue
{
public:
    Busy *oldest() const { return m_oldest; }

    void append(Busy &busy)
    {
        busy.earlier = m_newest;
        busy.later = nullptr;
        (m_newest ? m_newest->later : m_oldest) = &busy;
        m_newest = &busy;
    }
    void remove(Busy &busy)
    {
        (busy.earlier ? busy.earlier->later : m_oldest) = busy.later;
        (busy.later ? busy.later->earlier : m_newest) = busy.earlier;
        busy.earlier = nullptr;
        busy.later = nullptr;
    }

private:
    Busy *m_oldest = nullptr;
    Busy *m_newest = nullptr;
};

} // namespace sweepbench
