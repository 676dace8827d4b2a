// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/clientfindings.h"

#include "core/model/format.h"
#include "core/stats/clientlimit.h"
#include "core/stats/histogram.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

constexpr double leastBusyShare = 0.95; // of the connections' time
constexpr auto shortestJudged = std::chrono::milliseconds(50); // below that a share says nothing

QString moreClient(const Trial &trial)
{
    return trial.transport == TransportKind::Qnam
        ? u"The socket transport costs a fraction of that; more worker threads need a machine with more cores"_s
        : u"Use more worker threads on a machine with more cores, or press from several machines"_s;
}

void addSaturated(std::vector<Finding> &findings, const Trial &trial)
{
    if (trial.duration < shortestJudged || trial.busiestThread <= saturatedShare)
        return;
    const bool several = trial.threads > 1 || trial.transport == TransportKind::Qnam; // Qt has an HTTP thread of its own
    findings.push_back({clientSaturatedKind(), Severity::Doubt,
                        u"The client was the limit: %1 used %2 of a core, so the server may be faster than this shows. %3"_s.arg(
                            several ? u"its busiest thread"_s : u"its worker thread"_s, formatPercent(trial.busiestThread), moreClient(trial))});
}

QString whyIdle(const Trial &trial, const Load &load)
{
    if (trial.errors.total() > 0)
        return u"Connections pause after a request that failed: see the errors"_s;
    if (load.requests)
        return u"The last requests leave ever more connections without work: more requests per trial make that matter less"_s;
    if (load.warmup.count() == 0)
        return u"Opening them took its time: a warm-up keeps that out of the measurement"_s;
    return u"The client did not give them work in time: lower the level, or let the machine do nothing else"_s;
}

void addIdleConnections(std::vector<Finding> &findings, const Trial &trial, const Load &load)
{
    if (trial.duration < shortestJudged || trial.busyNs < 0 || trial.requests <= 0 || load.thinkTime.count() > 0)
        return;
    const qint64 used = std::min<qint64>(trial.connections, load.requests.value_or(trial.connections));
    const double share = static_cast<double>(trial.busyNs) / (static_cast<double>(used) * static_cast<double>(trial.duration.count()));
    if (share >= leastBusyShare)
        return;
    findings.push_back({u"idle_connections"_s, Severity::Doubt,
                        u"The %1 connections were busy for only %2 of the time, so the load was lower than the level says. %3"_s.arg(
                            formatCount(used), formatPercent(share), whyIdle(trial, load))});
}

} // namespace

void addClosedLoopFindings(std::vector<Finding> &findings, const Trial &trial, const Load &load)
{
    addSaturated(findings, trial);
    addIdleConnections(findings, trial, load);
}

void addLateClient(std::vector<Finding> &findings, const Trial &trial, const TrialCircumstances &circumstances)
{
    constexpr double leastNs = 100'000;
    const auto median = quantileNs(trial.latency, 0.5);
    // A client without time left sees connections as busy whose answers have long come: then all of the slip is its own.
    const bool saturated = trial.duration >= shortestJudged && trial.busiestThread > saturatedShare;
    const auto own = circumstances.ownLateness ? std::optional(static_cast<double>(circumstances.ownLateness->count())) : std::nullopt;
    const auto late = saturated ? meanNs(trial.slip) : own;
    if (!median || !late || *late <= std::max(0.1 * *median, leastNs))
        return;
    const QString how = saturated ? u"its busiest thread used %1 of a core, and requests left %2 after they were due on average"_s.arg(
                                        formatPercent(trial.busiestThread), formatLatency(*late))
                                  : u"on average requests left %1 after they were due although a connection was free"_s.arg(formatLatency(*late));
    findings.push_back({clientLateKind(), Severity::Doubt,
                        u"The client was the limit: %1 (median response time %2). "
                        "Lower the rate, use more worker threads, or let the machine do nothing else"_s.arg(how, formatLatency(*median))});
}

} // namespace sweepbench
