// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/demo/demoanswer.h"
#include "core/demo/demoserver.h"
#include "core/stats/histogram.h"
#include "tests/engine/runplan.h"
#include "tests/support/rawclient.h"
#include "tests/support/warningguard.h"

#include <QTest>

using namespace sweepbench;
using namespace sweepbench::test;
using namespace std::chrono_literals;

class TestDemoServer : public GuardedTest
{
    Q_OBJECT

private slots:
    void answers_data();
    void answers();
    void answersPipelinedRequestsInOrder();
    void delaysEachAnswer();
    void refusesABusyPort();
    void theDemoPairDiffersByItsExtraDelay();
};

void TestDemoServer::answers_data()
{
    QTest::addColumn<QByteArray>("target");
    QTest::addColumn<QByteArray>("body");
    QTest::newRow("count") << QByteArray("/?n=5") << QByteArray("6");
    QTest::newRow("echo") << QByteArray("/echo/mark") << QByteArray("mark");
    QTest::newRow("echo, encoded, query") << QByteArray("/echo/a%20b?x=1") << QByteArray("a b");
    QTest::newRow("other") << QByteArray("/any") << QByteArray("Hello World\n");
    QTest::newRow("no number") << QByteArray("/?n=x") << QByteArray("Hello World\n");
}

void TestDemoServer::answers()
{
    QFETCH(QByteArray, target);
    QFETCH(QByteArray, body);
    DemoServer server{DemoServerOptions{}};
    const auto port = server.start();
    QVERIFY(port.ok());
    RawClient client(*port);
    const QByteArray expected = demoAnswer({target, false, true}, 12);
    QVERIFY(expected.endsWith("\r\n\r\n" + body));
    client.send("GET " + target + " HTTP/1.1\r\nHost: x\r\n\r\n");
    QCOMPARE(client.read(expected.size()), expected);
}

void TestDemoServer::answersPipelinedRequestsInOrder()
{
    DemoServerOptions options;
    options.jitter = 5ms;
    DemoServer server(options);
    const auto port = server.start();
    RawClient client(*port);
    QByteArray requests;
    QByteArray expected;
    for (int n = 0; n < 20; ++n) {
        const QByteArray target = "/?n=" + QByteArray::number(n);
        requests += "GET " + target + " HTTP/1.1\r\nHost: x\r\n\r\n";
        expected += demoAnswer({target, false, true}, 12);
    }
    client.send(requests);
    QCOMPARE(client.read(expected.size()), expected);
}

void TestDemoServer::delaysEachAnswer()
{
    DemoServerOptions options;
    options.delay = 10ms;
    DemoServer server(options);
    const auto port = server.start();
    const RunOutcome outcome = runPlan(requestsPlan(QStringLiteral("127.0.0.1:%1").arg(*port), 20, 2));
    QCOMPARE(outcome.only().requests, 20);
    QVERIFY(outcome.only().latency.minNs >= 10'000'000);
}

void TestDemoServer::refusesABusyPort()
{
    DemoServer first{DemoServerOptions{}};
    const auto port = first.start();
    DemoServerOptions options;
    options.port = *port;
    DemoServer second(options);
    const auto refused = second.start();
    QVERIFY(!refused.ok());
    QVERIFY(refused.problem().text.contains(QString::number(*port)));
}

void TestDemoServer::theDemoPairDiffersByItsExtraDelay()
{
    auto pair = startDemoPair();
    QVERIFY(pair.ok());
    const auto p50 = [](quint16 port) {
        const RunOutcome outcome = runPlan(requestsPlan(QStringLiteral("127.0.0.1:%1").arg(port), 50, 1));
        return *quantileNs(outcome.only().latency, 0.5);
    };
    const double difference = p50(pair->delayedPort) - p50(pair->steadyPort);
    QVERIFY2(difference > 0.5e6 && difference < 5e6, qPrintable(QString::number(difference)));
}

QTEST_GUILESS_MAIN(TestDemoServer)
#include "tst_demoserver.moc"
