// SPDX-License-Identifier: GPL-3.0-or-later
// The stop rule "until precise".
#include "core/stats/precision.h"
#include "near.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace sweepbench;

namespace {

/// Student's ten differences of 1908. Half of their 95 % interval in R's t.test(…, paired = TRUE): (2.4598858 - 0.7001142) / 2;
/// of the 96.5 % one computed with mpmath.
const std::vector<double> sleepGained{1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4};
constexpr double half95 = 0.8798858;
constexpr double half965 = 0.964559652331;

} // namespace

class TestPrecision : public QObject
{
    Q_OBJECT

private slots:
    void knownInterval();
    void nothingToGoBy();
    void everyLevelHasToBePrecise();
    void leastBlocks();
    void nothingIsNeverPrecise();
};

void TestPrecision::knownInterval()
{
    QVERIFY(near(precisionOf(sleepGained, 0.05).value(), std::expm1(half95), 2e-7));
    QVERIFY(near(precisionOf(sleepGained).value(), std::expm1(half965), 1e-9));
}

void TestPrecision::nothingToGoBy()
{
    QVERIFY(!precisionOf({}));
    QVERIFY(!precisionOf({0.1}));
    QVERIFY(!precisionOf({0.1, 0.1, 0.1}));
    QVERIFY(!precisionOf({0.1, std::numeric_limits<double>::quiet_NaN(), 0.2}));
    QVERIFY(!precisionOf({-800, 800})); // beyond a double
    for (const double alpha : {0.0, -1.0, 2.0})
        QVERIFY(!precisionOf(sleepGained, alpha));
}

void TestPrecision::everyLevelHasToBePrecise()
{
    std::vector<double> narrow;
    for (const double d : sleepGained)
        narrow.push_back(d / 100);
    const double narrowWidth = std::expm1(half965 / 100);
    QVERIFY(precisionOfAll({narrow, narrow}, 0.0097).reached);
    QVERIFY(!precisionOfAll({narrow, narrow}, 0.0096).reached);
    QVERIFY(near(precisionOfAll({narrow, narrow}, 0.02).widest.value(), narrowWidth, 1e-9));
    const Precision mixed = precisionOfAll({narrow, sleepGained, narrow}, 0.02);
    QVERIFY(!mixed.reached);
    QVERIFY(near(mixed.widest.value(), std::expm1(half965), 1e-9));
    // A level that can't tell has no width, so there is no widest.
    const Precision unknown = precisionOfAll({narrow, std::vector<double>(10, 0.1)}, 0.02);
    QVERIFY(!unknown.reached && !unknown.widest);
}

void TestPrecision::leastBlocks()
{
    const std::vector<double> seven{0.001, 0.002, 0.001, 0.003, 0.002, 0.001, 0.002};
    std::vector<double> eight = seven;
    eight.push_back(0.002);
    QCOMPARE(untilPreciseLeastBlocks, 8);
    QVERIFY(precisionOfAll({eight, eight}, 0.02).reached);
    const Precision early = precisionOfAll({eight, seven}, 0.02);
    QVERIFY(!early.reached);
    QCOMPARE(early.fewestPairs, 7);
    QVERIFY(early.widest.value() < 0.02);
    QVERIFY(precisionOfAll({seven}, 0.02, 5).reached);
}

void TestPrecision::nothingIsNeverPrecise()
{
    QVERIFY(!precisionOfAll({}, 0.02).reached);
    const Precision empty = precisionOfAll({{}, {}}, 0.02, 0);
    QVERIFY(!empty.reached && !empty.widest);
    QCOMPARE(empty.fewestPairs, 0);
}

QTEST_APPLESS_MAIN(TestPrecision)
#include "tst_precision.moc"
