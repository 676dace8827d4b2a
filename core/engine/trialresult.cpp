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
    if (trial.errorDetail.isEmpty())
        trial.errorDetail = result.errorDetail;
}

} // namespace

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
    trial.duration = end - (openLoop ? warmupEnd : first.value_or(warmupEnd));
    return trial;
}

} // namespace sweepbench
