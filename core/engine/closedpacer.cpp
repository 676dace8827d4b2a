// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/closedpacer.h"

#include "core/transport/backoff.h"

#include <algorithm>
#include <utility>

namespace sweepbench {

ClosedPacer::ClosedPacer(const Pacing &pacing) : m_thinkTime(pacing.load.thinkTime), m_connections(pacing.connections)
{
    for (int i = 0; i < pacing.connections; ++i)
        m_waiting.push({pacing.openingOf(i), i});
}

void ClosedPacer::release(int connection, Instant now, int failures)
{
    const Nanoseconds pause = failures > 0 ? std::max(m_thinkTime, backoffAfter(failures, m_connections)) : m_thinkTime;
    if (pause.count() == 0 && m_free < 0)
        m_free = connection;
    else
        m_waiting.push({now + pause, connection});
}

std::optional<Turn> ClosedPacer::take(Instant now)
{
    if (m_free >= 0)
        return Turn{std::exchange(m_free, -1), now};
    if (m_waiting.empty() || m_waiting.top().at > now)
        return std::nullopt;
    const Turn turn{m_waiting.top().connection, now}; // its clock starts when it is sent: a pause is no schedule
    m_waiting.pop();
    return turn;
}

std::optional<Instant> ClosedPacer::nextTurn() const
{
    if (m_free >= 0)
        return Instant(); // long past
    if (m_waiting.empty())
        return std::nullopt;
    return m_waiting.top().at;
}

} // namespace sweepbench
