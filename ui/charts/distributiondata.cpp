// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/distributiondata.h"

#include "core/model/format.h"
#include "core/stats/histogram.h"
#include "core/stats/measured.h"
#include "ui/charts/chartscale.h"
#include "ui/charts/charttext.h"

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

/// What the buckets of three significant digits tell apart, with room: narrower bins would be full and empty by turns.
constexpr double leastBinRatio = 1.005;

void addCell(DistributionData &data, const MeasuredCell &cell, const Session &session)
{
    LatencyLine response;
    response.target = cell.target;
    response.timeoutNs = static_cast<double>(std::chrono::nanoseconds(session.plan.load.timeout).count());
    LatencyLine service = response;
    service.service = true;
    int unfit = 0;
    for (const MeasuredTrial &measured : cell.trials) {
        if (measured.unfit)
            ++unfit;
        if (measured.unfit || (session.judging.leaveOutOutliers && measured.outlier))
            continue;
        const Trial &trial = *measured.trial;
        response.times = merged(response.times, trial.latency);
        service.times = merged(service.times, trial.service);
        response.timedOut += trial.errors[ErrorKind::Timeout] + trial.errors[ErrorKind::ConnectTimeout];
    }
    service.timedOut = response.timedOut;
    const QString &name = data.names[cell.target];
    if (unfit > 0)
        data.notes << (unfit == 1 ? u"%1: 1 trial is unfit and left out."_s.arg(name)
                                  : u"%1: %2 trials are unfit and left out."_s.arg(name).arg(unfit));
    if (response.times.count == 0) {
        data.notes << u"%1: %2."_s.arg(name, noDataText());
        return;
    }
    if (response.timedOut > 0)
        data.notes << u"%1: %2 of its requests timed out and count as at least %3."_s.arg(
            name, formatPercent(static_cast<double>(response.timedOut) / response.total()), formatLatency(response.timeoutNs));
    data.lines.push_back(std::move(response));
    if (service.times.count > 0 && data.openLoop)
        data.lines.push_back(std::move(service));
}

/// Calls back with the middle of each bucket and its count.
template<typename Call>
void forBuckets(const Distribution &times, Call call)
{
    for (const Distribution::Bucket &bucket : times.buckets) {
        const double middle = (static_cast<double>(bucketLowNs(bucket.index)) + static_cast<double>(bucketHighNs(bucket.index))) / 2;
        call(std::clamp(middle, static_cast<double>(times.minNs), static_cast<double>(std::max(times.minNs, times.maxNs))), bucket.count);
    }
}

} // namespace

DistributionData distributionData(ChartKind kind, const Session &session, const ChartView &view)
{
    DistributionData data;
    data.kind = kind;
    data.axis = session.plan.sweep.axis;
    data.level = shownLevel(session, view);
    data.openLoop = isOpenLoop(session.plan);
    data.names = targetNames(session.plan);
    data.hidden = view.hiddenTargets;
    const Measured measured = measuredTrials(session);
    for (const MeasuredCell &cell : measured.cells)
        if (data.level == cell.level && view.shows(cell.target))
            addCell(data, cell, session);
    if (!data.hasData())
        data.notes.clear();
    return data;
}

std::vector<QPointF> percentilePoints(const LatencyLine &line, int perDecade)
{
    std::vector<QPointF> points;
    const double total = line.total();
    if (line.times.count == 0)
        return points;
    const int steps = static_cast<int>(std::ceil(std::log10(std::max(total, 1.0)) * perDecade));
    auto bucket = line.times.buckets.begin();
    double seen = 0;
    const auto valueAt = [&](double rank) { // ranks only grow: one pass over the buckets
        while (bucket != line.times.buckets.end() && seen + static_cast<double>(bucket->count) < rank)
            seen += static_cast<double>((bucket++)->count);
        if (bucket == line.times.buckets.end())
            return static_cast<double>(line.times.maxNs);
        const double middle = (static_cast<double>(bucketLowNs(bucket->index)) + static_cast<double>(bucketHighNs(bucket->index))) / 2;
        return std::clamp(middle, static_cast<double>(line.times.minNs), static_cast<double>(std::max(line.times.minNs, line.times.maxNs)));
    };
    for (int i = 0; i <= steps; ++i) {
        const double x = std::min(std::pow(10.0, static_cast<double>(i) / perDecade), total);
        const double rank = i == steps ? total : std::max(1.0, std::ceil((1 - 1 / x) * total - 1e-9));
        if (rank > static_cast<double>(line.times.count))
            break;
        points.emplace_back(x, valueAt(rank));
    }
    return points;
}

std::optional<double> timeoutFrom(const LatencyLine &line)
{
    if (line.timedOut <= 0)
        return std::nullopt;
    return line.total() / static_cast<double>(line.timedOut);
}

std::vector<QPointF> cumulativePoints(const LatencyLine &line, int points, qint64 *leftOut)
{
    std::vector<QPointF> all;
    double seen = 0;
    double low = 0;
    forBuckets(line.times, [&](double ns, std::uint64_t count) {
        seen += static_cast<double>(count);
        if (ns <= 0) {
            if (leftOut)
                *leftOut += static_cast<qint64>(count);
            return;
        }
        if (low <= 0)
            low = ns;
        if (all.empty())
            all.emplace_back(ns, 0.0);
        all.emplace_back(ns, seen / line.total());
    });
    if (static_cast<int>(all.size()) <= points || points < 2)
        return all;
    // The last point of each step of the axis: a curve that only grows loses nothing that can be seen.
    const double width = std::log(all.back().x() / low) / (points - 1);
    std::vector<QPointF> kept{all.front()};
    for (std::size_t i = 1; i < all.size(); ++i)
        if (i + 1 == all.size() || std::floor(std::log(all[i + 1].x() / low) / width) != std::floor(std::log(all[i].x() / low) / width))
            kept.push_back(all[i]);
    return kept;
}

double LogBins::edge(int index) const
{
    return low * std::pow(ratio, index);
}

LogBins latencyBins(const std::vector<LatencyLine> &lines, int most)
{
    double low = 0;
    double high = 0;
    for (const LatencyLine &line : lines) {
        if (line.times.maxNs <= 0)
            continue;
        const double least = std::max<double>(1, static_cast<double>(line.times.minNs));
        low = low > 0 ? std::min(low, least) : least;
        high = std::max(high, static_cast<double>(line.times.maxNs));
    }
    LogBins bins;
    if (low <= 0 || most < 1)
        return bins;
    padLogRange(low, high, 1.02, 1.4);
    bins.ratio = std::max(leastBinRatio, std::pow(high / low, 1.0 / most));
    bins.low = low;
    bins.count = static_cast<int>(std::ceil(std::log(high / low) / std::log(bins.ratio) - 1e-9));
    return bins;
}

std::vector<double> binShares(const LatencyLine &line, const LogBins &bins, qint64 *leftOut)
{
    std::vector<double> shares(static_cast<std::size_t>(std::max(bins.count, 0)), 0.0);
    if (shares.empty())
        return shares;
    forBuckets(line.times, [&](double ns, std::uint64_t count) {
        if (ns <= 0) {
            if (leftOut)
                *leftOut += static_cast<qint64>(count);
            return;
        }
        const int bin = static_cast<int>(std::floor(std::log(ns / bins.low) / std::log(bins.ratio)));
        shares[static_cast<std::size_t>(std::clamp(bin, 0, bins.count - 1))] += static_cast<double>(count) / line.total();
    });
    return shares;
}

} // namespace sweepbench
