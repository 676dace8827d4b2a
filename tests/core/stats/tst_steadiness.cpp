// SPDX-License-Identifier: GPL-3.0-or-later
// Warm-up, settling and drift, against hand calculations and textbook data.
#include "core/stats/steadiness.h"
#include "near.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace sweepbench;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();

/// Spans of 100 ms.
std::vector<SeriesPoint> seriesOf(const std::vector<qint64> &requests)
{
    std::vector<SeriesPoint> series;
    for (const qint64 count : requests) {
        SeriesPoint point;
        point.startNs = static_cast<qint64>(series.size()) * 100'000'000;
        point.spanNs = 100'000'000;
        point.requests = count;
        series.push_back(point);
    }
    return series;
}

/// Student's ten differences (The probable error of a mean, 1908): R's t.test gives mean 1.58 and p-value = 0.002833.
const std::vector<double> sleepGained{1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4};

std::vector<double> scaled(std::vector<double> values, double factor)
{
    for (double &value : values)
        value *= factor;
    return values;
}

} // namespace

class TestSteadiness : public QObject
{
    Q_OBJECT

private slots:
    void lateOverEarlyOfSpans();
    void spansCountByTheirTime();
    void noRateNoFigure();
    void warmupOfManyTrials();
    void warmupOfFewTrials();
    void warmupFromTrials();
    void truncationByHand();
    void truncationOfWhatNeverSettles();
    void truncationInBatches();
    void settledAtATime();
    void driftOfTextbookLine();
    void driftBounds();
    void driftWithMissingBlocks();
    void driftOfFew();
};

void TestSteadiness::lateOverEarlyOfSpans()
{
    // A quarter is two spans, a half four; what lies between does not count.
    QVERIFY(near(lateOverEarly(seriesOf({90, 110, 5, 5000, 120, 130, 110, 120})).value(), std::log(1.2), 1e-12));
    QCOMPARE(lateOverEarly(seriesOf(std::vector<qint64>(20, 7))).value(), 0.0);
    // Ten spans: the first quarter holds two and a half, (100 + 100 + 60) / 2.5 = 104.
    QVERIFY(near(lateOverEarly(seriesOf({100, 100, 120, 120, 120, 120, 120, 120, 120, 120})).value(), std::log(120.0 / 104), 1e-12));
}

void TestSteadiness::spansCountByTheirTime()
{
    // One span twice as long with twice the answers is the same rate, and the warm-up's spans are none of the trial's.
    std::vector<SeriesPoint> series = seriesOf(std::vector<qint64>(12, 50));
    series[0].requests = 1;
    series[1].requests = 2;
    series[0].warmup = series[1].warmup = true;
    series[5].spanNs *= 2;
    series[5].requests *= 2;
    QVERIFY(near(lateOverEarly(series).value(), 0, 1e-12));
}

void TestSteadiness::noRateNoFigure()
{
    QVERIFY(!lateOverEarly({}));
    QVERIFY(!lateOverEarly(seriesOf({1, 1, 1, 1, 1, 1, 1})));        // seven spans
    QVERIFY(!lateOverEarly(seriesOf({0, 0, 1, 1, 1, 1, 1, 1})));
    QVERIFY(!lateOverEarly(seriesOf({1, 1, 1, 1, 0, 0, 0, 0})));
    std::vector<SeriesPoint> timeless = seriesOf(std::vector<qint64>(8, 1));
    for (SeriesPoint &point : timeless)
        point.spanNs = 0;
    QVERIFY(!lateOverEarly(timeless));
}

void TestSteadiness::warmupOfManyTrials()
{
    const WarmupCheck check = checkWarmup(scaled(sleepGained, 0.1)).value();
    QCOMPARE(check.trials, 10);
    QVERIFY(near(check.meanLog, 0.158, 1e-12));
    QVERIFY(near(check.p.value(), 0.002833, 5e-7));
    QVERIFY(check.tooShort);
    QVERIFY(checkWarmup(scaled(sleepGained, -0.1))->tooShort); // getting slower is no steady state either
    QVERIFY(!checkWarmup(scaled(sleepGained, 0.0125))->tooShort); // 1.975 % in the logarithm, below ln 1.02 = 1.980 %
    QVERIFY(checkWarmup(scaled(sleepGained, 0.0126))->tooShort);
    // Far, but not sure: without its first three trials p is 0.030 (mpmath).
    QVERIFY(!checkWarmup({0.13, 0.0, 0.1, 0.18, 0.08, 0.46, 0.14})->tooShort);
}

void TestSteadiness::warmupOfFewTrials()
{
    QVERIFY(!checkWarmup(std::vector<double>()));
    QVERIFY(!checkWarmup({0.1, notANumber}));
    QVERIFY(!checkWarmup({0.1, infinity}));
    const WarmupCheck one = checkWarmup(std::vector<double>{0.5}).value();
    QVERIFY(!one.p && !one.tooShort);
    // All alike: nothing wrong where they are 0, and nothing to doubt where they are not.
    QVERIFY(!checkWarmup(std::vector<double>(4, 0.0))->tooShort);
    QVERIFY(checkWarmup(std::vector<double>(4, 0.1))->tooShort);
}

void TestSteadiness::warmupFromTrials()
{
    std::vector<Trial> trials(6);
    for (std::size_t i = 0; i < 5; ++i)
        trials[i].series = seriesOf({100, 100, 110, 115, 120, 120, 120, 120 + static_cast<qint64>(i)});
    std::vector<const Trial *> pointers;
    for (const Trial &trial : trials)
        pointers.push_back(&trial); // the sixth has no series
    const WarmupCheck check = checkWarmup(pointers).value();
    QCOMPARE(check.trials, 5);
    QVERIFY(near(check.meanLog, std::log(1.2 * 120.5 / 120), 1e-4));
    QVERIFY(check.tooShort);
    QVERIFY(!checkWarmup(std::vector<const Trial *>{&trials[5]}));
}

void TestSteadiness::truncationByHand()
{
    // Without the first two: ten values of 1 and 2, squares 2.5, over 10^2 is 0.025. Without one 0.113, without three
    // (20/9) / 9^2 = 0.0274, without four 2 / 8^2 = 0.031.
    QCOMPARE(mserTruncation({10, 5, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2}).value(), 2U);
    QCOMPARE(mserTruncation(std::vector<double>(30, 3.0)).value(), 0U);
    QCOMPARE(mserTruncation({1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2}).value(), 0U);
}

void TestSteadiness::truncationOfWhatNeverSettles()
{
    std::vector<double> ramp;
    for (int i = 0; i < 40; ++i)
        ramp.push_back(i);
    QVERIFY(!mserTruncation(ramp));
    QVERIFY(!mserTruncation({}));
    QVERIFY(!mserTruncation(std::vector<double>(9, 1.0)));
    QVERIFY(!mserTruncation(std::vector<double>(30, 1.0), 0));
    std::vector<double> damaged(30, 1.0);
    damaged[3] = notANumber;
    QVERIFY(!mserTruncation(damaged));
}

void TestSteadiness::truncationInBatches()
{
    std::vector<double> values(61, 4.0); // the last one fills no batch
    for (std::size_t i = 0; i < 7; ++i)
        values[i] = 9;
    QCOMPARE(mserTruncation(values).value(), 7U);
    QCOMPARE(mserTruncation(values, 5).value(), 10U);
    QVERIFY(!mserTruncation(std::vector<double>(49, 1.0), 5)); // nine batches
}

void TestSteadiness::settledAtATime()
{
    QCOMPARE(settledAtNs(seriesOf({2, 5, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9})).value(), 200'000'000);
    QCOMPARE(settledAtNs(seriesOf(std::vector<qint64>(20, 9))).value(), 0);
    std::vector<qint64> longer(60, 100);
    longer[0] = longer[6] = 10;
    QCOMPARE(settledAtNs(seriesOf(longer)).value(), 1'000'000'000); // in batches of five
    QVERIFY(!settledAtNs({}));
    std::vector<SeriesPoint> timeless = seriesOf(std::vector<qint64>(20, 9));
    timeless[4].spanNs = 0;
    QVERIFY(!settledAtNs(timeless));
}

void TestSteadiness::driftOfTextbookLine()
{
    // F. J. Anscombe (Graphs in statistical analysis, 1973), the first of his four: slope 0.5001, p-value 0.00217 in R's lm().
    const std::vector<BlockValue> values{{10, 8.04}, {8, 6.95}, {13, 7.58}, {9, 8.81}, {11, 8.33}, {14, 9.96},
                                         {6, 7.24}, {4, 4.26}, {12, 10.84}, {7, 4.82}, {5, 5.68}};
    const Drift drift = driftOver(values).value();
    QCOMPARE(drift.blocks, 11);
    QVERIFY(near(drift.logChange, 10 * 0.500090909, 1e-8)); // from block 4 to block 14
    QVERIFY(near(drift.p.value(), 0.00217, 5e-6));
    QVERIFY(drift.drifts);
}

void TestSteadiness::driftBounds()
{
    // Zigzags around a line keep its slope where they are symmetric.
    const auto line = [](double change) {
        std::vector<double> values;
        for (int i = 0; i < 9; ++i)
            values.push_back(8 + change * i / 8 + (i % 2 == 0 ? 0.001 : -0.001));
        return values;
    };
    QVERIFY(near(driftOver(line(0.07))->logChange, 0.07, 1e-12));
    QVERIFY(driftOver(line(0.0489))->drifts); // ln 1.05 = 0.04879
    QVERIFY(driftOver(line(-0.0489))->drifts);
    QVERIFY(!driftOver(line(0.0487))->drifts);
    QVERIFY(!driftOver(line(0))->drifts);
    // As far, but lost in the noise.
    QVERIFY(!driftOver(std::vector<double>{0, 0.3, -0.2, 0.1, 0.4, -0.1, 0.2, 0.1})->drifts);
}

void TestSteadiness::driftWithMissingBlocks()
{
    const Drift drift = driftOver(std::vector<BlockValue>{{9, 0.09}, {0, 0.0}, {1, 0.01}, {4, 0.04}}).value();
    QCOMPARE(drift.blocks, 4);
    QVERIFY(near(drift.logChange, 0.09, 1e-12));
    QVERIFY(drift.drifts); // the line is exact
}

void TestSteadiness::driftOfFew()
{
    QVERIFY(!driftOver(std::vector<double>()));
    QVERIFY(!driftOver(std::vector<double>{1}));
    QVERIFY(!driftOver(std::vector<BlockValue>{{3, 1}, {3, 2}, {3, 3}}));
    QVERIFY(!driftOver(std::vector<double>{1, notANumber, 3}));
    QVERIFY(!driftOver(std::vector<double>{1, infinity, 3}));
    const Drift two = driftOver(std::vector<double>{0, 1}).value();
    QVERIFY(!two.p && !two.drifts);
    QVERIFY(!driftOver(std::vector<double>(12, 6.5))->drifts);
}

QTEST_APPLESS_MAIN(TestSteadiness)
#include "tst_steadiness.moc"
