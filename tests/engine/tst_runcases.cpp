// SPDX-License-Identifier: GPL-3.0-or-later
// Running and stopping: exact counts, ends on time, servers that die or never answer, nothing left behind.
#include "core/stats/histogram.h"
#include "core/transport/instant.h"
#include "tests/engine/runplan.h"
#include "tests/support/scriptedcases.h"
#include "tests/support/warningguard.h"

#include <QDir>
#include <QElapsedTimer>
#include <QTest>

#include <sys/resource.h>

using namespace sweepbench;
using namespace sweepbench::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

class TestRunCases : public GuardedTest
{
    Q_OBJECT

private slots:
    void requestCountsAreExact_data();
    void requestCountsAreExact();
    void requestsPerConnectionHold();
    void keepAliveOffClosesAfterEachAnswer();
    void warmupIsNotCounted();
    void durationRunsEndOnTime();
    void requestsInFlightAreCancelled();
    void aSilentServerLeavesATrace();
    void timeoutsAreCounted();
    void nothingListens();
    void connectingTimesOut();
    void unknownNames();
    void resetsAreCountedOnce();
    void aServerThatDiesAndComesBack();
    void givesUpOnAServerThatNeverAnswers();
    void statusErrorsHaveTheirOwnLatency();
    void statusClassesAddUp();
    void localhostFindsTheAddressThatListens();
    void ipv6Literals();
    void proxySettingsAreIgnored();
    void aServerThatKeepsClosedConnections();
    void stopsAtOnceAndKeepsWhatWasMeasured();
    void secondRunStartsFresh();
    void leavesNothingBehind();
    void descriptorsRunOut();

private:
    static int openDescriptors() { return static_cast<int>(QDir(u"/proc/self/fd"_s).entryList(QDir::AllEntries | QDir::NoDotAndDotDot).size()); }
    static int threads() { return static_cast<int>(QDir(u"/proc/self/task"_s).entryList(QDir::Dirs | QDir::NoDotAndDotDot).size()); }
};

void TestRunCases::requestCountsAreExact_data()
{
    QTest::addColumn<int>("requests");
    QTest::addColumn<int>("connections");
    QTest::addColumn<int>("perConnection");
    QTest::addColumn<int>("threads");
    for (int requests : {1, 7, 401})
        for (int connections : {1, 3, 200})
            for (int perConnection : {0, 1, 5})
                for (int workers : {1, 3})
                    QTest::addRow("n=%d c=%d per=%d t=%d", requests, connections, perConnection, workers)
                        << requests << connections << perConnection << workers;
}

void TestRunCases::requestCountsAreExact()
{
    QFETCH(int, requests);
    QFETCH(int, connections);
    QFETCH(int, perConnection);
    QFETCH(int, threads);
    ScriptedServer server(scripted("ok"));
    Plan plan = requestsPlan(server.url(), requests, connections);
    plan.load.requestsPerConnection = perConnection;
    plan.load.threads = threads;
    const RunOutcome outcome = runPlan(plan);
    const Trial &trial = outcome.only();
    QCOMPARE(trial.sent, requests);
    QCOMPARE(trial.requests, requests);
    QCOMPARE(server.requests(), requests);
    QVERIFY(addsUp(trial));
    QVERIFY(trial.duration > 0ns);
    if (perConnection == 0)
        QVERIFY(server.connections() <= std::min(requests, connections));
    if (perConnection == 1)
        QCOMPARE(server.connections(), requests);
}

void TestRunCases::requestsPerConnectionHold()
{
    ScriptedServer server(scripted("ok"));
    Plan plan = requestsPlan(server.url(), 100, 1);
    plan.load.requestsPerConnection = 10;
    QCOMPARE(runPlan(plan).only().requests, 100);
    QCOMPARE(server.connections(), 10);
    int closing = 0;
    for (const ReceivedRequest &request : server.log()) {
        const bool asksToClose = !request.header("connection").empty();
        closing += asksToClose;
        QCOMPARE(asksToClose, request.onConnection == 10);
    }
    QCOMPARE(closing, 10);
}

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

void TestRunCases::durationRunsEndOnTime()
{
    ScriptedServer server(scripted("slow")); // 300 ms
    Plan plan = durationPlan(server.url(), 1s, 4);
    plan.load.timeout = 30s;
    QElapsedTimer timer;
    timer.start();
    const RunOutcome outcome = runPlan(plan);
    const Trial &trial = outcome.only();
    QVERIFY(timer.elapsed() < 2500);
    QCOMPARE(trial.requests, 12); // three rounds of four fit into the second
    QCOMPARE(trial.cancelled, 4);
    QVERIFY(trial.duration >= 1s && trial.duration < 2s);
    QVERIFY(addsUp(trial));
}

void TestRunCases::requestsInFlightAreCancelled()
{
    // Every 20th request hangs; each connection meets one sooner or later.
    ScriptedServer server([](const ReceivedRequest &request) {
        if (request.total % 20 == 0)
            return Answer("", Ending::Hang);
        return Answer("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
    });
    Plan plan = durationPlan(server.url(), 1500ms, 20);
    plan.load.timeout = 30s;
    const Trial trial = runPlan(plan).only();
    QVERIFY(addsUp(trial));
    QCOMPARE(trial.cancelled, 20);
    QCOMPARE(trial.sent, server.requests());
    QVERIFY(std::any_of(trial.findings.begin(), trial.findings.end(), [](const Finding &finding) {
        return finding.kind == u"hanging" && finding.severity == Severity::Doubt && finding.text.contains(u"20");
    }));
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

void TestRunCases::timeoutsAreCounted()
{
    ScriptedServer server(scripted("silence"));
    Plan plan = durationPlan(server.url(), 1500ms, 2);
    plan.load.timeout = 500ms;
    const Trial trial = runPlan(plan).only();
    QVERIFY(addsUp(trial));
    QVERIFY2(trial.errors[ErrorKind::Timeout] >= 4 && trial.errors[ErrorKind::Timeout] <= 6,
             qPrintable(QString::number(trial.errors[ErrorKind::Timeout])));
    QCOMPARE(trial.requests, 0);
}

void TestRunCases::nothingListens()
{
    RefusingPort refusing;
    Trial trial = runPlan(requestsPlan(refusing.url(), 10, 2)).only();
    QCOMPARE(trial.errors[ErrorKind::Connect], 10);
    QVERIFY(trial.errorDetail.contains(QString::number(refusing.port())));
    QVERIFY(isUnfit(trial));

    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    const double cpuBefore = static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
        + static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
    trial = runPlan(durationPlan(refusing.url(), 1s, 100)).only();
    ::getrusage(RUSAGE_SELF, &usage);
    const double cpu = static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
        + static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6 - cpuBefore;
    QVERIFY(addsUp(trial));
    QVERIFY2(trial.errors.total() <= 3000, qPrintable(QString::number(trial.errors.total())));
    QVERIFY2(cpu < 0.5, qPrintable(QString::number(cpu)));
    QVERIFY(trial.duration >= 900ms && trial.duration < 3s);
}

void TestRunCases::connectingTimesOut()
{
    UnansweringPort port;
    Plan plan = requestsPlan(port.url(), 2, 2);
    plan.load.timeout = 300ms;
    const Trial trial = runPlan(plan).only();
    QCOMPARE(trial.errors[ErrorKind::ConnectTimeout], 2);
}

void TestRunCases::unknownNames()
{
    const Trial trial = runPlan(requestsPlan(u"http://no-such-host.invalid/"_s, 10, 2)).only();
    QVERIFY(trial.errors[ErrorKind::Name] > 0);
    QVERIFY(addsUp(trial));
    QVERIFY(isUnfit(trial));
    QVERIFY(trial.errorDetail.contains(u"no-such-host.invalid"));
}

void TestRunCases::resetsAreCountedOnce()
{
    for (const char *name : {"reset_on_req", "empty"}) {
        ScriptedServer server(scripted(name));
        const Trial trial = runPlan(requestsPlan(server.url(), 200, 10)).only();
        QCOMPARE(trial.sent, 200);
        QCOMPARE(trial.errors.total(), 200);
        QCOMPARE(trial.requests, 0);
        QCOMPARE(server.requests(), 200);
    }
}

void TestRunCases::aServerThatDiesAndComesBack()
{
    ScriptedServer server(scripted("ok"));
    Plan plan = durationPlan(server.url(), 1500ms, 4);
    const RunOutcome outcome = runPlan(plan, [&](Runner &runner) {
        QTimer::singleShot(500ms, &runner, [&] { server.goDown(); });
        QTimer::singleShot(1000ms, &runner, [&] { server.comeBack(); });
    });
    const Trial &trial = outcome.only();
    QVERIFY(addsUp(trial));
    QVERIFY(trial.errors[ErrorKind::Connect] > 0);
    QVERIFY2(trial.errors.total() < 2000, qPrintable(QString::number(trial.errors.total())));
    QVERIFY(trial.requests > 100);
    QVERIFY(trial.duration < 3s);
    const auto requestsBetween = [&](std::chrono::milliseconds from, std::chrono::milliseconds to) {
        qint64 requests = 0;
        for (const SeriesPoint &point : trial.series)
            if (point.startNs >= Nanoseconds(from).count() && point.startNs + point.spanNs <= Nanoseconds(to).count())
                requests += point.requests;
        return requests;
    };
    QVERIFY(requestsBetween(0ms, 450ms) > 0);
    QCOMPARE(requestsBetween(650ms, 950ms), 0);
    QVERIFY(requestsBetween(1150ms, 1550ms) > 0);
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

void TestRunCases::statusClassesAddUp()
{
    const QList<QByteArray> codes{"200", "201", "204", "301", "404", "418", "500", "503", "599", "999"};
    ScriptedServer server([codes](const ReceivedRequest &request) {
        return Answer("HTTP/1.1 " + codes[(request.total - 1) % codes.size()] + " X\r\nContent-Length: 0\r\n\r\n");
    });
    const Trial trial = runPlan(requestsPlan(server.url(), 100, 1)).only();
    QVERIFY(addsUp(trial));
    QCOMPARE(trial.status.size(), 10U);
    for (const QByteArray &code : codes)
        QCOMPARE(trial.status.at(code.toInt()), 10);
    QCOMPARE(trial.requests, 40);
    QCOMPARE(trial.errors[ErrorKind::Status], 60);

    Plan plan = requestsPlan(server.url(), 100, 1);
    plan.targets[0].expectedStatus = *parseStatusSet(u"404,500-599"_s);
    QCOMPARE(runPlan(plan).only().requests, 40);
}

void TestRunCases::localhostFindsTheAddressThatListens()
{
    ScriptedServer server(scripted("ok"));
    const Trial trial = runPlan(requestsPlan(u"http://localhost:%1/"_s.arg(server.port()), 100, 10)).only();
    QCOMPARE(trial.requests, 100);
    QCOMPARE(trial.address, u"127.0.0.1:%1"_s.arg(server.port()));
}

void TestRunCases::ipv6Literals()
{
    ScriptedServer::Options options;
    options.address = u"::1"_s;
    ScriptedServer server(scripted("ok"), options);
    const Trial trial = runPlan(requestsPlan(u"http://[::1]:%1/x"_s.arg(server.port()), 3, 1)).only();
    QCOMPARE(trial.requests, 3);
    QCOMPARE(server.log().at(0).header("host"), std::vector<QByteArray>{"[::1]:" + QByteArray::number(server.port())});
}

void TestRunCases::proxySettingsAreIgnored()
{
    qputenv("http_proxy", "http://127.0.0.1:9");
    ScriptedServer server(scripted("ok"));
    QCOMPARE(runPlan(requestsPlan(server.url(), 3, 1)).only().requests, 3);
    qunsetenv("http_proxy");
}

void TestRunCases::aServerThatKeepsClosedConnections()
{
    ScriptedServer server(scripted("conn_list")); // says close and keeps its side open
    QElapsedTimer timer;
    timer.start();
    const Trial trial = runPlan(requestsPlan(server.url(), 50, 2)).only();
    QCOMPARE(trial.requests, 50);
    QCOMPARE(server.connections(), 50);
    QVERIFY(timer.elapsed() < 5000);
    QVERIFY(server.maxOpenConnections() <= 8);
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

void TestRunCases::secondRunStartsFresh()
{
    ScriptedServer bad(scripted("r500"));
    ScriptedServer good(scripted("ok"));
    QCOMPARE(runPlan(requestsPlan(bad.url(), 10, 2)).only().errors.total(), 10);
    const Trial trial = runPlan(requestsPlan(good.url(), 10, 2)).only();
    QCOMPARE(trial.errors.total(), 0);
    QCOMPARE(trial.requests, 10);
}

void TestRunCases::leavesNothingBehind()
{
    ScriptedServer server(scripted("ok"));
    runPlan(requestsPlan(server.url(), 10, 5));
    const int descriptors = openDescriptors();
    const int running = threads();
    for (int i = 0; i < 20; ++i) {
        const RunOutcome outcome = runPlan(durationPlan(server.url(), 10s, 50), [i](Runner &runner) {
            QTimer::singleShot(i, &runner, [&runner] { runner.stop(); });
        });
        QCOMPARE(outcome.end, RunEnd::Stopped);
        QVERIFY(outcome.trials.empty());
    }
    QVERIFY(server.waitUntilIdle());
    QTRY_COMPARE(openDescriptors(), descriptors);
    QTRY_COMPARE(threads(), running);
}

void TestRunCases::descriptorsRunOut()
{
    ScriptedServer server(scripted("slow"));
    rlimit before{};
    ::getrlimit(RLIMIT_NOFILE, &before);
    rlimit low = before;
    low.rlim_cur = static_cast<rlim_t>(openDescriptors()) + 50;
    ::setrlimit(RLIMIT_NOFILE, &low);
    const RunOutcome outcome = runPlan(requestsPlan(server.url(), 200, 200));
    ::setrlimit(RLIMIT_NOFILE, &before);
    const Trial &trial = outcome.only();
    QVERIFY(addsUp(trial));
    QVERIFY(trial.errors[ErrorKind::LocalDescriptors] > 0);
    QVERIFY(isUnfit(trial));
}

QTEST_GUILESS_MAIN(TestRunCases)
#include "tst_runcases.moc"
