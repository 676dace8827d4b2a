// SPDX-License-Identifier: GPL-3.0-or-later
// Thread contract: as Pacer.
#pragma once

#include "core/engine/pacer.h"
#include "core/engine/schedule.h"

#include <memory>
#include <vector>

namespace sweepbench {

/// The open loop: requests are due by a schedule, whatever the server does. One that finds every connection busy waits for the
/// first that is released, the longest waiting first, and its clock runs on. There is no pause after a failure: the schedule
/// bounds the attempts.
///
/// Of the free connections the one idle longest is taken. So the load is spread over all of them, and with them over all
/// addresses and all processes of the server among which the kernel divided the connections; and each is in use every
/// connections / rate seconds, so that few servers find one idle long enough to close it.
///
/// With a ramp-up each connection opens with one request at its instant, and the schedule begins when the ramp-up is over.
class OpenPacer final : public Pacer
{
public:
    explicit OpenPacer(const Pacing &pacing);

    void release(int connection, Instant now, int failures) override;
    std::optional<Turn> take(Instant now) override;
    std::optional<Instant> nextTurn() const override;
    qint64 waitedForConnection() const override { return m_waited; }
    qint64 countUntaken(Instant until) override;

private:
    struct Idle
    {
        int connection = 0;
        Instant since;
    };

    bool isOver() const { return m_end && m_schedule->next() >= *m_end; }

    Pacing m_pacing;
    std::unique_ptr<Schedule> m_schedule;
    std::optional<Instant> m_end;
    int m_unopened; ///< the next connection of the ramp-up; all are open when there is none
    std::vector<Idle> m_idle; ///< a ring
    std::size_t m_oldest = 0;
    std::size_t m_idleCount = 0;
    qint64 m_waited = 0;
};

} // namespace sweepbench
