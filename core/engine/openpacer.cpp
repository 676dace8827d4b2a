// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/openpacer.h"

#include <algorithm>

namespace sweepbench {

namespace {

ScheduleOptions scheduleOptions(const Pacing &pacing)
{
    ScheduleOptions options;
    options.rate = pacing.load.rate.value_or(1);
    options.arrivals = pacing.load.arrivals;
    options.first = pacing.start + pacing.load.rampUp;
    options.counting = pacing.warmupEnd;
    options.worker = pacing.worker;
    options.workers = pacing.workers;
    options.seed = pacing.seed;
    return options;
}

} // namespace

OpenPacer::OpenPacer(const Pacing &pacing)
    : m_pacing(pacing)
    , m_schedule(makeSchedule(scheduleOptions(pacing)))
    , m_end(pacing.scheduleEnd())
    , m_unopened(pacing.load.rampUp.count() > 0 ? 0 : pacing.connections)
    , m_idle(static_cast<std::size_t>(pacing.connections))
{
    if (m_unopened == 0)
        return;
    for (Idle &idle : m_idle)
        idle = {static_cast<int>(m_idleCount++), m_pacing.start};
}

void OpenPacer::release(int connection, Instant now, int)
{
    std::size_t place = m_oldest + m_idleCount++;
    if (place >= m_idle.size())
        place -= m_idle.size();
    m_idle[place] = {connection, now};
}

std::optional<Turn> OpenPacer::take(Instant now)
{
    if (m_unopened < m_pacing.connections) {
        const Instant opening = m_pacing.openingOf(m_unopened);
        if (opening <= now)
            return Turn{m_unopened++, opening};
    }
    if (m_idleCount == 0 || m_schedule->next() > now || isOver())
        return std::nullopt;
    // The one that has been idle longest was busy when this request was due: so were all others.
    const Idle &idle = m_idle[m_oldest];
    const Turn turn{idle.connection, m_schedule->next(), idle.since > m_schedule->next()};
    m_waited += turn.waited ? 1 : 0;
    m_schedule->advance();
    --m_idleCount;
    if (++m_oldest == m_idle.size())
        m_oldest = 0;
    return turn;
}

std::optional<Instant> OpenPacer::nextTurn() const
{
    std::optional<Instant> at;
    if (m_idleCount > 0 && !isOver())
        at = m_schedule->next();
    if (m_unopened < m_pacing.connections)
        at = std::min(at.value_or(Instant::max()), m_pacing.openingOf(m_unopened));
    return at;
}

qint64 OpenPacer::countUntaken(Instant until)
{
    m_schedule->countUntil(m_pacing.warmupEnd); // left over from the warm-up, which counts nothing
    return m_schedule->countUntil(m_end ? std::min(until, *m_end) : until);
}

} // namespace sweepbench
