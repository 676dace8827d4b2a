// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/loopback.h"
#include "tests/support/networknamespace.h"
#include "tests/support/rawclient.h"
#include "tests/support/scriptedserver.h"
#include "tests/support/warningguard.h"

#include <QTest>

#include <algorithm>
#include <cerrno>
#include <vector>

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

using namespace sweepbench::test;

class TestNetworkNamespace : public GuardedTest
{
    Q_OBJECT

private slots:
    void hasOnlyItsOwnAddresses();
    void servesOnItsAddress();
    void runsOutOfPorts();
    void runsOneRow_data();
    void runsOneRow();
    void reportsWhatHappenedInside();
    void failsInside();
    void skipsInside();
};

void TestNetworkNamespace::hasOnlyItsOwnAddresses()
{
    QCOMPARE(isTestAddress(QStringLiteral("10.77.0.9")), insideNetworkNamespace());
    SWEEPBENCH_IN_NETWORK_NAMESPACE({.address = "10.77.0.9"});
    ifaddrs *list = nullptr;
    QCOMPARE(::getifaddrs(&list), 0);
    QList<QByteArray> found;
    for (const ifaddrs *entry = list; entry; entry = entry->ifa_next) {
        if (entry->ifa_addr && entry->ifa_addr->sa_family == AF_INET)
            found << ::inet_ntoa(reinterpret_cast<const sockaddr_in *>(entry->ifa_addr)->sin_addr);
    }
    ::freeifaddrs(list);
    std::sort(found.begin(), found.end());
    QCOMPARE(found, (QList<QByteArray>{"10.77.0.9", "127.0.0.1"}));
}

void TestNetworkNamespace::servesOnItsAddress()
{
    SWEEPBENCH_IN_NETWORK_NAMESPACE();
    ScriptedServer here(Answer("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", Ending::Fin));
    QCOMPARE(RawClient::get(here.port(), "/"), "ok");
    ScriptedServer there([](const ReceivedRequest &) { return Answer("x"); }, {.address = QStringLiteral("10.77.0.1")});
    const int fd = startConnecting(QStringLiteral("10.77.0.1"), there.port());
    QVERIFY(fd >= 0);
    QTRY_COMPARE(there.connections(), 1);
    ::close(fd);
}

void TestNetworkNamespace::runsOutOfPorts()
{
    SWEEPBENCH_IN_NETWORK_NAMESPACE({.firstPort = 40000, .lastPort = 40063});
    const int listening = listenOn(QStringLiteral("10.77.0.1"), 8080);
    std::vector<int> connected;
    int fd = -1;
    while (connected.size() < 1000 && (fd = startConnecting(QStringLiteral("10.77.0.1"), 8080)) >= 0)
        connected.push_back(fd);
    QCOMPARE(fd, -1);
    QCOMPARE(errno, EADDRNOTAVAIL);
    QCOMPARE(connected.size(), 64U);
    for (const int one : connected) {
        QVERIFY(localPort(one) >= 40000 && localPort(one) <= 40063);
        ::close(one);
    }
    ::close(listening);
}

void TestNetworkNamespace::runsOneRow_data()
{
    QTest::addColumn<int>("number");
    QTest::newRow("one of two") << 1;
    QTest::newRow("the other") << 2;
}

void TestNetworkNamespace::runsOneRow()
{
    QFETCH(const int, number);
    if (!insideNetworkNamespace()) {
        const NamespaceRun run = runInNetworkNamespace({});
        if (run.result == NamespaceRun::Result::Skipped)
            QSKIP(qPrintable(run.text));
        QVERIFY2(run.text.contains(QStringLiteral("row number %1").arg(number)), qPrintable(run.text));
        QVERIFY(!run.text.contains(QStringLiteral("row number %1").arg(3 - number)));
        return;
    }
    qInfo("row number %d", number);
}

void TestNetworkNamespace::reportsWhatHappenedInside()
{
    if (insideNetworkNamespace())
        return;
    const NamespaceRun passed = runInNetworkNamespace({}, QStringLiteral("reportsWhatHappenedInside"));
    if (passed.result == NamespaceRun::Result::Skipped)
        QSKIP(qPrintable(passed.text));
    QCOMPARE(passed.result, NamespaceRun::Result::Passed);
    const NamespaceRun failed = runInNetworkNamespace({}, QStringLiteral("failsInside"));
    QCOMPARE(failed.result, NamespaceRun::Result::Failed);
    QVERIFY2(failed.text.contains(QLatin1String("as it should")), qPrintable(failed.text));
    const NamespaceRun skipped = runInNetworkNamespace({}, QStringLiteral("skipsInside"));
    QCOMPARE(skipped.result, NamespaceRun::Result::Skipped);
    QVERIFY2(skipped.text.contains(QLatin1String("as it should")), qPrintable(skipped.text));
    QCOMPARE(runInNetworkNamespace({}, QStringLiteral("noSuchFunction")).result, NamespaceRun::Result::Failed);
}

void TestNetworkNamespace::failsInside()
{
    if (insideNetworkNamespace())
        QFAIL("as it should");
}

void TestNetworkNamespace::skipsInside()
{
    if (insideNetworkNamespace())
        QSKIP("as it should");
}

QTEST_GUILESS_MAIN(TestNetworkNamespace)
#include "tst_networknamespace.moc"
