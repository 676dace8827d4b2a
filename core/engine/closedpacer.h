// SPDX-License-Identifier: GPL-3.0-or-later
// Thread contract: as Pacer.
#pragma once

#include "core/engine/pacer.h"

#include <functional>
#include <queue>
#include <vector>

namespace sweepbench {

/// The closed loop: each connection sends its next request when the one before has ended and its think time is over. After a
/// failure it waits as backoffAfter() says, or a server that refuses would be flooded.
class ClosedPacer final : public Pacer
{
public:
    explicit ClosedPacer(const Pacing &pacing);

    void release(int connection, Instant now, int failures) override;
    std::optional<Turn> take(Instant now) override;
    std::optional<Instant> nextTurn() const override;
    qint64 waitedForConnection() const override { return 0; }
    qint64 countUntaken(Instant) override { return 0; } ///< a request is due when its connection is free

private:
    struct Waiting
    {
        Instant at;
        int connection;
        bool operator>(const Waiting &other) const { return at != other.at ? at > other.at : connection > other.connection; }
    };

    Nanoseconds m_thinkTime;
    int m_connections;
    int m_free = -1; ///< may send at once: the common case, without a queue
    std::priority_queue<Waiting, std::vector<Waiting>, std::greater<>> m_waiting;
};

} // namespace sweepbench
