// SPDX-License-Identifier: GPL-3.0-or-later
// The latency histogram against sorted samples: no sample lost, quantiles within a bucket, exact extremes and sums.
#include "core/stats/histogram.h"

#include "core/model/splitmix64.h"

#include <QFile>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <thread>

using namespace sweepbench;

class TestHistogram : public QObject
{
    Q_OBJECT

private slots:
    void bucketsCoverEveryValueOnce();
    void bucketsAreNarrow();
    void quantilesOfFewSamples_data();
    void quantilesOfFewSamples();
    void ranksOfFewSamples();
    void quantilesMatchSortedSamples();
    void noSampleIsLostOverAllMagnitudes_data();
    void noSampleIsLostOverAllMagnitudes();
    void mergingWorkersChangesNothing();
    void mergedTailsCount();
    void outOfRangeSamplesAreKept();
    void nothingHasNoFigures();
    void deviationsDoNotCancel();
    void hugeCountsDoNotOverflow();
    void liveCountsGrowWhileAnotherThreadWrites();
    void memoryStaysBounded();
};

void TestHistogram::bucketsCoverEveryValueOnce()
{
    qint64 expectedLow = 0;
    const std::uint32_t last = bucketIndex(histogramHighestNs);
    for (std::uint32_t index = 0; index <= last; ++index) {
        QCOMPARE(bucketLowNs(index), expectedLow);
        QVERIFY(bucketHighNs(index) >= bucketLowNs(index));
        QCOMPARE(bucketIndex(bucketLowNs(index)), index);
        QCOMPARE(bucketIndex(std::min(bucketHighNs(index), histogramHighestNs)), index);
        expectedLow = bucketHighNs(index) + 1;
    }
    QVERIFY(last < histogramSize);
}

void TestHistogram::bucketsAreNarrow()
{
    for (std::uint32_t index = 2048; index <= bucketIndex(histogramHighestNs); ++index) {
        const double width = static_cast<double>(bucketHighNs(index) - bucketLowNs(index) + 1);
        QVERIFY(width / static_cast<double>(bucketLowNs(index)) <= 0.001);
    }
}

// Nearest rank: the smallest value with at least p % at or below it.
void TestHistogram::quantilesOfFewSamples_data()
{
    QTest::addColumn<int>("samples"); // 1 … n
    QTest::addColumn<double>("q");
    QTest::addColumn<double>("value");
    QTest::newRow("p50 of 1") << 1 << 0.5 << 1.0;
    QTest::newRow("p99 of 1") << 1 << 0.99 << 1.0;
    QTest::newRow("p50 of 2") << 2 << 0.5 << 1.0;
    QTest::newRow("p50 of 10") << 10 << 0.5 << 5.0;
    QTest::newRow("p90 of 10") << 10 << 0.9 << 9.0;
    QTest::newRow("p95 of 10") << 10 << 0.95 << 10.0;
    QTest::newRow("p99 of 10") << 10 << 0.99 << 10.0;
    QTest::newRow("p50 of 100") << 100 << 0.5 << 50.0;
    QTest::newRow("p99 of 100") << 100 << 0.99 << 99.0;
    QTest::newRow("max of 100") << 100 << 1.0 << 100.0;
    QTest::newRow("min of 100") << 100 << 0.0 << 1.0;
    QTest::newRow("p99.9 of 1000") << 1000 << 0.999 << 999.0;
}

void TestHistogram::quantilesOfFewSamples()
{
    QFETCH(int, samples);
    QFETCH(double, q);
    QFETCH(double, value);
    Histogram histogram;
    for (int i = samples; i >= 1; --i)
        histogram.record(i);
    QCOMPARE(*quantileNs(histogram.distribution(), q), value);
}

// Every rank of 1 … n: the smallest value that reaches k of n, from just above (k - 1) / n up to k / n.
void TestHistogram::ranksOfFewSamples()
{
    Histogram histogram;
    for (int n = 1; n <= 10; ++n) {
        histogram.record(n);
        const Distribution distribution = histogram.distribution();
        for (int k = 1; k <= n; ++k) {
            QCOMPARE(*quantileNs(distribution, static_cast<double>(k) / n), static_cast<double>(k));
            QCOMPARE(*quantileNs(distribution, (k - 0.999) / n), static_cast<double>(k));
        }
    }
    Histogram zeros; // a latency of 0 is a value
    for (int i = 0; i < 100; ++i)
        zeros.record(0);
    for (const double q : {0.0, 0.5, 0.99, 1.0})
        QCOMPARE(*quantileNs(zeros.distribution(), q), 0.0);
    QCOMPARE(*meanNs(zeros.distribution()), 0.0);
}

void TestHistogram::quantilesMatchSortedSamples()
{
    SplitMix64 random(1);
    Histogram histogram;
    std::vector<qint64> samples;
    for (int i = 0; i < 200'000; ++i) {
        // Log-uniform from 1 us to 1 s: all the octaves that matter.
        const double u = static_cast<double>(random.next() >> 11) / 9007199254740992.0;
        samples.push_back(static_cast<qint64>(std::pow(10, 3 + 6 * u)));
        histogram.record(samples.back());
    }
    std::sort(samples.begin(), samples.end());
    const Distribution distribution = histogram.distribution();
    QCOMPARE(distribution.count, samples.size());
    QCOMPARE(distribution.minNs, samples.front());
    QCOMPARE(distribution.maxNs, samples.back());
    for (double q : {0.001, 0.01, 0.25, 0.5, 0.75, 0.9, 0.99, 0.999, 0.9999}) {
        const auto rank = static_cast<std::size_t>(std::ceil(q * static_cast<double>(samples.size()))) - 1;
        const double exact = static_cast<double>(samples[rank]);
        QVERIFY(std::abs(*quantileNs(distribution, q) / exact - 1) <= 0.001);
    }
    long double sum = 0;
    for (qint64 sample : samples)
        sum += static_cast<long double>(sample);
    QCOMPARE(*meanNs(distribution), static_cast<double>(sum / static_cast<long double>(samples.size())));
}

void TestHistogram::noSampleIsLostOverAllMagnitudes_data()
{
    QTest::addColumn<int>("samples");
    for (const int samples : {1, 2, 3, 10, 101, 9'999, 100'000})
        for (int shape = 0; shape < 3; ++shape)
            QTest::addRow("%d samples, %d", samples, shape) << samples;
}

// 1 ns to an hour: spread evenly over the magnitudes, around the borders of the buckets, or in few clusters with a far tail.
// The count per bucket adds up, and each quantile is that of the sorted samples to half a bucket: exact below 2048 ns, 0.05 % above.
void TestHistogram::noSampleIsLostOverAllMagnitudes()
{
    QFETCH(int, samples);
    const char shape = QTest::currentDataTag()[qstrlen(QTest::currentDataTag()) - 1];
    SplitMix64 random(static_cast<std::uint64_t>(samples) * 10 + static_cast<std::uint64_t>(shape));
    Histogram histogram;
    std::vector<qint64> sorted;
    for (int i = 0; i < samples; ++i) {
        const double u = static_cast<double>(random.next() >> 11) * 0x1p-53;
        qint64 ns = static_cast<qint64>(std::pow(3.6e12, u));
        if (shape == '1')
            ns = (qint64(1) << random.below(42)) + static_cast<qint64>(random.below(3)) - 1;
        else if (shape == '2')
            ns = random.below(100) > 0 ? 50'000 + static_cast<qint64>(random.below(100)) : static_cast<qint64>(random.below(3'600'000'000'000));
        ns = std::clamp<qint64>(ns, 0, histogramHighestNs);
        sorted.push_back(ns);
        histogram.record(ns);
    }
    std::sort(sorted.begin(), sorted.end());
    const Distribution distribution = histogram.distribution();
    std::uint64_t inBuckets = 0;
    for (const Distribution::Bucket &bucket : distribution.buckets) {
        inBuckets += bucket.count;
        const auto [first, last] = std::pair(std::lower_bound(sorted.begin(), sorted.end(), bucketLowNs(bucket.index)),
                                             std::upper_bound(sorted.begin(), sorted.end(), bucketHighNs(bucket.index)));
        QCOMPARE(bucket.count, static_cast<std::uint64_t>(last - first));
    }
    QCOMPARE(inBuckets, sorted.size());
    for (int permille = 0; permille <= 1000; ++permille) {
        const double q = permille / 1000.0;
        const auto rank = std::max<qint64>(1, (static_cast<qint64>(sorted.size()) * permille + 999) / 1000);
        const auto exact = static_cast<double>(sorted[static_cast<std::size_t>(rank - 1)]);
        const double off = std::abs(*quantileNs(distribution, q) - exact);
        QVERIFY2(exact < 2048 ? off == 0 : off <= 0.0005 * exact, qPrintable(QStringLiteral("%1: %2").arg(q).arg(exact)));
    }
}

void TestHistogram::mergingWorkersChangesNothing()
{
    SplitMix64 random(2);
    Histogram whole;
    std::vector<Histogram> parts(16);
    for (int i = 0; i < 50'000; ++i) {
        const auto ns = static_cast<qint64>(random.below(50'000'000));
        whole.record(ns);
        parts[random.below(16)].record(ns);
    }
    Histogram together;
    Distribution added;
    for (const Histogram &part : parts) {
        together.merge(part);
        added = merged(added, part.distribution());
    }
    QCOMPARE(together.distribution(), whole.distribution());
    const Distribution expected = whole.distribution();
    QCOMPARE(added.buckets, expected.buckets);
    QCOMPARE(added.count, expected.count);
    QCOMPARE(added.minNs, expected.minNs);
    QCOMPARE(added.maxNs, expected.maxNs);
    QVERIFY(std::abs(*stdevNs(added) / *stdevNs(expected) - 1) < 1e-9);
}

void TestHistogram::mergedTailsCount()
{
    Histogram fast;
    Histogram slow;
    for (int i = 0; i < 990; ++i)
        fast.record(1'000'000);
    for (int i = 0; i < 10; ++i)
        slow.record(1'000'000'000);
    const Distribution both = merged(fast.distribution(), slow.distribution());
    QCOMPARE(merged(slow.distribution(), fast.distribution()).buckets, both.buckets);
    QVERIFY(std::abs(*quantileNs(both, 0.5) / 1e6 - 1) < 0.001);
    QVERIFY(std::abs(*quantileNs(both, 0.99) / 1e6 - 1) < 0.001); // exactly 99 % are at or below 1 ms
    QVERIFY(std::abs(*quantileNs(both, 0.991) / 1e9 - 1) < 0.001);
    QCOMPARE(*meanNs(both), 10.99e6);
}

void TestHistogram::outOfRangeSamplesAreKept()
{
    Histogram histogram;
    histogram.record(-5);
    histogram.record(0);
    histogram.record(histogramHighestNs * 3);
    const Distribution distribution = histogram.distribution();
    QCOMPARE(distribution.count, 3U);
    QCOMPARE(distribution.minNs, 0);
    QCOMPARE(distribution.maxNs, histogramHighestNs * 3);
    QCOMPARE(*quantileNs(distribution, 0.5), 0.0); // a latency of 0 is a value
}

void TestHistogram::nothingHasNoFigures()
{
    const Distribution nothing = Histogram().distribution();
    QVERIFY(!quantileNs(nothing, 0.5) && !meanNs(nothing) && !stdevNs(nothing));
    Histogram one;
    one.record(5);
    QVERIFY(!stdevNs(one.distribution()));
    QCOMPARE(merged(nothing, one.distribution()), one.distribution());
    QCOMPARE(merged(one.distribution(), nothing), one.distribution());
}

void TestHistogram::deviationsDoNotCancel()
{
    // 10^9 ± 1000 ns in equal halves: the deviation is known, and floating-point sums of squares would lose it.
    Histogram histogram;
    constexpr int half = 500'000;
    for (int i = 0; i < half; ++i) {
        histogram.record(1'000'001'000);
        histogram.record(999'999'000);
    }
    const double expected = 1000 * std::sqrt(2.0 * half / (2.0 * half - 1));
    QVERIFY(std::abs(*stdevNs(histogram.distribution()) / expected - 1) < 1e-6);
}

void TestHistogram::hugeCountsDoNotOverflow()
{
    Histogram histogram;
    for (int i = 0; i < 1000; ++i)
        histogram.record(60'000'000'000);
    Distribution distribution = histogram.distribution();
    for (int doubling = 0; doubling < 22; ++doubling) // four thousand million samples of a minute
        distribution = merged(distribution, distribution);
    QCOMPARE(distribution.count, 1000ULL << 22);
    QVERIFY(std::abs(*meanNs(distribution) / 60e9 - 1) < 1e-9);
    QVERIFY(std::abs(*quantileNs(distribution, 0.99) / 60e9 - 1) < 0.001);
    QCOMPARE(*stdevNs(distribution), 0.0);
}

void TestHistogram::liveCountsGrowWhileAnotherThreadWrites()
{
    Histogram histogram;
    constexpr std::uint64_t total = 300'000;
    std::thread writer([&] {
        for (std::uint64_t i = 0; i < total; ++i)
            histogram.record(static_cast<qint64>(i % 5000) * 1000);
    });
    std::uint64_t before = 0;
    for (int look = 0; look < 50; ++look) {
        std::vector<std::uint64_t> counts(histogramSize);
        histogram.addCountsTo(counts);
        std::uint64_t now = 0;
        for (std::uint64_t count : counts)
            now += count;
        QVERIFY(now >= before && now <= total);
        before = now;
    }
    writer.join();
    QCOMPARE(histogram.count(), total);
}

void TestHistogram::memoryStaysBounded()
{
    const auto residentPages = [] {
        QFile file(QStringLiteral("/proc/self/statm"));
        return file.open(QIODevice::ReadOnly) ? file.readAll().split(' ').at(1).toLongLong() : -1;
    };
    Histogram histogram;
    for (int i = 0; i < 1'000'000; ++i)
        histogram.record(i * 97);
    const qint64 before = residentPages();
    for (int i = 0; i < 4'000'000; ++i)
        histogram.record(i * 89);
    QVERIFY(residentPages() - before < 256); // 1 MiB
    QCOMPARE(histogram.count(), 5'000'000U);
}

QTEST_APPLESS_MAIN(TestHistogram)
#include "tst_histogram.moc"
