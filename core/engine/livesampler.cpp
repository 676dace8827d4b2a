// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/livesampler.h"

#include <algorithm>
#include <utility>

namespace sweepbench {

namespace {

/// Quantile by nearest rank of the samples that came between two sets of counts; -1 without any.
qint64 quantileBetween(const LiveCounts &before, const LiveCounts &now, std::uint64_t total, double q)
{
    if (total == 0)
        return -1;
    const auto rank = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(q * static_cast<double>(total) + 0.999999));
    std::uint64_t seen = 0;
    for (std::uint32_t i = 0; i < histogramSize; ++i) {
        seen += now.latencyCounts[i] - before.latencyCounts[i];
        if (seen >= rank)
            return (bucketLowNs(i) + bucketHighNs(i)) / 2;
    }
    return -1;
}

void clear(LiveCounts &counts)
{
    counts.errors = 0;
    counts.bytesReceived = 0;
    std::fill(counts.latencyCounts.begin(), counts.latencyCounts.end(), 0);
}

} // namespace

void LiveSampler::begin(std::vector<const Recorder *> recorders, Instant start, Instant warmupEnd)
{
    m_recorders = std::move(recorders);
    m_start = start;
    m_warmupEnd = warmupEnd;
    m_last = start;
    clear(m_before);
    m_series.clear();
}

void LiveSampler::sample(Instant now)
{
    if (now <= m_last)
        return;
    clear(m_now);
    for (const Recorder *recorder : m_recorders)
        recorder->addLiveCountsTo(m_now);

    std::uint64_t requests = 0;
    for (std::uint32_t i = 0; i < histogramSize; ++i)
        requests += m_now.latencyCounts[i] - m_before.latencyCounts[i];

    SeriesPoint point;
    point.startNs = (m_last - m_start).count();
    point.spanNs = (now - m_last).count();
    point.requests = static_cast<qint64>(requests);
    point.errors = m_now.errors - m_before.errors;
    point.bytesReceived = m_now.bytesReceived - m_before.bytesReceived;
    point.p50Ns = quantileBetween(m_before, m_now, requests, 0.5);
    point.p99Ns = quantileBetween(m_before, m_now, requests, 0.99);
    point.warmup = m_last + (now - m_last) / 2 < m_warmupEnd; // by its middle: samples come a little after their time
    m_series.push_back(point);
    m_last = now;
    std::swap(m_before, m_now);
}

Nanoseconds LiveSampler::period() const
{
    return std::chrono::milliseconds(100) * (1 << std::min<std::size_t>(20, m_series.size() / m_pointsPerPeriod));
}

std::vector<SeriesPoint> LiveSampler::takeSeries()
{
    m_recorders.clear();
    return std::exchange(m_series, {});
}

} // namespace sweepbench
