// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/window/sample.h"

#include "core/stats/histogram.h"

namespace sweepbench::test {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr qint64 pointNs = 100'000'000;
constexpr int pointsPerTrial = 10;

} // namespace

Trial sampleTrial(const Plan &plan, int target, int level, int repeat, int order)
{
    const int connections = plan.sweep.levels.at(std::size_t(level));
    const double wobble = 1 + 0.01 * ((repeat * 7 + level * 3 + target * 5) % 5 - 2) / 2.0;
    const double rps = 200.0 * connections * (1 - 0.1 * target) * wobble;
    Trial trial;
    trial.target = target;
    trial.connections = connections;
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
    const auto mean = qint64(connections / rps * 1e9);
    Histogram histogram;
    for (qint64 i = 0; i < trial.requests; ++i)
        histogram.record(mean / 2 + mean * i / trial.requests);
    trial.latency = histogram.distribution();
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

} // namespace sweepbench::test
