// SPDX-License-Identifier: GPL-3.0-or-later
// Sessions made of trials with chosen figures, for tests of the statistics.
#pragma once

#include "core/model/session.h"
#include "core/stats/histogram.h"

#include <cmath>
#include <memory>
#include <vector>

namespace sweepbench {

class SessionBuilder
{
public:
    SessionBuilder(QStringList names, std::vector<int> levels)
    {
        for (const QString &name : names) {
            Target target;
            target.name = name;
            // Not the same server, or it would be compared with itself.
            target.url = QStringLiteral("http://127.0.0.1:%1/").arg(8001 + session.plan.targets.size());
            session.plan.targets.push_back(target);
        }
        session.plan.sweep.levels = std::move(levels);
    }

    /// A fit trial of one second with this many answers, all of one latency.
    Trial trial(int target, int connections, int repeat, qint64 requests, qint64 latencyNs = 1'000'000) const
    {
        Trial trial;
        trial.target = target;
        trial.connections = connections;
        trial.repeat = repeat;
        trial.order = static_cast<int>(session.trials.size());
        trial.duration = std::chrono::seconds(1);
        trial.sent = requests;
        trial.requests = requests;
        trial.bytesReceived = requests * 100;
        if (requests > 0) {
            // One bucket and exact sums, as a histogram of equal samples has them.
            const double count = static_cast<double>(requests);
            trial.latency.buckets = {{bucketIndex(latencyNs), static_cast<std::uint64_t>(requests)}};
            trial.latency.count = static_cast<std::uint64_t>(requests);
            trial.latency.minNs = trial.latency.maxNs = latencyNs;
            trial.latency.sumNs = count * static_cast<double>(latencyNs);
        }
        return trial;
    }

    void add(Trial trial) { session.trials.push_back(std::make_shared<const Trial>(std::move(trial))); }
    void add(int target, int connections, int repeat, qint64 requests, qint64 latencyNs = 1'000'000)
    {
        add(trial(target, connections, repeat, requests, latencyNs));
    }
    /// One trial per figure, repeats counted from 0.
    void addSeries(int target, int connections, const std::vector<qint64> &requests)
    {
        for (std::size_t repeat = 0; repeat < requests.size(); ++repeat)
            add(target, connections, static_cast<int>(repeat), requests[repeat]);
    }
    void addUnfit(int target, int connections, int repeat, qint64 requests, const QString &reason)
    {
        Trial unfit = trial(target, connections, repeat, requests);
        unfit.findings.push_back({QStringLiteral("errors"), Severity::Unfit, reason});
        add(unfit);
    }

    Session session;
};

} // namespace sweepbench
