// SPDX-License-Identifier: GPL-3.0-or-later
// Short simulations with fixed seeds; tests/bench/verdict_simulation runs the long ones.
#include "simulation.h"

#include "core/stats/power.h"

#include <QTest>

using namespace sweepbench;

class TestCoverage : public QObject
{
    Q_OBJECT

private slots:
    void plainIntervalCovers_data();
    void plainIntervalCovers();
    void falseVerdicts();
    void powerIsWhatIsSaid();
};

void TestCoverage::plainIntervalCovers_data()
{
    QTest::addColumn<int>("pairs");
    for (const int pairs : {3, 5, 8, 20})
        QTest::addRow("%d pairs", pairs) << pairs;
}

void TestCoverage::plainIntervalCovers()
{
    QFETCH(int, pairs);
    const double coverage = simulatedCoverage(4000, pairs, std::log(1.1), 0.02, 11);
    QVERIFY2(coverage > 0.935 && coverage < 0.965, qPrintable(QString::number(coverage))); // four standard errors
}

void TestCoverage::falseVerdicts()
{
    // No difference at five levels, noisy enough that equivalence can't be shown: any verdict is a false one.
    for (const int pairs : {5, 8}) {
        const double rate = simulatedDecisions(2000, 5, pairs, 0, 0.1, 5);
        QVERIFY2(rate > 0.03 && rate < 0.065, qPrintable(QString::number(rate)));
    }
}

void TestCoverage::powerIsWhatIsSaid()
{
    // A true difference as large as what "80 % power" promises for this deviation; the formula is an approximation.
    for (const int pairs : {5, 8, 20}) {
        const double rate = simulatedDecisions(2000, 1, pairs, std::log1p(*differenceSeen(0.05, pairs, 1)), 0.05, 3);
        QVERIFY2(rate > 0.74 && rate < 0.88, qPrintable(QString::number(rate)));
    }
}

QTEST_APPLESS_MAIN(TestCoverage)
#include "tst_coverage.moc"
