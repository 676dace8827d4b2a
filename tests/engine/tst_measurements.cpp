// SPDX-License-Identifier: GPL-3.0-or-later
// What trials say of the client and of the machine, over real connections: busy time, the busiest thread, other work.
#include "core/demo/demoserver.h"
#include "tests/engine/runplan.h"
#include "tests/support/realserver.h"
#include "tests/support/scriptedserver.h"
#include "tests/support/warningguard.h"

#include <QTest>

using namespace sweepbench;
using namespace sweepbench::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

double busyShare(const Trial &trial)
{
    return static_cast<double>(trial.busyNs) / (static_cast<double>(trial.duration.count()) * trial.connections);
}

double seconds(const Trial &trial)
{
    return std::chrono::duration<double>(trial.duration).count();
}

bool has(const Trial &trial, const QString &kind)
{
    return std::any_of(trial.findings.begin(), trial.findings.end(), [&](const Finding &finding) { return finding.kind == kind; });
}

} // namespace

class TestMeasurements : public GuardedTest
{
    Q_OBJECT

private slots:
    void ofARealServer_data();
    void ofARealServer();
    void busyOverTheEndOfTheWarmup_data();
    void busyOverTheEndOfTheWarmup();
    void thinkTimeIsIdle();
    void pausesAfterFailuresAreIdle();
    void aProxyHidesTheServer();
};

void TestMeasurements::ofARealServer_data()
{
    QTest::addColumn<int>("transport");
    QTest::addColumn<int>("threads");
    QTest::newRow("socket") << int(TransportKind::Socket) << 1;
    QTest::newRow("socket, two threads") << int(TransportKind::Socket) << 2;
    QTest::newRow("qnam") << int(TransportKind::Qnam) << 1;
}

void TestMeasurements::ofARealServer()
{
    QFETCH(int, transport);
    QFETCH(int, threads);
    SWEEPBENCH_NEED_SERVER(RealServer::Kind::Nginx);
    RealServer server{RealServer::Kind::Nginx};
    QVERIFY2(server.start(), qPrintable(server.error()));
    Plan plan = durationPlan(server.url(), 1s, 10);
    plan.load.warmup = 200ms;
    plan.load.transport = TransportKind(transport);
    plan.load.threads = threads;
    const Trial trial = runPlan(plan).only();
    QVERIFY2(trial.requests > 0, qPrintable(trial.errorDetail));
    QVERIFY2(busyShare(trial) > 0.95 && busyShare(trial) < 1.0001, qPrintable(QString::number(busyShare(trial))));
    // The busiest of some threads has at least its part of all that they used, and no more than all.
    const double share = (trial.clientUserS + trial.clientSystemS) / seconds(trial);
    QVERIFY2(trial.busiestThread > 0 && trial.busiestThread <= 1, qPrintable(QString::number(trial.busiestThread)));
    QVERIFY2(trial.busiestThread >= share / 2 * 0.9 && trial.busiestThread <= share * 1.1,
             qPrintable(u"%1 of %2"_s.arg(trial.busiestThread).arg(share)));
    if (transport == int(TransportKind::Socket) && threads == 1)
        QVERIFY2(trial.busiestThread >= share * 0.9, qPrintable(u"%1 of %2"_s.arg(trial.busiestThread).arg(share)));
    QVERIFY(trial.loadBefore >= 0);
    QVERIFY2(trial.otherCpuS >= 0 && trial.otherCpuS < 10'000, qPrintable(QString::number(trial.otherCpuS)));
}

void TestMeasurements::busyOverTheEndOfTheWarmup_data()
{
    QTest::addColumn<int>("rate");
    QTest::addColumn<double>("least");
    QTest::addColumn<double>("most");
    QTest::newRow("closed loop") << 0 << 0.98 << 1.0001;
    QTest::newRow("open loop") << 20 << 0.5 << 0.8; // two of three are under way at each moment
}

// Requests of 100 ms reach over both ends of a counted part of a second.
void TestMeasurements::busyOverTheEndOfTheWarmup()
{
    QFETCH(int, rate);
    QFETCH(double, least);
    QFETCH(double, most);
    DemoServerOptions options;
    options.delay = 100ms;
    DemoServer server(options);
    const auto port = server.start();
    QVERIFY(port);
    Plan plan = durationPlan(u"http://127.0.0.1:%1/"_s.arg(*port), 1s, 3);
    plan.load.warmup = 150ms;
    if (rate > 0)
        plan.load.rate = rate;
    const Trial trial = runPlan(plan).only();
    QVERIFY2(busyShare(trial) > least && busyShare(trial) < most, qPrintable(QString::number(busyShare(trial))));
    QVERIFY(!has(trial, u"idle_connections"_s));
}

void TestMeasurements::thinkTimeIsIdle()
{
    DemoServerOptions options;
    options.delay = 20ms;
    DemoServer server(options);
    const auto port = server.start();
    QVERIFY(port);
    Plan plan = durationPlan(u"http://127.0.0.1:%1/"_s.arg(*port), 600ms, 3);
    plan.load.thinkTime = 60ms;
    const Trial trial = runPlan(plan).only();
    QVERIFY2(busyShare(trial) > 0.05 && busyShare(trial) < 0.7, qPrintable(QString::number(busyShare(trial))));
    QVERIFY(!has(trial, u"idle_connections"_s));
}

// Each failure is followed by a pause, and the more of them in a row, the longer.
void TestMeasurements::pausesAfterFailuresAreIdle()
{
    ScriptedServer server([](const ReceivedRequest &request) {
        return request.total % 8 < 6 ? Answer("HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\ncut", Ending::Fin)
                                      : Answer("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
    });
    const Trial trial = runPlan(durationPlan(server.url(), 500ms, 2)).only();
    QVERIFY(trial.requests > 0 && trial.errors.total() > 0);
    QVERIFY2(busyShare(trial) < 0.95, qPrintable(QString::number(busyShare(trial))));
    const auto found = std::find_if(trial.findings.begin(), trial.findings.end(), [](const Finding &finding) { return finding.kind == u"idle_connections"; });
    QVERIFY(found != trial.findings.end());
    QVERIFY2(found->text.contains(u"pause after a request that failed"), qPrintable(found->text));
}

void TestMeasurements::aProxyHidesTheServer()
{
    SWEEPBENCH_NEED_SERVER(RealServer::Kind::Nginx);
    SWEEPBENCH_NEED_SERVER(RealServer::Kind::Squid);
    RealServer server{RealServer::Kind::Nginx};
    QVERIFY2(server.start(), qPrintable(server.error()));
    RealServer proxy{RealServer::Kind::Squid};
    QVERIFY2(proxy.start(), qPrintable(proxy.error()));
    Plan plan = durationPlan(server.url(), 400ms, 2);
    plan.targets[0].proxy = u"http://127.0.0.1:%1"_s.arg(proxy.port());
    const Trial trial = runPlan(plan).only();
    QVERIFY(trial.requests > 0);
    QCOMPARE(trial.otherCpuS, -1.0); // the server's CPU time would look like other work
}

QTEST_GUILESS_MAIN(TestMeasurements)
#include "tst_measurements.moc"
