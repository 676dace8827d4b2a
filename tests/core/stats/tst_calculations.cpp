// SPDX-License-Identifier: GPL-3.0-or-later
// The calculations below the verdict, against published tables and independently computed figures.
#include "core/stats/distributions.h"
#include "core/stats/holm.h"
#include "core/stats/paired.h"
#include "core/stats/power.h"
#include "core/stats/signflip.h"
#include "core/stats/summary.h"
#include "near.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace sweepbench;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();

} // namespace

class TestCalculations : public QObject
{
    Q_OBJECT

private slots:
    void tQuantilesOfPublishedTables_data();
    void tQuantilesOfPublishedTables();
    void fractionsOfDegrees();
    void chiSquaredQuantilesOfPublishedTables();
    void distributionsRefuseNonsense();
    void summaryOfFew();
    void summaryOfNothingAndNonsense();
    void summaryInterval();
    void pairedOfFew();
    void pairedOfEqualPairs();
    void pairedOfFiguresFarApart();
    void holmKnownAnswers();
    void holmCountsMissingOnes();
    void signFlipOfOneSide();
    void signFlipOfFishersExample();
    void signFlipSampled();
    void signFlipPairs();
    void powerIndependentlyComputed_data();
    void powerIndependentlyComputed();
    void powerOfNothing();
};

void TestCalculations::tQuantilesOfPublishedTables_data()
{
    // Three decimals as in any printed table of Student's t (for example Pearson and Hartley, Biometrika Tables, table 12).
    QTest::addColumn<double>("probability");
    QTest::addColumn<int>("degrees");
    QTest::addColumn<double>("expected");
    QTest::newRow("0.975, 1") << 0.975 << 1 << 12.706;
    QTest::newRow("0.975, 2") << 0.975 << 2 << 4.303;
    QTest::newRow("0.975, 4") << 0.975 << 4 << 2.776;
    QTest::newRow("0.975, 7") << 0.975 << 7 << 2.365;
    QTest::newRow("0.975, 19") << 0.975 << 19 << 2.093;
    QTest::newRow("0.975, 120") << 0.975 << 120 << 1.980;
    QTest::newRow("0.995, 4") << 0.995 << 4 << 4.604;
    QTest::newRow("0.8, 4") << 0.8 << 4 << 0.941;
    QTest::newRow("0.8, 2") << 0.8 << 2 << 1.061;
    QTest::newRow("1 - 0.025/1000, 29") << 1 - 0.025 / 1000 << 29 << 4.756;
}

void TestCalculations::tQuantilesOfPublishedTables()
{
    QFETCH(double, probability);
    QFETCH(int, degrees);
    QFETCH(double, expected);
    QVERIFY(near(tQuantile(probability, degrees).value(), expected, 0.00051));
    QVERIFY(near(tTwoSidedP(*tQuantile(probability, degrees), degrees).value(), 2 * (1 - probability), 1e-12));
}

void TestCalculations::fractionsOfDegrees()
{
    // By root finding on the incomplete beta function (mpmath, 30 digits).
    QVERIFY(near(tQuantile(0.975, 2.45893).value(), 3.61773580288, 1e-9));
    QVERIFY(near(tQuantile(0.975, 17.776).value(), 2.10282131038, 1e-9));
    QVERIFY(near(tQuantile(0.9875, 2.5).value(), 4.86390555432, 1e-9));
    QVERIFY(near(tQuantile(0.975, 1.5).value(), 6.01666310443, 1e-9));
    QVERIFY(near(tTwoSidedP(0.78709, 2.45893).value(), 0.499989229718, 1e-10));
    QVERIFY(near(tTwoSidedP(2, 2.5).value(), 0.157391495758, 1e-10));
    for (const double degrees : {0.99, 0.0, -1.5, notANumber, infinity}) {
        QVERIFY(!tQuantile(0.975, degrees));
        QVERIFY(!tTwoSidedP(2, degrees));
    }
}

void TestCalculations::chiSquaredQuantilesOfPublishedTables()
{
    QVERIFY(near(chiSquaredQuantile(0.2, 1).value(), 0.0642, 0.00006));
    QVERIFY(near(chiSquaredQuantile(0.2, 4).value(), 1.649, 0.0006));
    QVERIFY(near(chiSquaredQuantile(0.2, 7).value(), 3.822, 0.0006));
    QVERIFY(near(chiSquaredQuantile(0.95, 10).value(), 18.307, 0.0006));
}

void TestCalculations::distributionsRefuseNonsense()
{
    for (const double probability : {0.0, 1.0, -1.0, 2.0, notANumber}) {
        QVERIFY(!tQuantile(probability, 5));
        QVERIFY(!chiSquaredQuantile(probability, 5));
    }
    QVERIFY(!tQuantile(0.9, 0));
    QVERIFY(!chiSquaredQuantile(0.9, 0));
    QVERIFY(!tTwoSidedP(1, 0));
    QVERIFY(!tTwoSidedP(notANumber, 3));
    QVERIFY(!tTwoSidedP(infinity, 3));
    QCOMPARE(tTwoSidedP(0, 3).value(), 1.0);
    const double far = tTwoSidedP(1e200, 3).value();
    QVERIFY(far >= 0 && far < 1e-100);
}

void TestCalculations::summaryOfFew()
{
    const Summary one = summarise({7.5});
    QCOMPARE(one.n, 1);
    QCOMPARE(one.mean, 7.5);
    QCOMPARE(one.median, 7.5);
    QCOMPARE(one.min, 7.5);
    QCOMPARE(one.max, 7.5);
    QCOMPARE(one.se, 0.0);
    QVERIFY(!one.ciLow && !one.ciHigh);

    const Summary four = summarise({4, 1, 3, 2});
    QCOMPARE(four.n, 4);
    QCOMPARE(four.median, 2.5);
    QVERIFY(near(four.stdev, std::sqrt(5.0 / 3), 1e-12));
    QVERIFY(near(four.se, std::sqrt(5.0 / 12), 1e-12));
    QCOMPARE(summarise({5, 1, 3}).median, 3.0);

    const Summary equal = summarise({5, 5, 5});
    QCOMPARE(equal.stdev, 0.0);
    QVERIFY(near(equal.ciLow.value(), 5, 1e-12));
    QVERIFY(near(equal.ciHigh.value(), 5, 1e-12));
}

void TestCalculations::summaryOfNothingAndNonsense()
{
    QCOMPARE(summarise({}), Summary());
    QCOMPARE(summarise({notANumber, infinity}), Summary());
    QCOMPARE(summarise({2, notANumber, 4}).mean, 3.0);
    const Summary withZero = summarise({0, 0, 3});
    QCOMPARE(withZero.mean, 1.0);
    QVERIFY(!withZero.ciLow && !withZero.ciHigh);
    const Summary farApart = summarise({1e-300, 1e150});
    QVERIFY(!farApart.ciLow && !farApart.ciHigh);
    QVERIFY(std::isfinite(farApart.stdev));
}

void TestCalculations::summaryInterval()
{
    // ln 1 and ln e^2 have mean 1 and standard error 1; t(0.975, 1) = 12.7062047362.
    const Summary summary = summarise({1, std::exp(2)});
    QVERIFY(near(std::log(summary.ciLow.value()), 1 - 12.7062047362, 1e-8));
    QVERIFY(near(std::log(summary.ciHigh.value()), 1 + 12.7062047362, 1e-8));
}

void TestCalculations::pairedOfFew()
{
    QVERIFY(!comparePaired({}, 1));
    QVERIFY(!comparePaired({0.1, notANumber}, 1));
    const PairedEstimate one = comparePaired({std::log(1.5)}, 1).value();
    QCOMPARE(one.pairs, 1);
    QVERIFY(near(one.ratio, 1.5, 1e-12));
    QVERIFY(!one.plain && !one.simultaneous && !one.p);

    const PairedEstimate two = comparePaired({0.0, 0.2}, 1).value();
    QVERIFY(near(two.ratio, std::exp(0.1), 1e-12));
    QVERIFY(near(std::log(two.plain->high), 0.1 + 12.7062047362 * 0.1, 1e-9));
    QCOMPARE(*two.plain, *two.simultaneous); // a family of one
    QVERIFY(near(two.p.value(), 0.5, 1e-12)); // t = 1 with one degree of freedom: a quarter on each side
}

void TestCalculations::pairedOfEqualPairs()
{
    const double d = std::log(1234.5) - std::log(1000.1);
    const PairedEstimate equal = comparePaired(std::vector<double>(7, d), 3).value();
    QCOMPARE(equal.sdLog, 0.0);
    QVERIFY(near(equal.ratio, 1234.5 / 1000.1, 1e-12));
    QVERIFY(!equal.plain && !equal.simultaneous && !equal.p);
}

void TestCalculations::pairedOfFiguresFarApart()
{
    const PairedEstimate wide = comparePaired({-300, 0, 300}, 1000).value();
    QVERIFY(!wide.simultaneous);
    QVERIFY(wide.p && std::isfinite(*wide.p));
    QVERIFY(!comparePaired({800, 900}, 1)); // the ratio itself is beyond a double
}

void TestCalculations::holmKnownAnswers()
{
    // The example most texts use; R's p.adjust(…, "holm") gives the same.
    const auto adjusted = holmAdjusted({0.01, 0.04, 0.03, 0.005}, 4);
    QVERIFY(near(*adjusted[0], 0.03, 1e-12));
    QVERIFY(near(*adjusted[1], 0.06, 1e-12));
    QVERIFY(near(*adjusted[2], 0.06, 1e-12));
    QVERIFY(near(*adjusted[3], 0.02, 1e-12));
    QCOMPARE(*holmAdjusted({0.2}, 1)[0], 0.2);
    QCOMPARE(*holmAdjusted({0.6, 0.7}, 2)[0], 1.0);
    QVERIFY(holmAdjusted({}, 5).empty());
}

void TestCalculations::holmCountsMissingOnes()
{
    const auto adjusted = holmAdjusted({std::nullopt, 0.01, 0.02}, 5);
    QVERIFY(!adjusted[0]);
    QVERIFY(near(*adjusted[1], 0.05, 1e-12));
    QVERIFY(near(*adjusted[2], 0.08, 1e-12));
    QVERIFY(near(*holmAdjusted({0.01, 0.02}, 0)[0], 0.02, 1e-12)); // never fewer than there are
}

void TestCalculations::signFlipOfOneSide()
{
    QCOMPARE(signFlipP({0.1, 0.2, 0.3, 0.4, 0.5}, 1).value(), 2.0 / 32);
    QCOMPARE(signFlipP({-0.1, -0.1, -0.1, -0.1, -0.1}, 1).value(), 2.0 / 32);
    QCOMPARE(signFlipP({0.3}, 1).value(), 1.0);
    QCOMPARE(signFlipP({0.1, -0.1}, 1).value(), 1.0);
    QCOMPARE(signFlipP({0, 0, 0}, 1).value(), 1.0);
    QCOMPARE(signFlipP(std::vector<double>(16, 0.01), 1).value(), 2.0 / 65536);
    QVERIFY(!signFlipP({}, 1));
    QVERIFY(!signFlipP({0.1, notANumber}, 1));
}

void TestCalculations::signFlipOfFishersExample()
{
    // Darwin's fifteen pairs of maize plants; Fisher (The Design of Experiments, section 21) counts 863 of the 32,768
    // patterns on either side that reach the sum seen.
    QVERIFY(near(signFlipP({49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48}, 1).value(), 1726.0 / 32768, 1e-12));
    // The same in tenths, which no double holds exactly: ties have to be counted all the same.
    QVERIFY(near(signFlipP({4.9, -6.7, 0.8, 1.6, 0.6, 2.3, 2.8, 4.1, 1.4, 2.9, 5.6, 2.4, 7.5, 6.0, -4.8}, 1).value(),
                 1726.0 / 32768, 1e-12));
}

void TestCalculations::signFlipSampled()
{
    // Twenty pairs; all 2^20 patterns were counted by dynamic programming: 41,980.
    const std::vector<double> twenty{49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48, 12, -31, 44, -5, 18};
    const double exact = 41980.0 / 1048576;
    for (const std::uint64_t seed : {1U, 2U, 77U})
        QVERIFY(near(signFlipP(twenty, seed).value(), exact, 5 * std::sqrt(exact * (1 - exact) / 32767)));
    QCOMPARE(signFlipP(twenty, 5), signFlipP(twenty, 5));
    const double oneSided = signFlipP(std::vector<double>(100, 0.01), 1).value();
    QVERIFY(oneSided > 0 && oneSided < 1e-4);
}

void TestCalculations::signFlipPairs()
{
    QCOMPARE(signFlipPairsNeeded(1), 6);  // 2/32 > 0.05 >= 2/64
    QCOMPARE(signFlipPairsNeeded(3), 7);  // 6/64 > 0.05 >= 6/128
    QCOMPARE(signFlipPairsNeeded(20), 10);
    QCOMPARE(signFlipPairsNeeded(1000), 16);
}

void TestCalculations::powerIndependentlyComputed_data()
{
    // From the formulas of DESIGN.md with quantiles found by bisection of the incomplete beta and gamma functions (mpmath, 30 digits).
    QTest::addColumn<double>("sd");
    QTest::addColumn<int>("pairs");
    QTest::addColumn<int>("family");
    QTest::addColumn<double>("seen");
    QTest::addColumn<int>("more");
    QTest::newRow("2 %, 5 pairs, alone") << 0.02 << 5 << 1 << 0.0338084660511 << 1;
    QTest::newRow("2 %, 5 pairs of 3") << 0.02 << 5 << 3 << 0.0448178816708 << 3;
    QTest::newRow("5 %, 8 pairs of 3") << 0.05 << 8 << 3 << 0.0737181714782 << 15;
    QTest::newRow("1 %, 3 pairs, alone") << 0.01 << 3 << 1 << 0.0314495071914 << 1;
    QTest::newRow("0.1 %: suffices") << 0.001 << 5 << 1 << 0.00166385882962 << 0;
    QTest::newRow("20 %: more than 100") << 0.2 << 5 << 3 << 0.550265091618 << manyMoreRepeats;
    QTest::newRow("3 %, 20 pairs of 20") << 0.03 << 20 << 20 << 0.0295560621093 << 0;
    QTest::newRow("published, 10 connections") << 0.07959934842 << 8 << 3 << 0.11989411 << 46;
}

void TestCalculations::powerIndependentlyComputed()
{
    QFETCH(double, sd);
    QFETCH(int, pairs);
    QFETCH(int, family);
    QFETCH(double, seen);
    QFETCH(int, more);
    QVERIFY(near(differenceSeen(sd, pairs, family).value(), seen, 1e-8));
    QCOMPARE(moreRepeatsToSee5Percent(sd, pairs, family).value(), more);
}

void TestCalculations::powerOfNothing()
{
    for (const double sd : {0.0, -1.0, notANumber, infinity}) {
        QVERIFY(!differenceSeen(sd, 5, 1));
        QVERIFY(!moreRepeatsToSee5Percent(sd, 5, 1));
    }
    for (const int pairs : {0, 1, -3}) {
        QVERIFY(!differenceSeen(0.1, pairs, 1));
        QVERIFY(!moreRepeatsToSee5Percent(0.1, pairs, 1));
    }
    QVERIFY(!differenceSeen(10, 2, 1000)); // beyond a double
    QCOMPARE(moreRepeatsToSee5Percent(10, 2, 1000).value(), manyMoreRepeats);
}

QTEST_APPLESS_MAIN(TestCalculations)
#include "tst_calculations.moc"
