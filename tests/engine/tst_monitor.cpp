// SPDX-License-Identifier: GPL-3.0-or-later
// CPU time of the machine, of processes and of servers: lines of proc(5) with known figures, and real servers.
#include "core/monitor/machinecpu.h"
#include "core/monitor/othercpu.h"
#include "core/monitor/serverprocesses.h"
#include "tests/engine/runplan.h"
#include "tests/support/realserver.h"
#include "tests/support/scriptedcases.h"
#include "tests/support/warningguard.h"

#include <QProcess>
#include <QTest>

#include <unistd.h>

using namespace sweepbench;
using namespace sweepbench::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

double ticks(double count)
{
    return count / static_cast<double>(::sysconf(_SC_CLK_TCK));
}

ServerAddress loopback(quint16 port)
{
    ServerAddress address;
    address.ip = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 127, 0, 0, 1};
    address.port = port;
    return address;
}

} // namespace

class TestMonitor : public GuardedTest
{
    Q_OBJECT

private slots:
    void machineLine();
    void processLine();
    void listeningLine_data();
    void listeningLine();
    void findsAServerWithItsWorkers_data();
    void findsAServerWithItsWorkers();
    void serversOfThisProgramCostNothingTwice();
    void nobodyListens();
    void otherWorkIsSeen();
    void otherWorkIsNotGuessed();
};

void TestMonitor::machineLine()
{
    // user nice system idle iowait irq softirq steal guest guest_nice
    const QByteArray stat("cpu  100 20 30 1000 50 6 7 8 9 1\ncpu0 1 1 1 1 1 1 1 1 1 1\nintr 5\n");
    QCOMPARE(*busySecondsOf(stat, false), ticks(158));
    QCOMPARE(*busySecondsOf(stat, true), ticks(171));
    for (const char *bad : {"", "cpu", "cpu 1 2 3", "cpu0 1 2 3 4 5 6 7 8 9 10\n"})
        QVERIFY(!busySecondsOf(QByteArray(bad), true));
    const auto before = machineCpuSeconds();
    QVERIFY(before && *before > 0);
    QVERIFY(*machineCpuSeconds() >= *before);
    QVERIFY(ownCpuSeconds() > 0);
    QVERIFY(loadAverage() >= 0);
}

void TestMonitor::processLine()
{
    // A name may hold anything.
    const auto stat = processStatOf("7 (a) S 1 (b)) R 42 7 7 0 -1 4194304 1 2 3 4 250 150 30 20 20 0 1 0 5 6 7\n");
    QVERIFY(stat);
    QCOMPARE(stat->parent, 42);
    QCOMPARE(stat->cpuSeconds, ticks(450));
    for (const char *bad : {"", "7 (a)", "7 (a) R 42 7"})
        QVERIFY(!processStatOf(bad));
    QCOMPARE(processStat(static_cast<int>(::getpid()))->parent, static_cast<int>(::getppid()));
    QVERIFY(!processStat(0));
    const auto all = allProcesses();
    QVERIFY(std::find(all.begin(), all.end(), static_cast<int>(::getpid())) != all.end());
}

void TestMonitor::listeningLine_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QByteArray>("ip"); // hexadecimal; empty: no listening socket
    QTest::addColumn<int>("port");
    QTest::addColumn<bool>("any");
    const QByteArray rest = " 00000000:00000000 00:00000000 00000000  33        0 4711 1 0000000000000000 100 0 0 10 0\n";
    QTest::newRow("127.0.0.1:8080") << "   0: 0100007F:1F90 00000000:0000 0A" + rest << QByteArray("00000000000000000000ffff7f000001") << 8080 << false;
    QTest::newRow("0.0.0.0:80") << "  10: 00000000:0050 00000000:0000 0A" + rest << QByteArray("00000000000000000000ffff00000000") << 80 << true;
    QTest::newRow("[::1]:443") << "   1: 00000000000000000000000001000000:01BB 00000000000000000000000000000000:0000 0A" + rest
                               << QByteArray("00000000000000000000000000000001") << 443 << false;
    QTest::newRow("[::]:1") << "   1: 00000000000000000000000000000000:0001 00000000000000000000000000000000:0000 0A" + rest
                            << QByteArray("00000000000000000000000000000000") << 1 << true;
    QTest::newRow("[2001:db8::5]:80") << "   1: B80D0120000000000000000005000000:0050 00000000000000000000000000000000:0000 0A" + rest
                                      << QByteArray("20010db8000000000000000000000005") << 80 << false;
    QTest::newRow("a connection") << "   2: 0100007F:1F90 0100007F:C350 01" + rest << QByteArray() << 0 << false;
    QTest::newRow("nothing") << QByteArray() << QByteArray() << 0 << false;
    QTest::newRow("cut") << QByteArray("   0: 0100007F:1F90 00000000:0000 0A 00") << QByteArray() << 0 << false;
    QTest::newRow("nonsense") << "   0: xyz 00000000:0000 0A" + rest << QByteArray() << 0 << false;
}

void TestMonitor::listeningLine()
{
    QFETCH(QByteArray, line);
    QFETCH(QByteArray, ip);
    QFETCH(int, port);
    QFETCH(bool, any);
    const auto socket = listeningSocketOf(line);
    QCOMPARE(socket.has_value(), !ip.isEmpty());
    if (!socket)
        return;
    QCOMPARE(QByteArray(reinterpret_cast<const char *>(socket->at.ip.data()), 16).toHex(), ip);
    QCOMPARE(int(socket->at.port), port);
    QCOMPARE(socket->anyAddress, any);
    QCOMPARE(socket->inode, 4711ULL);
}

void TestMonitor::findsAServerWithItsWorkers_data()
{
    QTest::addColumn<int>("kind");
    QTest::newRow("nginx") << int(RealServer::Kind::Nginx);
    QTest::newRow("Apache httpd") << int(RealServer::Kind::Apache);
}

// Their main processes do nothing; the ones that they have started do the work.
void TestMonitor::findsAServerWithItsWorkers()
{
    QFETCH(int, kind);
    SWEEPBENCH_NEED_SERVER(RealServer::Kind(kind));
    RealServer server{RealServer::Kind(kind)};
    QVERIFY2(server.start(), qPrintable(server.error()));
    ServerProcesses processes;
    QVERIFY(processes.find({loopback(server.port())}));
    const double before = processes.cpuSeconds();
    const Trial trial = runPlan(requestsPlan(server.url(), 20'000, 10)).only();
    QCOMPARE(trial.requests, 20'000);
    processes.findChildren();
    const double used = processes.cpuSeconds() - before;
    QVERIFY2(used > 20'000 * 2e-6, qPrintable(QString::number(used))); // no server answers in two microseconds
    server.stop();
    QVERIFY(!processes.find({loopback(server.port())}));
    QVERIFY2(server.start(), qPrintable(server.error()));
    QVERIFY(processes.find({loopback(server.port())})); // others than before
}

void TestMonitor::serversOfThisProgramCostNothingTwice()
{
    ScriptedServer server(scripted("ok"));
    ServerProcesses processes;
    QVERIFY(processes.find({loopback(server.port())}));
    QCOMPARE(processes.cpuSeconds(), 0.0);
    QVERIFY(processes.find({})); // servers on other machines
    QCOMPARE(processes.cpuSeconds(), 0.0);
}

void TestMonitor::nobodyListens()
{
    ServerProcesses processes;
    QVERIFY(!processes.find({loopback(1)}));
    ScriptedServer server(scripted("ok"));
    QVERIFY(!processes.find({loopback(server.port()), loopback(1)}));
}

void TestMonitor::otherWorkIsSeen()
{
    QProcess busy;
    busy.start(u"/bin/sh"_s, {u"-c"_s, u"while :; do :; done"_s});
    QVERIFY(busy.waitForStarted());
    OtherCpu other;
    other.prepare({});
    other.begin();
    QTest::qWait(1000);
    const double seconds = other.seconds();
    busy.kill();
    busy.waitForFinished();
    QVERIFY2(seconds > 0.1 && seconds < 100, qPrintable(QString::number(seconds))); // less than all of a core where that is busy
    QCOMPARE(other.seconds(), -1.0); // told once
}

void TestMonitor::otherWorkIsNotGuessed()
{
    OtherCpu other;
    QCOMPARE(other.seconds(), -1.0);
    other.prepare({});
    other.begin();
    QCOMPARE(other.seconds(), -1.0); // too short for ticks
    for (const bool hidden : {true, false}) {
        if (hidden)
            other.prepare({loopback(1)});
        else
            other.prepareUnknown();
        other.begin();
        QTest::qWait(250);
        QCOMPARE(other.seconds(), -1.0);
    }
}

QTEST_GUILESS_MAIN(TestMonitor)
#include "tst_monitor.moc"
