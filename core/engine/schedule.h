// SPDX-License-Identifier: GPL-3.0-or-later
// The instants at which the requests of an open loop are due. A schedule is pulled: nothing is stored for a request that waits.
// Thread contract: belongs to one thread at a time.
#pragma once

#include "core/model/load.h"
#include "core/model/splitmix64.h"
#include "core/transport/instant.h"

#include <cstdint>
#include <memory>

namespace sweepbench {

class Schedule
{
public:
    virtual ~Schedule() = default;
    /// The next request is due at this instant; the same until advance().
    virtual Instant next() const = 0;
    virtual void advance() = 0;
    /// How many requests, from next() on, are due before \a until. The schedule is spent afterwards.
    virtual qint64 countUntil(Instant until) = 0;
};

/// The part of a rate that one worker has.
struct ScheduleOptions
{
    int rate = 1; ///< requests per second of all workers together
    Arrivals arrivals = Arrivals::Uniform;
    Instant first;    ///< nothing is due before
    Instant counting; ///< the first counted instant: uniform arrivals are laid out from here, forwards and backwards
    int worker = 0;
    int workers = 1;
    std::uint64_t seed = 1; ///< of the trial, for random arrivals; each worker draws from a stream of its own
};

/// Arrival k at counting + k / rate, for whole numbers k, in integer arithmetic: exact to the nanosecond after any time.
/// Worker i of n has the arrivals i, i + n, …
class UniformSchedule final : public Schedule
{
public:
    explicit UniformSchedule(const ScheduleOptions &options);
    Instant next() const override { return m_next; }
    void advance() override;
    qint64 countUntil(Instant until) override;

private:
    Instant instantOf(qint64 k) const;
    qint64 firstAtOrAfter(Instant instant) const;

    qint64 m_rate;
    qint64 m_workers;
    Instant m_counting;
    qint64 m_k = 0;
    Instant m_next;
};

/// A Poisson process of rate / workers, so that all workers together make one of the whole rate: exponential times between
/// arrivals, by inversion (L. Devroye, Non-Uniform Random Variate Generation, 1986, II.2).
class PoissonSchedule final : public Schedule
{
public:
    explicit PoissonSchedule(const ScheduleOptions &options);
    Instant next() const override { return m_next; }
    void advance() override;
    /// Beyond a million arrivals the rest is counted as its expected value, within 0.1 % of what drawing would give.
    qint64 countUntil(Instant until) override;

private:
    SplitMix64 m_random;
    double m_meanGapNs;
    double m_fractionNs = 0; ///< what rounding to whole nanoseconds left over: carried on, so that it never adds up
    Instant m_next;
};

std::unique_ptr<Schedule> makeSchedule(const ScheduleOptions &options);

/// A seed for the trial number \a order of a plan, so that every trial has arrivals of its own and the same ones each time it is run.
std::uint64_t trialSeed(std::uint64_t planSeed, int order);

} // namespace sweepbench
