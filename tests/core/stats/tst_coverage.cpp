// SPDX-License-Identifier: GPL-3.0-or-later
// Short simulations with fixed seeds and wide bounds; tests/bench/verdict_simulation runs the long ones.
#include "simulation.h"

#include "core/stats/power.h"

#include <QTest>

#include <cmath>

using namespace sweepbench;

class TestCoverage : public QObject
{
    Q_OBJECT

private slots:
    void plainIntervalCovers_data();
    void plainIntervalCovers();
    void oneStartCoversLess();
    void falseVerdicts_data();
    void falseVerdicts();
    void powerIsWhatIsSaid();
    void driftMeetsBothTargetsInBlocks();
    void untilPreciseErrsSeldom_data();
    void untilPreciseErrsSeldom();
    void oneExtensionIsAllowedFor();
};

namespace {

QByteArray told(double rate)
{
    return QByteArray::number(rate, 'f', 4);
}

} // namespace

void TestCoverage::plainIntervalCovers_data()
{
    QTest::addColumn<int>("pairs");
    for (const int pairs : {3, 5, 8, 20})
        QTest::addRow("%d pairs", pairs) << pairs;
}

void TestCoverage::plainIntervalCovers()
{
    QFETCH(int, pairs);
    SimulatedExperiment experiment;
    experiment.blocks = pairs;
    experiment.trueLogRatio = std::log(1.1);
    const double coverage = simulatedCoverage(experiment, 1.1, 4000, 11);
    QVERIFY2(coverage > 0.935 && coverage < 0.965, told(coverage)); // four standard errors
}

void TestCoverage::oneStartCoversLess()
{
    // What "for this one start of each server" warns of.
    SimulatedExperiment experiment;
    experiment.blocks = 20;
    experiment.startSd = 0.01;
    const double coverage = simulatedCoverage(experiment, 1, 2000, 12);
    QVERIFY2(coverage > 0.54 && coverage < 0.66, told(coverage));
}

void TestCoverage::falseVerdicts_data()
{
    QTest::addColumn<int>("pairs");
    QTest::addColumn<int>("candidates");
    QTest::newRow("5 pairs") << 5 << 1;
    QTest::newRow("8 pairs") << 8 << 1;
    QTest::newRow("8 pairs, 4 candidates") << 8 << 4;
}

// No difference at five levels, noisy enough that equivalence can't be shown: any verdict is a false one.
void TestCoverage::falseVerdicts()
{
    QFETCH(int, pairs);
    QFETCH(int, candidates);
    SimulatedExperiment experiment;
    experiment.levels = 5;
    experiment.blocks = pairs;
    experiment.candidates = candidates;
    experiment.trialSd = 0.07;
    const double rate = simulatedDecisions(experiment, 2000, 5);
    QVERIFY2(rate > 0.02 && rate < 0.065, told(rate));
}

// A true difference as large as what "80 % power" promises for this deviation; the formula is an approximation.
void TestCoverage::powerIsWhatIsSaid()
{
    for (const int pairs : {5, 8, 20}) {
        SimulatedExperiment experiment;
        experiment.blocks = pairs;
        experiment.trialSd = 0.04;
        experiment.trueLogRatio = std::log1p(*differenceSeen(0.04 * std::sqrt(2.0), pairs, 1));
        const double rate = simulatedDecisions(experiment, 2000, 3);
        QVERIFY2(rate > 0.74 && rate < 0.88, told(rate));
    }
}

// A machine that loses 30 % of its speed over the run, and no difference between the targets.
void TestCoverage::driftMeetsBothTargetsInBlocks()
{
    SimulatedExperiment experiment;
    experiment.levels = 5;
    experiment.driftLog = std::log(0.7);
    const double inBlocks = simulatedDecisions(experiment, 2000, 21);
    QVERIFY2(inBlocks < 0.065, told(inBlocks));
    experiment.order = TrialOrder::Sequential;
    const double oneAfterTheOther = simulatedDecisions(experiment, 200, 22);
    QVERIFY2(oneAfterTheOther > 0.95, told(oneAfterTheOther));
}

void TestCoverage::untilPreciseErrsSeldom_data()
{
    QTest::addColumn<double>("trialSd"); // in widths
    for (const double trialSd : {0.4, 1.0, 1.5, 4.0})
        QTest::addRow("%.1f", trialSd) << trialSd;
}

void TestCoverage::untilPreciseErrsSeldom()
{
    QFETCH(double, trialSd);
    SimulatedExperiment experiment;
    experiment.trialSd = trialSd * 0.02;
    const StopRuleOutcome outcome = simulatedUntilPrecise(experiment, 0.02, 30, 2000, 31);
    QVERIFY2(outcome.errors > 0.02 && outcome.errors < 0.08, told(outcome.errors));
    QVERIFY2(outcome.meanBlocks >= 8 && outcome.meanBlocks <= 30, told(outcome.meanBlocks));
    QVERIFY2(trialSd < 0.5 ? outcome.precise > 0.99 : trialSd > 3 ? outcome.precise < 0.01 : true, told(outcome.precise));
}

void TestCoverage::oneExtensionIsAllowedFor()
{
    SimulatedExperiment experiment;
    experiment.blocks = 8;
    const double rate = simulatedExtension(experiment, 9, 0.025, 0.025, 3000, 41);
    QVERIFY2(rate > 0.025 && rate < 0.06, told(rate));
}

QTEST_APPLESS_MAIN(TestCoverage)
#include "tst_coverage.moc"
