// SPDX-License-Identifier: GPL-3.0-or-later
#include "samples.h"

#include "core/stats/histogram.h"

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace sweepbench::samples {

namespace {

/// Numerical Recipes' linear congruential generator: reproducible spread, nothing more.
class Spread
{
public:
    explicit Spread(int seed) : m_state(static_cast<std::uint32_t>(seed)) {}
    qint64 next(qint64 below)
    {
        m_state = m_state * 1664525U + 1013904223U;
        return static_cast<qint64>(m_state >> 8) % below;
    }

private:
    std::uint32_t m_state;
};

Distribution distribution(int seed, int count, qint64 base)
{
    Spread spread(seed);
    Histogram histogram;
    for (int i = 0; i < count; ++i)
        histogram.record(base + spread.next(base));
    return histogram.distribution();
}

std::vector<SeriesPoint> series(int seed, int points)
{
    Spread spread(seed);
    std::vector<SeriesPoint> result;
    for (int i = 0; i < points; ++i) {
        SeriesPoint point;
        point.startNs = i * 100'000'000LL + spread.next(1'000'000);
        point.spanNs = 99'000'000 + spread.next(2'000'000);
        point.requests = spread.next(2000);
        point.errors = spread.next(3);
        point.bytesReceived = point.requests * 850;
        point.p50Ns = i % 5 == 4 ? -1 : 400'000 + spread.next(100'000);
        point.p99Ns = i % 5 == 4 ? -1 : 900'000 + spread.next(100'000);
        point.warmup = i < 2;
        result.push_back(point);
    }
    return result;
}

} // namespace

Plan plan()
{
    Plan plan;
    plan.targets.resize(2);
    plan.targets[0].name = u"nginx"_s;
    plan.targets[0].url = u"http://127.0.0.1:8080/index.html?n=1"_s;
    plan.targets[0].version = u"1.22.1"_s;
    plan.targets[1].name = u"apache"_s;
    plan.targets[1].url = u"http://127.0.0.1:8081/"_s;
    plan.targets[1].headers = {{u"Accept"_s, u"text/html"_s}};
    plan.sweep.levels = {1, 10, 100};
    plan.repeats = 3;
    plan.seed = 7;
    return plan;
}

Environment environment()
{
    Environment environment;
    environment.program = u"sweepbench 0.1.0"_s;
    environment.qtVersion = u"6.4.2"_s;
    environment.hostName = u"bench-1"_s;
    environment.cpuModel = u"Example CPU"_s;
    environment.cpuCores = 2;
    environment.governor = u"schedutil"_s;
    environment.memoryBytes = 8'000'000'000;
    environment.kernel = u"Linux 6.1.0"_s;
    environment.os = u"Debian GNU/Linux 12"_s;
    environment.loadAverage = 0.25;
    environment.descriptorLimit = 1'048'576;
    environment.portRange = u"32768-60999"_s;
    environment.timeZone = u"UTC"_s;
    return environment;
}

Trial trial(int target, int connections, int repeat, int order, int salt)
{
    Spread spread(1000 + order * 17 + salt);
    Trial trial;
    trial.target = target;
    trial.connections = connections;
    trial.repeat = repeat;
    trial.order = order;
    trial.startedAt = QDateTime(QDate(2026, 11, 30), QTime(20, 31, 5, 123), Qt::UTC).addSecs(order);
    trial.duration = 1'000'000'000ns + std::chrono::nanoseconds(spread.next(1'000'000));
    trial.startOffsetNs = order * 1'300'000'000LL;
    trial.requests = 2000 + spread.next(200) + 100 * target;
    trial.errors[ErrorKind::Status] = 3;
    trial.errors[ErrorKind::ClosedEarly] = 1;
    trial.cancelled = connections;
    trial.sent = trial.requests + 4 + trial.cancelled;
    trial.reconnects = 2;
    trial.status = {{200, trial.requests}, {503, 3}};
    trial.bytesReceived = trial.requests * 850;
    trial.bytesSent = trial.sent * 97;
    trial.latency = distribution(order + 1, static_cast<int>(trial.requests), 500'000);
    trial.statusLatency = distribution(order + 2, 3, 200'000);
    trial.connect = distribution(order + 3, connections, 40'000);
    trial.connectionsOpened = connections + 2;
    trial.nameLookup = distribution(order + 5, order < 2 ? 1 : 0, 900'000);
    trial.tls = distribution(order + 6, connections, 700'000);
    trial.firstByte = distribution(order + 7, static_cast<int>(trial.requests), 400'000);
    trial.body = distribution(order + 8, static_cast<int>(trial.requests), 50'000);
    trial.clientUserS = 0.012345678901234567;
    trial.clientSystemS = 0.031;
    trial.threads = 1;
    trial.busiestThread = 0.4375;
    trial.otherCpuS = 0.8125;
    trial.loadBefore = 0.12;
    trial.busyNs = connections * 990'000'000LL;
    trial.address = u"127.0.0.1:8080"_s;
    trial.errorDetail = u"127.0.0.1:8080 closed the connection in mid-answer"_s;
    trial.findings = {{u"errors"_s, Severity::Note, u"4 of %1 requests failed"_s.arg(trial.sent)}};
    trial.series = series(order + 4, 12);
    return trial;
}

Trial failedTrial(int target, int connections, int repeat, int order)
{
    Trial trial;
    trial.target = target;
    trial.connections = connections;
    trial.repeat = repeat;
    trial.order = order;
    trial.startedAt = QDateTime(QDate(2026, 11, 30), QTime(20, 31, 5), Qt::UTC).addSecs(order);
    trial.duration = 1s;
    trial.sent = 40;
    trial.errors[ErrorKind::Connect] = 40;
    trial.errorDetail = u"127.0.0.1:9 refused the connection"_s;
    trial.findings = {{u"no_answer"_s, Severity::Unfit, u"no complete answer: 40 of 40 connections were refused; is the server running?"_s}};
    return trial;
}

Session session()
{
    Session session;
    session.plan = plan();
    session.environment = environment();
    session.createdAt = QDateTime(QDate(2026, 11, 30), QTime(20, 31, 5), Qt::UTC);
    session.notes = u"first try, fan on"_s;
    session.judging = {0, false, {{3, QDateTime(QDate(2026, 11, 30), QTime(20, 40), Qt::UTC)}}, StopReason::Repeats};
    int order = 0;
    for (int repeat = 0; repeat < session.plan.repeats; ++repeat)
        for (const int connections : session.plan.sweep.levels)
            for (int target = 0; target < 2; ++target, ++order)
                session.trials.push_back(shared(trial(target, connections, repeat, order)));
    return session;
}

Session rateSession()
{
    Session session = samples::session();
    session.plan.sweep = {SweepAxis::Rate, {500, 1000, 2000}};
    session.plan.load.connections = 50;
    session.plan.load.arrivals = Arrivals::Poisson;
    session.plan.load.transport = TransportKind::Qnam;
    session.plan.load.http = HttpVersion::Http2;
    session.plan.primaryMetric = Metric::P99Ns;
    for (std::size_t i = 0; i < session.trials.size(); ++i) {
        Trial trial = *session.trials[i];
        const int order = static_cast<int>(i);
        trial.rate = trial.connections == 1 ? 500 : trial.connections == 10 ? 1000 : 2000;
        trial.connections = 50;
        trial.transport = TransportKind::Qnam;
        trial.http = HttpVersion::Http2;
        trial.notSent = 4;
        trial.service = distribution(order + 9, static_cast<int>(trial.requests), 300'000);
        trial.slip = distribution(order + 10, static_cast<int>(trial.sent), 2'000);
        session.trials[i] = shared(trial);
    }
    return session;
}

Session failedSession()
{
    Session failed = session();
    failed.trials.clear();
    int order = 0;
    for (int repeat = 0; repeat < failed.plan.repeats; ++repeat)
        for (const int connections : failed.plan.sweep.levels)
            for (int target = 0; target < 2; ++target, ++order)
                failed.trials.push_back(shared(failedTrial(target, connections, repeat, order)));
    return failed;
}

Trial largeTrial(int order)
{
    Trial large = trial(order % 2, 10, order / 2, order);
    large.series = series(order, 12'000);
    return large;
}

bool sameTrials(const Session &a, const Session &b)
{
    return std::equal(a.trials.begin(), a.trials.end(), b.trials.begin(), b.trials.end(),
                      [](const TrialPtr &left, const TrialPtr &right) { return *left == *right; });
}

} // namespace sweepbench::samples
