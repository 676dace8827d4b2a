// SPDX-License-Identifier: GPL-3.0-or-later
// The latencies of one level, all fit trials of a target together: what percentiles, distribution and histogram draw.
// Thread contract: plain values and pure functions.
#pragma once

#include "core/model/distribution.h"
#include "ui/charts/chartview.h"

#include <QPointF>
#include <QStringList>

#include <vector>

namespace sweepbench {

/// The times of one target's answers, and the requests that timed out: those are slower than every answer.
struct LatencyLine
{
    int target = 0;
    bool service = false;   ///< of an open loop: from the sending on; else the response time, or the latency of a closed loop
    Distribution times;
    qint64 timedOut = 0;
    double timeoutNs = 0;
    double total() const { return static_cast<double>(times.count) + static_cast<double>(timedOut); }
};

struct DistributionData
{
    ChartKind kind = ChartKind::Percentiles;
    SweepAxis axis = SweepAxis::Connections;
    std::optional<int> level;
    bool openLoop = false;
    QStringList names;
    std::set<int> hidden;
    std::vector<LatencyLine> lines; ///< by target; of an open loop the response time, then the service time
    QStringList notes;
    bool hasData() const { return !lines.empty(); }
};
DistributionData distributionData(ChartKind kind, const Session &session, const ChartView &view);

/// Latency in ns at x = 1 / (1 - q) by nearest rank, evenly on the log axis, up to the slowest answer at x = total(). Ends where the
/// time-outs begin.
std::vector<QPointF> percentilePoints(const LatencyLine &line, int perDecade = 60);
/// Where the time-outs begin on that axis: a quantile beyond is "at least the time-out". Absent without any.
std::optional<double> timeoutFrom(const LatencyLine &line);
/// Share of all requests (0 to 1) that were answered within a latency in ns, at most \a points evenly on the log axis; \a leftOut counts
/// answers of zero, which a log axis can't show.
std::vector<QPointF> cumulativePoints(const LatencyLine &line, int points, qint64 *leftOut = nullptr);

/// Bins of equal width on a log axis.
struct LogBins
{
    double low = 1;   ///< ns
    double ratio = 2; ///< from one edge to the next
    int count = 0;
    double edge(int index) const;
};
/// Bins for all lines together: never narrower than what the stored latencies resolve.
LogBins latencyBins(const std::vector<LatencyLine> &lines, int most);
/// Share of all requests (0 to 1) in each bin.
std::vector<double> binShares(const LatencyLine &line, const LogBins &bins, qint64 *leftOut = nullptr);

} // namespace sweepbench
