// SPDX-License-Identifier: GPL-3.0-or-later
// Thread contract: plain values; a finished trial is shared as pointer to const.
#pragma once

#include "core/model/distribution.h"
#include "core/model/errorkind.h"
#include "core/model/finding.h"
#include "core/model/importedfigures.h"
#include "core/model/load.h"
#include "core/model/metric.h"

#include <QDateTime>

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace sweepbench {

/// What one span of a trial looked like, about 100 ms long: for charts over time.
struct SeriesPoint
{
    qint64 startNs = 0;  ///< since the trial began, warm-up included
    qint64 spanNs = 0;   ///< real length of the span
    qint64 requests = 0; ///< complete and expected answers that ended in it
    qint64 errors = 0;
    qint64 bytesReceived = 0;
    qint64 p50Ns = -1;   ///< -1: no answer in this span
    qint64 p99Ns = -1;
    bool warmup = false; ///< not part of the trial's counts
    bool operator==(const SeriesPoint &) const = default;
};

/// One measured execution of a cell. DESIGN.md (What counts) defines each count;
/// sent = requests + errors + cancelled always holds.
struct Trial
{
    int target = 0;      ///< index in the plan
    int connections = 0; ///< most at once; 0: not known, of an imported trial
    int rate = 0;        ///< requests per second that were due; 0: a closed loop
    int repeat = 0;      ///< from 0: the block
    int order = 0;       ///< from 0: position in the order really run
    TransportKind transport = TransportKind::Socket;
    HttpVersion http = HttpVersion::Http1;
    QDateTime startedAt; ///< UTC
    std::chrono::nanoseconds duration{0};
    qint64 startOffsetNs = 0; ///< from the start of the run to the start of this trial, for charts over the whole run

    qint64 sent = 0;
    qint64 requests = 0;
    ErrorCounts errors;
    qint64 cancelled = 0;
    qint64 notSent = 0;
    qint64 reconnects = 0; ///< requests sent once more because the kept-alive connection had been closed
    qint64 connectionsOpened = 0; ///< that came about, warm-up included
    std::map<int, qint64> status;
    qint64 bytesReceived = 0;
    qint64 bytesSent = 0;

    Distribution latency;       ///< of \c requests: end - intended, which is the response time of an open loop
    Distribution statusLatency; ///< the same of errors of kind status
    Distribution service;       ///< of \c requests of an open loop: end - sent; empty in a closed loop, where latency says it
    Distribution slip;          ///< of every request of an open loop: sent - intended

    // Phases, each of the connections or requests that had it.
    Distribution nameLookup;    ///< once per run, in the first trial of its target
    Distribution connect;       ///< TCP, and a proxy's tunnel, of every connection that came about
    Distribution tls;           ///< handshake
    Distribution firstByte;     ///< of \c requests: from a ready connection to the first byte of the answer
    Distribution body;          ///< of \c requests: from the first byte of the answer to its last

    double clientUserS = 0;     ///< CPU of the worker threads during the trial
    double clientSystemS = 0;
    int threads = 1;
    double busiestThread = -1;  ///< share of a core that the busiest worker thread used, 0 to 1; -1: not known
    double otherCpuS = -1;      ///< CPU that everything but this process and the target's server (where it runs here) used on the whole
                                ///< machine during the trial; -1: not known
    double loadBefore = -1;     ///< load average over one minute when the trial began; -1: not known
    qint64 busyNs = -1;         ///< time that connections spent connecting or in a request, clipped to the trial, all added up; -1: not known
    QString address;            ///< the address that was connected to; several with ", " between them
    QString errorDetail;        ///< the first error in words, with address and port

    std::vector<Finding> findings;
    std::vector<SeriesPoint> series;

    std::optional<ImportedFigures> imported; ///< of a trial that another tool measured; then what it does not tell is 0 here

    bool operator==(const Trial &) const = default;
};

using TrialPtr = std::shared_ptr<const Trial>;

/// True where a finding makes the trial unfit for comparison.
bool isUnfit(const Trial &trial);

/// False of imported trials whose report does not say how many good answers there were, or which errors.
bool tellsRequests(const Trial &trial);
bool tellsErrors(const Trial &trial);
/// "wrk", "socket transport": what measured the trial.
QString measuredWith(const Trial &trial);

} // namespace sweepbench
