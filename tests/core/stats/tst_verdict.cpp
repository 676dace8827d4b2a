// SPDX-License-Identifier: GPL-3.0-or-later
// Verdicts in their order, and the sentences as a person would say them.
#include "core/stats/verdict.h"
#include "core/stats/wording.h"

#include <QTest>

using namespace sweepbench;
using namespace Qt::StringLiterals;

namespace {

/// With plain blanks and apostrophes, for comparing.
QString plain(QString text)
{
    return text.replace(QChar(0x00A0), u' ').replace(QChar(0x202F), u' ').replace(QChar(0x2019), u'\'');
}

Comparison comparisonOf(double ratio, double low, double high, double pHolm, int pairs = 8)
{
    Comparison comparison;
    comparison.level = 10;
    comparison.pairs = pairs;
    comparison.ratio = ratio;
    comparison.ciLow = comparison.simultaneousLow = low;
    comparison.ciHigh = comparison.simultaneousHigh = high;
    comparison.p = comparison.pHolm = pHolm;
    comparison.sdLog = 0.05;
    comparison.primary = true;
    return comparison;
}

ComparedSides sidesOf(int trials = 8)
{
    ComparedSides sides;
    sides.baseline.name = u"A"_s;
    sides.candidate.name = u"B"_s;
    for (ComparedSide *side : {&sides.baseline, &sides.candidate}) {
        side->trials = side->values = trials;
        side->fewestAnswers = 5000;
    }
    return sides;
}

QString sentenceOf(Comparison comparison, const ComparedSides &sides = sidesOf())
{
    comparison.verdict = comparison.primary ? decide(comparison) : Verdict::NotCompared;
    return plain(comparisonSentence(comparison, sides));
}

} // namespace

class TestVerdict : public QObject
{
    Q_OBJECT

private slots:
    void order_data();
    void order();
    void noVerdict();
    void fasterAndSlower();
    void atLeast();
    void otherMetrics();
    void openLoops();
    void severalTimes();
    void equivalent();
    void inconclusive();
    void reasons();
    void missingData();
    void dropped();
    void thinTail();
    void exploratory();
    void namesWithPlaceholders();
};

void TestVerdict::order_data()
{
    QTest::addColumn<double>("ratio");
    QTest::addColumn<double>("low");
    QTest::addColumn<double>("high");
    QTest::addColumn<double>("pHolm");
    QTest::addColumn<int>("verdict");
    QTest::newRow("more") << 1.24 << 1.19 << 1.29 << 0.001 << int(Verdict::Faster);
    QTest::newRow("fewer") << 0.81 << 0.78 << 0.85 << 0.001 << int(Verdict::Slower);
    QTest::newRow("wide") << 1.05 << 0.9 << 1.2 << 0.3 << int(Verdict::Inconclusive);
    QTest::newRow("p on the line") << 1.05 << 0.99 << 1.12 << 0.05 << int(Verdict::Inconclusive);
    QTest::newRow("within 2 %") << 1.001 << 0.99 << 1.012 << 0.8 << int(Verdict::Equivalent);
    QTest::newRow("within 2 % and different") << 1.005 << 1.003 << 1.007 << 0.001 << int(Verdict::Equivalent);
    QTest::newRow("margin is on the logarithm") << 0.99 << 1 / 1.0199 << 1.0199 << 0.5 << int(Verdict::Equivalent);
    QTest::newRow("just beyond it below") << 0.99 << 1 / 1.0201 << 1.01 << 0.5 << int(Verdict::Inconclusive);
    QTest::newRow("just beyond it above") << 1.015 << 1.01 << 1.0201 << 0.01 << int(Verdict::Faster);
}

void TestVerdict::order()
{
    QFETCH(double, ratio);
    QFETCH(double, low);
    QFETCH(double, high);
    QFETCH(double, pHolm);
    QFETCH(int, verdict);
    Comparison comparison = comparisonOf(ratio, low, high, pHolm);
    QCOMPARE(int(decide(comparison)), verdict);
    comparison.metric = Metric::P99Ns; // where less is better
    const Verdict mirrored = verdict == int(Verdict::Faster) ? Verdict::Slower
                           : verdict == int(Verdict::Slower) ? Verdict::Faster : Verdict(verdict);
    QCOMPARE(decide(comparison), mirrored);
}

void TestVerdict::noVerdict()
{
    const Comparison good = comparisonOf(1.24, 1.19, 1.29, 0.001, 3);
    QCOMPARE(decide(good), Verdict::Faster);
    Comparison few = good;
    few.pairs = 2;
    QCOMPARE(decide(few), Verdict::NotCompared);
    Comparison constant = good;
    constant.sdLog = 0;
    QCOMPARE(decide(constant), Verdict::NotCompared);
    Comparison dropped = good;
    dropped.pairs = 4;
    dropped.pairsDropped = 1; // 20 % exactly
    QCOMPARE(decide(dropped), Verdict::Faster);
    dropped.pairsDropped = 2;
    QCOMPARE(decide(dropped), Verdict::NotCompared);
    QCOMPARE(decide(Comparison()), Verdict::NotCompared);
    Comparison wide = good; // an interval beyond a double, but a p
    wide.simultaneousLow.reset();
    wide.simultaneousHigh.reset();
    wide.pHolm = 0.7;
    QCOMPARE(decide(wide), Verdict::Inconclusive);
}

void TestVerdict::fasterAndSlower()
{
    QCOMPARE(sentenceOf(comparisonOf(1.24, 1.19, 1.29, 0.001)),
             u"B serves 24 % more requests per second than A at 10 connections (simultaneous 95 % interval 19 % to 29 %, 8 pairs)"_s);
    QCOMPARE(sentenceOf(comparisonOf(0.81, 0.78, 0.85, 0.001)),
             u"B serves 19 % fewer requests per second than A at 10 connections (simultaneous 95 % interval 15 % to 22 %, 8 pairs)"_s);
    Comparison single = comparisonOf(1.04, 0.995, 1.08, 0.04);
    single.level = 1;
    QCOMPARE(sentenceOf(single), u"B serves 4.0 % more requests per second than A at 1 connection "
                                 "(simultaneous 95 % interval 0.50 % fewer to 8.0 % more, 8 pairs)"
                                 "; Holm's step-down test tells them apart (p = 0.040), this wider interval does not"_s);
    Comparison dropped = comparisonOf(1.24, 1.19, 1.29, 0.001, 9);
    dropped.pairsDropped = 1;
    QVERIFY(sentenceOf(dropped).endsWith(u"19 % to 29 %, 9 pairs, 1 dropped)"_s));
}

void TestVerdict::atLeast()
{
    const auto limited = [](int baseline, int candidate, double ratio, Metric metric = Metric::Rps) {
        ComparedSides sides = sidesOf();
        sides.baseline.clientLimited = baseline;
        sides.candidate.clientLimited = candidate;
        Comparison comparison = comparisonOf(ratio, ratio * 0.96, ratio * 1.04, 0.001);
        comparison.metric = metric;
        return sentenceOf(comparison, sides);
    };
    const QString because = u"; the client was the limit for B"_s;
    QVERIFY(limited(0, 8, 1.24).startsWith(u"B serves at least 24 % more requests per second than A at 10 connections ("_s));
    QVERIFY(limited(0, 8, 1.24).endsWith(u"8 pairs)"_s + because));
    QVERIFY(limited(0, 5, 1.24).endsWith(because)); // most of its trials
    QVERIFY(limited(3, 5, 1.24).endsWith(because));
    QVERIFY(limited(8, 0, 0.81).startsWith(u"B serves at least 19 % fewer requests per second than A at 10 connections ("_s));
    QVERIFY(limited(8, 0, 0.81).endsWith(u"; the client was the limit for A"_s));
    QVERIFY(limited(0, 8, 3.4).startsWith(u"B serves at least 3.4 times as many requests per second as A"_s));
    QVERIFY(limited(0, 8, 0.81, Metric::P99Ns).startsWith(u"B's p99 latency is at least 19 % lower than A's"_s));
    QVERIFY(limited(8, 0, 2.5, Metric::P99Ns).startsWith(u"B's p99 latency is at least 2.5 times A's"_s));
    // Not where it was the limit for the worse one, for both, in half of the trials, or where there is no difference.
    for (const QString &sentence : {limited(8, 0, 1.24), limited(8, 8, 1.24), limited(0, 4, 1.24), limited(0, 8, 0.81)})
        QVERIFY2(!sentence.contains(u"at least"_s) && !sentence.contains(u"client"_s), qPrintable(sentence));
    ComparedSides sides = sidesOf();
    sides.candidate.clientLimited = 8;
    QVERIFY(!sentenceOf(comparisonOf(1.001, 0.99, 1.012, 0.8), sides).contains(u"client"_s));
    sides.candidate.unfit = 8; // none is fit
    sides.candidate.clientLimited = 0;
    QVERIFY(!sides.candidate.isClientLimited());
}

void TestVerdict::otherMetrics()
{
    const auto start = [](Metric metric, double ratio, double low, double high) {
        Comparison comparison = comparisonOf(ratio, low, high, 0.001);
        comparison.metric = metric;
        return sentenceOf(comparison);
    };
    const QString evidence = u" at 10 connections (simultaneous 95 % interval 11 % to 16 %, 8 pairs)"_s;
    QCOMPARE(start(Metric::RuntimeS, 0.864, 0.84, 0.89), u"B takes 14 % less time than A"_s + evidence);
    QCOMPARE(start(Metric::RuntimeS, 1.14, 1.11, 1.16), u"B takes 14 % more time than A"_s + evidence);
    QCOMPARE(start(Metric::BytesPerS, 0.864, 0.84, 0.89), u"B delivers 14 % fewer bytes per second than A"_s + evidence);
    QCOMPARE(start(Metric::MeanNs, 0.864, 0.84, 0.89), u"B's mean latency is 14 % lower than A's"_s + evidence);
    QCOMPARE(start(Metric::P50Ns, 0.864, 0.84, 0.89), u"B's p50 latency is 14 % lower than A's"_s + evidence);
    QCOMPARE(start(Metric::P99Ns, 1.14, 1.11, 1.16), u"B's p99 latency is 14 % higher than A's"_s + evidence);
}

void TestVerdict::openLoops()
{
    ComparedSides sides = sidesOf();
    sides.axis = SweepAxis::Rate;
    sides.openLoop = true;
    Comparison comparison = comparisonOf(1.24, 1.19, 1.29, 0.001);
    comparison.metric = Metric::P99Ns;
    comparison.level = 2000;
    QCOMPARE(sentenceOf(comparison, sides), u"B's p99 response time is 24 % higher than A's at 2000 requests per second due "
                                            "(simultaneous 95 % interval 19 % to 29 %, 8 pairs)"_s);
    comparison.level = 1;
    QVERIFY(sentenceOf(comparison, sides).contains(u" at 1 request per second due ("));
    Comparison same = comparisonOf(1.005, 1.001, 1.009, 0.6);
    same.metric = Metric::MeanNs;
    same.level = 500;
    QVERIFY2(sentenceOf(same, sides).startsWith(u"B is as fast as A at 500 requests per second due: their mean response times differ by less than 2 %"),
             qPrintable(sentenceOf(same, sides)));
    sides.axis = SweepAxis::Connections;
    comparison.level = 10;
    QVERIFY(sentenceOf(comparison, sides).startsWith(u"B's p99 response time is 24 % higher than A's at 10 connections ("));
}

void TestVerdict::severalTimes()
{
    QCOMPARE(sentenceOf(comparisonOf(3.4, 3.1, 3.7, 0.001)),
             u"B serves 3.4 times as many requests per second as A at 10 connections (simultaneous 95 % interval 3.1 to 3.7 times, 8 pairs)"_s);
    Comparison latency = comparisonOf(2.5, 0.9, 7, 0.04);
    latency.metric = Metric::P99Ns;
    QCOMPARE(sentenceOf(latency), u"B's p99 latency is 2.5 times A's at 10 connections "
                                  "(simultaneous 95 % interval 10 % lower to 7.0 times as high, 8 pairs)"
                                  "; Holm's step-down test tells them apart (p = 0.040), this wider interval does not"_s);
    Comparison runtime = comparisonOf(1.9, 1.7, 2.2, 0.04);
    runtime.metric = Metric::RuntimeS;
    QCOMPARE(sentenceOf(runtime), u"B takes 90 % more time than A at 10 connections "
                                  "(simultaneous 95 % interval 70 % more to 2.2 times as long, 8 pairs)"_s);
    QVERIFY(sentenceOf(comparisonOf(1e9, 1e6, 1e12, 0.001)).startsWith(u"B serves over 1000 times as many requests"_s));
    QVERIFY(sentenceOf(comparisonOf(1e-9, 1e-12, 1e-6, 0.001)).startsWith(u"B serves over 99 % fewer requests"_s));
}

void TestVerdict::equivalent()
{
    QCOMPARE(sentenceOf(comparisonOf(1.001, 0.99, 1.012, 0.8)),
             u"B is as fast as A at 10 connections: their requests per second differ by less than 2 % "
             "(simultaneous 95 % interval 1.0 % fewer to 1.2 % more, 8 pairs)"_s);
    QCOMPARE(sentenceOf(comparisonOf(1.005, 1.003, 1.007, 0.001)),
             u"B is practically as fast as A at 10 connections: their requests per second are different by 0.50 %, too small to matter "
             "(simultaneous 95 % interval 0.30 % to 0.70 % more, 8 pairs)"_s);
    Comparison latency = comparisonOf(0.995, 0.993, 0.997, 0.001);
    latency.metric = Metric::P99Ns;
    QCOMPARE(sentenceOf(latency),
             u"B is practically as fast as A at 10 connections: their p99 latencies are different by 0.50 %, too small to matter "
             "(simultaneous 95 % interval 0.30 % to 0.70 % lower, 8 pairs)"_s);
}

void TestVerdict::inconclusive()
{
    Comparison comparison = comparisonOf(1.03, 0.97, 1.08, 0.3, 5);
    comparison.seen = 0.12;
    comparison.moreRepeatsFor5 = 14;
    QCOMPARE(sentenceOf(comparison),
             u"No clear difference between B and A in requests per second at 10 connections "
             "(simultaneous 95 % interval 3.0 % fewer to 8.0 % more, 5 pairs): a difference of 12 % would have been seen with 80 % power, "
             "and 14 more repeats would see one of 5 %"_s);
    comparison.moreRepeatsFor5 = 1;
    QVERIFY(sentenceOf(comparison).endsWith(u"and 1 more repeat would see one of 5 %"_s));
    comparison.moreRepeatsFor5 = 101;
    QVERIFY(sentenceOf(comparison).endsWith(u"and more than 100 more repeats would see one of 5 %"_s));
    comparison.moreRepeatsFor5 = 0;
    QVERIFY(sentenceOf(comparison).endsWith(u"would have been seen with 80 % power"_s));
    comparison.seen = 4000;
    QVERIFY(sentenceOf(comparison).endsWith(u"only a difference of more than tenfold would have been seen with 80 % power"_s));
    comparison.simultaneousLow.reset();
    comparison.simultaneousHigh.reset();
    QVERIFY(sentenceOf(comparison).contains(u"(simultaneous 95 % interval too wide to give, 5 pairs)"_s));
}

void TestVerdict::reasons()
{
    const QString start = u"No verdict on B against A at 10 connections: "_s;
    QCOMPARE(sentenceOf(comparisonOf(1.2, 0.5, 3, 0.5, 2), sidesOf(2)), start + u"only 2 pairs, and a verdict needs 3"_s);
    QCOMPARE(sentenceOf(comparisonOf(1.2, 0.5, 3, 0.5, 1), sidesOf(1)), start + u"only 1 pair, and a verdict needs 3"_s);
    Comparison none;
    none.level = 10;
    none.primary = true;
    QCOMPARE(sentenceOf(none), start + u"no pair of trials yet, and a verdict needs 3"_s);
    Comparison constant = comparisonOf(1.2, 1.1, 1.3, 0.01, 5);
    constant.sdLog = 0;
    QCOMPARE(sentenceOf(constant), start + u"all 5 pairs show the very same ratio, so nothing tells how much it varies"_s);
}

void TestVerdict::missingData()
{
    const QString start = u"No verdict on B against A at 10 connections: "_s;
    Comparison none;
    none.level = 10;
    none.primary = true;
    ComparedSides sides = sidesOf(5);
    sides.baseline.values = 0;
    sides.baseline.unfit = 5;
    sides.baseline.unfitReason = u"no complete answer"_s;
    QCOMPARE(sentenceOf(none, sides), start + u"A has no data (all 5 trials are unfit, the first one because: no complete answer)"_s);
    sides.candidate = {};
    sides.candidate.name = u"B"_s;
    QCOMPARE(sentenceOf(none, sides),
             start + u"A has no data (all 5 trials are unfit, the first one because: no complete answer) and B has no trial at this level"_s);

    ComparedSides late = sidesOf(5);
    late.candidate.atTimeout = 2;
    none.metric = Metric::P99Ns;
    QCOMPARE(sentenceOf(none, late), start + u"B's p99 latency is at least the time-out in 2 of its trials"_s);

    // Nothing to nothing is no change; something to nothing, or back, has no ratio.
    none.metric = Metric::BytesPerS;
    ComparedSides zero = sidesOf(5);
    zero.baseline.zeros = 5;
    QCOMPARE(sentenceOf(none, zero), start + u"A measured 0 in 5 of its trials, and there is no ratio to 0"_s);
    zero.candidate.zeros = 5;
    QCOMPARE(sentenceOf(none, zero), start + u"both measured 0, which is no difference"_s);
}

void TestVerdict::dropped()
{
    Comparison comparison = comparisonOf(1.24, 1.19, 1.29, 0.001, 3);
    comparison.pairsDropped = 2;
    ComparedSides sides = sidesOf(3);
    sides.baseline.trials = 5;
    sides.baseline.unfit = 2;
    sides.baseline.unfitReason = u"3.1 % errors"_s;
    QCOMPARE(sentenceOf(comparison, sides), u"No verdict on B against A at 10 connections: 2 of 5 pairs were dropped, more than 20 % "
                                            "(A has 2 unfit trials, the first one: 3.1 % errors)"_s);
    sides.candidate.unfit = 1;
    sides.candidate.unfitReason = u"clock jump"_s;
    QVERIFY(sentenceOf(comparison, sides).endsWith(u"(A has 2 unfit trials, the first one: 3.1 % errors; B has 1 unfit trial: clock jump)"_s));
}

void TestVerdict::thinTail()
{
    Comparison comparison = comparisonOf(0.8, 0.7, 0.9, 0.001);
    ComparedSides sides = sidesOf();
    sides.candidate.fewestAnswers = 212;
    QVERIFY(!sentenceOf(comparison, sides).contains(u"answer"_s)); // requests per second need no tail
    comparison.metric = Metric::P99Ns;
    QVERIFY(sentenceOf(comparison, sides).endsWith(u"; this p99 rests on as few as 212 answers in a trial, and it takes 1000"_s));
    sides.candidate.fewestAnswers = 1000;
    QVERIFY(!sentenceOf(comparison, sides).contains(u"answer"_s));
}

void TestVerdict::exploratory()
{
    Comparison comparison = comparisonOf(0.88, 0.82, 0.95, 0.001);
    comparison.metric = Metric::P99Ns;
    comparison.primary = false;
    QCOMPARE(sentenceOf(comparison), u"Exploratory: B's p99 latency is 12 % lower than A's at 10 connections (95 % interval 5.0 % to 18 %, 8 pairs)"_s);
    comparison.pairs = 1;
    comparison.ciLow.reset();
    comparison.ciHigh.reset();
    QCOMPARE(sentenceOf(comparison), u"Exploratory: B's p99 latency is 12 % lower than A's at 10 connections (1 pair)"_s);
    comparison.ratio = 1;
    QCOMPARE(sentenceOf(comparison), u"Exploratory: B's p99 latency is the same as A's at 10 connections (1 pair)"_s);
    comparison.ratio.reset();
    comparison.pairs = 0;
    QCOMPARE(sentenceOf(comparison), u"Exploratory: no p99 latency of B against A at 10 connections: no pair of trials yet"_s);
}

void TestVerdict::namesWithPlaceholders()
{
    ComparedSides sides = sidesOf();
    sides.baseline.name = u"%1 & <b>"_s;
    sides.candidate.name = u"%2"_s;
    QVERIFY(plain(comparisonSentence([] { Comparison c = comparisonOf(1.24, 1.19, 1.29, 0.001); c.verdict = Verdict::Faster; return c; }(), sides))
                .startsWith(u"%2 serves 24 % more requests per second than %1 & <b> at 10 connections"_s));
    Comparison latency = comparisonOf(1.24, 1.19, 1.29, 0.001);
    latency.metric = Metric::P99Ns;
    QVERIFY(sentenceOf(latency, sides).startsWith(u"%2's p99 latency is 24 % higher than %1 & <b>'s at 10 connections"_s));
}

QTEST_APPLESS_MAIN(TestVerdict)
#include "tst_verdict.moc"
