// SPDX-License-Identifier: GPL-3.0-or-later
// Decides when the next request goes out and on which connection: the closed loop and the open loop of one worker.
// Thread contract: belongs to the worker's thread.
#pragma once

#include "core/model/load.h"
#include "core/transport/instant.h"

#include <cstdint>
#include <memory>
#include <optional>

namespace sweepbench {

/// One request to be sent now.
struct Turn
{
    int connection = 0;
    Instant intended; ///< when it was due
    bool waited = false; ///< every connection was busy then; only an open loop has that
};

class Pacer
{
public:
    virtual ~Pacer() = default;
    /// A connection has become free at \a now, after an answer or after so many \a failures in a row.
    virtual void release(int connection, Instant now, int failures) = 0;
    /// The next request that is due at \a now and has a connection, if there is one. The connection is busy then.
    virtual std::optional<Turn> take(Instant now) = 0;
    /// When take() will have something, should nothing be released before; absent: not before that.
    virtual std::optional<Instant> nextTurn() const = 0;
    /// Requests so far that were due when no connection was free, and that got one later.
    virtual qint64 waitedForConnection() const = 0;
    /// Counted requests that are due before \a until and that nobody took. The pacer is spent afterwards.
    virtual qint64 countUntaken(Instant until) = 0;
};

/// What the pacer of one worker needs to know of its trial.
struct Pacing
{
    Load load;               ///< of the trial: rate and arrivals, or think time; ramp-up; stop rule
    int connections = 1;     ///< of this worker
    int firstConnection = 0; ///< number of its first one among all of them
    int allConnections = 1;  ///< of all workers
    int worker = 0;
    int workers = 1;
    std::uint64_t seed = 1;  ///< of the trial (trialSeed)
    Instant start;           ///< the ramp-up begins
    Instant warmupEnd;       ///< the counted part begins

    /// When a connection of this worker may be opened.
    Instant openingOf(int connection) const;
    /// Where a timed open loop ends: what is due then or later is not sent. Absent otherwise.
    std::optional<Instant> scheduleEnd() const;
};

std::unique_ptr<Pacer> makePacer(const Pacing &pacing);

} // namespace sweepbench
