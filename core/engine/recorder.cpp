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

Recorder::Recorder(StatusSet expected, bool openLoop) : m_expected(std::move(expected))
{
    if (openLoop) {
        m_service.emplace();
        m_slip.emplace();
    }
}

void Recorder::recordLive(const Sample &sample, bool good)
{
    add(m_liveBytes, sample.bytesReceived);
    if (!good)
        add(m_liveErrors, 1);
}

/// The phases of a new connection.
void Recorder::recordOpening(const Sample &sample)
{
    if (sample.connectNs >= 0)
        m_connect.record(sample.connectNs);
    if (sample.tlsNs >= 0)
        m_tls.record(sample.tlsNs);
}

void Recorder::recordGood(const Sample &sample)
{
    m_latency.record((sample.end - sample.intended).count());
    if (m_service)
        m_service->record((sample.end - sample.sent).count());
    if (sample.firstByteNs >= 0)
        m_firstByte.record(sample.firstByteNs);
    if (sample.bodyNs >= 0)
        m_body.record(sample.bodyNs);
}

void Recorder::recordWarmup(const Sample &sample)
{
    recordOpening(sample);
    const bool good = !sample.error && isExpected(sample.status);
    if (good)
        m_warmupLatency.record((sample.end - sample.intended).count());
    recordLive(sample, good);
}

void Recorder::countSent(Instant intended, Instant sent)
{
    if (m_sent++ == 0)
        m_firstIntended = intended;
    if (m_slip)
        m_slip->record((sent - intended).count());
}

void Recorder::record(const Sample &sample)
{
    m_bytesReceived += sample.bytesReceived;
    m_bytesSent += sample.bytesSent;
    m_reconnects += sample.reconnects;
    m_lastEnd = std::max(m_lastEnd, sample.end);
    recordOpening(sample);
    if (sample.status > 0 && sample.status < static_cast<int>(m_status.size()))
        ++m_status[static_cast<std::size_t>(sample.status)];

    const bool good = !sample.error && isExpected(sample.status);
    if (good) {
        recordGood(sample);
    } else if (sample.error) {
        ++m_errors[*sample.error];
    } else {
        ++m_errors[ErrorKind::Status];
        m_statusLatency.record((sample.end - sample.intended).count());
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
