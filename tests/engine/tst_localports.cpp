// SPDX-License-Identifier: GPL-3.0-or-later
// Runs without keep-alive outlast the local ports. Each test has a network of its own with 64 ports, so that what takes a
// hundred thousand connections elsewhere takes a few hundred here.
#include "tests/engine/runplan.h"
#include "tests/support/networknamespace.h"
#include "tests/support/scriptedserver.h"
#include "tests/support/warningguard.h"

#include <QFile>
#include <QTest>

#include <algorithm>

using namespace sweepbench;
using namespace sweepbench::test;
using namespace Qt::StringLiterals;

namespace {

constexpr int ports = 64;
#define WITH_FEW_PORTS() SWEEPBENCH_IN_NETWORK_NAMESPACE({.firstPort = 40000, .lastPort = 40000 + ports - 1})

/// Closes its side first, as servers do that are asked to.
Script polite()
{
    return [](const ReceivedRequest &) { return Answer("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok", Ending::Fin); };
}

/// Says that it closes and waits for the client to do it, who then keeps the TIME_WAIT.
Script waiting()
{
    return [](const ReceivedRequest &) { return Answer("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok"); };
}

Plan withoutKeepAlive(const QString &url, int requests)
{
    Plan plan = requestsPlan(url, requests, 4);
    plan.load.requestsPerConnection = 1;
    return plan;
}

} // namespace

class TestLocalPorts : public GuardedTest
{
    Q_OBJECT

private slots:
    void politeServersUseUpNone();
    void otherLoopbackSourcesTakeOver();
    void otherTargetsRunOutAndSaySo();
    void noAddressOfTheFamilyIsNoLackOfPorts();
};

void TestLocalPorts::politeServersUseUpNone()
{
    WITH_FEW_PORTS();
    ScriptedServer server(polite(), {});
    const Trial trial = runPlan(withoutKeepAlive(server.url(), 40 * ports)).only();
    QVERIFY2(trial.requests == 40 * ports, qPrintable(trial.errorDetail));
    QCOMPARE(trial.errors.total(), 0);
}

void TestLocalPorts::otherLoopbackSourcesTakeOver()
{
    WITH_FEW_PORTS();
    ScriptedServer server(waiting(), {});
    const Trial trial = runPlan(withoutKeepAlive(server.url(), 20 * ports)).only();
    QVERIFY2(trial.requests == 20 * ports, qPrintable(trial.errorDetail));
    QCOMPARE(trial.errors.total(), 0);
    QCOMPARE(server.connections(), 20 * ports);
}

void TestLocalPorts::otherTargetsRunOutAndSaySo()
{
    WITH_FEW_PORTS();
    ScriptedServer::Options options;
    options.address = u"10.77.0.1"_s;
    ScriptedServer server(waiting(), options);
    ScriptedServer another([](const ReceivedRequest &) { return Answer("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"); }, options);
    const Trial trial = runPlan(withoutKeepAlive(server.url(), 3 * ports)).only();
    QVERIFY(addsUp(trial));
    QCOMPARE(trial.sent, 3 * ports); // it goes on
    QVERIFY(trial.errors[ErrorKind::LocalPorts] > 0);
    QCOMPARE(trial.errors.total(), trial.errors[ErrorKind::LocalPorts]);
    QVERIFY2(trial.requests >= ports - 4, qPrintable(QString::number(trial.requests)));
    QVERIFY2(trial.errorDetail.contains(u"TIME_WAIT") && trial.errorDetail.contains(u"keep-alive"), qPrintable(trial.errorDetail));
    QVERIFY(isUnfit(trial));
    QVERIFY(std::any_of(trial.findings.begin(), trial.findings.end(), [](const Finding &finding) { return finding.kind == u"local_ports"; }));

    const Trial after = runPlan(requestsPlan(another.url(), 500, 10)).only();
    QVERIFY2(after.requests == 500, qPrintable(after.errorDetail));
}

void TestLocalPorts::noAddressOfTheFamilyIsNoLackOfPorts()
{
    WITH_FEW_PORTS();
    // Without IPv6, as in many a container, the kernel gives the same errno as for ports that have run out.
    QFile file(u"/proc/sys/net/ipv6/conf/all/disable_ipv6"_s);
    if (!file.open(QIODevice::WriteOnly) || file.write("1") != 1 || !file.flush())
        QSKIP("IPv6 can't be switched off here");
    const Trial trial = runPlan(requestsPlan(u"http://[::1]:80/"_s, 3, 1)).only();
    QVERIFY2(trial.errors[ErrorKind::Connect] == 3, qPrintable(trial.errorDetail));
}

QTEST_GUILESS_MAIN(TestLocalPorts)
#include "tst_localports.moc"
