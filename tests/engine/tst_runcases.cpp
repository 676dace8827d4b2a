// SPDX-License-Identifier: GPL-3.0-or-later
// Running and stopping, as far as it is the engine's alone; what holds for both transports is in tst_conformancerun.cpp.
#include "core/stats/histogram.h"
#include "core/transport/instant.h"
#include "tests/engine/runplan.h"
#include "tests/support/scriptedcases.h"
#include "tests/support/warningguard.h"

#include <QElapsedTimer>
#include <QTest>

using namespace sweepbench;
using namespace sweepbench::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

class TestRunCases : public GuardedTest
{
    Q_OBJECT

private slots:
    void keepAliveOffClosesAfterEachAnswer();
    void warmupIsNotCounted();
    void aSilentServerLeavesATrace();
    void unknownNames();
    void givesUpOnAServerThatNeverAnswers();
    void statusErrorsHaveTheirOwnLatency();
    void localhostFindsTheAddressThatListens();
    void stopsAtOnceAndKeepsWhatWasMeasured();

};

void TestRunCases::keepAliveOffClosesAfterEachAnswer()
{
    ScriptedServer server(scripted("ok"));
    Plan plan = durationPlan(server.url(), 200ms, 2);
    plan.load.requestsPerConnection = 1;
    const RunOutcome outcome = runPlan(plan);
    QVERIFY(outcome.only().requests > 10);
    QCOMPARE(outcome.only().errors.total(), 0);
    for (const ReceivedRequest &request : server.log())
        QCOMPARE(request.header("connection"), std::vector<QByteArray>{"close"});
    QCOMPARE(static_cast<qint64>(outcome.only().connect.count), outcome.only().requests);
}

void TestRunCases::warmupIsNotCounted()
{
    ScriptedServer server(scripted("ok"));
    Plan plan = requestsPlan(server.url(), 37, 5);
    plan.load.warmup = 100ms;
    const RunOutcome outcome = runPlan(plan);
    QCOMPARE(outcome.only().sent, 37);
    QCOMPARE(outcome.only().requests, 37);
    QVERIFY(server.requests() > 37);
    QVERIFY(server.connections() <= 5); // the warm-up's connections go on
    QVERIFY(std::any_of(outcome.only().series.begin(), outcome.only().series.end(), [](const SeriesPoint &p) { return p.warmup; }));
}

void TestRunCases::aSilentServerLeavesATrace()
{
    ScriptedServer server(scripted("silence"));
    Plan plan = durationPlan(server.url(), 300ms, 3);
    plan.load.warmup = 100ms;
    plan.load.timeout = 30s;
    const Trial trial = runPlan(plan).only();
    QCOMPARE(trial.requests, 0);
    QCOMPARE(trial.sent, 3); // they have waited all through the trial
    QCOMPARE(trial.cancelled, 3);
    QVERIFY(isUnfit(trial));
    QCOMPARE(trial.latency.count, 0U);
}

void TestRunCases::unknownNames()
{
    const Trial trial = runPlan(requestsPlan(u"http://no-such-host.invalid/"_s, 10, 2)).only();
    QVERIFY(trial.errors[ErrorKind::Name] > 0);
    QVERIFY(addsUp(trial));
    QVERIFY(isUnfit(trial));
    QVERIFY(trial.errorDetail.contains(u"no-such-host.invalid"));
}

void TestRunCases::givesUpOnAServerThatNeverAnswers()
{
    RefusingPort refusing;
    QElapsedTimer timer;
    timer.start();
    const Trial trial = runPlan(requestsPlan(refusing.url(), 1'000'000, 1)).only();
    QVERIFY(timer.elapsed() < 30'000);
    QVERIFY(trial.sent < 1'000'000);
    QVERIFY(addsUp(trial));
    QVERIFY(std::any_of(trial.findings.begin(), trial.findings.end(), [](const Finding &f) { return f.kind == u"gave_up"; }));
}

void TestRunCases::statusErrorsHaveTheirOwnLatency()
{
    ScriptedServer server([](const ReceivedRequest &request) {
        if (request.total % 2 == 0)
            return Answer("HTTP/1.1 500 E\r\nContent-Length: 0\r\n\r\n");
        Answer good("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
        good.pieces.front().pauseBefore = 50ms;
        return good;
    });
    const Trial trial = runPlan(requestsPlan(server.url(), 40, 2)).only();
    QVERIFY(addsUp(trial));
    QVERIFY(trial.errors[ErrorKind::Status] > 0);
    QVERIFY(*quantileNs(trial.latency, 0.5) >= 50e6);
    QCOMPARE(static_cast<qint64>(trial.statusLatency.count), trial.errors[ErrorKind::Status]);
    QVERIFY(*quantileNs(trial.statusLatency, 0.5) < 40e6);
}

void TestRunCases::localhostFindsTheAddressThatListens()
{
    ScriptedServer server(scripted("ok"));
    const Trial trial = runPlan(requestsPlan(u"http://localhost:%1/"_s.arg(server.port()), 100, 10)).only();
    QCOMPARE(trial.requests, 100);
    QCOMPARE(trial.address, u"127.0.0.1:%1"_s.arg(server.port()));
}

void TestRunCases::stopsAtOnceAndKeepsWhatWasMeasured()
{
    ScriptedServer server(scripted("silence"));
    ScriptedServer quick(scripted("ok"));
    Plan plan = durationPlan(quick.url(), 200ms, 4);
    plan.targets.push_back(plan.targets[0]);
    plan.targets[1].name = u"B"_s;
    plan.targets[1].url = server.url();
    plan.order = TrialOrder::Sequential;
    plan.load.duration = 200ms;
    plan.repeats = 100;
    QElapsedTimer stopped;
    const RunOutcome outcome = runPlan(plan, [&](Runner &runner) {
        QTimer::singleShot(700ms, &runner, [&] {
            stopped.start();
            runner.stop();
        });
    });
    QVERIFY(stopped.elapsed() < 1000);
    QCOMPARE(outcome.end, RunEnd::Stopped);
    QVERIFY(outcome.trials.size() >= 1 && outcome.trials.size() <= 3);
    for (const TrialPtr &trial : outcome.trials)
        QVERIFY(addsUp(*trial));
}

QTEST_GUILESS_MAIN(TestRunCases)
#include "tst_runcases.moc"
