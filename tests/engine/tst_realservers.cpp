// SPDX-License-Identifier: GPL-3.0-or-later
// nginx and Apache httpd: what we count is what their access logs say.
#include "tests/engine/runplan.h"
#include "tests/support/realserver.h"
#include "tests/support/warningguard.h"

#include <QTest>

using namespace sweepbench;
using namespace sweepbench::test;
using namespace std::chrono_literals;

class TestRealServers : public GuardedTest
{
    Q_OBJECT

private slots:
    void countsMatchTheAccessLog_data();
    void countsMatchTheAccessLog();
    void durationRunsMatchTheAccessLog_data() { countsMatchTheAccessLog_data(); }
    void durationRunsMatchTheAccessLog();
    void largeAnswersComeWhole_data() { countsMatchTheAccessLog_data(); }
    void largeAnswersComeWhole();
    void survivesARestart();
};

void TestRealServers::countsMatchTheAccessLog_data()
{
    QTest::addColumn<int>("kind");
    QTest::newRow("nginx") << int(RealServer::Kind::Nginx);
    QTest::newRow("Apache httpd") << int(RealServer::Kind::Apache);
}

void TestRealServers::countsMatchTheAccessLog()
{
    QFETCH(int, kind);
    SWEEPBENCH_NEED_SERVER(RealServer::Kind(kind));
    RealServer server{RealServer::Kind(kind)};
    QVERIFY2(server.start(), qPrintable(server.error()));
    int expected = 0;
    for (int perConnection : {0, 1, 7}) {
        Plan plan = requestsPlan(server.url(), 5000, 10);
        if (perConnection == 1)
            plan.load.requests = 1000;
        plan.load.requestsPerConnection = perConnection;
        const Trial trial = runPlan(plan).only();
        QVERIFY2(trial.requests == *plan.load.requests, qPrintable(trial.errorDetail));
        QVERIFY(addsUp(trial));
        expected += static_cast<int>(trial.sent + trial.reconnects);
        QCOMPARE(server.waitForAccessCount(expected), expected);
    }
}

void TestRealServers::durationRunsMatchTheAccessLog()
{
    QFETCH(int, kind);
    SWEEPBENCH_NEED_SERVER(RealServer::Kind(kind));
    RealServer server{RealServer::Kind(kind)};
    QVERIFY2(server.start(), qPrintable(server.error()));
    const Trial trial = runPlan(durationPlan(server.url(), 500ms, 20)).only();
    QVERIFY(addsUp(trial));
    QCOMPARE(trial.errors.total(), 0);
    QVERIFY(trial.requests > 100);
    const int logged = server.waitForAccessCount(static_cast<int>(trial.requests));
    // A request that was cancelled may have reached the server's log or not.
    QVERIFY2(logged >= trial.requests && logged <= trial.sent, qPrintable(QStringLiteral("%1 logged, %2 sent").arg(logged).arg(trial.sent)));
}

void TestRealServers::largeAnswersComeWhole()
{
    QFETCH(int, kind);
    SWEEPBENCH_NEED_SERVER(RealServer::Kind(kind));
    RealServer server{RealServer::Kind(kind)};
    QVERIFY2(server.start(), qPrintable(server.error()));
    const Trial trial = runPlan(requestsPlan(server.url(QString::fromLatin1(RealServer::largePath)), 20, 4)).only();
    QCOMPARE(trial.requests, 20);
    QVERIFY(trial.bytesReceived > 20 * RealServer::largeSize);
    QVERIFY(trial.bytesReceived < 20 * (RealServer::largeSize + 1000));
}

void TestRealServers::survivesARestart()
{
    SWEEPBENCH_NEED_SERVER(RealServer::Kind::Nginx);
    RealServer server{RealServer::Kind::Nginx};
    QVERIFY2(server.start(), qPrintable(server.error()));
    const RunOutcome outcome = runPlan(durationPlan(server.url(), 2s, 10), [&](Runner &runner) {
        QTimer::singleShot(600ms, &runner, [&] {
            server.stop();
            server.start();
        });
    });
    const Trial &trial = outcome.only();
    QVERIFY(addsUp(trial));
    QVERIFY(trial.requests > 100);
    QVERIFY(trial.duration < 4s);
}

QTEST_GUILESS_MAIN(TestRealServers)
#include "tst_realservers.moc"
