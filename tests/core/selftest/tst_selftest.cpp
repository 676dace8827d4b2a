// SPDX-License-Identifier: GPL-3.0-or-later
// The self-test: what its sessions are judged to say, the null server, and a whole run of it.
#include "core/demo/nullserver.h"
#include "core/monitor/clientceilings.h"
#include "core/monitor/environment.h"
#include "core/selftest/selftest.h"
#include "core/selftest/selftestplans.h"
#include "sessionbuilder.h"
#include "tests/support/rawclient.h"
#include "tests/support/warningguard.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace sweepbench;
using namespace sweepbench::test;
using namespace Qt::StringLiterals;

namespace {

/// The self-test's plan with trials in which B is this much faster at every level.
Session sameServer(double faster)
{
    SessionBuilder builder({}, {});
    builder.session.plan = sameServerPlan(8080, 1);
    for (const int level : builder.session.plan.sweep.levels)
        for (int repeat = 0; repeat < builder.session.plan.repeats; ++repeat) {
            const int wobble = (repeat * 37 % 11 - 5) * 40; // 2 % up and down
            builder.add(0, level, repeat, 10'000);
            builder.add(1, level, repeat, qRound64(10'000 * faster) + wobble);
        }
    return builder.session;
}

} // namespace

class TestSelfTest : public GuardedTest
{
    Q_OBJECT

private slots:
    void noDifferencePasses();
    void differenceFails();
    void nothingMeasuredFails();
    void ceilingIsTheBestLevel();
    void plansAreFine();
    void nullServerAnswers();
    void wholeTest();
    void stopped();
};

void TestSelfTest::noDifferencePasses()
{
    const SelfTestPart part = judgeSameServer(sameServer(1.0));
    QVERIFY2(part.passed, qPrintable(part.sentence));
    QVERIFY2(part.sentence.contains(u"shows no difference"_s) && part.sentence.contains(u"0.1"_s), qPrintable(part.sentence));
    QCOMPARE(part.details.size(), 3);
    QVERIFY2(part.details.first().contains(u"99.9"_s), qPrintable(part.details.first()));
}

void TestSelfTest::differenceFails()
{
    const SelfTestPart part = judgeSameServer(sameServer(1.08));
    QVERIFY(!part.passed);
    QVERIFY2(part.sentence.startsWith(u"A difference is seen where there is none"_s), qPrintable(part.sentence));
}

void TestSelfTest::nothingMeasuredFails()
{
    Session session;
    session.plan = sameServerPlan(8080, 1);
    const SelfTestPart part = judgeSameServer(session);
    QVERIFY(!part.passed);
    QVERIFY2(part.sentence.contains(u"could not be compared"_s), qPrintable(part.sentence));
    QVERIFY(!ceilingOf(session, {}));
}

void TestSelfTest::ceilingIsTheBestLevel()
{
    SessionBuilder builder({}, {});
    builder.session.plan = ceilingPlan(8080, TransportKind::Qnam);
    for (const auto &[level, requests] : {std::pair{10, 40'000}, std::pair{10, 42'000}, std::pair{100, 50'000}, std::pair{100, 52'000}}) {
        Trial trial = builder.trial(0, level, static_cast<int>(builder.session.trials.size()), requests);
        trial.clientUserS = 0.2;
        trial.clientSystemS = 0.31;
        builder.add(trial);
    }
    builder.addUnfit(0, 100, 9, 90'000, u"errors"_s);
    ClientCeiling known;
    known.program = u"sweepbench 0.1.0"_s;
    const auto ceiling = ceilingOf(builder.session, known);
    QVERIFY(ceiling);
    QCOMPARE(ceiling->rps, 51'000.0);
    QCOMPARE(ceiling->connections, 100);
    QCOMPARE(ceiling->transport, TransportKind::Qnam);
    QCOMPARE(ceiling->program, known.program);
    QVERIFY(qAbs(ceiling->clientShare - 0.51) < 1e-9); // of one thread's second
    QVERIFY(qAbs(ceiling->cpuUsPerRequest - (10.2 + 0.51 / 0.052) / 2) < 1e-9);
}

void TestSelfTest::plansAreFine()
{
    for (const Plan &plan : {sameServerPlan(8080, 1), ceilingPlan(8080, TransportKind::Socket), ceilingPlan(8080, TransportKind::Qnam)})
        QVERIFY(checkPlan(plan, machineLimits()).empty());
    QVERIFY(*estimatedTime(sameServerPlan(8080, 1), 8) < std::chrono::seconds(15));
}

/// Several requests in one piece, and one in several.
void TestSelfTest::nullServerAnswers()
{
    NullServer server(2);
    const auto port = server.start();
    QVERIFY(port.ok());
    const QByteArray request = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
    const QByteArray answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
    RawClient client(*port);
    client.send(request + request);
    QCOMPARE(client.read(2 * answer.size()), answer + answer);
    client.send("GET /\r HTTP/1.1\r\nHost: x\r\n\r");
    client.send("\n");
    QCOMPARE(client.read(answer.size()), answer);
    RawClient another(*port);
    another.send(request);
    QCOMPARE(another.read(answer.size()), answer);
}

void TestSelfTest::wholeTest()
{
    QTemporaryDir folder;
    qputenv("XDG_DATA_HOME", QFile::encodeName(folder.path()));
    SelfTest test(1);
    QSignalSpy progressed(&test, &SelfTest::progressed);
    QSignalSpy finished(&test, &SelfTest::finished);
    test.start();
    QVERIFY(finished.wait(240'000));
    const SelfTestResult &result = test.result();
    QCOMPARE(result.sameServer.details.size(), 3);
    // One in a thousand fails by chance, and on a busy machine the ceiling can't be measured: no bug either of them.
    QCOMPARE(result.passed, result.sameServer.passed && result.problems.isEmpty());
    QCOMPARE(result.ceilings.size() + std::size_t(result.problems.size()), 2U);
    const bool busy = std::any_of(result.problems.begin(), result.problems.end(), [](const QString &text) { return text.contains(u"busy"_s); });
    if (busy)
        QSKIP("the machine was busy, and the test has said so");
    QCOMPARE(result.ceilings.size(), 2U);
    QVERIFY(result.ceilings[0].rps > result.ceilings[1].rps); // a socket is cheaper than QNetworkAccessManager
    for (const ClientCeiling &ceiling : result.ceilings)
        QVERIFY(ceiling.cpuUsPerRequest > 0 && ceiling.measuredAt.isValid() && !ceiling.machine.isEmpty() && !ceiling.clientCpus.isEmpty());
    QVERIFY(!progressed.isEmpty());
    QCOMPARE(loadClientCeilings().size(), 2U);
    const Environment environment = captureEnvironment();
    QCOMPARE(environment.socketCeilingRps, result.ceilings[0].rps);
    QCOMPARE(environment.qnamCeilingRps, result.ceilings[1].rps);
    const QString text = selfTestText(result);
    QVERIFY2(text.contains(u"socket transport: up to"_s) && text.contains(u"qnam transport, HTTP/1.1: up to"_s), qPrintable(text));
}

void TestSelfTest::stopped()
{
    QTemporaryDir folder;
    qputenv("XDG_DATA_HOME", QFile::encodeName(folder.path()));
    SelfTest test(1);
    QSignalSpy progressed(&test, &SelfTest::progressed);
    QSignalSpy finished(&test, &SelfTest::finished);
    test.start();
    QVERIFY(progressed.wait(60'000) || !progressed.isEmpty());
    test.stop();
    test.stop();
    QVERIFY(finished.wait(60'000));
    QVERIFY(test.result().stopped && !test.result().passed);
    QCOMPARE(finished.size(), 1);
    QVERIFY(loadClientCeilings().empty());
    QVERIFY(selfTestText(test.result()).contains(u"Stopped"_s));
    SelfTest unfinished(2); // ends with its owner
    unfinished.start();
}

QTEST_GUILESS_MAIN(TestSelfTest)
#include "tst_selftest.moc"
