// SPDX-License-Identifier: GPL-3.0-or-later
// compare --aa, compare-sessions, selftest: what a script gets.
#include "core/session/sessionfile.h"
#include "tests/cli/cliprogram.h"
#include "tests/support/realserver.h"
#include "tests/support/scriptedcases.h"
#include "tests/support/scriptedserver.h"
#include "tests/support/warningguard.h"

#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

using namespace sweepbench;
using namespace sweepbench::test;
using namespace Qt::StringLiterals;

class TestAcross : public GuardedTest
{
    Q_OBJECT

private slots:
    void oneServerAgainstItself();
    void aaTakesOneUrl();
    void publishedSquidFigures();
    void commonTarget();
    void threeSessionsAreAHistory();
    void thresholds();
    void mistakes_data();
    void mistakes();
    void jsonGoesNowhereWrong();
    void selfTestSaysHowItWent();
    void selfTestTakesNoUrl();

private:
    QString path(const QString &name) const { return m_folder.filePath(name); }
    /// A session file with these targets, rates per repeat at 10 connections, and this kernel.
    QString written(const QString &name, const QStringList &targets, const std::vector<std::vector<double>> &rps, const QString &kernel = u"Linux 6.1"_s);
    QTemporaryDir m_folder;
};

QString TestAcross::written(const QString &name, const QStringList &targets, const std::vector<std::vector<double>> &rps, const QString &kernel)
{
    Session session;
    session.createdAt = QDateTime(QDate(2026, 3, 1 + int(rps.front().front()) % 27), QTime(12, 0), Qt::UTC);
    session.environment.kernel = kernel;
    session.environment.cpuModel = u"AMD EPYC"_s;
    session.plan.sweep.levels = {10};
    session.plan.repeats = int(rps.front().size());
    for (qsizetype i = 0; i < targets.size(); ++i) {
        Target target;
        target.name = targets[i];
        target.url = u"http://127.0.0.1:%1/"_s.arg(8080 + i);
        session.plan.targets.push_back(target);
        for (std::size_t repeat = 0; repeat < rps[std::size_t(i)].size(); ++repeat) {
            Trial trial;
            trial.target = int(i);
            trial.connections = 10;
            trial.repeat = int(repeat);
            trial.order = int(session.trials.size());
            trial.requests = trial.sent = 1'000'000;
            trial.duration = std::chrono::nanoseconds(qRound64(1e15 / rps[std::size_t(i)][repeat]));
            session.trials.push_back(std::make_shared<const Trial>(trial));
        }
    }
    const QString file = path(name);
    const auto saved = SessionFile::create(file, session);
    if (!saved)
        qFatal("%s", qPrintable(saved.problem().line()));
    return file;
}

void TestAcross::oneServerAgainstItself()
{
    SWEEPBENCH_NEED_SERVER(RealServer::Kind::Nginx);
    RealServer nginx(RealServer::Kind::Nginx);
    QVERIFY2(nginx.start(), qPrintable(nginx.error()));
    const CliResult result = runCli({u"compare"_s, nginx.url(), u"--aa"_s, u"--name"_s, u"nginx"_s, u"-c"_s, u"1,4"_s, u"-d"_s, u"100ms"_s, u"-w"_s, u"20ms"_s,
                                     u"-r"_s, u"4"_s, u"--json"_s, path(u"aa.json"_s), u"-o"_s, path(u"aa.sweep"_s)});
    QVERIFY2(result.exitCode == 0, result.err.constData());
    QVERIFY2(result.out.contains("nginx (1)") && result.out.contains("nginx (2)"), result.out.constData());
    QVERIFY2(result.out.contains("Both targets are the same server") && result.out.contains("are invisible here"), result.out.constData());
    const auto session = loadSession(path(u"aa.sweep"_s));
    QVERIFY(session.ok());
    QCOMPARE(session->plan.targets[0].url, session->plan.targets[1].url);
    QCOMPARE(session->trials.size(), 16U);
    QFile json(path(u"aa.json"_s));
    QVERIFY(json.open(QIODevice::ReadOnly));
    QVERIFY(json.readAll().contains("same_server"));
}

void TestAcross::aaTakesOneUrl()
{
    ScriptedServer server(scripted("ok"));
    const CliResult two = runCli({u"compare"_s, server.url(), server.url(), u"--aa"_s});
    QCOMPARE(two.exitCode, 2);
    QVERIFY2(two.err.contains("--aa") && two.err.contains("2 were given"), two.err.constData());
    QCOMPARE(runCli({u"compare"_s, u"--aa"_s}).exitCode, 2);
    QCOMPARE(runCli({u"compare"_s, u"--aa"_s, u"--demo"_s}).exitCode, 2);
    const CliResult unnamed = runCli({u"compare"_s, server.url(), u"--aa"_s, u"-c"_s, u"1"_s, u"-n"_s, u"5"_s, u"-r"_s, u"1"_s, u"-w"_s, u"0s"_s, u"-o"_s,
                                      path(u"unnamed.sweep"_s)});
    QVERIFY2(unnamed.out.contains("127.0.0.1:" + QByteArray::number(server.port()) + " (1)"), unnamed.out.constData());
    QVERIFY2(unnamed.out.contains("from so few pairs"), unnamed.out.constData());
}

/// Squid built two ways, as published in 2014; the figures computed independently with scipy.
void TestAcross::publishedSquidFigures()
{
    const QString trunk = written(u"trunk.sweep"_s, {u"trunk"_s}, {{10029.11, 9786.60, 10116.93, 9958.71}});
    const QString stdvector = written(u"stdvector.sweep"_s, {u"stdvector"_s}, {{9732.57, 10388.38, 10332.17}});
    const CliResult result = runCli({u"compare-sessions"_s, trunk, stdvector, u"--json"_s, u"-"_s});
    QVERIFY2(result.exitCode == 0, result.err.constData());
    QVERIFY(!result.out.contains("null"));
    const QJsonObject comparison = result.json()["comparison"_L1].toArray().first().toObject();
    QCOMPARE(comparison["metric"_L1].toString(), u"rps"_s);
    QVERIFY(qAbs(comparison["ratio"_L1].toDouble() - 1.017503) < 1e-6);
    QVERIFY(qAbs(comparison["ci_low"_L1].toDouble() - 0.939504) < 1e-6);
    QVERIFY(qAbs(comparison["ci_high"_L1].toDouble() - 1.101978) < 1e-6);
    QVERIFY(qAbs(comparison["t"_L1].toDouble() - 0.78709) < 1e-5);
    QVERIFY(qAbs(comparison["df"_L1].toDouble() - 2.45893) < 1e-5);
    QVERIFY(qAbs(comparison["p"_L1].toDouble() - 0.49999) < 1e-5);
    QCOMPARE(comparison["differ"_L1].toBool(true), false);

    const CliResult text = runCli({u"compare-sessions"_s, trunk, stdvector});
    QVERIFY2(text.out.contains("No clear difference between these two sessions"), text.out.constData());
    QVERIFY2(!text.out.contains("faster") && !text.out.contains("slower"), text.out.constData());
    const CliResult quiet = runCli({u"compare-sessions"_s, trunk, stdvector, u"-q"_s});
    QVERIFY(quiet.exitCode == 0 && quiet.out.isEmpty() && quiet.err.isEmpty());
}

void TestAcross::commonTarget()
{
    // The machine is a fifth slower in NEW, and app keeps its share.
    const QString old = written(u"OLD.sweep"_s, {u"nginx"_s, u"app"_s}, {{10000, 10500, 9500, 10200}, {5000, 5260, 4740, 5110}});
    const QString now = written(u"NEW.sweep"_s, {u"nginx"_s, u"app"_s}, {{8000, 8400, 7600, 8160}, {4000, 4190, 3810, 4080}}, u"Linux 6.5"_s);
    const CliResult result = runCli({u"compare-sessions"_s, old, now});
    QVERIFY2(result.exitCode == 0, result.err.constData());
    QVERIFY2(result.out.contains("Relative to nginx, these two sessions agree within 2"), result.out.constData());
    QVERIFY2(result.out.contains("These two sessions differ: app in NEW serves 20"), result.out.constData());
    QVERIFY2(result.out.contains("kernel: Linux 6.1 against Linux 6.5"), result.out.constData());
    const CliResult other = runCli({u"compare-sessions"_s, old, now, u"--common"_s, u"app"_s, u"--target"_s, u"nginx"_s});
    QVERIFY2(other.out.contains("Relative to app"), other.out.constData());
    const CliResult none = runCli({u"compare-sessions"_s, old, now, u"--no-common"_s, u"--metric"_s, u"bytes_per_s"_s});
    QVERIFY2(none.exitCode == 0 && !none.out.contains("Relative to"), none.out.constData());
}

void TestAcross::threeSessionsAreAHistory()
{
    const QString first = written(u"r1.sweep"_s, {u"app"_s}, {{1001, 1011, 991}});
    const QString second = written(u"r2.sweep"_s, {u"app"_s}, {{1110, 1120, 1100}});
    const QString third = written(u"r3.sweep"_s, {u"app"_s}, {{1210, 1220, 1200}}, u"Linux 6.5"_s);
    const CliResult result = runCli({u"compare-sessions"_s, first, second, third});
    QVERIFY2(result.exitCode == 0, result.err.constData());
    QVERIFY2(result.out.contains("app, 10 connections") && result.out.contains("environment differs"), result.out.constData());
    QVERIFY2(result.out.contains("environment of r3 differs from that of r") , result.out.constData());
    QVERIFY2(result.out.contains("The sessions r1 and r2 differ"), result.out.constData());
}

void TestAcross::thresholds()
{
    const QString old = written(u"OLD.sweep"_s, {u"nginx"_s, u"app"_s}, {{10000, 10500, 9500, 10200}, {5000, 5260, 4740, 5110}});
    const QString now = written(u"NEW.sweep"_s, {u"nginx"_s, u"app"_s}, {{8000, 8400, 7600, 8160}, {4000, 4190, 3810, 4080}});
    const auto with = [&](const QStringList &more) { return runCli(QStringList{u"compare-sessions"_s, old, now} + more); };
    // The machine is a fifth slower: relative to nginx nothing is lost.
    const CliResult relative = with({u"--fail-if"_s, u"rps.ratio < 0.95"_s});
    QVERIFY2(relative.exitCode == 0 && relative.out.contains("app in NEW at 10 connections"), relative.out.constData());
    const CliResult absolute = with({u"--no-common"_s, u"--fail-if"_s, u"rps.ratio < 0.95"_s, u"--fail-if"_s, u"errors > 0"_s, u"--json"_s, u"-"_s});
    QCOMPARE(absolute.exitCode, 1);
    const QJsonArray records = absolute.json()["thresholds"_L1].toArray();
    QCOMPARE(records.size(), 2);
    QCOMPARE(records[0]["outcome"_L1].toString(), u"failed"_s);
    QCOMPARE(records[0]["cases"_L1].toInt(), 2);
    QCOMPARE(records[1]["outcome"_L1].toString(), u"passed"_s);
    QCOMPARE(with({u"--no-common"_s, u"--fail-if"_s, u"app:rps.ratio@10 < 0.5"_s}).exitCode, 0);
    QCOMPARE(with({u"--fail-if"_s, u"rps < 5000"_s}).exitCode, 1); // of NEW
    QCOMPARE(with({u"--fail-if"_s, u"nobody:rps.ratio < 0.5"_s}).exitCode, 1); // what can't be judged has not passed
    QCOMPARE(with({u"--fail-if"_s, u"speed < 0.5"_s}).exitCode, 2);
    // One figure on a side has no interval.
    const QString one = written(u"one.sweep"_s, {u"nginx"_s, u"app"_s}, {{8000}, {4000}});
    const CliResult unjudged = runCli({u"compare-sessions"_s, old, one, u"--fail-if"_s, u"rps.ratio < 0.95"_s});
    QVERIFY2(unjudged.exitCode == 1 && unjudged.out.contains("an interval needs 2"), unjudged.out.constData());
    QCOMPARE(runCli({u"compare-sessions"_s, old, one, u"--fail-if"_s, u"rps.ratio < 0.95"_s, u"--strict"_s}).exitCode, 0);
}

void TestAcross::mistakes_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("said");
    const QString a = written(u"a.sweep"_s, {u"a"_s, u"b"_s}, {{1000, 1010}, {1000, 1010}});
    const QString c = written(u"c.sweep"_s, {u"c"_s, u"d"_s}, {{1000, 1010}, {1000, 1010}});
    QTest::newRow("one") << QStringList{a} << QByteArray("two or more session files are needed, 1 were given");
    QTest::newRow("missing") << QStringList{a, path(u"nowhere.sweep"_s)} << QByteArray("nowhere.sweep");
    QTest::newRow("names") << QStringList{a, c} << QByteArray("a has a, b; c has c, d");
    QTest::newRow("target") << QStringList{a, a, u"--target"_s, u"x"_s} << QByteArray("\"x\" is no target of");
    QTest::newRow("targets") << QStringList{a, a, u"--target"_s, u"a"_s, u"--target"_s, u"b"_s, u"--target"_s, u"b"_s}
                             << QByteArray("3 names were given for 2 sessions");
    QTest::newRow("common") << QStringList{a, a, u"--common"_s, u"x"_s} << QByteArray("common target: \"x\" is no target of");
    QTest::newRow("both") << QStringList{a, a, u"--common"_s, u"a"_s, u"--no-common"_s} << QByteArray("leave one of them out");
    QTest::newRow("metric") << QStringList{a, a, u"--metric"_s, u"speed"_s} << QByteArray("\"speed\" is not one of rps");
    QTest::newRow("json") << QStringList{a, a, u"--json"_s, path(u"no/such/folder.json"_s)} << QByteArray("--json");
}

void TestAcross::mistakes()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, said);
    const CliResult result = runCli(QStringList{u"compare-sessions"_s} + arguments);
    QCOMPARE(result.exitCode, 2);
    QVERIFY2(result.err.contains(said), result.err.constData());
    QCOMPARE(result.err.count('\n'), 1);
    QVERIFY(result.out.isEmpty());
}

void TestAcross::jsonGoesNowhereWrong()
{
    const QString a = written(u"a.sweep"_s, {u"a"_s}, {{1000, 1010}});
    const CliResult overSession = runCli({u"compare-sessions"_s, a, a, u"--json"_s, a});
    QVERIFY2(overSession.exitCode == 2, overSession.err.constData());
    QVERIFY(loadSession(a).ok());
    QCOMPARE(runCli({u"compare-sessions"_s, a, a, u"-q"_s, u"--json"_s, path(u"out.json"_s)}).exitCode, 0);
    QVERIFY(QFile::exists(path(u"out.json"_s)));
}

void TestAcross::selfTestSaysHowItWent()
{
    const QStringList environment{u"XDG_DATA_HOME=%1"_s.arg(m_folder.path())};
    const CliResult result = runCli({u"selftest"_s}, environment);
    QVERIFY(!result.crashed);
    // It may fail on a busy machine, and then says why.
    const bool passed = result.out.contains("The self-test has passed");
    QCOMPARE(result.exitCode, passed ? 0 : 1);
    QVERIFY2(passed == result.err.isEmpty(), result.err.constData());
    QVERIFY2(result.out.contains("One server, measured as A and as B"), result.out.constData());
    if (passed)
        QVERIFY(QFile::exists(path(u"sweepbench/ceilings.json"_s)));
}

void TestAcross::selfTestTakesNoUrl()
{
    const CliResult result = runCli({u"selftest"_s, u"http://127.0.0.1/"_s});
    QCOMPARE(result.exitCode, 2);
    QVERIFY2(result.err.contains("brings its own servers"), result.err.constData());
}

QTEST_GUILESS_MAIN(TestAcross)
#include "tst_across.moc"
