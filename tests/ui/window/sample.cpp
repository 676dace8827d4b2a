// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/window/sample.h"

#include "core/stats/histogram.h"

#include <algorithm>

namespace sweepbench::test {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr qint64 pointNs = 100'000'000;
constexpr int pointsPerTrial = 10;

/// \a count times, evenly from half of \a meanNs to half more.
Distribution around(qint64 meanNs, qint64 count)
{
    Histogram histogram;
    for (qint64 i = 0; i < count; ++i)
        histogram.record(meanNs / 2 + meanNs * i / count);
    return histogram.distribution();
}

} // namespace

Trial sampleTrial(const Plan &plan, int target, int level, int repeat, int order)
{
    const Load load = loadAt(plan, target, plan.sweep.levels.at(std::size_t(level)));
    const bool open = load.rate.has_value();
    const int connections = load.connections;
    const double wobble = 1 + 0.01 * ((repeat * 7 + level * 3 + target * 5) % 5 - 2) / 2.0;
    const double rps = open ? *load.rate : 200.0 * connections * std::max(1 - 0.1 * target, 0.05) * wobble;
    Trial trial;
    trial.target = target;
    trial.connections = connections;
    trial.rate = load.rate.value_or(0);
    trial.repeat = repeat;
    trial.order = order;
    trial.startedAt = QDateTime(QDate(2026, 11, 30), QTime(20, 0), Qt::UTC).addSecs(order);
    trial.startOffsetNs = order * pointNs * (pointsPerTrial + 1);
    trial.duration = plan.load.requests ? std::chrono::nanoseconds(qint64(double(*plan.load.requests) / rps * 1e9)) : 1s;
    trial.requests = plan.load.requests ? *plan.load.requests : qint64(rps);
    trial.sent = trial.requests;
    trial.status[200] = trial.requests;
    trial.bytesReceived = trial.requests * 250;
    trial.bytesSent = trial.requests * 60;
    const auto mean = open ? qint64(4e6 * (1 + 0.1 * target) * wobble) : qint64(connections / rps * 1e9);
    trial.latency = around(mean, trial.requests);
    trial.firstByte = around(mean / 3, trial.requests);
    trial.body = around(mean / 6, trial.requests);
    trial.connectionsOpened = connections;
    trial.connect = around(150'000, connections);
    if (open) {
        trial.service = around(mean / 2, trial.requests);
        trial.slip = around(mean / 2, trial.requests);
        trial.tls = around(2'500'000, connections);
        if (repeat == 0 && level == 0)
            trial.nameLookup = around(800'000, 1);
    }
    for (int i = 0; i < pointsPerTrial; ++i) {
        SeriesPoint point;
        point.startNs = i * pointNs;
        point.spanNs = pointNs;
        point.requests = qint64(rps / 10);
        point.bytesReceived = point.requests * 250;
        point.p50Ns = mean;
        point.p99Ns = mean * 3 / 2;
        trial.series.push_back(point);
    }
    return trial;
}

Session sampleSession(const SampleOptions &options)
{
    Session session;
    for (int i = 0; i < options.targets; ++i) {
        Target target;
        target.name = i == 0 ? u"nginx"_s : i == 1 ? u"Apache"_s : u"Server %1"_s.arg(i + 1);
        target.url = u"http://127.0.0.1:%1/"_s.arg(8080 + i);
        session.plan.targets.push_back(target);
    }
    session.plan.sweep.levels = options.levels;
    session.plan.repeats = options.repeats;
    if (options.rates) {
        session.plan.sweep.axis = SweepAxis::Rate;
        session.plan.load.connections = 20;
        session.plan.primaryMetric = Metric::P99Ns;
        for (Target &target : session.plan.targets)
            target.url.replace(0, 4, u"https"_s);
    }
    if (options.byRequests) {
        session.plan.load.requests = 5000;
        session.plan.load.duration.reset();
    }
    session.environment.program = u"sweepbench 0.1.0"_s;
    session.environment.cpuCores = 2;
    session.createdAt = QDateTime(QDate(2026, 11, 30), QTime(20, 0), Qt::UTC);
    for (const TrialSlot &slot : trialOrder(session.plan, 0, options.repeats))
        session.trials.push_back(std::make_shared<const Trial>(sampleTrial(session.plan, slot.target, slot.level, slot.repeat, slot.order)));
    return session;
}

Session withOutlier(Session session)
{
    for (TrialPtr &trial : session.trials) {
        if (trial->repeat != 4 || trial->target != int(session.plan.targets.size()) - 1 || trial->connections != session.plan.sweep.levels.front())
            continue;
        Trial slow = *trial;
        slow.duration *= 2;
        trial = std::make_shared<const Trial>(slow);
    }
    return session;
}

} // namespace sweepbench::test
