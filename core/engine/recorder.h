// SPDX-License-Identifier: GPL-3.0-or-later
// The counts of one worker in one trial. Its size is fixed whatever happens: up to nine histograms of 270 KB, 2.5 MB in an open
// loop and 1.9 MB in a closed one.
// Thread contract: one writer, the worker's thread. Another thread may call addLiveCountsTo() at any time: whatever it reads is
// written with relaxed atomic stores, never read-modify-write. Everything else is read after the worker has ended.
#pragma once

#include "core/model/errorkind.h"
#include "core/model/statusset.h"
#include "core/stats/histogram.h"
#include "core/transport/sample.h"

#include <array>
#include <atomic>
#include <map>
#include <optional>

namespace sweepbench {

/// What a chart over time needs: totals since the trial began, warm-up included.
struct LiveCounts
{
    qint64 errors = 0;
    qint64 bytesReceived = 0;
    std::vector<std::uint64_t> latencyCounts = std::vector<std::uint64_t>(histogramSize); ///< of expected answers
};

class Recorder
{
public:
    /// Where \a openLoop is false, service time and slip are not kept: the latency is the one, and the other is 0.
    explicit Recorder(StatusSet expected, bool openLoop = false);

    /// A request of the warm-up has ended: shown in charts, and counted nowhere but for a connection that it opened.
    void recordWarmup(const Sample &sample);
    /// A counted request has been put on a connection.
    void countSent(Instant intended, Instant sent);
    void record(const Sample &sample);
    void countCancelled(qint64 bytesReceived, qint64 bytesSent);

    void addLiveCountsTo(LiveCounts &counts) const;
    /// True where this status is a success.
    bool isExpected(int status) const { return m_expected.contains(status); }

    qint64 sent() const { return m_sent; }
    qint64 requests() const { return static_cast<qint64>(m_latency.count()); }
    qint64 cancelled() const { return m_cancelled; }
    qint64 reconnects() const { return m_reconnects; }
    qint64 bytesReceived() const { return m_bytesReceived; }
    qint64 bytesSent() const { return m_bytesSent; }
    const ErrorCounts &errors() const { return m_errors; }
    std::map<int, qint64> status() const;
    const Histogram &latency() const { return m_latency; }
    const Histogram &statusLatency() const { return m_statusLatency; }
    const std::optional<Histogram> &service() const { return m_service; } ///< absent in a closed loop, as slip
    const std::optional<Histogram> &slip() const { return m_slip; }
    const Histogram &connect() const { return m_connect; } ///< warm-up included, as tls
    const Histogram &tls() const { return m_tls; }
    const Histogram &firstByte() const { return m_firstByte; }
    const Histogram &body() const { return m_body; }
    /// Intended instant of the first counted request; absent when there was none.
    std::optional<Instant> firstIntended() const { return m_firstIntended; }
    Instant lastEnd() const { return m_lastEnd; }

private:
    void recordLive(const Sample &sample, bool good);
    void recordOpening(const Sample &sample);
    void recordGood(const Sample &sample);

    StatusSet m_expected;
    qint64 m_sent = 0;
    qint64 m_cancelled = 0;
    qint64 m_reconnects = 0;
    qint64 m_bytesReceived = 0;
    qint64 m_bytesSent = 0;
    ErrorCounts m_errors;
    std::array<qint64, 1000> m_status{};
    Histogram m_latency;
    Histogram m_warmupLatency;
    Histogram m_statusLatency;
    std::optional<Histogram> m_service;
    std::optional<Histogram> m_slip;
    Histogram m_connect;
    Histogram m_tls;
    Histogram m_firstByte;
    Histogram m_body;
    std::optional<Instant> m_firstIntended;
    Instant m_lastEnd;
    std::atomic<qint64> m_liveErrors{0};
    std::atomic<qint64> m_liveBytes{0};
};

} // namespace sweepbench
