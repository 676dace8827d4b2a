// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/recorder.h"

#include <algorithm>

namespace sweepbench {

namespace {

/// One writer: a plain load and store, no locked instruction.
void add(std::atomic<qint64> &counter, qint64 amount)
{
    counter.store(counter.load(std::memory_order_relaxed) + amount, std::memory_order_relaxed);
}

} // namespace

Recorder::Recorder(StatusSet expected) : m_expected(std::move(expected)) {}

void Recorder::recordLive(const Sample &sample, bool good)
{
    add(m_liveBytes, sample.bytesReceived);
    if (!good)
        add(m_liveErrors, 1);
}

void Recorder::recordWarmup(const Sample &sample)
{
    const bool good = !sample.error && isExpected(sample.status);
    if (good)
        m_warmupLatency.record((sample.end - sample.intended).count());
    recordLive(sample, good);
}

void Recorder::countSent(Instant intended)
{
    if (m_sent++ == 0)
        m_firstIntended = intended;
}

void Recorder::record(const Sample &sample)
{
    const qint64 latencyNs = (sample.end - sample.intended).count();
    m_bytesReceived += sample.bytesReceived;
    m_bytesSent += sample.bytesSent;
    m_reconnects += sample.reconnects;
    m_lastEnd = std::max(m_lastEnd, sample.end);
    if (sample.connectNs >= 0)
        m_connect.record(sample.connectNs);
    if (sample.status > 0 && sample.status < static_cast<int>(m_status.size()))
        ++m_status[static_cast<std::size_t>(sample.status)];

    const bool good = !sample.error && isExpected(sample.status);
    if (good) {
        m_latency.record(latencyNs);
    } else if (sample.error) {
        ++m_errors[*sample.error];
    } else {
        ++m_errors[ErrorKind::Status];
        m_statusLatency.record(latencyNs);
    }
    recordLive(sample, good);
}

void Recorder::countCancelled(qint64 bytesReceived, qint64 bytesSent)
{
    ++m_cancelled;
    m_bytesReceived += bytesReceived;
    m_bytesSent += bytesSent;
}

void Recorder::addLiveCountsTo(LiveCounts &counts) const
{
    counts.errors += m_liveErrors.load(std::memory_order_relaxed);
    counts.bytesReceived += m_liveBytes.load(std::memory_order_relaxed);
    m_latency.addCountsTo(counts.latencyCounts);
    m_warmupLatency.addCountsTo(counts.latencyCounts);
}

std::map<int, qint64> Recorder::status() const
{
    std::map<int, qint64> result;
    for (std::size_t code = 0; code < m_status.size(); ++code)
        if (m_status[code] > 0)
            result[static_cast<int>(code)] = m_status[code];
    return result;
}

} // namespace sweepbench
