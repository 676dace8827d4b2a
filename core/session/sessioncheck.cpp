// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/sessioncheck.h"

#include "core/session/blob.h"

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

constexpr qint64 mostTotal = qint64(1) << 62;
constexpr qint64 mostCount = 100'000'000'000'000'000; // 10^17: above 2^53, and any 40 of them still add up in 64 bits
constexpr qint64 mostSpanNs = 366LL * 24 * 3600 * 1'000'000'000;
constexpr std::size_t mostFindings = 1000;

bool isCount(qint64 value)
{
    return value >= 0 && value <= mostCount;
}

bool isSpan(qint64 ns)
{
    return ns >= 0 && ns <= mostSpanNs;
}

bool isSeconds(double value)
{
    return std::isfinite(value) && value >= 0;
}

bool isSecondsOrUnknown(double value)
{
    return isSeconds(value) || value == -1.0; // -1 is stored as it is: no rounding comes in between
}

QString checkPlace(const Trial &trial, const Plan &plan)
{
    if (trial.target < 0 || static_cast<std::size_t>(trial.target) >= plan.targets.size())
        return u"target %1 is not one of the plan's %2"_s.arg(trial.target).arg(plan.targets.size());
    if (trial.imported.has_value() != plan.imported)
        return plan.imported ? u"this program measured it, and the others are imported"_s : u"it is imported, and the others are not"_s;
    if (trial.connections < (trial.imported ? unknownLevel : 1) || trial.connections > highestLevel)
        return u"connections is %1"_s.arg(trial.connections);
    if (trial.rate < 0 || trial.rate > highestLevel)
        return u"rate is %1"_s.arg(trial.rate);
    const int level = levelOf(trial, plan.sweep.axis);
    if (std::find(plan.sweep.levels.begin(), plan.sweep.levels.end(), level) == plan.sweep.levels.end())
        return u"%1 are not a level of the plan"_s.arg(levelText(plan.sweep.axis, level));
    if (trial.repeat < 0 || trial.repeat >= mostTrials)
        return u"repeat is %1"_s.arg(trial.repeat);
    if (trial.order < 0 || trial.order >= mostTrials)
        return u"order is %1"_s.arg(trial.order);
    if (trial.threads < 0 || trial.threads > highestLevel)
        return u"threads is %1"_s.arg(trial.threads);
    return QString();
}

QString checkCounts(const Trial &trial)
{
    const std::pair<QStringView, qint64> counts[] = {
        {u"sent", trial.sent},           {u"requests", trial.requests},   {u"cancelled", trial.cancelled},
        {u"not_sent", trial.notSent},    {u"reconnects", trial.reconnects}, {u"bytes_received", trial.bytesReceived},
        {u"bytes_sent", trial.bytesSent}, {u"connections_opened", trial.connectionsOpened},
    };
    for (const auto &[name, count] : counts)
        if (!isCount(count))
            return u"%1 is %2"_s.arg(name, QString::number(count));
    for (const qint64 count : trial.errors.byKind)
        if (!isCount(count))
            return u"errors of one kind are %1"_s.arg(count);
    // Seventeen counts below 10^17 each: the sum stays in 64 bits.
    const qint64 accounted = trial.requests + trial.errors.total() + trial.cancelled;
    if (trial.sent != accounted)
        return u"sent is %1, but requests, errors and cancelled are %2 together"_s.arg(trial.sent).arg(accounted);
    qint64 answers = 0;
    for (const auto &[code, count] : trial.status) {
        if (code < 100 || code > 999)
            return u"%1 is not a status code"_s.arg(code);
        if (!isCount(count) || (answers += count) > trial.sent)
            return u"there are more answers by status than requests sent"_s;
    }
    return QString();
}

QString checkTimes(const Trial &trial)
{
    if (!isSpan(trial.duration.count()))
        return u"duration_ns is %1"_s.arg(trial.duration.count());
    if (!isSpan(trial.startOffsetNs))
        return u"start_offset_ns is %1"_s.arg(trial.startOffsetNs);
    if (!isSeconds(trial.clientUserS) || !isSeconds(trial.clientSystemS))
        return u"the client's CPU time is not a number of seconds"_s;
    for (const auto &[name, value] : {std::pair{u"busiest_thread"_s, trial.busiestThread}, std::pair{u"other_cpu_s"_s, trial.otherCpuS},
                                      std::pair{u"load_before"_s, trial.loadBefore}})
        if (!isSecondsOrUnknown(value))
            return u"%1 is not a number from 0, or -1 for unknown"_s.arg(name);
    if (trial.busyNs < -1 || trial.busyNs > mostTotal)
        return u"busy_ns is %1"_s.arg(trial.busyNs);
    if (!isSane(trial.latency) || trial.latency.count > static_cast<std::uint64_t>(trial.requests))
        return u"the latency histogram does not fit %1 requests"_s.arg(trial.requests);
    const qint64 statusErrors = trial.errors[ErrorKind::Status];
    if (!isSane(trial.statusLatency) || trial.statusLatency.count > static_cast<std::uint64_t>(statusErrors))
        return u"the latency histogram of unexpected answers does not fit %1 of them"_s.arg(statusErrors);
    const std::pair<QStringView, const Distribution &> others[] = {
        {u"times to connect", trial.connect}, {u"service times", trial.service},     {u"slips", trial.slip},
        {u"name look-ups", trial.nameLookup}, {u"TLS handshakes", trial.tls},        {u"first bytes", trial.firstByte},
        {u"bodies", trial.body},
    };
    for (const auto &[name, times] : others)
        if (!isSane(times))
            return u"the histogram of %1 does not add up"_s.arg(name);
    if (trial.service.count > static_cast<std::uint64_t>(trial.requests))
        return u"the histogram of service times does not fit %1 requests"_s.arg(trial.requests);
    if (!isSane(trial.series))
        return u"the time series has a negative or impossible value"_s;
    return QString();
}

QString checkTexts(const Trial &trial)
{
    if (trial.address.size() > mostTextLength || trial.errorDetail.size() > mostTextLength)
        return u"the address or the first error is longer than %1 characters"_s.arg(mostTextLength);
    if (trial.findings.size() > mostFindings)
        return u"there are %1 findings"_s.arg(trial.findings.size());
    for (const Finding &finding : trial.findings)
        if (finding.kind.size() > mostTextLength || finding.text.size() > mostTextLength)
            return u"a finding is longer than %1 characters"_s.arg(mostTextLength);
    return QString();
}

} // namespace

bool isSane(const Distribution &distribution)
{
    std::uint64_t counted = 0;
    std::int64_t previous = -1;
    for (const Distribution::Bucket &bucket : distribution.buckets) {
        if (bucket.index <= previous || bucket.index >= histogramSize || bucket.count == 0
            || bucket.count > static_cast<std::uint64_t>(mostCount) - counted)
            return false;
        counted += bucket.count;
        previous = bucket.index;
    }
    const bool numbers = isSeconds(distribution.sumNs) && isSeconds(distribution.squaredDeviations);
    if (!numbers || counted != distribution.count || distribution.minNs < 0 || distribution.maxNs < distribution.minNs)
        return false;
    if (counted == 0)
        return distribution.maxNs == 0 && distribution.sumNs <= 0 && distribution.squaredDeviations <= 0;
    return true;
}

bool isSane(const std::vector<SeriesPoint> &series)
{
    if (series.size() > mostSeriesPoints)
        return false;
    qint64 previous = 0;
    qint64 requests = 0;
    qint64 errors = 0;
    qint64 bytes = 0;
    for (const SeriesPoint &point : series) {
        if (point.startNs < previous || !isSpan(point.startNs) || !isSpan(point.spanNs) || !isCount(point.requests)
            || !isCount(point.errors) || !isCount(point.bytesReceived) || point.p50Ns < -1 || point.p99Ns < -1
            || point.p50Ns > mostSpanNs || point.p99Ns > mostSpanNs)
            return false;
        if ((requests += point.requests) > mostTotal || (errors += point.errors) > mostTotal
            || (bytes += point.bytesReceived) > mostTotal)
            return false;
        previous = point.startNs;
    }
    return true;
}

QString SessionTotals::add(const Trial &trial, const Plan &plan)
{
    if (m_trials >= mostTrials)
        return u"a session holds %1 trials at most"_s.arg(mostTrials);
    for (const QString &wrong : {checkPlace(trial, plan), checkCounts(trial), checkTimes(trial), checkTexts(trial)})
        if (!wrong.isEmpty())
            return wrong;
    const qint64 durationNs = trial.duration.count();
    if (trial.sent > mostTotal - m_sent || trial.bytesReceived > mostTotal - m_bytesReceived
        || trial.bytesSent > mostTotal - m_bytesSent || durationNs > mostTotal - m_durationNs)
        return u"the counts of all trials together are beyond 64 bits"_s;
    ++m_trials;
    m_sent += trial.sent;
    m_bytesReceived += trial.bytesReceived;
    m_bytesSent += trial.bytesSent;
    m_durationNs += durationNs;
    return QString();
}

} // namespace sweepbench
