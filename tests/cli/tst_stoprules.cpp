// SPDX-License-Identifier: GPL-3.0-or-later
// Runs that end when they know enough, extensions and their looks, and latency at an equal rate: what a script gets.
#include "core/demo/demoserver.h"
#include "core/session/planjson.h"
#include "core/session/sessionfile.h"
#include "tests/cli/cliprogram.h"
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
using namespace std::chrono_literals;

class TestStopRules : public GuardedTest
{
    Q_OBJECT

private slots:
    void stopsOncePrecise();
    void stopsAtTheTimeLimit();
    void stopsAtTheMost();
    void planKeepsTheRule();
    void refusesWhatMakesNoRule_data();
    void refusesWhatMakesNoRule();
    void extensionsAreLooks();
    void olderSessionsGetTheirFirstLook();
    void equalRateFollowsTheSweep();
    void equalRateOfASavedSweep();
    void equalRateRefusals();

private:
    QString path(const QString &name) const { return m_folder.filePath(name); }
    /// Short trials of the demo's two servers, at one level.
    CliResult compareDemo(const QString &session, const QStringList &options) const
    {
        return runCli(QStringList{u"compare"_s, u"--demo"_s, u"-c"_s, u"2"_s, u"-d"_s, u"60ms"_s, u"-w"_s, u"0s"_s, u"-o"_s, path(session)} + options);
    }
    static QByteArray plain(QByteArray text) { return text.replace("\u00a0", " ").replace("\u202f", " "); }
    QTemporaryDir m_folder;
};

void TestStopRules::stopsOncePrecise()
{
    const CliResult result = compareDemo(u"precise.sweep"_s, {u"--until-precision"_s, u"100%"_s, u"--repeats"_s, u"3..20"_s});
    QVERIFY2(result.exitCode == 0, result.err.constData());
    const auto session = loadSession(path(u"precise.sweep"_s));
    QVERIFY(session.ok());
    QCOMPARE(session->judging.stoppedBy, std::optional(StopReason::Precise));
    QCOMPARE(session->judging.looks.size(), 1U);
    const int blocks = measuredBlocks(session->trials);
    QVERIFY(blocks >= 3 && blocks < 20);
    QCOMPARE(session->judging.looks.front().repeats, blocks);
    QCOMPARE(session->plan.repeats, 20);
    const QByteArray said = "Stopped after " + QByteArray::number(blocks) + " blocks because every ratio is precise enough: ";
    QVERIFY2(plain(result.out).contains(said), result.out.constData());
    const QByteArray table = runCli({u"export"_s, path(u"precise.sweep"_s), u"--format"_s, u"md"_s}).out;
    QVERIFY2(table.contains("standard error of " + QByteArray::number(blocks) + " repeats"), table.constData());
    QCOMPARE(runCli({u"show"_s, path(u"precise.sweep"_s)}).out, result.out);
    const QJsonObject json = runCli({u"export"_s, path(u"precise.sweep"_s), u"--format"_s, u"json"_s}).json();
    QCOMPARE(json["judging"_L1]["stopped_by"_L1].toString(), u"precise"_s);
    QCOMPARE(json["plan"_L1]["until_precise"_L1]["within"_L1].toDouble(), 1.0);
}

void TestStopRules::stopsAtTheTimeLimit()
{
    const CliResult result = compareDemo(u"limit.sweep"_s, {u"--until-precision"_s, u"0.0001"_s, u"-r"_s, u"2..1000"_s, u"--time-limit"_s, u"300ms"_s});
    QVERIFY2(result.exitCode == 0, result.err.constData());
    const auto session = loadSession(path(u"limit.sweep"_s));
    QCOMPARE(session->judging.stoppedBy, std::optional(StopReason::TimeLimit));
    QCOMPARE(session->trials.size() % 2, 0U); // the block under way was finished
    QVERIFY(session->trials.size() >= 2 && session->trials.size() < 20);
    QVERIFY2(plain(result.out).contains("by the time limit of 300 ms, before every ratio was precise enough"), result.out.constData());
}

void TestStopRules::stopsAtTheMost()
{
    const CliResult result = compareDemo(u"most.sweep"_s, {u"--until-precision"_s, u"0.01 %"_s, u"-r"_s, u"2..3"_s});
    QVERIFY2(result.exitCode == 0, result.err.constData());
    const auto session = loadSession(path(u"most.sweep"_s));
    QCOMPARE(session->judging.stoppedBy, std::optional(StopReason::Repeats));
    QCOMPARE(session->trials.size(), 6U);
    QVERIFY2(result.out.contains("Stopped after 3 blocks, the most that the plan allows"), result.out.constData());
}

void TestStopRules::planKeepsTheRule()
{
    ScriptedServer server(scripted("ok"));
    const QString file = path(u"rule.plan.json"_s);
    QCOMPARE(runCli({u"plan"_s, server.url(), server.url(u"/b"_s), u"-c"_s, u"1"_s, u"-n"_s, u"5"_s, u"--until-precision"_s, u"2%"_s, u"--time-limit"_s, u"10m"_s,
                     u"-o"_s, file}).exitCode, 0);
    auto plan = loadPlan(file);
    QVERIFY(plan.ok());
    QCOMPARE(plan->repeats, 30);
    QCOMPARE(plan->untilPrecise, std::optional(UntilPrecise{0.02, 8, 10min}));
    plan->untilPrecise = UntilPrecise{1, 2, 1ns};
    QVERIFY(!savePlan(*plan, file));
    const CliResult result = runCli({u"run"_s, file, u"-o"_s, path(u"rule.sweep"_s)});
    QVERIFY2(result.exitCode == 0, result.err.constData());
    QCOMPARE(loadSession(path(u"rule.sweep"_s))->trials.size(), 2U);
}

void TestStopRules::refusesWhatMakesNoRule_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QByteArray>("line");
    QTest::newRow("no percentage") << QStringList{u"--until-precision"_s, u"2"_s} << QByteArray("--until-precision: \"2\" is not a percentage from 0.01% to 100%");
    QTest::newRow("nothing") << QStringList{u"--until-precision"_s, u"0%"_s} << QByteArray("--until-precision: \"0%\" is not");
    QTest::newRow("words") << QStringList{u"--until-precision"_s, u"very"_s} << QByteArray("write it like 2% or 0.02");
    QTest::newRow("range alone") << QStringList{u"-r"_s, u"8..30"_s} << QByteArray("--repeats: 8..30 is a range, in which only --until-precision can choose");
    QTest::newRow("half a range") << QStringList{u"--until-precision"_s, u"2%"_s, u"-r"_s, u"8.."_s} << QByteArray("--repeats: \"8..\" is not the least and the most");
    QTest::newRow("upside down") << QStringList{u"--until-precision"_s, u"2%"_s, u"-r"_s, u"30..8"_s} << QByteArray("repeats: the least, 30, is above the most, 8");
    QTest::newRow("too few") << QStringList{u"--until-precision"_s, u"2%"_s, u"-r"_s, u"5"_s} << QByteArray("repeats: the least, 8, is above the most, 5");
    QTest::newRow("limit alone") << QStringList{u"--time-limit"_s, u"10m"_s} << QByteArray("--time-limit: 10m limits a run that goes on until");
    QTest::newRow("no time") << QStringList{u"--until-precision"_s, u"2%"_s, u"--time-limit"_s, u"soon"_s} << QByteArray("--time-limit: \"soon\" is not a time");
    QTest::newRow("sequential") << QStringList{u"--until-precision"_s, u"2%"_s, u"--order"_s, u"sequential"_s} << QByteArray("order: sequential order has no blocks");
}

void TestStopRules::refusesWhatMakesNoRule()
{
    QFETCH(QStringList, options);
    QFETCH(QByteArray, line);
    const CliResult result = runCli(QStringList{u"compare"_s, u"http://127.0.0.1:1/"_s, u"http://127.0.0.1:2/"_s} + options);
    QCOMPARE(result.exitCode, 2);
    QVERIFY2(result.err.contains(line), result.err.constData());
    QCOMPARE(result.err.count('\n'), 1);
}

void TestStopRules::extensionsAreLooks()
{
    ScriptedServer server(scripted("ok"));
    const QString file = path(u"looks.sweep"_s);
    QCOMPARE(runCli({u"compare"_s, server.url(), server.url(u"/b"_s), u"-c"_s, u"1"_s, u"-n"_s, u"20"_s, u"-r"_s, u"3"_s, u"-o"_s, file, u"-q"_s}).exitCode, 0);
    const CliResult second = runCli({u"extend"_s, file, u"-r"_s, u"2"_s});
    QVERIFY2(second.exitCode == 0, second.err.constData());
    const QByteArray said = plain(second.out);
    QVERIFY2(said.contains("This is the second look at this session, after 5 blocks: both are judged at 2.5 %, half of 5 %"), said.constData());
    QVERIFY2(said.contains("First look after 3 blocks, judged at 2.5 %: "), said.constData());
    QVERIFY2(said.contains("97.5 % interval") || said.contains("simultaneous"), said.constData());
    auto session = loadSession(file);
    QCOMPARE(session->judging.looks.size(), 2U);
    QCOMPARE(session->judging.looks[0].repeats, 3);
    QCOMPARE(session->judging.looks[1].repeats, 5);
    QVERIFY(session->judging.looks[1].at >= session->judging.looks[0].at);
    QCOMPARE(session->judging.stoppedBy, std::optional(StopReason::Repeats));

    const CliResult third = runCli({u"extend"_s, file, u"-r"_s, u"1"_s});
    QVERIFY2(third.exitCode == 0, third.err.constData());
    QVERIFY2(plain(third.out).contains("doubt: This is the third look at this session, after 6 blocks, where one extension was planned for: "
                                       "the error rate of 5 % is shared by 3 looks, each is judged at 1.667 %"), third.out.constData());
}

void TestStopRules::olderSessionsGetTheirFirstLook()
{
    ScriptedServer server(scripted("ok"));
    const QString file = path(u"older.sweep"_s);
    QCOMPARE(runCli({u"compare"_s, server.url(), server.url(u"/b"_s), u"-c"_s, u"1"_s, u"-n"_s, u"20"_s, u"-r"_s, u"3"_s, u"-o"_s, file, u"-q"_s}).exitCode, 0);
    {
        auto older = SessionFile::open(file);
        QVERIFY(older.ok());
        QVERIFY(!older->setJudging({})); // as files had it before looks were kept
    }
    QCOMPARE(runCli({u"extend"_s, file, u"-r"_s, u"1"_s, u"-q"_s}).exitCode, 0);
    const auto session = loadSession(file);
    QCOMPARE(session->judging.looks.size(), 2U);
    QCOMPARE(session->judging.looks.front().repeats, 3);
    QVERIFY(session->judging.looks.front().at.isValid());
}

void TestStopRules::equalRateFollowsTheSweep()
{
    const CliResult result = compareDemo(u"web.sweep"_s, {u"-r"_s, u"3"_s, u"--equal-rate"_s, u"70%"_s, u"--json"_s, path(u"web.json"_s)});
    QVERIFY2(result.exitCode == 0, result.err.constData());
    const auto sweep = loadSession(path(u"web.sweep"_s));
    const auto equal = loadSession(path(u"web equal rate.sweep"_s));
    QVERIFY(sweep.ok() && equal.ok());
    QCOMPARE(sweep->trials.size(), 6U);
    QCOMPARE(equal->trials.size(), 6U);
    QCOMPARE(equal->plan.sweep.axis, SweepAxis::Rate);
    QCOMPARE(equal->plan.sweep.levels.size(), 1U);
    QCOMPARE(equal->plan.load.arrivals, Arrivals::Poisson);
    QCOMPARE(equal->plan.primaryMetric, Metric::P99Ns);
    QCOMPARE(equal->plan.targets, sweep->plan.targets);
    // Two connections with 6 ms each give at most 333 requests per second: 70 % of what was measured is below 233.
    QVERIFY2(equal->plan.sweep.levels.front() > 50 && equal->plan.sweep.levels.front() <= 233, QByteArray::number(equal->plan.sweep.levels.front()).constData());
    QVERIFY2(plain(result.err).contains("at an equal rate: ") && plain(result.err).contains(" requests per second, 70 % of what "), result.err.constData());
    QVERIFY(plain(result.out).contains("latency under each server\u2019s own load (closed loop)"));
    QVERIFY(result.out.contains("p99 response"));
    QVERIFY(QFile::exists(path(u"web.json"_s)) && QFile::exists(path(u"web equal rate.json"_s)));
}

void TestStopRules::equalRateOfASavedSweep()
{
    DemoServer a{DemoServerOptions{QHostAddress(QHostAddress::LocalHost), 0, 1ms}};
    DemoServer b{DemoServerOptions{QHostAddress(QHostAddress::LocalHost), 0, 2ms}};
    const QString urlA = u"http://127.0.0.1:%1/"_s.arg(*a.start());
    const QString urlB = u"http://127.0.0.1:%1/"_s.arg(*b.start());
    const QString file = path(u"saved.sweep"_s);
    QCOMPARE(runCli({u"compare"_s, urlA, urlB, u"-c"_s, u"1,4"_s, u"-d"_s, u"60ms"_s, u"-w"_s, u"0s"_s, u"-r"_s, u"2"_s, u"-o"_s, file, u"-q"_s}).exitCode, 0);
    const CliResult result = runCli({u"equal-rate"_s, file, u"--share"_s, u"0.5"_s});
    QVERIFY2(result.exitCode == 0, result.err.constData());
    const auto equal = loadSession(path(u"saved equal rate.sweep"_s));
    QVERIFY(equal.ok());
    QCOMPARE(equal->trials.size(), 4U);
    QVERIFY(equal->plan.sweep.levels.front() <= 1000); // half of what four connections of 2 ms can
    // Again, under another name, and never in place of the sweep.
    QCOMPARE(runCli({u"equal-rate"_s, file, u"-o"_s, path(u"other.sweep"_s), u"-q"_s}).exitCode, 0);
    QVERIFY(loadSession(path(u"other.sweep"_s)).ok());
    QCOMPARE(loadSession(file)->trials.size(), 8U);
    const CliResult open = runCli({u"equal-rate"_s, path(u"other.sweep"_s)});
    QCOMPARE(open.exitCode, 2);
    QVERIFY2(open.err.contains("it takes a sweep over connections"), open.err.constData());
}

void TestStopRules::equalRateRefusals()
{
    const QStringList urls{u"compare"_s, u"http://127.0.0.1:1/"_s, u"http://127.0.0.1:2/"_s, u"-o"_s, path(u"never.sweep"_s)};
    const std::pair<QStringList, QByteArray> cases[] = {
        {{u"--equal-rate"_s, u"0%"_s}, "--equal-rate: \"0%\" is not a percentage from 1% to 100%"},
        {{u"--equal-rate"_s, u"70"_s}, "--equal-rate: \"70\" is not a percentage"},
        {{u"--equal-rate"_s, u"70%"_s, u"--rate"_s, u"100"_s}, "--equal-rate: the rate follows from a sweep over connections"},
        {{u"--equal-rate"_s, u"70%"_s, u"--json"_s, u"-"_s}, "--json: - holds the results of one session"},
    };
    for (const auto &[options, line] : cases) {
        const CliResult result = runCli(urls + options);
        QCOMPARE(result.exitCode, 2);
        QVERIFY2(result.err.contains(line), result.err.constData());
    }
    QFile taken(path(u"never equal rate.sweep"_s));
    QVERIFY(taken.open(QIODevice::WriteOnly));
    taken.write("my notes");
    taken.close();
    const CliResult result = runCli(urls + QStringList{u"--equal-rate"_s, u"70%"_s});
    QCOMPARE(result.exitCode, 2);
    QVERIFY2(result.err.contains("never equal rate.sweep exists and is not replaced"), result.err.constData());
    QVERIFY(!QFile::exists(path(u"never.sweep"_s)));
}

QTEST_GUILESS_MAIN(TestStopRules)
#include "tst_stoprules.moc"
