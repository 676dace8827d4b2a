// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/schedule.h"

#include <algorithm>
#include <cmath>

namespace sweepbench {

namespace {

constexpr qint64 nsPerSecond = 1'000'000'000;

qint64 floorDiv(qint64 a, qint64 b) // b > 0
{
    return a / b - (a % b < 0 ? 1 : 0);
}

qint64 ceilDiv(qint64 a, qint64 b)
{
    return -floorDiv(-a, b);
}

} // namespace

UniformSchedule::UniformSchedule(const ScheduleOptions &options)
    : m_rate(options.rate), m_workers(options.workers), m_counting(options.counting)
{
    const qint64 first = firstAtOrAfter(options.first);
    m_k = first + (options.worker - first % m_workers + m_workers) % m_workers; // % takes the sign of first, hence + m_workers
    m_next = instantOf(m_k);
}

/// Seconds and the rest apart: 64 bits hold both for longer than the steady clock runs.
Instant UniformSchedule::instantOf(qint64 k) const
{
    const qint64 seconds = floorDiv(k, m_rate);
    const qint64 rest = k - seconds * m_rate;
    return m_counting + Nanoseconds(seconds * nsPerSecond + rest * nsPerSecond / m_rate);
}

/// The smallest k with instantOf(k) >= instant; as instantOf() rounds down, that is the smallest with k / rate >= the difference.
qint64 UniformSchedule::firstAtOrAfter(Instant instant) const
{
    const qint64 difference = (instant - m_counting).count();
    const qint64 seconds = floorDiv(difference, nsPerSecond);
    const qint64 rest = difference - seconds * nsPerSecond;
    return seconds * m_rate + ceilDiv(rest * m_rate, nsPerSecond);
}

void UniformSchedule::advance()
{
    m_k += m_workers;
    m_next = instantOf(m_k);
}

qint64 UniformSchedule::countUntil(Instant until)
{
    const qint64 count = std::max<qint64>(0, ceilDiv(firstAtOrAfter(until) - m_k, m_workers));
    m_k += count * m_workers;
    m_next = instantOf(m_k);
    return count;
}

PoissonSchedule::PoissonSchedule(const ScheduleOptions &options)
    : m_random(SplitMix64(options.seed ^ (0xA0761D6478BD642FU * static_cast<std::uint64_t>(options.worker + 1))).next())
    , m_meanGapNs(static_cast<double>(options.workers) * static_cast<double>(nsPerSecond) / options.rate)
    , m_next(options.first)
{
    advance();
}

void PoissonSchedule::advance()
{
    const double uniform = (static_cast<double>(m_random.next() >> 11) + 1) * 0x1p-53; // in (0, 1]
    m_fractionNs += -std::log(uniform) * m_meanGapNs;
    const double whole = std::floor(m_fractionNs);
    m_fractionNs -= whole;
    m_next += Nanoseconds(static_cast<qint64>(whole));
}

qint64 PoissonSchedule::countUntil(Instant until)
{
    constexpr qint64 mostDrawn = 1'000'000; // some 20 ms
    qint64 count = 0;
    while (m_next < until && count < mostDrawn) {
        ++count;
        advance();
    }
    if (m_next < until) {
        // The process has no memory: from here on the number is Poisson with this mean.
        count += 1 + std::llround(static_cast<double>((until - m_next).count()) / m_meanGapNs);
        m_next = until;
        advance();
    }
    return count;
}

std::unique_ptr<Schedule> makeSchedule(const ScheduleOptions &options)
{
    if (options.arrivals == Arrivals::Poisson)
        return std::make_unique<PoissonSchedule>(options);
    return std::make_unique<UniformSchedule>(options);
}

std::uint64_t trialSeed(std::uint64_t planSeed, int order)
{
    return SplitMix64(planSeed ^ (0xE7037ED1A0B428DBU * static_cast<std::uint64_t>(order + 1))).next();
}

} // namespace sweepbench
