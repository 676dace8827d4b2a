// SPDX-License-Identifier: GPL-3.0-or-later
// Thresholds held against results: on the interval, strictly, on counts, at the time-out, and with nothing to judge.
#include "core/stats/analysis.h"
#include "core/stats/thresholdjudge.h"
#include "sessionbuilder.h"

#include <QTest>

#include <algorithm>
#include <limits>

using namespace sweepbench;
using namespace Qt::StringLiterals;

namespace {

/// With plain blanks and apostrophes, for comparing.
QString plain(QString text)
{
    return text.replace(QChar(0x00A0), u' ').replace(QChar(0x202F), u' ').replace(QChar(0x2019), u'\'');
}

Threshold thresholdOf(const QString &text)
{
    const auto threshold = parseThreshold(text, u"--fail-if"_s);
    if (!threshold)
        qFatal("%s", qPrintable(threshold.problem().line()));
    return *threshold;
}

/// A and B at 1, 10 and 100 connections; B's ratio and figures chosen per test.
struct Results
{
    Results() : builder({u"A"_s, u"B"_s}, {1, 10, 100})
    {
        analysis.axis = SweepAxis::Connections;
        for (const int level : {1, 10, 100}) {
            for (const int target : {0, 1}) {
                CellSummary cell;
                cell.target = target;
                cell.level = level;
                cell.trials = 5;
                cell.requests = 1000;
                cell.metrics[Metric::Rps] = summary(1000, 980, 1020);
                cell.metrics[Metric::P99Ns] = summary(10e6, 9e6, 11e6);
                analysis.cells.push_back(cell);
            }
            Comparison comparison;
            comparison.level = level;
            comparison.pairs = 5;
            comparison.sdLog = 0.01;
            comparison.ratio = 1;
            comparison.ciLow = 0.98;
            comparison.ciHigh = 1.02;
            analysis.comparisons.push_back(comparison);
        }
    }

    static Summary summary(double mean, std::optional<double> low, std::optional<double> high)
    {
        Summary summary;
        summary.n = 5;
        summary.mean = mean;
        summary.ciLow = low;
        summary.ciHigh = high;
        return summary;
    }
    Comparison &comparison(int level)
    {
        return *std::find_if(analysis.comparisons.begin(), analysis.comparisons.end(), [level](const Comparison &one) { return one.level == level; });
    }
    CellSummary &cell(int target, int level)
    {
        return *std::find_if(analysis.cells.begin(), analysis.cells.end(),
                             [=](const CellSummary &one) { return one.target == target && one.level == level; });
    }
    void setRatio(int level, double ratio, std::optional<double> low, std::optional<double> high)
    {
        comparison(level).ratio = ratio;
        comparison(level).ciLow = low;
        comparison(level).ciHigh = high;
    }
    ThresholdJudgement judge(const QString &text, bool strict = false) const
    {
        return judgeThresholds({thresholdOf(text)}, builder.session, analysis, strict).front();
    }
    QString line(const QString &text, bool strict = false) const { return plain(thresholdLine(judge(text, strict))); }

    SessionBuilder builder;
    Analysis analysis;
};

constexpr auto passed = ThresholdOutcome::Passed;
constexpr auto failed = ThresholdOutcome::Failed;
constexpr auto notJudged = ThresholdOutcome::NotJudged;

} // namespace

class TestThresholdJudge : public QObject
{
    Q_OBJECT

private slots:
    void theWholeIntervalDecides_data();
    void theWholeIntervalDecides();
    void theSameForCells_data();
    void theSameForCells();
    void anyLevelFails();
    void oneLevelAlone();
    void theWorstCaseIsTold();
    void oneTargetAlone();
    void severalCandidates();
    void errorsAreExact();
    void errorRates();
    void noInterval();
    void nothingToJudge();
    void unknownLevelsAndTargets();
    void droppedAndUnfit();
    void figuresThatAreNone();
    void atTheTimeout_data();
    void atTheTimeout();
    void unfitTrialsAtTheTimeoutProveNothingGood();
    void ratiosAtTheTimeout();
    void ratesAsLevels();
    void oneTargetHasNoRatio();
    void namesWithPlaceholders();
    void measuredSession();
    void lines();
    void outcomeNames();
};

void TestThresholdJudge::theWholeIntervalDecides_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<double>("low");
    QTest::addColumn<double>("point");
    QTest::addColumn<double>("high");
    QTest::addColumn<ThresholdOutcome>("onInterval");
    QTest::addColumn<ThresholdOutcome>("onPoint");
    QTest::newRow("below") << u"rps.ratio < 0.95"_s << 0.90 << 0.91 << 0.93 << failed << failed;
    QTest::newRow("below, but not all of it") << u"rps.ratio < 0.95"_s << 0.90 << 0.93 << 0.96 << passed << failed;
    QTest::newRow("around, mostly above") << u"rps.ratio < 0.95"_s << 0.94 << 0.97 << 1.00 << passed << passed;
    QTest::newRow("above") << u"rps.ratio < 0.95"_s << 0.96 << 0.97 << 0.98 << passed << passed;
    QTest::newRow("< touches from below") << u"rps.ratio < 0.95"_s << 0.90 << 0.92 << 0.95 << passed << failed;
    QTest::newRow("<= touches from below") << u"rps.ratio <= 0.95"_s << 0.90 << 0.92 << 0.95 << failed << failed;
    QTest::newRow("< at the point") << u"rps.ratio < 0.95"_s << 0.94 << 0.95 << 0.96 << passed << passed;
    QTest::newRow("<= at the point") << u"rps.ratio <= 95%"_s << 0.94 << 0.95 << 0.96 << passed << failed;
    QTest::newRow("> above") << u"rps.ratio > 1.1"_s << 1.2 << 1.3 << 1.4 << failed << failed;
    QTest::newRow("> around") << u"rps.ratio > 1.1"_s << 1.0 << 1.2 << 1.4 << passed << failed;
    QTest::newRow("> touches from above") << u"rps.ratio > 1.25"_s << 1.25 << 1.3 << 1.4 << passed << failed;
    QTest::newRow(">= touches from above") << u"rps.ratio >= 1.25"_s << 1.25 << 1.3 << 1.4 << failed << failed;
    QTest::newRow("> at the point") << u"rps.ratio > 1.25"_s << 1.2 << 1.25 << 1.4 << passed << passed;
    QTest::newRow(">= at the point") << u"rps.ratio >= 125%"_s << 1.2 << 1.25 << 1.4 << passed << failed;
}

void TestThresholdJudge::theWholeIntervalDecides()
{
    QFETCH(QString, text);
    QFETCH(double, low);
    QFETCH(double, point);
    QFETCH(double, high);
    QFETCH(ThresholdOutcome, onInterval);
    QFETCH(ThresholdOutcome, onPoint);
    Results results;
    results.setRatio(10, point, low, high);
    const ThresholdJudgement interval = results.judge(text);
    QCOMPARE(interval.outcome, onInterval);
    QCOMPARE(interval.judgedOn(), u"interval"_s);
    QCOMPARE(interval.ok(), onInterval == passed);
    const ThresholdJudgement strict = results.judge(text, true);
    QCOMPARE(strict.outcome, onPoint);
    QCOMPARE(strict.judgedOn(), u"point"_s);
    QCOMPARE(results.judge(u"rps.ratio@1"_s + text.sliced(9)).outcome, passed); // 0.98 to 1.02 there
}

void TestThresholdJudge::theSameForCells_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<ThresholdOutcome>("onInterval");
    QTest::addColumn<ThresholdOutcome>("onPoint");
    // p99 of B at 10 connections: 20 ms (18 ms to 22 ms); of all others 10 ms (9 ms to 11 ms).
    QTest::newRow("below the interval") << u"p99_ns > 17ms"_s << failed << failed;
    QTest::newRow("at its lower end") << u"p99_ns > 18ms"_s << passed << failed;
    QTest::newRow("at its lower end, or equal") << u"p99_ns >= 18ms"_s << failed << failed;
    QTest::newRow("within") << u"p99 > 19ms"_s << passed << failed;
    QTest::newRow("at the point") << u"p99_ns > 20ms"_s << passed << passed;
    QTest::newRow("at the point, or equal") << u"p99_ns >= 20ms"_s << passed << failed;
    QTest::newRow("above") << u"p99_ns > 23ms"_s << passed << passed;
    QTest::newRow("the others fail") << u"p99_ns < 12ms"_s << failed << failed;
    QTest::newRow("A alone") << u"A:p99_ns > 17ms"_s << passed << passed;
    QTest::newRow("B alone") << u"B:p99_ns > 17ms"_s << failed << failed;
    QTest::newRow("B elsewhere") << u"B:p99_ns@100 > 17ms"_s << passed << passed;
}

void TestThresholdJudge::theSameForCells()
{
    QFETCH(QString, text);
    QFETCH(ThresholdOutcome, onInterval);
    QFETCH(ThresholdOutcome, onPoint);
    Results results;
    results.cell(1, 10).metrics[Metric::P99Ns] = Results::summary(20e6, 18e6, 22e6);
    QCOMPARE(results.judge(text).outcome, onInterval);
    QCOMPARE(results.judge(text, true).outcome, onPoint);
}

void TestThresholdJudge::anyLevelFails()
{
    for (const int level : {1, 10, 100}) {
        Results results;
        results.setRatio(level, 0.91, 0.90, 0.93);
        const ThresholdJudgement judgement = results.judge(u"rps.ratio < 0.95"_s);
        QCOMPARE(judgement.outcome, failed);
        QCOMPARE(judgement.deciding->level, level);
        QCOMPARE(judgement.deciding->target, u"B"_s);
        QCOMPARE(judgement.deciding->baseline, u"A"_s);
        QCOMPARE(judgement.cases, 3);
        QCOMPARE(judgement.failed, 1);
        QCOMPARE(judgement.notJudged, 0);
    }
}

void TestThresholdJudge::oneLevelAlone()
{
    Results results;
    results.setRatio(10, 0.91, 0.90, 0.93);
    QCOMPARE(results.judge(u"rps.ratio@10 < 0.95"_s).outcome, failed);
    QCOMPARE(results.judge(u"rps.ratio@1 < 0.95"_s).outcome, passed);
    QCOMPARE(results.judge(u"rps.ratio@100 < 0.95"_s).outcome, passed);
    QCOMPARE(results.judge(u"rps.ratio@100 < 0.95"_s).cases, 1);
}

void TestThresholdJudge::theWorstCaseIsTold()
{
    Results results;
    results.setRatio(10, 0.91, 0.90, 0.93);
    results.setRatio(100, 0.85, 0.80, 0.90);
    QCOMPARE(results.judge(u"rps.ratio < 0.95"_s).deciding->level, 100);
    QCOMPARE(results.judge(u"rps.ratio < 0.95"_s).failed, 2);
    QCOMPARE(results.judge(u"rps.ratio < 0.5"_s).deciding->level, 100); // the nearest one
    QCOMPARE(results.judge(u"rps.ratio > 0.5"_s).deciding->level, 1);
    // A case that can't be judged is worse than those that pass, and told only where none fails.
    results.setRatio(1, 1, std::nullopt, std::nullopt);
    QCOMPARE(results.judge(u"rps.ratio < 0.95"_s).deciding->level, 100);
    QCOMPARE(results.judge(u"rps.ratio < 0.95"_s).notJudged, 1);
    QCOMPARE(results.judge(u"rps.ratio < 0.5"_s).outcome, notJudged);
    QCOMPARE(results.judge(u"rps.ratio < 0.5"_s).deciding->level, 1);
}

void TestThresholdJudge::oneTargetAlone()
{
    Results results;
    QCOMPARE(results.judge(u"rps < 500"_s).cases, 6);
    QCOMPARE(results.judge(u"A:rps < 500"_s).cases, 3);
    QCOMPARE(results.judge(u"A:rps@10 < 500"_s).cases, 1);
    QCOMPARE(results.judge(u"B:rps.ratio < 0.5"_s).cases, 3);
}

void TestThresholdJudge::severalCandidates()
{
    Results results;
    results.builder = SessionBuilder({u"A"_s, u"B"_s, u"C"_s}, {10});
    Comparison second = results.comparison(10);
    second.candidate = 2;
    second.ratio = 0.91;
    second.ciLow = 0.90;
    second.ciHigh = 0.93;
    results.analysis.comparisons.push_back(second);
    QCOMPARE(results.judge(u"rps.ratio < 0.95"_s).outcome, failed);
    QCOMPARE(results.judge(u"rps.ratio < 0.95"_s).deciding->target, u"C"_s);
    QCOMPARE(results.judge(u"B:rps.ratio < 0.95"_s).outcome, passed);
    QCOMPARE(results.judge(u"C:rps.ratio < 0.95"_s).outcome, failed);
}

void TestThresholdJudge::errorsAreExact()
{
    Results results;
    QCOMPARE(results.judge(u"errors > 0"_s).outcome, passed);
    QCOMPARE(results.judge(u"errors >= 0"_s).outcome, failed);
    results.cell(1, 100).errors = 3;
    for (const bool strict : {false, true}) {
        const ThresholdJudgement judgement = results.judge(u"errors > 0"_s, strict);
        QCOMPARE(judgement.outcome, failed);
        QCOMPARE(judgement.judgedOn(), u"count"_s);
        QCOMPARE(judgement.deciding->level, 100);
        QCOMPARE(*judgement.deciding->value, 3.0);
        QCOMPARE(results.judge(u"errors > 2"_s, strict).outcome, failed);
        QCOMPARE(results.judge(u"errors > 3"_s, strict).outcome, passed);
        QCOMPARE(results.judge(u"A:errors > 0"_s, strict).outcome, passed);
        QCOMPARE(results.judge(u"errors@10 > 0"_s, strict).outcome, passed);
    }
    // Unfit trials count: their errors are why they are unfit.
    results.cell(1, 100).unfit = 5;
    QCOMPARE(results.judge(u"errors > 0"_s).outcome, failed);
    results.cell(1, 100).trials = 0;
    QCOMPARE(results.judge(u"errors@100 > 0"_s).outcome, notJudged);
}

void TestThresholdJudge::errorRates()
{
    Results results;
    results.cell(1, 10).requests = 990;
    results.cell(1, 10).errors = 10;
    QCOMPARE(results.judge(u"error_rate > 1%"_s).outcome, passed); // exactly 1 %
    QCOMPARE(results.judge(u"error_rate >= 1%"_s).outcome, failed);
    QCOMPARE(results.judge(u"error_rate > 0.9%"_s).outcome, failed);
    QCOMPARE(*results.judge(u"error_rate > 1%"_s).deciding->value, 0.01);
    QCOMPARE(results.line(u"error_rate > 0.9%"_s), u"FAIL error_rate > 0.9%: B at 10 connections, 1.0 %"_s);
    results.cell(1, 10).requests = results.cell(1, 10).errors = 0;
    QCOMPARE(results.judge(u"error_rate > 1%"_s).outcome, notJudged);
}

void TestThresholdJudge::noInterval()
{
    Results results;
    results.setRatio(10, 0.5, std::nullopt, std::nullopt);
    results.comparison(10).pairs = 1;
    results.comparison(10).sdLog.reset();
    QCOMPARE(results.judge(u"rps.ratio < 0.95"_s).outcome, notJudged);
    QVERIFY2(results.line(u"rps.ratio < 0.95"_s).contains(u"one pair has no interval"), qPrintable(results.line(u"rps.ratio < 0.95"_s)));
    QCOMPARE(results.judge(u"rps.ratio < 0.95"_s, true).outcome, failed);
    QCOMPARE(results.judge(u"rps.ratio < 0.45"_s, true).outcome, passed);
    results.comparison(10).pairs = 4;
    results.comparison(10).sdLog = 0;
    QVERIFY(results.line(u"rps.ratio < 0.95"_s).contains(u"all 4 pairs show the very same ratio"));

    Summary &one = results.cell(1, 1).metrics[Metric::Rps];
    one = Results::summary(1000, std::nullopt, std::nullopt);
    one.n = 1;
    QVERIFY(results.line(u"rps < 500"_s).contains(u"one trial has no interval"));
    QCOMPARE(results.judge(u"rps < 500"_s, true).outcome, passed);
}

void TestThresholdJudge::nothingToJudge()
{
    Results results;
    results.cell(1, 10).metrics.clear();
    QCOMPARE(results.line(u"p99_ns > 20ms"_s), u"FAIL p99_ns > 20ms: can't be judged, B at 10 connections: no data"_s);
    QCOMPARE(results.judge(u"p99_ns > 20ms"_s, true).outcome, notJudged);
    results.comparison(10).ratio.reset();
    QCOMPARE(results.line(u"rps.ratio < 0.95"_s), u"FAIL rps.ratio < 0.95: can't be judged, B at 10 connections: B has no data"_s);
    results.cell(1, 10).trials = 0;
    QCOMPARE(results.line(u"rps < 5"_s), u"FAIL rps < 5: can't be judged, B at 10 connections: no trial ran"_s);
    // Nothing at all: never an empty "all passed".
    results.analysis = {};
    for (const QString &text : {u"rps < 5"_s, u"rps.ratio < 0.95"_s, u"errors > 0"_s, u"error_rate > 1%"_s}) {
        QCOMPARE(results.judge(text).outcome, notJudged);
        QVERIFY(!results.judge(text).reason.isEmpty());
        QVERIFY(!results.judge(text).deciding);
    }
    QVERIFY(judgeThresholds({}, results.builder.session, results.analysis, false).empty());
}

void TestThresholdJudge::unknownLevelsAndTargets()
{
    const Results results;
    QCOMPARE(results.line(u"rps.ratio@7 < 0.95"_s),
             u"FAIL rps.ratio@7 < 0.95: can't be judged, there is no level of 7 connections, only 1, 10 and 100"_s);
    QCOMPARE(results.line(u"errors@7 > 0"_s), u"FAIL errors@7 > 0: can't be judged, there is no level of 7 connections, only 1, 10 and 100"_s);
    QCOMPARE(results.line(u"C:errors > 0"_s), u"FAIL C:errors > 0: can't be judged, no target is called \"C\", only A and B"_s);
    QCOMPARE(results.line(u"C:rps.ratio < 0.95"_s), u"FAIL C:rps.ratio < 0.95: can't be judged, no target is called \"C\", only B"_s);
    QCOMPARE(results.line(u"A:rps.ratio < 0.95"_s), u"FAIL A:rps.ratio < 0.95: can't be judged, A is what the others are compared with"_s);
    QCOMPARE(results.line(u"p50.ratio < 0.95"_s), u"FAIL p50.ratio < 0.95: can't be judged, p50_ns is not compared in this plan"_s);
    QCOMPARE(results.judge(u"rps@7 < 5"_s, true).outcome, notJudged);
}

void TestThresholdJudge::droppedAndUnfit()
{
    Results results;
    results.comparison(10).pairs = 4;
    results.comparison(10).pairsDropped = 1; // a fifth is allowed
    QCOMPARE(results.judge(u"rps.ratio < 0.95"_s).outcome, passed);
    results.comparison(10).pairsDropped = 2;
    QCOMPARE(results.line(u"rps.ratio < 0.95"_s), u"FAIL rps.ratio < 0.95: can't be judged, B at 10 connections: 2 of 6 pairs were dropped"_s);
    QCOMPARE(results.judge(u"rps.ratio < 0.95"_s, true).outcome, notJudged);
    results.cell(0, 1).unfit = 1;
    QCOMPARE(results.judge(u"rps < 500"_s).outcome, passed);
    results.cell(0, 1).unfit = 2;
    QCOMPARE(results.line(u"rps < 500"_s), u"FAIL rps < 500: can't be judged, A at 1 connection: 2 of 5 trials are unfit"_s);
}

void TestThresholdJudge::figuresThatAreNone()
{
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const double infinity = std::numeric_limits<double>::infinity();
    for (const double odd : {nan, infinity, -infinity}) {
        for (const bool strict : {false, true}) {
            for (const QString &op : {u"<"_s, u">"_s, u"<="_s, u">="_s}) {
                Results results;
                results.setRatio(10, odd, odd, odd);
                results.cell(1, 10).metrics[Metric::Rps] = Results::summary(odd, odd, odd);
                QCOMPARE(results.judge(u"rps.ratio@10 "_s + op + u" 0.95"_s, strict).outcome, notJudged);
                QCOMPARE(results.judge(u"B:rps@10 "_s + op + u" 5"_s, strict).outcome, notJudged);
                for (const QString &text : {u"rps.ratio@10 "_s + op + u" 0.95"_s, u"B:rps@10 "_s + op + u" 5"_s}) {
                    const QString line = results.line(text, strict);
                    QVERIFY2(!line.contains(u"nan") && !line.contains(u"inf"), qPrintable(line));
                }
            }
        }
    }
}

void TestThresholdJudge::atTheTimeout_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<ThresholdOutcome>("outcome");
    // All that is known of p99 is "at least 2 s".
    QTest::newRow("> below") << u"p99_ns > 1999ms"_s << failed;
    QTest::newRow("> at") << u"p99_ns > 2s"_s << notJudged;
    QTest::newRow("> above") << u"p99_ns > 3s"_s << notJudged;
    QTest::newRow(">= below") << u"p99_ns >= 1s"_s << failed;
    QTest::newRow(">= at") << u"p99_ns >= 2s"_s << failed;
    QTest::newRow(">= above") << u"p99_ns >= 3s"_s << notJudged;
    QTest::newRow("< below") << u"p99_ns < 1s"_s << passed;
    QTest::newRow("< at") << u"p99_ns < 2s"_s << passed;
    QTest::newRow("< above") << u"p99_ns < 3s"_s << notJudged;
    QTest::newRow("<= below") << u"p99_ns <= 1s"_s << passed;
    QTest::newRow("<= at") << u"p99_ns <= 2s"_s << notJudged;
    QTest::newRow("<= above") << u"p99_ns <= 3s"_s << notJudged;
}

void TestThresholdJudge::atTheTimeout()
{
    QFETCH(QString, text);
    QFETCH(ThresholdOutcome, outcome);
    SessionBuilder builder({u"A"_s}, {10});
    builder.session.plan.load.timeout = std::chrono::seconds(2);
    for (int repeat = 0; repeat < 5; ++repeat) {
        Trial trial = builder.trial(0, 10, repeat, 980); // 2 % timed out, and nobody said unfit
        trial.errors[ErrorKind::Timeout] = 20;
        trial.sent += 20;
        builder.add(trial);
    }
    const Analysis analysis = analyse(builder.session);
    for (const bool strict : {false, true}) {
        const auto judgement = judgeThresholds({thresholdOf(text)}, builder.session, analysis, strict).front();
        QCOMPARE(judgement.outcome, outcome);
        QCOMPARE(judgement.deciding->atLeast, std::optional(2e9));
        if (outcome != notJudged)
            QCOMPARE(judgement.judgedOn(), u"at_least"_s);
        if (outcome == failed)
            QVERIFY(plain(thresholdLine(judgement)).endsWith(u"A at 10 connections, at least 2.00 s"));
    }
    // Half of the answers were fast, and the time-outs are far from p50.
    QCOMPARE(judgeThresholds({thresholdOf(u"p50 > 2ms"_s)}, builder.session, analysis, true).front().outcome, passed);
}

void TestThresholdJudge::unfitTrialsAtTheTimeoutProveNothingGood()
{
    SessionBuilder builder({u"A"_s}, {10});
    builder.session.plan.load.timeout = std::chrono::seconds(2);
    for (int repeat = 0; repeat < 3; ++repeat) {
        Trial trial = builder.trial(0, 10, repeat, 500);
        trial.errors[ErrorKind::Timeout] = 500;
        trial.sent += 500;
        trial.findings.push_back({u"errors"_s, Severity::Unfit, u"50 % errors"_s});
        builder.add(trial);
    }
    const Analysis analysis = analyse(builder.session);
    const auto judged = [&](const QString &text) { return judgeThresholds({thresholdOf(text)}, builder.session, analysis, false).front(); };
    QCOMPARE(judged(u"p99_ns > 20ms"_s).outcome, failed);
    QCOMPARE(judged(u"p99_ns < 20ms"_s).outcome, notJudged);
    QCOMPARE(judged(u"p99_ns < 20ms"_s).reason, u"3 of 3 trials are unfit"_s);
    QCOMPARE(judged(u"rps < 1"_s).outcome, notJudged);
    QCOMPARE(judged(u"errors > 1499"_s).outcome, failed);
    QCOMPARE(judged(u"error_rate >= 50%"_s).outcome, failed);
}

void TestThresholdJudge::ratiosAtTheTimeout()
{
    SessionBuilder builder({u"A"_s, u"B"_s}, {10});
    for (int repeat = 0; repeat < 5; ++repeat) {
        builder.add(0, 10, repeat, 1000);
        Trial trial = builder.trial(1, 10, repeat, 980);
        trial.errors[ErrorKind::Timeout] = 20;
        builder.add(trial);
    }
    const auto judgement = judgeThresholds({thresholdOf(u"p99.ratio > 1.1"_s)}, builder.session, analyse(builder.session), true).front();
    QCOMPARE(judgement.outcome, notJudged);
    QCOMPARE(plain(judgement.reason), u"B's p99 latency is at least the time-out in some trials"_s);
}

void TestThresholdJudge::ratesAsLevels()
{
    Results results;
    results.analysis.axis = SweepAxis::Rate;
    QVERIFY(results.line(u"rps.ratio@10 < 2"_s).contains(u"B at 10 requests per second due, 1.00 (0.980 to 1.02)"));
}

void TestThresholdJudge::oneTargetHasNoRatio()
{
    SessionBuilder builder({u"A"_s}, {10});
    builder.addSeries(0, 10, {1000, 1010, 990});
    const auto judgement = judgeThresholds({thresholdOf(u"rps.ratio < 0.95"_s)}, builder.session, analyse(builder.session), false).front();
    QCOMPARE(judgement.outcome, notJudged);
    QCOMPARE(judgement.reason, u"a ratio needs two targets"_s);
}

void TestThresholdJudge::namesWithPlaceholders()
{
    SessionBuilder builder({u"%1"_s, u"a:b %2"_s}, {10});
    builder.addSeries(0, 10, {1000, 1010, 990});
    builder.addSeries(1, 10, {1000, 1010, 990});
    const Analysis analysis = analyse(builder.session);
    const auto line = [&](const QString &text) {
        return plain(thresholdLine(judgeThresholds({thresholdOf(text)}, builder.session, analysis, false).front()));
    };
    QVERIFY2(line(u"a:b %2:rps < 5"_s).startsWith(u"ok   a:b %2:rps < 5: a:b %2 at 10 connections, 1000 ("), qPrintable(line(u"a:b %2:rps < 5"_s)));
    QCOMPARE(line(u"%3:rps < 5"_s), u"FAIL %3:rps < 5: can't be judged, no target is called \"%3\", only %1 and a:b %2"_s);
}

// From trials to a judgement. The intervals were worked out in Python by the textbook formula, mean ± t(0.975, 4) s / sqrt 5 on the logarithms,
// t(0.975, 4) = 2.7764451.
void TestThresholdJudge::measuredSession()
{
    SessionBuilder builder({u"A"_s, u"B"_s}, {10});
    builder.addSeries(0, 10, {1000, 1010, 990, 1005, 995});
    builder.addSeries(1, 10, {900, 915, 880, 905, 898});
    const Analysis analysis = analyse(builder.session);
    const auto judged = [&](const QString &text) { return judgeThresholds({thresholdOf(text)}, builder.session, analysis, false).front(); };
    const ThresholdJudgement ratio = judged(u"rps.ratio < 0.95"_s);
    QCOMPARE(ratio.outcome, failed);
    QVERIFY(std::abs(*ratio.deciding->value - 0.899549561375) < 1e-9);
    QVERIFY(std::abs(*ratio.deciding->low - 0.891600030749) < 1e-9);
    QVERIFY(std::abs(*ratio.deciding->high - 0.907569970237) < 1e-9);
    const ThresholdJudgement cell = judged(u"B:rps < 1k"_s);
    QCOMPARE(cell.outcome, failed);
    QVERIFY(std::abs(*cell.deciding->low - 883.748589657) < 1e-6);
    QVERIFY(std::abs(*cell.deciding->high - 915.587263913) < 1e-6);
    QCOMPARE(judged(u"A:rps < 1k"_s).outcome, passed);
}

void TestThresholdJudge::lines()
{
    Results results;
    results.setRatio(10, 0.91, 0.90, 0.93);
    QCOMPARE(results.line(u"rps.ratio < 0.95"_s), u"FAIL rps.ratio < 0.95: B at 10 connections, 0.910 (0.900 to 0.930)"_s);
    QCOMPARE(results.line(u"rps.ratio < 0.95"_s, true), u"FAIL rps.ratio < 0.95: B at 10 connections, 0.910"_s);
    QCOMPARE(results.line(u"rps.ratio < 0.5"_s), u"ok   rps.ratio < 0.5: nearest B at 10 connections, 0.910 (0.900 to 0.930)"_s);
    QCOMPARE(results.line(u"rps.ratio@1 < 0.5"_s), u"ok   rps.ratio@1 < 0.5: B at 1 connection, 1.00 (0.980 to 1.02)"_s);
    QCOMPARE(results.line(u"p99 > 5ms"_s), u"FAIL p99 > 5ms: A at 1 connection, 10.0 ms (9.00 ms to 11.0 ms); 6 of 6 fail"_s);
    QCOMPARE(results.line(u"errors > 0"_s), u"ok   errors > 0: nearest A at 1 connection, 0 errors"_s);
    results.setRatio(1, 1, std::nullopt, std::nullopt);
    QCOMPARE(results.line(u"rps.ratio < 0.95"_s), u"FAIL rps.ratio < 0.95: B at 10 connections, 0.910 (0.900 to 0.930); 1 of 3 not judged"_s);
    results.setRatio(100, 1, std::nullopt, std::nullopt);
    QCOMPARE(results.line(u"rps.ratio < 0.5"_s), u"FAIL rps.ratio < 0.5: can't be judged, B at 1 connection: there is no interval "
                                                 "(only a strict judgement does without); 2 of 3 not judged"_s);
}

void TestThresholdJudge::outcomeNames()
{
    QCOMPARE(thresholdOutcomeId(passed), u"passed"_s);
    QCOMPARE(thresholdOutcomeId(failed), u"failed"_s);
    QCOMPARE(thresholdOutcomeId(notJudged), u"not_judged"_s);
}

QTEST_GUILESS_MAIN(TestThresholdJudge)
#include "tst_thresholdjudge.moc"
