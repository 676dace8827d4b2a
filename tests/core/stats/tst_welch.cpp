// SPDX-License-Identifier: GPL-3.0-or-later
// Comparing samples that are no pairs, against published and independently computed figures.
#include "core/stats/welch.h"
#include "near.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace sweepbench;
using namespace Qt::StringLiterals;

class TestWelch : public QObject
{
    Q_OBJECT

private slots:
    void proxyBuiltTwoWays();
    void soporificDrugs();
    void mirrored();
    void oneSideAlike();
    void whatIsMissing_data();
    void whatIsMissing();
    void tooFarApart();
};

// The Squid proxy built two ways, measured four and three times in random order and published in 2014; ratio, plain interval, t,
// degrees of freedom and p computed with scipy, the simultaneous interval of five comparisons with mpmath.
void TestWelch::proxyBuiltTwoWays()
{
    const WelchEstimate rps = compareUnpaired({10029.11, 9786.60, 10116.93, 9958.71}, {9732.57, 10388.38, 10332.17}, 5);
    QCOMPARE(rps.baselineValues, 4);
    QCOMPARE(rps.candidateValues, 3);
    QVERIFY(near(*rps.ratio, 1.017503, 5e-7));
    QVERIFY(near(*rps.t, 0.78709, 5e-6));
    QVERIFY(near(*rps.df, 2.45893, 5e-6));
    QVERIFY(near(*rps.p, 0.49999, 5e-6));
    QVERIFY(near(rps.plain->low, 0.939504, 5e-7));
    QVERIFY(near(rps.plain->high, 1.101978, 5e-7));
    QVERIFY(near(rps.simultaneous->low, 0.865939166, 1e-8));
    QVERIFY(near(rps.simultaneous->high, 1.195595274, 1e-8));
    QVERIFY(rps.missing.isEmpty());

    const WelchEstimate cpu = compareUnpaired({996.661872, 1021.695007, 988.395665, 1004.039956},
                                              {1027.426563, 962.418333, 967.824790}, 1);
    QVERIFY(near(*cpu.ratio, 0.982878, 5e-7));
    QVERIFY(near(*cpu.t, -0.78241, 5e-6));
    QVERIFY(near(*cpu.df, 2.45942, 5e-6));
    QVERIFY(near(*cpu.p, 0.50227, 5e-6));
    QVERIFY(near(cpu.plain->low, 0.907451, 5e-7));
    QVERIFY(near(cpu.plain->high, 1.064574, 5e-7));
    QCOMPARE(*cpu.simultaneous, *cpu.plain); // a family of one
}

// "Student" (The probable error of a mean, 1908), taken as logarithms. R's t.test(extra ~ group, data = sleep) prints
// t = -1.8608, df = 17.776, p-value = 0.07939 and the interval -3.3654832 to 0.2054832 of the first group less the second.
void TestWelch::soporificDrugs()
{
    std::vector<double> first;
    std::vector<double> second;
    for (const double log : {0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0})
        first.push_back(std::exp(log));
    for (const double log : {1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4})
        second.push_back(std::exp(log));
    const WelchEstimate sleep = compareUnpaired(first, second, 1);
    QVERIFY(near(*sleep.t, 1.8608, 5e-5));
    QVERIFY(near(*sleep.df, 17.776, 5e-4));
    QVERIFY(near(*sleep.p, 0.07939, 5e-6));
    QVERIFY(near(std::log(sleep.plain->low), -0.2054832, 5e-8));
    QVERIFY(near(std::log(sleep.plain->high), 3.3654832, 5e-8));

    // Judged at 2.5 % the interval alone is that of a family of two at 5 %.
    QCOMPARE(*compareUnpaired(first, second, 1, 0.025).simultaneous, *compareUnpaired(first, second, 2).simultaneous);
}

void TestWelch::mirrored()
{
    const std::vector<double> a{100, 104, 99};
    const std::vector<double> b{110, 108, 115, 111};
    const WelchEstimate there = compareUnpaired(a, b, 3);
    const WelchEstimate back = compareUnpaired(b, a, 3);
    QVERIFY(near(*there.ratio * *back.ratio, 1, 1e-12));
    QVERIFY(near(*there.t, -*back.t, 1e-12));
    QVERIFY(near(*there.p, *back.p, 1e-12));
    QVERIFY(near(there.simultaneous->low * back.simultaneous->high, 1, 1e-12));
}

// All that varies is one side: its own degrees of freedom are left.
void TestWelch::oneSideAlike()
{
    const WelchEstimate estimate = compareUnpaired({100, 100, 100}, {100, 110, 121}, 1);
    QVERIFY(near(*estimate.df, 2, 1e-12));
    QVERIFY(near(*estimate.ratio, 1.1, 1e-12));
    QVERIFY(near(*estimate.t, std::sqrt(3.0), 1e-9)); // mean and deviation of the logarithms are both ln 1.1
}

void TestWelch::whatIsMissing_data()
{
    QTest::addColumn<std::vector<double>>("baseline");
    QTest::addColumn<std::vector<double>>("candidate");
    QTest::addColumn<double>("ratio"); // 0: none
    QTest::addColumn<QString>("missing");
    using V = std::vector<double>;
    const double infinity = std::numeric_limits<double>::infinity();
    const double notANumber = std::numeric_limits<double>::quiet_NaN();
    const QString noNumber = u"the candidate has a figure that is not a number above 0"_s;
    QTest::newRow("nothing") << V{} << V{} << 0.0 << u"the baseline has no figure"_s;
    QTest::newRow("nothing in one") << V{1, 2} << V{} << 0.0 << u"the candidate has no figure"_s;
    QTest::newRow("zero") << V{0, 2} << V{1, 2} << 0.0 << u"the baseline has a figure of 0, and there is no ratio to 0"_s;
    QTest::newRow("negative") << V{1, 2} << V{1, -2} << 0.0 << noNumber;
    QTest::newRow("infinite") << V{1, 2} << V{1, infinity} << 0.0 << noNumber;
    QTest::newRow("not a number") << V{1, 2} << V{notANumber, 1} << 0.0 << noNumber;
    QTest::newRow("one") << V{1, 4} << V{4} << 2.0 << u"the candidate has 1 figure, and an interval needs 2"_s;
    QTest::newRow("one each") << V{2} << V{4} << 2.0 << u"the baseline has 1 figure, and an interval needs 2"_s;
    QTest::newRow("alike") << V{5, 5, 5} << V{10, 10} << 2.0
                           << u"the figures of each side are all alike, so nothing tells how much they vary"_s;
}

void TestWelch::whatIsMissing()
{
    QFETCH(std::vector<double>, baseline);
    QFETCH(std::vector<double>, candidate);
    QFETCH(double, ratio);
    const WelchEstimate estimate = compareUnpaired(baseline, candidate, 1);
    QTEST(estimate.missing, "missing");
    QCOMPARE(estimate.ratio.has_value(), ratio > 0);
    QVERIFY(!estimate.ratio || near(*estimate.ratio, ratio, 1e-12));
    QVERIFY(!estimate.t && !estimate.df && !estimate.p && !estimate.plain && !estimate.simultaneous);
}

void TestWelch::tooFarApart()
{
    const WelchEstimate wide = compareUnpaired({1e-100, 1e100}, {1, 1e200}, 1000);
    QVERIFY(wide.ratio && wide.p && std::isfinite(*wide.p));
    QVERIFY(!wide.plain && !wide.simultaneous);
    QCOMPARE(wide.missing, u"the interval is too wide to give"_s);
    const WelchEstimate far = compareUnpaired({1e-300, 2e-300}, {1e300, 2e300}, 1);
    QVERIFY(!far.ratio && !far.p);
    QCOMPARE(far.missing, u"the figures are too far apart to calculate with"_s);
}

QTEST_APPLESS_MAIN(TestWelch)
#include "tst_welch.moc"
