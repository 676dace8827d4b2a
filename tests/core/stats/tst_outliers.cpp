// SPDX-License-Identifier: GPL-3.0-or-later
// Which trials stand apart from the others of their cell.
#include "core/stats/outliers.h"
#include "randomnormal.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace sweepbench;

namespace {

std::vector<double> exponentials(std::initializer_list<double> logs)
{
    std::vector<double> values;
    for (const double log : logs)
        values.push_back(1000 * std::exp(0.01 * log));
    return values;
}

qsizetype flagged(const std::vector<double> &values)
{
    const std::vector<bool> flags = outliers(values);
    return std::count(flags.begin(), flags.end(), true);
}

} // namespace

class TestOutliers : public QObject
{
    Q_OBJECT

private slots:
    void limitOfEight();
    void onBothSides();
    void tooFew();
    void alike();
    void valuesWithoutLogarithm();
    void cleanCells_data();
    void cleanCells();
};

// Of -3 … 3 and one above them the median is 0.5 and the deviations from it 0.5, 0.5, 1.5, 1.5, 2.5, 2.5, 3.5 and that of the eighth:
// their median is 2, and the limit (3.5 + 11/8) x 1.4826 x 2 = 14.455.
void TestOutliers::limitOfEight()
{
    QCOMPARE(outlierLimit(8), 4.875);
    QCOMPARE(flagged(exponentials({-3, -2, -1, 0, 1, 2, 3, 0.5 + 14.44})), 0);
    const std::vector<bool> flags = outliers(exponentials({-3, -2, -1, 0.5 + 14.47, 0, 1, 2, 3}));
    QCOMPARE(flags, std::vector<bool>({false, false, false, true, false, false, false, false}));
}

void TestOutliers::onBothSides()
{
    const std::vector<bool> flags = outliers(exponentials({-40, -3, -2, -1, 0, 1, 2, 3, 40}));
    QVERIFY(flags.front() && flags.back());
    QCOMPARE(std::count(flags.begin(), flags.end(), true), 2);
}

void TestOutliers::tooFew()
{
    QCOMPARE(flagged({}), 0);
    QCOMPARE(flagged(exponentials({-3, -2, -1, 0, 1, 2, 90})), 0); // seven
}

void TestOutliers::alike()
{
    // More than half alike: nothing tells how far apart the others usually are.
    QCOMPARE(flagged({5, 5, 5, 5, 5, 5, 5, 5, 5}), 0);
    QCOMPARE(flagged({5, 5, 5, 5, 5, 6, 7, 8, 500}), 0);
}

void TestOutliers::valuesWithoutLogarithm()
{
    const double infinity = std::numeric_limits<double>::infinity();
    const double notANumber = std::numeric_limits<double>::quiet_NaN();
    std::vector<double> values = exponentials({-3, -2, -1, 0, 1, 2, 90});
    for (const double odd : {0.0, -5.0, infinity, notANumber})
        values.push_back(odd);
    QCOMPARE(flagged(values), 0); // they make no eighth
    values.push_back(1000);
    const std::vector<bool> flags = outliers(values);
    QCOMPARE(flags.size(), values.size());
    QVERIFY(flags[6]);
    QCOMPARE(std::count(flags.begin(), flags.end(), true), 1);
}

void TestOutliers::cleanCells_data()
{
    QTest::addColumn<int>("trials");
    for (const int trials : {8, 9, 12, 20, 30})
        QTest::addRow("%d trials", trials) << trials;
}

// About 5 % of cells of normal logarithms have a value that is called an outlier.
void TestOutliers::cleanCells()
{
    QFETCH(int, trials);
    RandomNormal random(77);
    constexpr int cells = 4000;
    int withOutlier = 0;
    for (int cell = 0; cell < cells; ++cell) {
        std::vector<double> values;
        for (int i = 0; i < trials; ++i)
            values.push_back(1000 * std::exp(0.02 * random.next()));
        withOutlier += flagged(values) > 0 ? 1 : 0;
    }
    const double share = static_cast<double>(withOutlier) / cells;
    QVERIFY2(share > 0.03 && share < 0.07, qPrintable(QString::number(share)));
}

QTEST_APPLESS_MAIN(TestOutliers)
#include "tst_outliers.moc"
