// SPDX-License-Identifier: GPL-3.0-or-later
// When requests are sent, counted and given up, in simulated time, where every instant is known.
#include "core/engine/schedule.h"
#include "core/engine/trialresult.h"
#include "tests/engine/simulation.h"
#include "tests/support/warningguard.h"

#include <QTest>

#include <cmath>

using namespace sweepbench;
using namespace sweepbench::test;
using namespace std::chrono_literals;

namespace {

constexpr Instant start = Instant(1000s); // where the simulated clock begins

Server takes(Nanoseconds time)
{
    return [time](Instant) { return Fate{time}; };
}

const Server never = [](Instant) { return Fate{}; };

/// Answers after \a service, but for one second it does nothing: what it has, and what comes, waits.
Server stalling(Nanoseconds service, Instant from, Nanoseconds stall)
{
    return [=](Instant sent) {
        if (sent >= from + stall || sent + service <= from)
            return Fate{service};
        const Nanoseconds done = std::max<Nanoseconds>(0ns, from - sent);
        return Fate{from + stall - sent + (service - done)};
    };
}

TrialLoopOptions closedLoop(int connections, Nanoseconds warmup, Nanoseconds duration)
{
    TrialLoopOptions options;
    options.pacing.connections = options.pacing.allConnections = connections;
    options.pacing.load.connections = connections;
    options.pacing.load.warmup = warmup;
    options.pacing.load.duration = duration;
    options.pacing.start = start;
    options.pacing.warmupEnd = start + warmup;
    return options;
}

TrialLoopOptions openLoop(int rate, Arrivals arrivals, int connections, Nanoseconds warmup, Nanoseconds duration)
{
    TrialLoopOptions options = closedLoop(connections, warmup, duration);
    options.pacing.load.rate = rate;
    options.pacing.load.arrivals = arrivals;
    options.pacing.seed = 7;
    return options;
}

/// The same until a number of requests has ended.
TrialLoopOptions until(qint64 requests, TrialLoopOptions options)
{
    options.pacing.load.duration.reset();
    options.pacing.load.requests = options.requests = requests;
    return options;
}

TrialLoopOptions rampedUp(Nanoseconds rampUp, TrialLoopOptions options)
{
    options.pacing.load.rampUp = rampUp;
    options.pacing.warmupEnd += rampUp;
    return options;
}

/// The counted instants of the schedule, pulled by the test itself.
std::vector<Instant> arrivalsOf(const TrialLoopOptions &options, Instant end)
{
    ScheduleOptions schedule;
    schedule.rate = *options.pacing.load.rate;
    schedule.arrivals = options.pacing.load.arrivals;
    schedule.first = options.pacing.start + options.pacing.load.rampUp;
    schedule.counting = options.pacing.warmupEnd;
    schedule.worker = options.pacing.worker;
    schedule.workers = options.pacing.workers;
    schedule.seed = options.pacing.seed;
    std::vector<Instant> instants;
    for (const auto source = makeSchedule(schedule); source->next() < end; source->advance())
        if (source->next() >= schedule.counting)
            instants.push_back(source->next());
    return instants;
}

double quantileMs(const Histogram &histogram, double q)
{
    return *quantileNs(histogram.distribution(), q) / 1e6;
}

} // namespace

class TestTrialLoop : public GuardedTest
{
    Q_OBJECT

private slots:
    void closedLoopSendsWhenAnswered();
    void closedLoopPausesAfterFailures();
    void thinkTimeIsAPauseAndNoLatency();
    void rampUpOpensConnectionsOneByOne();
    void rampUpOverSeveralWorkers();
    void warmupIsNotCounted_data();
    void warmupIsNotCounted();
    void aRequestThatHangsThroughIsCounted();
    void openLoopKeepsToItsSchedule_data();
    void openLoopKeepsToItsSchedule();
    void openLoopSpreadsOverAllConnections();
    void openLoopRampsUpBeforeItsSchedule();
    void aStallShowsAsTheorySays_data();
    void aStallShowsAsTheorySays();
    void waitingTimesAreThoseOfAQueue_data();
    void waitingTimesAreThoseOfAQueue();
    void connectionsAreBusyFromSendToEnd_data();
    void connectionsAreBusyFromSendToEnd();
    void whatTheWarmupLeavesBehindIsClipped();
    void onlyFreeConnectionsMakeTheClientLate();
    void aLateWorkerSendsAtOnceWhatIsDue();
    void aServerThatNeverAnswersLeavesWhatWasNotSent();
    void anHourOfBacklogIsCounted();
    void failuresAreBoundedByTheSchedule();
    void failuresWithinSendDoNotPileUp();
    void endsWithTheLastOfItsRequests_data();
    void endsWithTheLastOfItsRequests();
    void givesUpWithoutAnswers();
    void quietTimesAreNoReasonToGiveUp();
    void stopEndsAtOnce();
    void countsHoldWhateverHappens();
};

void TestTrialLoop::closedLoopSendsWhenAnswered()
{
    SimulatedTrial trial(closedLoop(3, 0ns, 1s), takes(10ms));
    QVERIFY(trial.run());
    const Recorder &recorder = trial.recorder();
    // The last three are sent at 0.99 s and answered, or cut off, at the very end.
    QCOMPARE(recorder.requests() + recorder.cancelled(), recorder.sent());
    QVERIFY(recorder.requests() == 300 || recorder.cancelled() > 0);
    QVERIFY(recorder.sent() >= 300 && recorder.sent() <= 303);
    QCOMPARE(trial.result().end, start + 1s);
    QCOMPARE(quantileMs(recorder.latency(), 0.5), 10.0);
    QVERIFY(!recorder.service() && !recorder.slip());
    QCOMPARE(trial.result().notSent, 0);
    for (const SentRequest &request : trial.log())
        QCOMPARE(request.intended, request.sent);
}

void TestTrialLoop::closedLoopPausesAfterFailures()
{
    SimulatedTrial trial(closedLoop(1, 0ns, 10s), [](Instant) { return Fate{0ns, ErrorKind::Connect}; });
    QVERIFY(trial.run());
    // 1, 2, 4, … 64 ms and then 100 ms each: 7 + (10 - 0.127) / 0.1 attempts and the first one.
    QCOMPARE(trial.recorder().errors().total(), 1 + 7 + 98);
    QCOMPARE(trial.log()[1].sent - trial.log()[0].sent, Nanoseconds(1ms));
    QCOMPARE(trial.log()[50].sent - trial.log()[49].sent, Nanoseconds(100ms));
}

void TestTrialLoop::thinkTimeIsAPauseAndNoLatency()
{
    TrialLoopOptions options = closedLoop(2, 0ns, 10s);
    options.pacing.load.thinkTime = 90ms;
    SimulatedTrial trial(options, takes(10ms));
    QVERIFY(trial.run());
    QCOMPARE(trial.recorder().requests(), 200);
    QCOMPARE(quantileMs(trial.recorder().latency(), 1), 10.0);
    QCOMPARE(trial.log()[2].sent - trial.log()[0].sent, Nanoseconds(100ms));
}

void TestTrialLoop::rampUpOpensConnectionsOneByOne()
{
    SimulatedTrial trial(rampedUp(2s, closedLoop(4, 500ms, 1s)), never);
    QVERIFY(trial.run());
    QCOMPARE(trial.log().size(), 4U);
    for (int i = 0; i < 4; ++i) {
        QCOMPARE(trial.log()[static_cast<std::size_t>(i)].connection, i);
        QCOMPARE(trial.log()[static_cast<std::size_t>(i)].sent, start + i * 500ms);
    }
    QCOMPARE(trial.result().end, start + 3500ms);
}

void TestTrialLoop::rampUpOverSeveralWorkers()
{
    TrialLoopOptions options = rampedUp(1s, closedLoop(2, 0ns, 1s));
    options.pacing.firstConnection = 3;
    options.pacing.allConnections = 5;
    SimulatedTrial trial(options, never);
    QVERIFY(trial.run());
    QCOMPARE(trial.log()[0].sent, start + 600ms);
    QCOMPARE(trial.log()[1].sent, start + 800ms);
}

void TestTrialLoop::warmupIsNotCounted_data()
{
    QTest::addColumn<bool>("open");
    QTest::addColumn<bool>("ramp");
    QTest::newRow("closed") << false << false;
    QTest::newRow("closed, ramp-up") << false << true;
    QTest::newRow("open") << true << false;
    QTest::newRow("open, ramp-up") << true << true;
}

void TestTrialLoop::warmupIsNotCounted()
{
    QFETCH(bool, open);
    QFETCH(bool, ramp);
    TrialLoopOptions options = open ? openLoop(100, Arrivals::Uniform, 5, 1s, 3s) : closedLoop(5, 1s, 3s);
    if (ramp)
        options = rampedUp(2s, options);
    SimulatedTrial trial(options, takes(50ms));
    QVERIFY(trial.run());
    const auto counted = trial.counted();
    QCOMPARE(trial.recorder().sent(), static_cast<qint64>(counted.size()));
    QVERIFY(trial.log().size() > counted.size());
    QCOMPARE(trial.result().end, start + (ramp ? 6s : 4s));
    if (open)
        QCOMPARE(counted.size(), 300U);
}

void TestTrialLoop::aRequestThatHangsThroughIsCounted()
{
    SimulatedTrial trial(closedLoop(5, 1s, 3s), never);
    QVERIFY(trial.run());
    QCOMPARE(trial.recorder().sent(), 5);
    QCOMPARE(trial.recorder().cancelled(), 5);
    QCOMPARE(trial.result().longestWait, Nanoseconds(4s));
}

void TestTrialLoop::openLoopKeepsToItsSchedule_data()
{
    QTest::addColumn<Arrivals>("arrivals");
    QTest::newRow("uniform") << Arrivals::Uniform;
    QTest::newRow("poisson") << Arrivals::Poisson;
}

// With connections to spare each request leaves at its instant, one every 3.33 ms or at random.
void TestTrialLoop::openLoopKeepsToItsSchedule()
{
    QFETCH(Arrivals, arrivals);
    const TrialLoopOptions options = openLoop(300, arrivals, 100, 500ms, 10s);
    SimulatedTrial trial(options, takes(7ms));
    QVERIFY(trial.run());
    const auto due = arrivalsOf(options, start + 10500ms);
    const auto counted = trial.counted();
    QCOMPARE(counted.size(), due.size());
    for (std::size_t i = 0; i < due.size(); ++i) {
        QCOMPARE(counted[i].intended, due[i]);
        QCOMPARE(counted[i].sent, due[i]);
    }
    QCOMPARE(trial.result().notSent, 0);
    QCOMPARE(trial.recorder().slip()->count(), due.size());
    QCOMPARE(trial.recorder().slip()->distribution().maxNs, 0);
    QCOMPARE(trial.recorder().latency().distribution(), trial.recorder().service()->distribution());
    QCOMPARE(trial.recorder().sent(), trial.recorder().requests() + trial.recorder().cancelled());
}

void TestTrialLoop::openLoopSpreadsOverAllConnections()
{
    SimulatedTrial trial(openLoop(100, Arrivals::Uniform, 4, 0ns, 1s), takes(1ms));
    QVERIFY(trial.run());
    QCOMPARE(trial.log().size(), 100U);
    for (std::size_t i = 0; i < trial.log().size(); ++i)
        QCOMPARE(trial.log()[i].connection, static_cast<int>(i % 4));
}

void TestTrialLoop::openLoopRampsUpBeforeItsSchedule()
{
    SimulatedTrial trial(rampedUp(1s, openLoop(10, Arrivals::Uniform, 4, 500ms, 1s)), takes(1ms));
    QVERIFY(trial.run());
    // Each connection opens at its instant; then five arrivals of the warm-up and ten that count.
    QCOMPARE(trial.log().size(), 4U + 5 + 10);
    for (int i = 0; i < 4; ++i)
        QCOMPARE(trial.log()[static_cast<std::size_t>(i)].sent, start + i * 250ms);
    QCOMPARE(trial.log()[4].sent, start + 1s);
    QCOMPARE(trial.recorder().sent(), 10);
}

void TestTrialLoop::aStallShowsAsTheorySays_data()
{
    QTest::addColumn<int>("connections");
    QTest::newRow("10 connections") << 10;
    QTest::newRow("100 connections") << 100;
}

// Rate R = 1000/s for T = 10 s, service time s = 1 ms, a stall of D = 1 s, c connections. Afterwards the backlog is worked off at
// mu = c / s; a request that was due x after the stall began waits D - x for its end and R x / mu for those before it. It takes
// D - x (1 - R / mu) + s. The p99 is exceeded by 0.01 T R requests: those with x < 0.01 T.
void TestTrialLoop::aStallShowsAsTheorySays()
{
    QFETCH(int, connections);
    const double mu = connections / 0.001;
    const double theoryMs = 1000 - 0.01 * 10'000 * (1 - 1000 / mu) + 1;
    SimulatedTrial trial(openLoop(1000, Arrivals::Uniform, connections, 0ns, 10s), stalling(1ms, start + 4s, 1s));
    QVERIFY(trial.run());
    QCOMPARE(trial.recorder().sent(), 10'000);
    const double p99 = quantileMs(trial.recorder().latency(), 0.99);
    // One arrival is 1 ms of x, one round of the connections is 1 ms, a bucket is 0.1 %.
    QVERIFY2(std::abs(p99 - theoryMs) < 3, qPrintable(QStringLiteral("%1 ms, %2 by theory").arg(p99).arg(theoryMs)));
    // Service time: only the requests that were on a connection when the stall came took long.
    QVERIFY(std::abs(quantileMs(*trial.recorder().service(), connections < 100 ? 0.99 : 0.98) - 1) < 0.001);
    // Slip: the first c of the stall found a connection and hang on it; the hundredth longest wait is of one that came c / R later.
    const double slipMs = 1000 - (0.01 * 10'000 + connections) * (1 - 1000 / mu);
    QVERIFY(std::abs(quantileMs(*trial.recorder().slip(), 0.99) - slipMs) < 3);
}

void TestTrialLoop::waitingTimesAreThoseOfAQueue_data()
{
    QTest::addColumn<Arrivals>("arrivals");
    QTest::addColumn<int>("connections");
    for (const Arrivals arrivals : {Arrivals::Uniform, Arrivals::Poisson})
        for (const int connections : {1, 3, 20})
            QTest::addRow("%s, %d", qPrintable(arrivalsId(arrivals)), connections) << arrivals << connections;
}

// Request for request against the recursion of a first-come first-served queue with c servers: a request starts when it is due
// or when the first server is free, whichever is later.
void TestTrialLoop::waitingTimesAreThoseOfAQueue()
{
    QFETCH(Arrivals, arrivals);
    QFETCH(int, connections);
    const TrialLoopOptions options = openLoop(400, arrivals, connections, 0ns, 10s);
    const Server server = stalling(2ms, start + 3s, 1s);
    SimulatedTrial trial(options, server);
    QVERIFY(trial.run());
    std::vector<Instant> freeAt(static_cast<std::size_t>(connections), start);
    const auto due = arrivalsOf(options, start + 10s);
    std::size_t i = 0;
    qint64 waited = 0;
    for (; i < due.size(); ++i) {
        const auto first = std::min_element(freeAt.begin(), freeAt.end());
        const Instant sent = std::max(due[i], *first);
        if (sent >= start + 10s)
            break;
        QCOMPARE(trial.log()[i].intended, due[i]);
        QCOMPARE(trial.log()[i].sent, sent);
        waited += sent > due[i] ? 1 : 0;
        *first = sent + *server(sent).after;
    }
    QCOMPARE(trial.log().size(), i);
    QCOMPARE(trial.result().waitedForConnection, waited);
    QCOMPARE(trial.result().notSent, static_cast<qint64>(due.size() - i));
}

void TestTrialLoop::connectionsAreBusyFromSendToEnd_data()
{
    QTest::addColumn<TrialLoopOptions>("options");
    QTest::addColumn<Nanoseconds>("takes"); // 0: for ever
    QTest::addColumn<Nanoseconds>("busy");
    TrialLoopOptions thinking = closedLoop(3, 0ns, 1s);
    thinking.pacing.load.thinkTime = 30ms;
    QTest::newRow("closed loop") << closedLoop(3, 0ns, 1s) << Nanoseconds(10ms) << Nanoseconds(3s);
    QTest::newRow("cut off") << closedLoop(3, 0ns, 1s) << Nanoseconds(70ms) << Nanoseconds(3s);
    QTest::newRow("never answered") << closedLoop(3, 0ns, 1s) << Nanoseconds(0) << Nanoseconds(3s);
    QTest::newRow("never answered from the warm-up on") << closedLoop(3, 200ms, 1s) << Nanoseconds(0) << Nanoseconds(3s);
    QTest::newRow("think time") << thinking << Nanoseconds(10ms) << Nanoseconds(750ms);
    QTest::newRow("open loop") << openLoop(100, Arrivals::Uniform, 10, 0ns, 1s) << Nanoseconds(5ms) << Nanoseconds(500ms);
    // At each moment one request is under way, over both ends of the counted part.
    QTest::newRow("open loop over the borders") << openLoop(100, Arrivals::Uniform, 10, 200ms, 1s) << Nanoseconds(10ms) << Nanoseconds(1s);
    QTest::newRow("a number of requests") << until(7, closedLoop(3, 0ns, 1s)) << Nanoseconds(10ms) << Nanoseconds(70ms);
}

void TestTrialLoop::connectionsAreBusyFromSendToEnd()
{
    QFETCH(TrialLoopOptions, options);
    QFETCH(Nanoseconds, takes);
    SimulatedTrial trial(options, takes > 0ns ? ::takes(takes) : never);
    QVERIFY(trial.run());
    QTEST(busyFrom(trial.result(), trial.recorder().firstIntended().value_or(options.pacing.warmupEnd)), "busy");
}

// The counted part begins when the first connection is through with its warm-up, at 250 ms; the other one has a request on its way
// until 300 ms, of which 50 ms count.
void TestTrialLoop::whatTheWarmupLeavesBehindIsClipped()
{
    const TrialLoopOptions options = rampedUp(100ms, closedLoop(2, 130ms, 1s));
    SimulatedTrial trial(options, takes(100ms));
    QVERIFY(trial.run());
    QCOMPARE(Nanoseconds(*trial.recorder().firstIntended() - start), Nanoseconds(250ms));
    QCOMPARE(trial.result().carriedOver.size(), 2U);
    QCOMPARE(Nanoseconds(trial.result().end - start), Nanoseconds(1250ms));
    QCOMPARE(busyFrom(trial.result(), start + 250ms), Nanoseconds(2s));
    QCOMPARE(busyFrom(trial.result(), start + 300ms), Nanoseconds(1950ms)); // had another worker begun later
}

void TestTrialLoop::onlyFreeConnectionsMakeTheClientLate()
{
    // The server stalls: all slip is of requests that waited for the only connection.
    SimulatedTrial stalled(openLoop(100, Arrivals::Uniform, 1, 0ns, 3s), stalling(1ms, start + 1s, 1s));
    QVERIFY(stalled.run());
    QVERIFY(stalled.result().waitedForConnection > 90);
    QCOMPARE(stalled.result().lateness, Nanoseconds(0));
    QCOMPARE(stalled.result().hadConnection + stalled.result().waitedForConnection, stalled.recorder().sent());
    // The worker stalls: all of it is its own.
    SimulatedTrial frozen(openLoop(100, Arrivals::Uniform, 200, 0ns, 3s), takes(1ms));
    frozen.clock().call(start + 1s, [&] { frozen.clock().freezeUntil(start + 1500ms); });
    QVERIFY(frozen.run());
    QCOMPARE(frozen.result().waitedForConnection, 0);
    Nanoseconds slip{0};
    for (const SentRequest &request : frozen.log())
        slip += request.sent - request.intended;
    QVERIFY(slip > 10s); // some fifty requests, a quarter of a second each
    QCOMPARE(frozen.result().lateness, slip);
    QCOMPARE(frozen.result().hadConnection, frozen.recorder().sent());
}

// The worker gets no CPU for half a second: the requests that were due leave together afterwards, their clocks having run.
void TestTrialLoop::aLateWorkerSendsAtOnceWhatIsDue()
{
    SimulatedTrial trial(openLoop(1000, Arrivals::Uniform, 2000, 0ns, 2s), takes(1ms));
    trial.clock().call(start + 1s, [&] { trial.clock().freezeUntil(start + 1500ms); });
    QVERIFY(trial.run());
    QCOMPARE(trial.recorder().sent(), 2000);
    const auto late = std::count_if(trial.log().begin(), trial.log().end(),
                                    [](const SentRequest &request) { return request.sent == start + 1500ms && request.intended < request.sent; });
    QVERIFY(late >= 498 && late <= 500);
    QCOMPARE(trial.log().back().sent, trial.log().back().intended); // on time again
    QVERIFY(std::abs(quantileMs(*trial.recorder().slip(), 1) - 500) < 2);
}

void TestTrialLoop::aServerThatNeverAnswersLeavesWhatWasNotSent()
{
    SimulatedTrial trial(openLoop(100, Arrivals::Uniform, 4, 0ns, 5s), never);
    QVERIFY(trial.run());
    QCOMPARE(trial.recorder().sent(), 4);
    QCOMPARE(trial.recorder().cancelled(), 4);
    QCOMPARE(trial.result().notSent, 496);

    // With a warm-up its requests hold the connections: nothing that counts was sent, and all of it is missing.
    SimulatedTrial warmedUp(openLoop(100, Arrivals::Uniform, 4, 1s, 5s), never);
    QVERIFY(warmedUp.run());
    QCOMPARE(warmedUp.recorder().sent(), 0);
    QCOMPARE(warmedUp.result().notSent, 500);
}

void TestTrialLoop::anHourOfBacklogIsCounted()
{
    SimulatedTrial trial(openLoop(1'000'000, Arrivals::Uniform, 1, 0ns, 1h), never);
    QVERIFY(trial.run());
    QCOMPARE(trial.result().notSent, 3'599'999'999);
}

void TestTrialLoop::failuresAreBoundedByTheSchedule()
{
    SimulatedTrial trial(openLoop(50, Arrivals::Uniform, 10, 0ns, 10s), [](Instant) { return Fate{1ms, ErrorKind::Connect}; });
    QVERIFY(trial.run());
    QCOMPARE(trial.recorder().errors().total(), 500);
    for (const SentRequest &request : trial.log())
        QCOMPARE(request.sent, request.intended);
}

// A backlog of a million requests that each fail before send() returns: no recursion, and the end comes in time.
void TestTrialLoop::failuresWithinSendDoNotPileUp()
{
    SimulatedTrial trial(openLoop(1'000'000, Arrivals::Uniform, 1, 0ns, 2s), [](Instant sent) {
        return sent < start + 1s ? Fate{start + 1s - sent} : Fate{0ns, ErrorKind::LocalPorts, true};
    });
    QVERIFY(trial.run());
    QCOMPARE(trial.recorder().sent() + trial.result().notSent, 2'000'000);
    QCOMPARE(trial.recorder().requests(), 1);
    QVERIFY(trial.recorder().errors()[ErrorKind::LocalPorts] > 1'000'000);
}

void TestTrialLoop::endsWithTheLastOfItsRequests_data()
{
    QTest::addColumn<Arrivals>("arrivals");
    QTest::addColumn<int>("warmupMs");
    QTest::newRow("uniform") << Arrivals::Uniform << 0;
    QTest::newRow("uniform, warm-up") << Arrivals::Uniform << 333;
    QTest::newRow("poisson") << Arrivals::Poisson << 0;
    QTest::newRow("poisson, warm-up") << Arrivals::Poisson << 333;
}

void TestTrialLoop::endsWithTheLastOfItsRequests()
{
    QFETCH(Arrivals, arrivals);
    QFETCH(int, warmupMs);
    SimulatedTrial trial(until(77, openLoop(100, arrivals, 3, std::chrono::milliseconds(warmupMs), 1s)), takes(25ms));
    QVERIFY(trial.run());
    QCOMPARE(trial.recorder().requests(), 77);
    QCOMPARE(trial.recorder().sent(), 77);
    QCOMPARE(trial.recorder().cancelled(), 0);
    QCOMPARE(trial.result().notSent, 0);
    QCOMPARE(trial.result().end, trial.log().back().sent + 25ms);
}

void TestTrialLoop::givesUpWithoutAnswers()
{
    const Server refuses = [](Instant) { return Fate{1ms, ErrorKind::Connect}; };
    SimulatedTrial closed(until(1'000'000, closedLoop(5, 0ns, 1s)), refuses);
    QVERIFY(closed.run());
    QVERIFY(closed.result().gaveUp);
    QVERIFY(closed.result().end > start + 10s && closed.result().end < start + 11s);

    SimulatedTrial open(until(10'000, openLoop(100, Arrivals::Uniform, 5, 0ns, 1s)), refuses);
    QVERIFY(open.run());
    QVERIFY(open.result().gaveUp);
    QVERIFY(open.result().end > start + 10s && open.result().end < start + 11s);
    // What would have been due later is not missing: the trial had ended.
    QVERIFY(open.recorder().sent() + open.result().notSent <= 1101);
}

// One worker of 30 at 1/s has a request every 30 s: one that fails after that is no reason to end.
void TestTrialLoop::quietTimesAreNoReasonToGiveUp()
{
    TrialLoopOptions options = until(5, openLoop(1, Arrivals::Uniform, 1, 0ns, 1s));
    options.pacing.workers = 30;
    int count = 0;
    SimulatedTrial trial(options, [&count](Instant) { return Fate{1ms, ++count % 2 == 0 ? std::optional(ErrorKind::Reset) : std::nullopt}; });
    QVERIFY(trial.run());
    QVERIFY(!trial.result().gaveUp);
    QCOMPARE(trial.recorder().requests(), 3);
    QCOMPARE(trial.recorder().errors().total(), 2);
    QCOMPARE(trial.result().end, start + 120s + 1ms);
}

void TestTrialLoop::stopEndsAtOnce()
{
    SimulatedClock clock;
    Recorder recorder{StatusSet(), true};
    std::vector<SentRequest> log;
    int ended = 0;
    TrialLoop loop(openLoop(100, Arrivals::Uniform, 4, 0ns, 1h), recorder, clock,
                   [&](SampleSink &sink) { return std::make_unique<SimulatedTransport>(clock, sink, never, log); }, [&] { ++ended; });
    loop.start();
    clock.call(start + 1s, [&] { loop.stop(); });
    while (ended == 0 && clock.step()) { }
    loop.stop();
    QCOMPARE(ended, 1);
    QCOMPARE(loop.result().end, start + 1s);
    QCOMPARE(recorder.cancelled(), 4);
    while (clock.step()) { } // what was still armed does nothing any more
    QCOMPARE(log.size(), 4U);
}

// Random loads against a server that answers, fails, hangs and stalls at random.
void TestTrialLoop::countsHoldWhateverHappens()
{
    SplitMix64 random(11);
    for (int i = 0; i < 300; ++i) {
        const int connections = 1 + static_cast<int>(random.below(20));
        const auto warmup = std::chrono::milliseconds(random.below(2) * random.below(300));
        const auto duration = std::chrono::milliseconds(1 + random.below(2000));
        const bool open = random.below(3) > 0;
        TrialLoopOptions options = open ? openLoop(1 + static_cast<int>(random.below(3000)), random.below(2) ? Arrivals::Poisson : Arrivals::Uniform,
                                                   connections, warmup, duration)
                                        : closedLoop(connections, warmup, duration);
        options.pacing.seed = random.next();
        options.pacing.workers = 1 + static_cast<int>(random.below(3));
        options.pacing.worker = static_cast<int>(random.below(static_cast<std::uint64_t>(options.pacing.workers)));
        if (!open)
            options.pacing.load.thinkTime = std::chrono::milliseconds(random.below(2) * random.below(20));
        if (random.below(2))
            options = rampedUp(std::chrono::milliseconds(random.below(500)), options);
        const bool byCount = random.below(4) == 0;
        if (byCount)
            options = until(1 + static_cast<qint64>(random.below(500)), options);
        SimulatedTrial trial(options, [&](Instant) {
            const auto time = std::chrono::microseconds(random.below(30'000));
            switch (random.below(byCount ? 6 : 20)) {
            case 0: return Fate{time, ErrorKind::Reset};
            case 1: return Fate{0ns, ErrorKind::LocalPorts, true};
            case 2: return Fate{time * 20};
            case 6: return Fate{};
            default: return Fate{time};
            }
        });
        QVERIFY2(trial.run(), qPrintable(QString::number(i)));
        const Recorder &recorder = trial.recorder();
        QCOMPARE(recorder.sent(), recorder.requests() + recorder.errors().total() + recorder.cancelled());
        QVERIFY(!byCount || recorder.sent() == *options.requests);
        if (!open)
            continue;
        const Instant end = byCount ? trial.result().end : *options.pacing.scheduleEnd();
        const auto counted = trial.counted();
        QCOMPARE(recorder.sent(), static_cast<qint64>(counted.size()));
        QCOMPARE(recorder.slip()->count(), static_cast<std::uint64_t>(recorder.sent()));
        QCOMPARE(recorder.service()->count(), static_cast<std::uint64_t>(recorder.requests()));
        for (const SentRequest &request : counted)
            QVERIFY(request.intended < end && request.intended <= request.sent);
        if (!byCount)
            QCOMPARE(recorder.sent() + trial.result().notSent, static_cast<qint64>(arrivalsOf(options, end).size()));
    }
}

QTEST_APPLESS_MAIN(TestTrialLoop)
#include "tst_trialloop.moc"
