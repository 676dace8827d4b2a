// SPDX-License-Identifier: GPL-3.0-or-later
// What tells two environments, two plans and two targets apart, and when targets are one server.
#include "core/model/againstitself.h"
#include "core/model/environmentdifferences.h"
#include "core/model/plandifferences.h"

#include <QTest>

using namespace sweepbench;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

Environment machine()
{
    Environment environment;
    environment.program = u"sweepbench 0.1.0"_s;
    environment.qtVersion = u"6.4.2"_s;
    environment.hostName = u"bench"_s;
    environment.cpuModel = u"AMD EPYC"_s;
    environment.cpuCores = 2;
    environment.governor = u"performance"_s;
    environment.memoryBytes = 4LL * 1024 * 1024 * 1024;
    environment.kernel = u"Linux 6.1"_s;
    environment.os = u"Debian 12"_s;
    environment.loadAverage = 0.1;
    environment.descriptorLimit = 65536;
    environment.portRange = u"32768-60999"_s;
    environment.timeZone = u"UTC"_s;
    return environment;
}

QStringList plain(QStringList lines)
{
    return lines.replaceInStrings(QChar(0x00A0), u" "_s).replaceInStrings(QChar(0x202F), u" "_s);
}

Plan planOf(const QString &url)
{
    Plan plan;
    plan.targets.emplace_back();
    plan.targets.back().url = url;
    return plan;
}

} // namespace

class TestDifferences : public QObject
{
    Q_OBJECT

private slots:
    void sameMachine();
    void everyFieldIsNamed();
    void whatIsNotKnown();
    void loadOnlyWhereFarApart();
    void loads();
    void targets();
    void secretsAreNotShown();
    void twiceTheFirst();
    void oneServer();
};

void TestDifferences::sameMachine()
{
    Environment later = machine();
    later.loadAverage = 0.3;
    later.memoryBytes -= 8 * 1024 * 1024;
    later.socketCeilingRps = 50'000;
    QCOMPARE(environmentDifferences(machine(), later), QStringList());
    QCOMPARE(environmentDifferences({}, {}), QStringList());
}

void TestDifferences::everyFieldIsNamed()
{
    Environment other;
    other.program = u"sweepbench 0.2.0"_s;
    other.qtVersion = u"6.5.0"_s;
    other.hostName = u"other"_s;
    other.cpuModel = u"Intel Xeon"_s;
    other.cpuCores = 8;
    other.governor = u"powersave"_s;
    other.memoryBytes = 16LL * 1024 * 1024 * 1024;
    other.kernel = u"Linux 6.5"_s;
    other.os = u"Debian 13"_s;
    other.loadAverage = 3.5;
    other.descriptorLimit = 1024;
    other.portRange = u"1024-65535"_s;
    other.timeZone = u"Europe/Berlin"_s;
    QCOMPARE(plain(environmentDifferences(machine(), other)),
             (QStringList{u"host: bench against other"_s, u"CPU: AMD EPYC against Intel Xeon"_s, u"cores: 2 against 8"_s,
                          u"governor: performance against powersave"_s, u"memory: 4.00 GiB against 16.0 GiB"_s, u"kernel: Linux 6.1 against Linux 6.5"_s,
                          u"system: Debian 12 against Debian 13"_s, u"descriptor limit: 65 536 against 1024"_s,
                          u"local ports: 32768-60999 against 1024-65535"_s, u"time zone: UTC against Europe/Berlin"_s,
                          u"program: sweepbench 0.1.0 against sweepbench 0.2.0"_s, u"Qt: 6.4.2 against 6.5.0"_s,
                          u"load before the run: 0.10 against 3.5"_s}));
}

void TestDifferences::whatIsNotKnown()
{
    Environment virtualMachine = machine();
    virtualMachine.governor.clear();
    QCOMPARE(environmentDifferences(machine(), virtualMachine), QStringList{u"governor: performance against not known"_s});
    QCOMPARE(environmentDifferences({}, machine()), QStringList{u"machine: not known against AMD EPYC, 2 cores, Linux 6.1"_s});
    Environment broken = machine();
    broken.loadAverage = std::numeric_limits<double>::quiet_NaN();
    QCOMPARE(environmentDifferences(machine(), broken), QStringList());
}

void TestDifferences::loadOnlyWhereFarApart()
{
    Environment busy = machine();
    busy.loadAverage = 0.6; // half a core of two
    QCOMPARE(environmentDifferences(machine(), busy), QStringList());
    busy.loadAverage = 0.7;
    QCOMPARE(environmentDifferences(machine(), busy), QStringList{u"load before the run: 0.10 against 0.70"_s});
}

void TestDifferences::loads()
{
    const Plan plan = planOf(u"http://127.0.0.1/"_s);
    Plan other = plan;
    other.seed = 99;
    other.repeats = 20;
    other.sweep.levels = {7};
    other.targets[0].url = u"http://127.0.0.1/other"_s;
    QCOMPARE(loadDifferences(plan, other), QStringList());

    other.load.warmup = 0ms;
    other.load.requests = 5000;
    other.load.duration.reset();
    other.load.requestsPerConnection = 1;
    other.load.transport = TransportKind::Qnam;
    other.load.clientCpus = {0, 1};
    other.order = TrialOrder::Sequential;
    QCOMPARE(plain(loadDifferences(plan, other)),
             (QStringList{u"transport: socket transport against qnam transport, HTTP/1.1"_s, u"each trial: 1 s against 5000 requests"_s,
                          u"warm-up: 200 ms against none"_s, u"keep-alive: on against off"_s, u"client CPUs: any against 0,1"_s,
                          u"order: blocks against sequential"_s}));

    Plan paced = plan;
    paced.load.rate = 500;
    QCOMPARE(plain(loadDifferences(plan, paced)),
             QStringList{u"pacing: a closed loop against 500 requests per second due"_s});
    Plan poisson = paced;
    poisson.load.arrivals = Arrivals::Poisson;
    QCOMPARE(loadDifferences(paced, poisson), QStringList{u"arrivals: uniform against poisson"_s});
}

void TestDifferences::targets()
{
    Target target;
    target.url = u"http://127.0.0.1:8080/a"_s;
    target.name = u"old"_s;
    Target other = target;
    other.name = u"new"_s;
    other.version = u"2"_s;
    QCOMPARE(targetDifferences(target, other), QStringList());
    other.url = u"127.0.0.1:8081/b"_s;
    other.method = u"POST"_s;
    other.body = "12345";
    other.address = u"::1"_s;
    other.tls.insecure = true;
    QCOMPARE(targetDifferences(target, other),
             (QStringList{u"server: http://127.0.0.1:8080 against http://127.0.0.1:8081"_s, u"path: /a against /b"_s, u"method: GET against POST"_s,
                          u"body: none against 5 bytes"_s, u"address: looked up against ::1"_s, u"TLS options: not the same"_s}));
    Target sameSize = other;
    sameSize.body = "54321";
    QCOMPARE(targetDifferences(other, sameSize), QStringList{u"body: other content"_s});
}

void TestDifferences::secretsAreNotShown()
{
    Target target;
    target.url = u"http://user:hidden@127.0.0.1/"_s;
    target.headers = {{u"Authorization"_s, u"hidden"_s}};
    target.proxy = u"http://user:hidden@127.0.0.1:3128"_s;
    for (const QString &line : targetDifferences(target, Target()))
        QVERIFY2(!line.contains(u"hidden"_s), qPrintable(line));
}

void TestDifferences::twiceTheFirst()
{
    Plan plan = planOf(u"http://127.0.0.1:8080/x"_s);
    plan.targets.push_back(plan.targets.front());
    plan.targets.back().url = u"http://127.0.0.1:9090/"_s;
    const Plan twice = againstItself(plan);
    QCOMPARE(twice.targets.size(), 2U);
    QCOMPARE(twice.targets[0].name, u"127.0.0.1:8080 (1)"_s);
    QCOMPARE(twice.targets[1].name, u"127.0.0.1:8080 (2)"_s);
    QCOMPARE(twice.targets[1].url, plan.targets[0].url);
    QVERIFY(isAgainstItself(twice));
    plan.targets[0].name = u"nginx"_s;
    QCOMPARE(againstItself(plan).targets[1].name, u"nginx (2)"_s);
    QVERIFY(againstItself(Plan()).targets.empty());
}

void TestDifferences::oneServer()
{
    QVERIFY(!isAgainstItself(Plan()));
    Plan plan = planOf(u"http://127.0.0.1/"_s);
    QVERIFY(!isAgainstItself(plan));
    plan.targets.push_back(plan.targets[0]);
    plan.targets[1].name = u"other name"_s;
    QVERIFY(isAgainstItself(plan));
    for (const auto change : {+[](Target &target) { target.url = u"http://127.0.0.1/x"_s; }, +[](Target &target) { target.version = u"2"_s; },
                              +[](Target &target) { target.headers.push_back({u"X"_s, u"y"_s}); }}) {
        Plan changed = plan;
        change(changed.targets[1]);
        QVERIFY(!isAgainstItself(changed));
    }
}

QTEST_APPLESS_MAIN(TestDifferences)
#include "tst_differences.moc"
