// SPDX-License-Identifier: GPL-3.0-or-later
// The reasons to doubt a whole session: each at its border, with its numbers, and silent where nobody knows.
#include "sessionbuilder.h"

#include "core/stats/analysis.h"
#include "core/stats/clientlimit.h"

#include <QTest>

#include <cmath>

using namespace sweepbench;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// With plain blanks and apostrophes, for comparing.
QString plain(QString text)
{
    return text.replace(QChar(0x00A0), u' ').replace(QChar(0x202F), u' ').replace(QChar(0x2019), u'\'');
}

/// The text of the finding of that kind; empty where there is none, and where it has another severity.
QString textOf(const Session &session, const QString &kind, Severity severity = Severity::Doubt)
{
    QString text;
    for (const Finding &finding : analyse(session).findings)
        if (finding.kind == kind && finding.severity == severity)
            text += plain(finding.text);
    return text;
}

SessionBuilder twoServers(std::vector<int> levels = {10})
{
    return SessionBuilder({u"A"_s, u"B"_s}, std::move(levels));
}

/// Blocks of both targets; \a change is done to each trial, with its number of the block.
template<typename Change>
SessionBuilder changed(Change change, int blocks = 6, std::vector<int> levels = {10})
{
    SessionBuilder builder = twoServers(levels);
    for (int block = 0; block < blocks; ++block)
        for (const int level : levels)
            for (const int target : {0, 1}) {
                Trial trial = builder.trial(target, level, block, 2000 + 100 * target + (block * 7 + target * 3) % 5);
                trial.status = {{200, trial.requests}};
                change(trial, block);
                builder.add(trial);
            }
    return builder;
}

/// Spans of 100 ms: \a early requests in each of the first quarter, \a late in the others.
std::vector<SeriesPoint> series(qint64 early, qint64 late)
{
    std::vector<SeriesPoint> points;
    for (int i = 0; i < 12; ++i) {
        SeriesPoint point;
        point.startNs = i * 100'000'000LL;
        point.spanNs = 100'000'000;
        point.requests = i < 3 ? early : late;
        points.push_back(point);
    }
    return points;
}

void limit(Trial &trial)
{
    trial.busiestThread = 0.99;
    trial.findings.push_back({clientSaturatedKind(), Severity::Doubt, u"The client was the limit"_s});
}

} // namespace

class TestFindings : public QObject
{
    Q_OBJECT

private slots:
    void nothingWhereNothingIsKnown();
    void warmupTooShort();
    void warmupLongEnough();
    void trialsThatSlowDown();
    void machineThatDrifts_data();
    void machineThatDrifts();
    void targetsThatDriftApart();
    void answersOfAnotherSize_data();
    void answersOfAnotherSize();
    void answersOfAnotherStatus();
    void cutOffAnswersAreNoDifference();
    void otherWork_data();
    void otherWork();
    void loadBefore_data();
    void loadBefore();
    void governor();
    void sharedCores();
    void nearCeiling();
    void thinTail();
    void clientLimitsTheBetterOne();
    void clientLimitsTheWorseOneOrBoth();
};

// A session from before these were measured.
void TestFindings::nothingWhereNothingIsKnown()
{
    const Session session = changed([](Trial &trial, int) { trial.status.clear(); }).session;
    QStringList kinds;
    for (const Finding &finding : analyse(session).findings)
        kinds += finding.kind;
    QCOMPARE(kinds, (QStringList{u"one_start"_s}));
    QVERIFY(analyse(Session()).findings.empty());
}

void TestFindings::warmupTooShort()
{
    SessionBuilder builder = changed([](Trial &trial, int) {
        const bool slow = trial.target == 1 && trial.connections == 100;
        const bool lessSo = trial.target == 0 && trial.connections == 100;
        trial.series = slow ? series(80, 100) : lessSo ? series(90, 99) : series(100, 100);
    }, 5, {10, 100});
    builder.session.plan.load.warmup = 200ms;
    QCOMPARE(textOf(builder.session, u"warmup_short"_s),
             u"The warm-up was too short: B at 100 connections served 25 % more requests per second in the second half of its trials than in "
             "the first quarter (5 trials, p = 0.0001); also A at 100 connections (10 % more). "
             "Run again with a longer warm-up, 1 s say (it was 200 ms)"_s);
    builder.session.plan.load.warmup = {};
    QVERIFY(textOf(builder.session, u"warmup_short"_s).endsWith(u"1 s say (there was none)"_s));
    builder.session.plan.load.warmup = 2s;
    QVERIFY(textOf(builder.session, u"warmup_short"_s).endsWith(u"8 s say (it was 2 s)"_s));
}

void TestFindings::warmupLongEnough()
{
    // 2 % is the border; and what varies as much as it changes is no trend.
    QVERIFY(textOf(changed([](Trial &trial, int) { trial.series = series(1000, 1019); }).session, u"warmup_short"_s).isEmpty());
    QVERIFY(!textOf(changed([](Trial &trial, int) { trial.series = series(1000, 1021); }).session, u"warmup_short"_s).isEmpty());
    const auto varying = [](Trial &trial, int block) { trial.series = block % 2 == 0 ? series(1000, 1400) : series(1300, 1000); };
    QVERIFY(textOf(changed(varying).session, u"warmup_short"_s).isEmpty());
    // Unfit trials say nothing of it.
    const auto unfit = [](Trial &trial, int block) {
        trial.series = series(800, 1000);
        if (block > 0)
            trial.findings.push_back({u"errors"_s, Severity::Unfit, u"errors"_s});
    };
    QVERIFY(textOf(changed(unfit).session, u"warmup_short"_s).isEmpty()); // one trial has no p
}

void TestFindings::trialsThatSlowDown()
{
    const QString text = textOf(changed([](Trial &trial, int) { trial.series = trial.target == 0 ? series(100, 90) : series(100, 100); }).session,
                                u"warmup_short"_s);
    QVERIFY2(text.startsWith(u"Trials had not settled: A at 10 connections served 10 % fewer requests per second in the second half"_s), qPrintable(text));
}

void TestFindings::machineThatDrifts_data()
{
    QTest::addColumn<double>("change"); // of both targets, from the first block to the last
    QTest::addColumn<QString>("words"); // empty: none
    QTest::newRow("rises") << 1.2 << u"requests per second rose by 20 % from the first block to the last (6 blocks, p = "_s;
    QTest::newRow("falls") << 0.8 << u"requests per second fell by 20 % from the first block to the last (6 blocks, p = "_s;
    QTest::newRow("just over 5 %") << 1.06 << u"rose by 6."_s;
    QTest::newRow("under 5 %") << 1.045 << QString();
    QTest::newRow("still") << 1.0 << QString();
}

void TestFindings::machineThatDrifts()
{
    QFETCH(double, change);
    QFETCH(QString, words);
    const SessionBuilder builder = changed([change](Trial &trial, int block) {
        trial.requests = std::llround(100'000 * trial.connections * std::pow(change, block / 5.0));
        trial.status = {{200, trial.requests}};
    }, 6, {1, 10});
    const QString text = textOf(builder.session, u"drift"_s);
    QVERIFY2(words.isEmpty() == text.isEmpty() && text.contains(words), qPrintable(text));
    QVERIFY(textOf(builder.session, u"drift_apart"_s).isEmpty()); // the pairs have taken it out
}

// A trial that is missing moves no block: each trial counts against the mean of its own cell.
void TestFindings::targetsThatDriftApart()
{
    SessionBuilder builder = changed([](Trial &trial, int block) {
        const double change = trial.target == 1 ? std::pow(0.88, block / 5.0) : 1;
        trial.requests = std::llround(100'000 * trial.connections * change) + block % 2;
        trial.status = {{200, trial.requests}};
    }, 6, {1, 100});
    const QString text = textOf(builder.session, u"drift_apart"_s);
    QVERIFY2(text.startsWith(u"B and A drifted apart: the ratio of their requests per second, B to A, fell by 12 % from the first block to the last (6 blocks"_s),
             qPrintable(text));
    builder.session.judging.baseline = 1;
    QVERIFY(textOf(builder.session, u"drift_apart"_s).startsWith(u"A and B drifted apart: the ratio of their requests per second, A to B, rose by 14 %"_s));

    SessionBuilder gaps = changed([](Trial &trial, int) { trial.requests = 1000 * trial.connections; }, 6, {1, 100});
    std::erase_if(gaps.session.trials, [](const TrialPtr &trial) { return trial->connections == 100 && trial->repeat > 3; });
    QVERIFY(textOf(gaps.session, u"drift"_s).isEmpty());
}

void TestFindings::answersOfAnotherSize_data()
{
    QTest::addColumn<qint64>("a");
    QTest::addColumn<qint64>("b");
    QTest::addColumn<bool>("told");
    QTest::newRow("alike") << 252LL << 252LL << false;
    QTest::newRow("longer head") << 252LL << 351LL << false;
    QTest::newRow("100 bytes and more") << 252LL << 353LL << true;
    QTest::newRow("under 5 %") << 4000LL << 4190LL << false;
    QTest::newRow("over 5 %") << 4000LL << 4230LL << true;
    QTest::newRow("compressed") << 3312LL << 900LL << true;
}

void TestFindings::answersOfAnotherSize()
{
    QFETCH(qint64, a);
    QFETCH(qint64, b);
    QFETCH(bool, told);
    const QString text = textOf(changed([a, b](Trial &trial, int) { trial.bytesReceived = trial.requests * (trial.target == 0 ? a : b); }).session,
                                u"different_answers"_s);
    QCOMPARE(!text.isEmpty(), told);
    if (told)
        QVERIFY2(text.contains(u"an answer of A has %1 bytes, head included, one of B has %2"_s.arg(a).arg(b)), qPrintable(text));
}

void TestFindings::answersOfAnotherStatus()
{
    const auto mix = [](qint64 percent) {
        return changed([percent](Trial &trial, int) {
            if (trial.target == 1)
                trial.status = {{200, trial.requests - trial.requests * percent / 100}, {304, trial.requests * percent / 100}};
        }).session;
    };
    QVERIFY(textOf(mix(1), u"different_answers"_s).isEmpty());
    const QString text = textOf(mix(40), u"different_answers"_s);
    QVERIFY2(text.contains(u"A answers with status 200, B with 200 (60 %), 304 (40 %)"_s), qPrintable(text));
    QVERIFY(!text.contains(u"bytes"_s));
}

// Of large answers a good part is cut off at the end of each trial: its bytes belong to no complete answer.
void TestFindings::cutOffAnswersAreNoDifference()
{
    const auto cut = [](Trial &trial, int) {
        trial.requests = trial.target == 0 ? 500 : 100;
        trial.status = {{200, trial.requests}};
        trial.cancelled = 10;
        trial.sent = trial.requests + trial.cancelled;
        trial.bytesReceived = trial.requests * 6'600'000LL + trial.cancelled * 5'000'000LL; // 1.5 % and 7.6 % more for each
    };
    QVERIFY(textOf(changed(cut).session, u"different_answers"_s).isEmpty());
}

void TestFindings::otherWork_data()
{
    QTest::addColumn<int>("cores");
    QTest::addColumn<double>("otherS"); // of each second
    QTest::addColumn<bool>("told");
    QTest::newRow("not known") << 2 << -1.0 << false;
    QTest::newRow("none") << 2 << 0.0 << false;
    QTest::newRow("a tenth of a core") << 2 << 0.1 << false;
    QTest::newRow("over a tenth") << 2 << 0.11 << true;
    QTest::newRow("cores not known") << 0 << 0.11 << true;
    QTest::newRow("4 % of 16 cores") << 16 << 0.64 << false;
    QTest::newRow("6 % of 16 cores") << 16 << 0.96 << true;
}

void TestFindings::otherWork()
{
    QFETCH(int, cores);
    QFETCH(double, otherS);
    QFETCH(bool, told);
    Session session = changed([otherS](Trial &trial, int) { trial.otherCpuS = otherS; }).session;
    session.environment.cpuCores = cores;
    const QString text = textOf(session, u"noisy_machine"_s);
    QCOMPARE(!text.isEmpty(), told);
    if (told)
        QVERIFY2(text.contains(u"used %1 % of a core on average"_s.arg(qRound(otherS * 100))), qPrintable(text));
}

void TestFindings::loadBefore_data()
{
    QTest::addColumn<int>("cores");
    QTest::addColumn<double>("ofRun");
    QTest::addColumn<double>("ofTrial");
    QTest::addColumn<double>("otherS");
    QTest::addColumn<bool>("told");
    QTest::newRow("idle") << 2 << 0.1 << 0.1 << -1.0 << false;
    QTest::newRow("half a core") << 2 << 0.5 << -1.0 << -1.0 << false;
    QTest::newRow("over half a core") << 2 << 0.6 << -1.0 << -1.0 << true;
    QTest::newRow("first trial's") << 2 << 0.0 << 0.6 << -1.0 << true;
    QTest::newRow("on many cores") << 16 << 3.9 << -1.0 << -1.0 << false;
    QTest::newRow("quiet since") << 2 << 1.7 << -1.0 << 0.02 << false;
    QTest::newRow("nobody knows") << 2 << 0.0 << -1.0 << -1.0 << false;
}

void TestFindings::loadBefore()
{
    QFETCH(int, cores);
    QFETCH(double, ofRun);
    QFETCH(double, ofTrial);
    QFETCH(double, otherS);
    QFETCH(bool, told);
    // Later trials see this program's own load.
    Session session = changed([=](Trial &trial, int) {
        trial.otherCpuS = otherS;
        trial.loadBefore = trial.order == 0 ? ofTrial : 1.9;
    }).session;
    session.environment.cpuCores = cores;
    session.environment.loadAverage = ofRun;
    const QString text = textOf(session, u"noisy_machine"_s);
    QCOMPARE(!text.isEmpty(), told);
    if (told)
        QVERIFY2(text.contains(u"its load average was 0.60 on 2 cores"_s), qPrintable(text));
}

void TestFindings::governor()
{
    Session session = changed([](Trial &, int) {}).session;
    for (const QString &quiet : {QString(), u"performance"_s}) {
        session.environment.governor = quiet;
        QVERIFY(textOf(session, u"governor"_s).isEmpty());
    }
    session.environment.governor = u"powersave"_s;
    QVERIFY(textOf(session, u"governor"_s).contains(u"powersave"_s));
}

void TestFindings::sharedCores()
{
    Session session = changed([](Trial &trial, int) { trial.address = u"127.0.0.1:8080"_s; }).session;
    session.environment.cpuCores = 2;
    QVERIFY(textOf(session, u"shared_cores"_s, Severity::Note).contains(u"--client-cpus"_s));
    session.plan.load.clientCpus = {1};
    QVERIFY(textOf(session, u"shared_cores"_s, Severity::Note).isEmpty());
    QVERIFY(!textOf(changed([](Trial &trial, int) { trial.address = u"[::1]:80"_s; }).session, u"shared_cores"_s, Severity::Note).isEmpty());
    QVERIFY(textOf(changed([](Trial &trial, int) { trial.address = u"192.0.2.1:80"_s; }).session, u"shared_cores"_s, Severity::Note).isEmpty());
}

void TestFindings::nearCeiling()
{
    Session session = changed([](Trial &trial, int) { trial.requests = trial.target == 0 ? 900 : 700; }).session;
    session.environment.qnamCeilingRps = 10; // of the other transport
    QVERIFY(textOf(session, u"near_ceiling"_s, Severity::Note).isEmpty());
    session.environment.socketCeilingRps = 1125; // 80 % exactly
    QVERIFY(textOf(session, u"near_ceiling"_s, Severity::Note).isEmpty());
    session.environment.socketCeilingRps = 1000;
    const QString text = textOf(session, u"near_ceiling"_s, Severity::Note);
    QVERIFY2(text.contains(u"up to 900 requests per second, 90 % of the 1000 that the self-test saw it do (A at 10 connections)"_s), qPrintable(text));
}

void TestFindings::thinTail()
{
    Session session = changed([](Trial &, int) {}).session; // some 2,000 answers
    QVERIFY(textOf(session, u"thin_tail"_s).isEmpty());
    session.plan.primaryMetric = Metric::P999Ns;
    QVERIFY(textOf(session, u"thin_tail"_s).startsWith(u"p99.9 needs 10 000 answers in a trial to be trusted; some have fewer (2000)"_s));
}

void TestFindings::clientLimitsTheBetterOne()
{
    const Session session = changed([](Trial &trial, int block) {
        if (trial.target == 1)
            trial.requests = 2500 + block;
        if (trial.target == 1 && block > 0) // in most of its trials
            limit(trial);
    }).session;
    const Comparison verdict = analyse(session).verdicts().at(0);
    QCOMPARE(verdict.verdict, Verdict::Faster);
    QVERIFY2(verdict.sentence.startsWith(u"B serves at least 25"_s), qPrintable(verdict.sentence));
    QVERIFY2(verdict.sentence.endsWith(u"; the client was the limit for B"_s), qPrintable(verdict.sentence));
    QVERIFY(textOf(session, clientLimitKind()).isEmpty());
    const auto inHalf = [](Trial &trial, int block) {
        if (trial.target == 1)
            trial.requests = 2500 + block;
        if (trial.target == 1 && block % 2 == 0)
            limit(trial);
    };
    QVERIFY(analyse(changed(inHalf).session).verdicts().at(0).sentence.startsWith(u"B serves 25"_s));
}

void TestFindings::clientLimitsTheWorseOneOrBoth()
{
    const auto limited = [](bool first, bool second) {
        return changed([=](Trial &trial, int block) {
            if (trial.target == 1)
                trial.requests = 2500 + block;
            if (trial.target == 0 ? first : second)
                limit(trial);
        }, 6, {10, 100}).session;
    };
    QCOMPARE(textOf(limited(true, true), clientLimitKind()),
             u"The client (its busiest thread used 99 % of a core) was the limit for both A and B at 10 and 100 connections: what they differ by, "
             "or do not, may be the client's doing. More worker threads on a machine with more cores would tell"_s);
    QVERIFY(!analyse(limited(true, true)).verdicts().at(0).sentence.contains(u"at least"_s));
    QVERIFY(textOf(limited(true, false), clientLimitKind()).contains(u"for A at 10 and 100 connections, the slower one: the difference may be smaller"_s));
    QVERIFY(!analyse(limited(true, false)).verdicts().at(0).sentence.contains(u"at least"_s));
    // In an open loop requests can leave late without a busy thread: its share of a core is then no reason.
    const auto late = changed([](Trial &trial, int block) {
        trial.requests = trial.target == 1 ? 2500 + block : trial.requests;
        trial.busiestThread = 0.25;
        trial.findings.push_back({clientLateKind(), Severity::Doubt, u"The client was the limit"_s});
    }, 6, {10, 100}).session;
    QVERIFY(textOf(late, clientLimitKind()).startsWith(u"The client (its requests left late) was the limit for both A and B"_s));
}

QTEST_APPLESS_MAIN(TestFindings)
#include "tst_findings.moc"
