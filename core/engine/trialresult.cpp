// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/trialresult.h"

#include <algorithm>

namespace sweepbench {

namespace {

/// What the workers recorded in one of their histograms.
template<typename Of>
Distribution mergedDistribution(const std::vector<std::unique_ptr<Worker>> &workers, Of of)
{
    Histogram total;
    for (const auto &worker : workers)
        total.merge((worker->recorder().*of)());
    return total.distribution();
}

/// The same of one that only an open loop has.
template<typename Of>
Distribution mergedOpenLoop(const std::vector<std::unique_ptr<Worker>> &workers, Of of)
{
    Histogram total;
    for (const auto &worker : workers)
        if (const auto &part = (worker->recorder().*of)())
            total.merge(*part);
    return total.distribution();
}

void addCounts(Trial &trial, const Recorder &recorder, const WorkerResult &result)
{
    trial.sent += recorder.sent();
    trial.requests += recorder.requests();
    trial.errors += recorder.errors();
    trial.cancelled += recorder.cancelled();
    trial.notSent += result.notSent;
    trial.reconnects += recorder.reconnects();
    trial.bytesReceived += recorder.bytesReceived();
    trial.bytesSent += recorder.bytesSent();
    for (const auto &[code, count] : recorder.status())
        trial.status[code] += count;
    trial.clientUserS += result.cpu.user;
    trial.clientSystemS += result.cpu.system;
    trial.connectionsOpened += result.connectionsOpened;
    trial.busiestThread = std::max(trial.busiestThread, result.busiestThread);
    if (trial.errorDetail.isEmpty())
        trial.errorDetail = result.errorDetail;
}

} // namespace

Nanoseconds busyFrom(const WorkerResult &result, Instant begin)
{
    Nanoseconds busy = result.busy;
    for (const BusySpan &span : result.carriedOver)
        busy += std::max(Nanoseconds(0), Nanoseconds(span.until - std::max(span.from, begin)));
    return busy;
}

Trial mergedTrial(const std::vector<std::unique_ptr<Worker>> &workers, Instant warmupEnd, bool openLoop)
{
    Trial trial;
    trial.threads = static_cast<int>(workers.size());
    std::optional<Instant> first;
    Instant end = warmupEnd;
    for (const auto &worker : workers) {
        addCounts(trial, worker->recorder(), worker->result());
        if (const auto intended = worker->recorder().firstIntended())
            first = first ? std::min(*first, *intended) : *intended;
        end = std::max(end, worker->result().end);
    }
    trial.latency = mergedDistribution(workers, &Recorder::latency);
    trial.statusLatency = mergedDistribution(workers, &Recorder::statusLatency);
    trial.connect = mergedDistribution(workers, &Recorder::connect);
    trial.tls = mergedDistribution(workers, &Recorder::tls);
    trial.firstByte = mergedDistribution(workers, &Recorder::firstByte);
    trial.body = mergedDistribution(workers, &Recorder::body);
    trial.service = mergedOpenLoop(workers, &Recorder::service);
    trial.slip = mergedOpenLoop(workers, &Recorder::slip);
    const Instant begin = openLoop ? warmupEnd : first.value_or(warmupEnd);
    trial.duration = end - begin;
    trial.busyNs = 0;
    for (const auto &worker : workers)
        trial.busyNs += busyFrom(worker->result(), begin).count();
    return trial;
}

TrialCircumstances mergedCircumstances(const std::vector<std::unique_ptr<Worker>> &workers)
{
    TrialCircumstances circumstances;
    Nanoseconds lateness{0};
    qint64 hadConnection = 0;
    for (const auto &worker : workers) {
        const WorkerResult &result = worker->result();
        circumstances.gaveUp = circumstances.gaveUp || result.gaveUp;
        circumstances.waitedForConnection += result.waitedForConnection;
        circumstances.longestWait = std::max(circumstances.longestWait, result.longestWait);
        lateness += result.lateness;
        hadConnection += result.hadConnection;
    }
    if (hadConnection > 0)
        circumstances.ownLateness = lateness / hadConnection;
    return circumstances;
}

} // namespace sweepbench
