// SPDX-License-Identifier: GPL-3.0-or-later
// What is captured of a machine, and the ceilings that the self-test leaves for it.
#include "core/monitor/clientceilings.h"
#include "core/monitor/environment.h"
#include "core/monitor/threadcpu.h"
#include "tests/support/warningguard.h"

#include <QFile>
#include <QDir>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <sys/utsname.h>
#include <unistd.h>

using namespace sweepbench;
using namespace Qt::StringLiterals;

class TestEnvironment : public test::GuardedTest
{
    Q_OBJECT

private slots:
    void init();
    void captured();
    void ceilingsOfThisMachineOnly();
    void ceilingsAreKept();
    void damagedFileHoldsNone_data();
    void damagedFileHoldsNone();
    void unwritableFolder();

private:
    QString file() const { return m_folder.filePath(u"sweepbench/ceilings.json"_s); }
    QTemporaryDir m_folder;
};

void TestEnvironment::init()
{
    qputenv("XDG_DATA_HOME", QFile::encodeName(m_folder.path()));
    QFile::remove(file());
}

/// Against what the system says by other ways.
void TestEnvironment::captured()
{
    const Environment environment = captureEnvironment();
    utsname name{};
    QCOMPARE(::uname(&name), 0);
    QCOMPARE(environment.kernel, u"Linux "_s + QString::fromLatin1(name.release));
    QCOMPARE(environment.hostName, QString::fromLatin1(name.nodename));
    QCOMPARE(environment.cpuCores, ::get_nprocs());
    struct sysinfo info{};
    QCOMPARE(::sysinfo(&info), 0);
    QCOMPARE(environment.memoryBytes, qint64(info.totalram) * info.mem_unit);
    rlimit limit{};
    QCOMPARE(::getrlimit(RLIMIT_NOFILE, &limit), 0);
    QCOMPARE(environment.descriptorLimit, qint64(std::min<rlim_t>(limit.rlim_cur, 10'000'000)));
    double loads[1];
    QCOMPARE(::getloadavg(loads, 1), 1);
    QVERIFY(qAbs(environment.loadAverage - loads[0]) < 1); // it moves
    QFile ports(u"/proc/sys/net/ipv4/ip_local_port_range"_s);
    QVERIFY(ports.open(QIODevice::ReadOnly));
    QCOMPARE(environment.portRange, QString::fromLatin1(ports.readAll().simplified().replace(' ', '-')));
    QCOMPARE(environment.qtVersion, QString::fromLatin1(qVersion()));
    QVERIFY(environment.program.startsWith(u"sweepbench "_s));
    QVERIFY(!environment.cpuModel.isEmpty());
    QVERIFY(!environment.os.isEmpty());
    QVERIFY(!environment.timeZone.isEmpty());
    const bool hasGovernor = QFile::exists(u"/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"_s);
    QCOMPARE(!environment.governor.isEmpty(), hasGovernor);
    QCOMPARE(environment.socketCeilingRps, 0.0);
    QVERIFY(!allowedCpusText().isEmpty());
}

void TestEnvironment::ceilingsOfThisMachineOnly()
{
    const QString machine = ceilingMachine(captureEnvironment());
    QVERIFY2(machine.contains(u"core"_s), qPrintable(machine));
    ClientCeiling socket{TransportKind::Socket, QDateTime(QDate(2026, 3, 1), QTime(12, 0), Qt::UTC), 51234.5, 9.25, 0.98, 100, u"0-1"_s, machine, u"sweepbench 0.1.0"_s};
    ClientCeiling qnam = socket;
    qnam.transport = TransportKind::Qnam;
    qnam.rps = 7000;
    qnam.machine = u"another one, 64 cores"_s;
    QVERIFY(!keepClientCeilings({socket, qnam}));
    QCOMPARE(clientCeilingsPath(), file());
    const Environment environment = captureEnvironment();
    QCOMPARE(environment.socketCeilingRps, 51234.5);
    QCOMPARE(environment.qnamCeilingRps, 0.0);
}

void TestEnvironment::ceilingsAreKept()
{
    QVERIFY(loadClientCeilings().empty());
    ClientCeiling socket{TransportKind::Socket, QDateTime(QDate(2026, 3, 1), QTime(12, 0), Qt::UTC), 50'000, 9.25, 0.98, 100, u"0-1"_s, u"m"_s, u"p"_s};
    ClientCeiling qnam = socket;
    qnam.transport = TransportKind::Qnam;
    QVERIFY(!keepClientCeilings({socket, qnam}));
    QCOMPARE(loadClientCeilings(), (std::vector{socket, qnam}));
    socket.rps = 60'000;
    QVERIFY(!keepClientCeilings({socket}));
    QCOMPARE(loadClientCeilings(), (std::vector{socket, qnam}));
}

void TestEnvironment::damagedFileHoldsNone_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("no JSON") << QByteArray("ceilings");
    QTest::newRow("a list") << QByteArray("[1, 2]");
    QTest::newRow("unknown transport") << QByteArray(R"({"ceilings": [{"transport": "pigeon", "rps": 5}]})");
    QTest::newRow("no figure") << QByteArray(R"({"ceilings": [{"transport": "socket"}]})");
    QTest::newRow("below zero") << QByteArray(R"({"ceilings": [{"transport": "socket", "rps": -5}]})");
    QTest::newRow("too large") << QByteArray(R"({"ceilings": [{"transport": "socket", "rps": 1e300}]})");
    QTest::newRow("wrong types") << QByteArray(R"({"ceilings": [3, null, {"transport": 4, "rps": "many"}]})");
    QTest::newRow("huge") << QByteArray(100'000, ' ');
}

void TestEnvironment::damagedFileHoldsNone()
{
    QFETCH(QByteArray, content);
    QDir().mkpath(QFileInfo(file()).path());
    QFile out(file());
    QVERIFY(out.open(QIODevice::WriteOnly));
    out.write(content);
    out.close();
    QVERIFY(loadClientCeilings().empty());
    QCOMPARE(captureEnvironment().socketCeilingRps, 0.0);
}

void TestEnvironment::unwritableFolder()
{
    QFile inTheWay(m_folder.filePath(u"file"_s));
    QVERIFY(inTheWay.open(QIODevice::WriteOnly));
    const ClientCeiling ceiling{TransportKind::Socket, {}, 50'000, 9.25, 0.98, 100, {}, {}, {}};
    const auto problem = keepClientCeilings({ceiling}, m_folder.filePath(u"file/ceilings.json"_s));
    QVERIFY(problem && problem->text.contains(u"can't be kept"_s));
}

QTEST_GUILESS_MAIN(TestEnvironment)
#include "tst_environment.moc"
