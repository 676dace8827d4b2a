// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/trialresult.h"

#include <algorithm>

namespace sweepbench {

Trial mergedTrial(const std::vector<std::unique_ptr<Worker>> &workers, Instant warmupEnd)
{
    Trial trial;
    trial.threads = static_cast<int>(workers.size());
    Histogram latency;
    Histogram statusLatency;
    Histogram connect;
    std::optional<Instant> first;
    Instant end = warmupEnd;
    for (const auto &worker : workers) {
        const Recorder &recorder = worker->recorder();
        const WorkerResult &result = worker->result();
        trial.sent += recorder.sent();
        trial.requests += recorder.requests();
        trial.errors += recorder.errors();
        trial.cancelled += recorder.cancelled();
        trial.reconnects += recorder.reconnects();
        trial.bytesReceived += recorder.bytesReceived();
        trial.bytesSent += recorder.bytesSent();
        for (const auto &[code, count] : recorder.status())
            trial.status[code] += count;
        latency.merge(recorder.latency());
        statusLatency.merge(recorder.statusLatency());
        connect.merge(recorder.connect());
        trial.clientUserS += result.cpu.user;
        trial.clientSystemS += result.cpu.system;
        trial.connectionsOpened += result.connectionsOpened;
        if (trial.errorDetail.isEmpty())
            trial.errorDetail = result.errorDetail;
        if (const auto intended = recorder.firstIntended())
            first = first ? std::min(*first, *intended) : *intended;
        end = std::max(end, result.end);
    }
    trial.latency = latency.distribution();
    trial.statusLatency = statusLatency.distribution();
    trial.connect = connect.distribution();
    trial.duration = end - first.value_or(warmupEnd);
    return trial;
}

} // namespace sweepbench
