// SPDX-License-Identifier: GPL-3.0-or-later
// Running and stopping over both transports: exact counts, connections as asked for, ends on time, servers that die or never
// answer, nothing left behind.
#include "core/transport/epollset.h"
#include "core/transport/transport.h"
#include "tests/engine/conformance.h"
#include "tests/support/networknamespace.h"
#include "tests/support/scriptedcases.h"
#include "tests/support/warningguard.h"

#include <QDir>
#include <QElapsedTimer>
#include <QTest>

#include <sys/resource.h>

#include <algorithm>
#include <thread>

using namespace sweepbench;
using namespace sweepbench::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

struct Collector : SampleSink
{
    void requestFinished(int, const Sample &sample) override { samples.push_back(sample); }
    std::vector<Sample> samples;
};

} // namespace

class TestConformanceRun : public GuardedTest
{
    Q_OBJECT

private slots:
    void requestCountsAreExact_data();
    void requestCountsAreExact();
    void eachConnectionIsOne_data();
    void eachConnectionIsOne();
    void requestsPerConnectionHold_data() { addTransportRows(); }
    void requestsPerConnectionHold();
    void targetsHaveLoadsOfTheirOwn_data() { addTransportRows(); }
    void targetsHaveLoadsOfTheirOwn();
    void durationRunsEndOnTime_data() { addTransportRows(); }
    void durationRunsEndOnTime();
    void requestsInFlightAreCancelled_data() { addTransportRows(); }
    void requestsInFlightAreCancelled();
    void timeoutsAreCounted_data() { addTransportRows(); }
    void timeoutsAreCounted();
    void nothingListens_data() { addTransportRows(); }
    void nothingListens();
    void connectingTimesOut_data() { addTransportRows(); }
    void connectingTimesOut();
    void aServerThatDiesAndComesBack_data() { addTransportRows(); }
    void aServerThatDiesAndComesBack();
    void statusClassesAddUp_data() { addTransportRows(); }
    void statusClassesAddUp();
    void proxySettingsOfTheSystemAreIgnored_data() { addTransportRows(); }
    void proxySettingsOfTheSystemAreIgnored();
    void closedConnectionsDoNotPileUp_data() { addTransportRows(); }
    void closedConnectionsDoNotPileUp();
    void phasesAreTold_data() { addTransportRows(); }
    void phasesAreTold();
    void stoppingIsQuick_data();
    void stoppingIsQuick();
    void secondRunStartsFresh_data() { addTransportRows(); }
    void secondRunStartsFresh();
    void leavesNothingBehind_data() { addTransportRows(); }
    void leavesNothingBehind();
    void theHttpThreadsCpuIsTheClients();
    void connectionsThatLostTrackAreGivenUp();
    void descriptorsRunOut_data() { addTransportRows(); }
    void descriptorsRunOut();
    void localPortsRunOut();

private:
    /// Closes as it is asked to (RFC 9112, 9.6).
    static Answer obliging(const ReceivedRequest &request)
    {
        if (request.header("connection") == std::vector<QByteArray>{"close"})
            return Answer("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok", Ending::Fin);
        return Answer("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
    }
    static int entries(const QString &folder) { return static_cast<int>(QDir(folder).entryList(QDir::AllEntries | QDir::NoDotAndDotDot).size()); }
    static double cpuOfProcess()
    {
        rusage usage{};
        ::getrusage(RUSAGE_SELF, &usage);
        return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) + static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
    }
};

void TestConformanceRun::requestCountsAreExact_data()
{
    QTest::addColumn<int>("transport");
    QTest::addColumn<int>("requests");
    QTest::addColumn<int>("connections");
    QTest::addColumn<int>("perConnection");
    QTest::addColumn<int>("threads");
    for (const TransportKind transport : bothTransports)
        for (int requests : {1, 7, 401})
            for (int connections : {1, 3, 200})
                for (int perConnection : {0, 1, 5})
                    for (int workers : {1, 3})
                        QTest::addRow("%s n=%d c=%d per=%d t=%d", qPrintable(transportId(transport)), requests, connections, perConnection, workers)
                            << int(transport) << requests << connections << perConnection << workers;
}

void TestConformanceRun::requestCountsAreExact()
{
    FETCH_TRANSPORT;
    QFETCH(int, requests);
    QFETCH(int, connections);
    QFETCH(int, perConnection);
    QFETCH(int, threads);
    ScriptedServer server(obliging);
    Plan plan = over(kind, requestsPlan(server.url(), requests, connections));
    plan.load.requestsPerConnection = perConnection;
    plan.load.threads = threads;
    const RunOutcome outcome = runPlan(plan);
    const Trial &trial = outcome.only();
    QCOMPARE(trial.sent, requests);
    QVERIFY2(trial.requests == requests, qPrintable(tellTrial(trial)));
    QCOMPARE(server.requests(), requests);
    QVERIFY(addsUp(trial));
    QVERIFY(trial.duration > 0ns);
    QCOMPARE(trial.connectionsOpened, server.connections());
    if (perConnection == 0)
        QVERIFY(server.connections() <= std::min(requests, connections));
    if (perConnection == 1)
        QCOMPARE(server.connections(), requests);
}

void TestConformanceRun::eachConnectionIsOne_data()
{
    QTest::addColumn<int>("transport");
    QTest::addColumn<int>("connections");
    for (const TransportKind transport : bothTransports)
        for (const int connections : {1, 7, 24, 240})
            QTest::addRow("%s %d", qPrintable(transportId(transport)), connections) << int(transport) << connections;
}

void TestConformanceRun::eachConnectionIsOne()
{
    FETCH_TRANSPORT;
    QFETCH(int, connections);
    ScriptedServer server(scripted("slow")); // 300 ms
    const Trial trial = runPlan(over(kind, requestsPlan(server.url(), 2 * connections, connections))).only();
    QVERIFY2(trial.requests == 2 * connections, qPrintable(tellTrial(trial)));
    QCOMPARE(server.maxOpenConnections(), connections);
    QCOMPARE(server.connections(), connections);
    QCOMPARE(trial.connectionsOpened, connections);
}

void TestConformanceRun::requestsPerConnectionHold()
{
    FETCH_TRANSPORT;
    ScriptedServer server(obliging);
    Plan plan = over(kind, requestsPlan(server.url(), 100, 1));
    plan.load.requestsPerConnection = 10;
    QCOMPARE(runPlan(plan).only().requests, 100);
    QCOMPARE(server.connections(), 10);
    int closing = 0;
    for (const ReceivedRequest &request : server.log()) {
        const bool asksToClose = request.header("connection") == std::vector<QByteArray>{"close"};
        closing += asksToClose;
        QCOMPARE(asksToClose, request.onConnection == 10);
    }
    QCOMPARE(closing, 10);
}

void TestConformanceRun::targetsHaveLoadsOfTheirOwn()
{
    FETCH_TRANSPORT;
    ScriptedServer server(obliging);
    Plan plan = over(kind, requestsPlan(server.url(), 40, 1));
    Load own = plan.load;
    for (const int perConnection : {20, 1}) {
        plan.targets.push_back(plan.targets.front());
        plan.targets.back().name = QString::number(perConnection);
        own.requestsPerConnection = perConnection;
        plan.targets.back().load.take(LoadField::KeepAlive, own);
    }
    own.requests = 30;
    plan.targets.back().load.take(LoadField::Length, own);
    const RunOutcome outcome = runPlan(plan);
    QCOMPARE(outcome.trials.size(), std::size_t(3));
    const std::pair<qint64, qint64> expected[] = {{40, 1}, {40, 2}, {30, 30}}; // requests, connections
    for (const TrialPtr &trial : outcome.trials) {
        QCOMPARE(trial->requests, expected[trial->target].first);
        QCOMPARE(trial->connectionsOpened, expected[trial->target].second);
    }
}

void TestConformanceRun::durationRunsEndOnTime()
{
    FETCH_TRANSPORT;
    ScriptedServer server(scripted("slow"));
    Plan plan = over(kind, durationPlan(server.url(), 1s, 4));
    plan.load.timeout = 30s;
    QElapsedTimer timer;
    timer.start();
    const Trial trial = runPlan(plan).only();
    QVERIFY(timer.elapsed() < 2500);
    QVERIFY2(trial.requests == 12 || trial.requests == 8, qPrintable(tellTrial(trial))); // three rounds of four fit, two on a busy machine
    QCOMPARE(trial.cancelled, 4);
    QVERIFY(trial.duration >= 1s && trial.duration < 2s);
    QVERIFY(addsUp(trial));
}

void TestConformanceRun::requestsInFlightAreCancelled()
{
    FETCH_TRANSPORT;
    // Every 20th request hangs; each connection meets one sooner or later.
    ScriptedServer server([](const ReceivedRequest &request) {
        if (request.total % 20 == 0)
            return Answer("", Ending::Hang);
        return Answer("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
    });
    Plan plan = over(kind, durationPlan(server.url(), 1500ms, 20));
    plan.load.timeout = 30s;
    const Trial trial = runPlan(plan).only();
    QVERIFY(addsUp(trial));
    QVERIFY2(trial.cancelled == 20, qPrintable(tellTrial(trial)));
    QCOMPARE(trial.sent, server.requests());
    QVERIFY(std::any_of(trial.findings.begin(), trial.findings.end(), [](const Finding &finding) {
        return finding.kind == u"hanging" && finding.severity == Severity::Doubt && finding.text.contains(u"20");
    }));
}

void TestConformanceRun::timeoutsAreCounted()
{
    FETCH_TRANSPORT;
    ScriptedServer server(scripted("silence"));
    Plan plan = over(kind, durationPlan(server.url(), 1500ms, 2));
    plan.load.timeout = 500ms;
    const Trial trial = runPlan(plan).only();
    QVERIFY(addsUp(trial));
    const qint64 timeouts = trial.errors[ErrorKind::Timeout];
    QVERIFY2(timeouts >= 4 && timeouts <= 6, qPrintable(tellTrial(trial)));
    QCOMPARE(trial.errors.total(), timeouts);
    QCOMPARE(trial.requests, 0);
    QCOMPARE(trial.latency.count, 0U);
}

void TestConformanceRun::nothingListens()
{
    FETCH_TRANSPORT;
    RefusingPort refusing;
    Trial trial = runPlan(over(kind, requestsPlan(refusing.url(), 10, 2))).only();
    QVERIFY2(trial.errors[ErrorKind::Connect] == 10, qPrintable(tellTrial(trial)));
    QVERIFY(trial.errorDetail.contains(QString::number(refusing.port())));
    QVERIFY(isUnfit(trial));

    const double cpuBefore = cpuOfProcess();
    trial = runPlan(over(kind, durationPlan(refusing.url(), 1s, 100))).only();
    const double cpu = cpuOfProcess() - cpuBefore;
    QVERIFY(addsUp(trial));
    QVERIFY2(trial.errors.total() <= 3000, qPrintable(QString::number(trial.errors.total())));
    QVERIFY2(cpu < (kind == TransportKind::Socket ? 0.5 : 1.5), qPrintable(QString::number(cpu)));
    QVERIFY(trial.duration >= 900ms && trial.duration < 3s);
}

void TestConformanceRun::connectingTimesOut()
{
    FETCH_TRANSPORT;
    UnansweringPort port;
    Plan plan = over(kind, requestsPlan(port.url(), 2, 2));
    plan.load.timeout = 300ms;
    const Trial trial = runPlan(plan).only();
    QVERIFY2(trial.errors[ErrorKind::ConnectTimeout] == 2, qPrintable(tellTrial(trial)));
}

void TestConformanceRun::aServerThatDiesAndComesBack()
{
    FETCH_TRANSPORT;
    ScriptedServer server(scripted("ok"));
    const RunOutcome outcome = runPlan(over(kind, durationPlan(server.url(), 1500ms, 4)), [&](Runner &runner) {
        QTimer::singleShot(500ms, &runner, [&] { server.goDown(); });
        QTimer::singleShot(1000ms, &runner, [&] { server.comeBack(); });
    });
    const Trial &trial = outcome.only();
    QVERIFY(addsUp(trial));
    QVERIFY2(trial.errors[ErrorKind::Connect] > 0, qPrintable(tellTrial(trial)));
    QVERIFY2(trial.errors.total() < 2000, qPrintable(tellTrial(trial)));
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

void TestConformanceRun::statusClassesAddUp()
{
    FETCH_TRANSPORT;
    const QList<QByteArray> codes{"200", "201", "204", "301", "404", "418", "500", "503", "599", "999"};
    ScriptedServer server([codes](const ReceivedRequest &request) {
        return Answer("HTTP/1.1 " + codes[(request.total - 1) % codes.size()] + " X\r\nContent-Length: 0\r\n\r\n");
    });
    const Trial trial = runPlan(over(kind, requestsPlan(server.url(), 100, 1))).only();
    QVERIFY(addsUp(trial));
    QVERIFY2(trial.status.size() == 10U, qPrintable(tellTrial(trial)));
    for (const QByteArray &code : codes)
        QCOMPARE(trial.status.at(code.toInt()), 10);
    QCOMPARE(trial.requests, 40);
    QCOMPARE(trial.errors[ErrorKind::Status], 60);

    Plan plan = over(kind, requestsPlan(server.url(), 100, 1));
    plan.targets[0].expectedStatus = *parseStatusSet(u"404,500-599"_s);
    QCOMPARE(runPlan(plan).only().requests, 40);
}

void TestConformanceRun::proxySettingsOfTheSystemAreIgnored()
{
    FETCH_TRANSPORT;
    for (const char *name : {"http_proxy", "HTTP_PROXY", "all_proxy"})
        qputenv(name, "http://127.0.0.1:9");
    ScriptedServer server(scripted("ok"));
    const Trial trial = runPlan(over(kind, requestsPlan(server.url(), 3, 1))).only();
    for (const char *name : {"http_proxy", "HTTP_PROXY", "all_proxy"})
        qunsetenv(name);
    QVERIFY2(trial.requests == 3, qPrintable(tellTrial(trial)));
}

void TestConformanceRun::closedConnectionsDoNotPileUp()
{
    FETCH_TRANSPORT;
    ScriptedServer server(scripted("conn_list")); // says close and keeps its side open
    QElapsedTimer timer;
    timer.start();
    const Trial trial = runPlan(over(kind, requestsPlan(server.url(), 50, 2))).only();
    QCOMPARE(trial.requests, 50);
    QCOMPARE(server.connections(), 50);
    QVERIFY(timer.elapsed() < 5000);
    QVERIFY(server.maxOpenConnections() <= 8);
}

void TestConformanceRun::phasesAreTold()
{
    FETCH_TRANSPORT;
    ScriptedServer server([](const ReceivedRequest &) {
        Answer answer;
        answer.pieces = {{"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nok", 60ms}, {"ok", 40ms}};
        return answer;
    });
    TransportOptions options;
    options.target.url = server.url();
    options.url = *parseHttpUrl(server.url());
    options.addresses = {QHostAddress(QHostAddress::LocalHost)};
    options.load.transport = kind;
    EpollSet set;
    Collector collector;
    const auto runOne = [&, transport = makeTransport(set, options, collector)](std::size_t number) {
        const Instant now = steadyNow();
        transport->send(0, now, now);
        return QTest::qWaitFor([&] { return collector.samples.size() == number; });
    };
    set.attach();
    QVERIFY(runOne(1));
    QVERIFY(runOne(2));
    for (const Sample &sample : collector.samples) {
        const bool isFirst = &sample == &collector.samples.front();
        QVERIFY(!sample.error);
        QVERIFY(isFirst ? sample.connectNs > 0 : sample.connectNs == -1); // one for each new connection
        QCOMPARE(sample.tlsNs, -1);
        QVERIFY2(sample.firstByteNs >= 50'000'000, qPrintable(QString::number(sample.firstByteNs))); // 60 ms; told late on a busy machine
        QVERIFY2(sample.bodyNs >= 30'000'000, qPrintable(QString::number(sample.bodyNs)));           // 40 ms
        const qint64 whole = (sample.end - sample.sent).count();
        QVERIFY(std::max<qint64>(0, sample.connectNs) + sample.firstByteNs + sample.bodyNs <= whole);
    }
}

void TestConformanceRun::stoppingIsQuick_data()
{
    QTest::addColumn<int>("transport");
    QTest::addColumn<QByteArray>("name");
    for (const TransportKind transport : bothTransports)
        for (const char *name : {"silence", "half_answer", "endless_body", "endless_headers", "ok", "reset_on_req"})
            QTest::addRow("%s %s", qPrintable(transportId(transport)), name) << int(transport) << QByteArray(name);
}

void TestConformanceRun::stoppingIsQuick()
{
    FETCH_TRANSPORT;
    QFETCH(QByteArray, name);
    ScriptedServer server(scripted(name));
    Plan plan = over(kind, durationPlan(server.url(), 60s, 50));
    plan.load.timeout = 30s;
    QElapsedTimer stopped;
    qint64 longestBlock = 0;
    QElapsedTimer sinceTick;
    const RunOutcome outcome = runPlan(plan, [&](Runner &runner) {
        auto *ticks = new QTimer(&runner);
        QObject::connect(ticks, &QTimer::timeout, &runner, [&] { longestBlock = std::max(longestBlock, sinceTick.restart()); });
        sinceTick.start();
        ticks->start(20ms);
        QTimer::singleShot(400ms, &runner, [&] {
            stopped.start();
            runner.stop();
        });
    });
    QCOMPARE(outcome.end, RunEnd::Stopped);
    QVERIFY2(stopped.elapsed() < 2000, qPrintable(QString::number(stopped.elapsed()))); // 200 ms is the aim
    QVERIFY2(longestBlock < 500, qPrintable(QString::number(longestBlock)));
    for (const TrialPtr &trial : outcome.trials)
        QVERIFY(addsUp(*trial));
}

void TestConformanceRun::secondRunStartsFresh()
{
    FETCH_TRANSPORT;
    ScriptedServer bad(scripted("r500"));
    ScriptedServer good(scripted("ok"));
    QCOMPARE(runPlan(over(kind, requestsPlan(bad.url(), 10, 2))).only().errors.total(), 10);
    const Trial trial = runPlan(over(kind, requestsPlan(good.url(), 10, 2))).only();
    QCOMPARE(trial.errors.total(), 0);
    QCOMPARE(trial.requests, 10);
    QVERIFY(trial.errorDetail.isEmpty());
    QCOMPARE(good.connections(), 2);
}

void TestConformanceRun::leavesNothingBehind()
{
    FETCH_TRANSPORT;
    const QString descriptors = u"/proc/self/fd"_s;
    const QString threads = u"/proc/self/task"_s;
    ScriptedServer ok(scripted("ok"));
    ScriptedServer silent(scripted("silence"));
    ScriptedServer interim(scripted("early_hints"));
    RefusingPort refusing;
    const auto runAll = [&] {
        for (const QString &url : {ok.url(), silent.url(), interim.url(), refusing.url()}) {
            Plan plan = over(kind, durationPlan(url, 60ms, 10));
            plan.load.threads = 2;
            runPlan(plan);
        }
    };
    runAll(); // what is made once and kept
    const auto settled = [&](int before, const QString &folder) {
        for (int i = 0; i < 100 && entries(folder) > before; ++i)
            std::this_thread::sleep_for(20ms);
        return entries(folder) <= before;
    };
    for (const ScriptedServer *server : {&ok, &silent, &interim})
        QVERIFY(server->waitUntilIdle());
    const int descriptorsBefore = entries(descriptors);
    const int threadsBefore = entries(threads);
    for (int i = 0; i < 10; ++i)
        runAll();
    for (const ScriptedServer *server : {&ok, &silent, &interim})
        QVERIFY(server->waitUntilIdle());
    QVERIFY2(settled(descriptorsBefore, descriptors), qPrintable(u"%1, before %2"_s.arg(entries(descriptors)).arg(descriptorsBefore)));
    QVERIFY2(settled(threadsBefore, threads), qPrintable(u"%1, before %2"_s.arg(entries(threads)).arg(threadsBefore)));
}

void TestConformanceRun::theHttpThreadsCpuIsTheClients()
{
#ifdef __SANITIZE_THREAD__
    QSKIP("The thread sanitizer slows the server's thread many times, and Qt's not at all: shares say nothing");
#endif
    ScriptedServer server(scripted("ok"));
    for (const int threads : {1, 2}) {
        Plan plan = over(TransportKind::Qnam, durationPlan(server.url(), 1s, 8));
        plan.load.threads = threads;
        const double before = cpuOfProcess();
        const Trial trial = runPlan(plan).only();
        const double all = cpuOfProcess() - before; // the server's thread too
        QVERIFY2(trial.requests > 100, qPrintable(tellTrial(trial)));
        // Qt shares the work about evenly between its HTTP thread and the worker, so the worker alone would be under a half.
        const double counted = trial.clientUserS + trial.clientSystemS;
        QVERIFY2(counted > 0.6 * all && counted < all, qPrintable(u"%1 of %2"_s.arg(counted).arg(all)));
    }
}

void TestConformanceRun::connectionsThatLostTrackAreGivenUp()
{
    // The second answer of each connection comes after an interim one; what Qt makes of it must not reach the requests after it.
    ScriptedServer server([](const ReceivedRequest &request) {
        const QByteArray good = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
        if (request.onConnection % 2 == 1)
            return Answer(good);
        return Answer::splitAt("HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 500 E\r\nContent-Length: 2\r\n\r\nno", 28, 5ms);
    });
    const Trial trial = runPlan(over(TransportKind::Qnam, requestsPlan(server.url(), 60, 3))).only();
    QVERIFY(addsUp(trial));
    QVERIFY2(trial.status.find(500) == trial.status.end(), qPrintable(tellTrial(trial)));
    QVERIFY(trial.requests > 0);
    QCOMPARE(trial.errors[ErrorKind::Protocol], trial.errors.total());
    QCOMPARE(server.requests(), 60);
}

void TestConformanceRun::descriptorsRunOut()
{
    FETCH_TRANSPORT;
    ScriptedServer server(scripted("slow"));
    rlimit before{};
    ::getrlimit(RLIMIT_NOFILE, &before);
    rlimit low = before;
    low.rlim_cur = static_cast<rlim_t>(entries(u"/proc/self/fd"_s)) + 50;
    ::setrlimit(RLIMIT_NOFILE, &low);
    const RunOutcome outcome = runPlan(over(kind, requestsPlan(server.url(), 200, 200)));
    ::setrlimit(RLIMIT_NOFILE, &before);
    const Trial &trial = outcome.only();
    QVERIFY(addsUp(trial));
    QVERIFY2(trial.errors[ErrorKind::LocalDescriptors] > 0, qPrintable(tellTrial(trial)));
    QVERIFY(isUnfit(trial));
}

void TestConformanceRun::localPortsRunOut()
{
    SWEEPBENCH_IN_NETWORK_NAMESPACE({.firstPort = 40000, .lastPort = 40063});
    // Says that it closes and waits for the client to do it, who then keeps the TIME_WAIT. The socket transport has a way out:
    // see tst_localports.cpp.
    ScriptedServer server(Answer("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok"));
    Plan plan = over(TransportKind::Qnam, requestsPlan(server.url(), 300, 4));
    plan.load.requestsPerConnection = 1;
    const Trial trial = runPlan(plan).only();
    QVERIFY(addsUp(trial));
    QVERIFY2(trial.requests >= 60, qPrintable(tellTrial(trial)));
    QVERIFY2(trial.errors[ErrorKind::LocalPorts] > 0, qPrintable(tellTrial(trial)));
    QCOMPARE(trial.errors.total(), trial.errors[ErrorKind::LocalPorts]);
    QVERIFY(isUnfit(trial));
}

QTEST_GUILESS_MAIN(TestConformanceRun)
#include "tst_conformancerun.moc"
