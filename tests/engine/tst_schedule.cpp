// SPDX-License-Identifier: GPL-3.0-or-later
// The instants of an open loop: exact where they are uniform, exponentially spaced where they are Poisson.
#include "core/engine/schedule.h"
#include "tests/support/warningguard.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <vector>

using namespace sweepbench;
using namespace sweepbench::test;
using namespace std::chrono_literals;

class TestSchedule : public GuardedTest
{
    Q_OBJECT

private slots:
    void uniformIsExactAfterHours_data();
    void uniformIsExactAfterHours();
    void uniformCountsFromTheWarmupsEnd_data();
    void uniformCountsFromTheWarmupsEnd();
    void uniformWorkersInterleave();
    void countingEqualsPulling_data();
    void countingEqualsPulling();
    void countingHoursTakesNoTime();
    void poissonGapsAreExponential();
    void poissonGapsFollowTheDistribution();
    void poissonKeepsTheRateOverHours();
    void poissonWorkersAddUp();
    void poissonIsTheSameEachTime();
    void trialsHaveTheirOwnSeeds();

private:
    static ScheduleOptions optionsOf(int rate, Arrivals arrivals, int worker = 0, int workers = 1)
    {
        ScheduleOptions options;
        options.rate = rate;
        options.arrivals = arrivals;
        options.first = options.counting = Instant(1000s);
        options.worker = worker;
        options.workers = workers;
        options.seed = 42;
        return options;
    }
    /// Arrivals in [options.first, first + time) by pulling them.
    static std::vector<Instant> pulled(const ScheduleOptions &options, Nanoseconds time)
    {
        std::vector<Instant> instants;
        const auto schedule = makeSchedule(options);
        for (; schedule->next() < options.first + time; schedule->advance())
            instants.push_back(schedule->next());
        return instants;
    }
    /// Times between arrivals at 2000/s, in units of their mean.
    static std::vector<double> poissonGaps(std::uint64_t seed, int count)
    {
        ScheduleOptions options = optionsOf(2000, Arrivals::Poisson);
        options.seed = seed;
        PoissonSchedule schedule(options);
        std::vector<double> gaps;
        for (Instant before = options.first; static_cast<int>(gaps.size()) < count; schedule.advance()) {
            gaps.push_back(static_cast<double>((schedule.next() - before).count()) / 500'000);
            before = schedule.next();
        }
        return gaps;
    }
};

void TestSchedule::uniformIsExactAfterHours_data()
{
    QTest::addColumn<int>("rate");
    for (int rate : {1, 3, 7, 999, 2000, 30'011, 1'000'003})
        QTest::newRow(QByteArray::number(rate).constData()) << rate;
}

// The k-th arrival against k / rate in 128 bits, a million arrivals from the start and after 200 hours.
void TestSchedule::uniformIsExactAfterHours()
{
    QFETCH(int, rate);
    __extension__ using Wide = __int128;
    const auto exact = [rate](qint64 k) { return Instant(1000s) + Nanoseconds(static_cast<qint64>(Wide(k) * 1'000'000'000 / rate)); };
    ScheduleOptions options = optionsOf(rate, Arrivals::Uniform);
    UniformSchedule schedule(options);
    for (qint64 k = 0; k < 100'000; ++k) {
        QCOMPARE(schedule.next(), exact(k));
        schedule.advance();
    }
    const qint64 later = qint64(rate) * 3600 * 200;
    schedule.countUntil(Instant(1000s) + 200h);
    for (qint64 k = std::max<qint64>(later, 100'000); k < later + 1000; ++k) {
        QCOMPARE(schedule.next(), exact(k));
        schedule.advance();
    }
}

void TestSchedule::uniformCountsFromTheWarmupsEnd_data()
{
    QTest::addColumn<int>("rate");
    QTest::addColumn<int>("warmupMs");
    QTest::addColumn<int>("workers");
    QTest::addColumn<int>("ofWarmup"); // floor(rate * warm-up)
    QTest::addColumn<int>("ofThreeSeconds");
    QTest::newRow("whole") << 10 << 1000 << 1 << 10 << 30;
    QTest::newRow("none") << 10 << 0 << 1 << 0 << 30;
    QTest::newRow("a part of a gap") << 10 << 250 << 1 << 2 << 30;
    QTest::newRow("less than a gap") << 1 << 200 << 1 << 0 << 3;
    QTest::newRow("thirds") << 3 << 1000 << 1 << 3 << 9;
    QTest::newRow("three workers") << 7 << 1300 << 3 << 9 << 21;
    QTest::newRow("more workers than arrivals") << 1 << 5000 << 8 << 5 << 3;
}

void TestSchedule::uniformCountsFromTheWarmupsEnd()
{
    QFETCH(int, rate);
    QFETCH(int, warmupMs);
    QFETCH(int, workers);
    const Nanoseconds warmup = std::chrono::milliseconds(warmupMs);
    int before = 0;
    std::vector<Instant> counted;
    for (int worker = 0; worker < workers; ++worker) {
        ScheduleOptions options = optionsOf(rate, Arrivals::Uniform, worker, workers);
        options.counting = options.first + warmup;
        for (const Instant instant : pulled(options, warmup + 3s)) {
            if (instant < options.counting)
                ++before;
            else
                counted.push_back(instant);
        }
    }
    QTEST(before, "ofWarmup");
    QTEST(static_cast<int>(counted.size()), "ofThreeSeconds");
    QCOMPARE(*std::min_element(counted.begin(), counted.end()), Instant(1000s) + warmup); // the first one at its very end
}

void TestSchedule::uniformWorkersInterleave()
{
    const auto whole = pulled(optionsOf(1000, Arrivals::Uniform), 1s);
    std::vector<Instant> together;
    for (int worker = 0; worker < 3; ++worker) {
        const auto part = pulled(optionsOf(1000, Arrivals::Uniform, worker, 3), 1s);
        QCOMPARE(part.front(), whole[static_cast<std::size_t>(worker)]);
        QCOMPARE(part[1], whole[static_cast<std::size_t>(worker) + 3]);
        together.insert(together.end(), part.begin(), part.end());
    }
    std::sort(together.begin(), together.end());
    QCOMPARE(together, whole);
}

void TestSchedule::countingEqualsPulling_data()
{
    QTest::addColumn<int>("rate");
    QTest::addColumn<Arrivals>("arrivals");
    QTest::addColumn<int>("worker");
    for (const Arrivals arrivals : {Arrivals::Uniform, Arrivals::Poisson})
        for (const int rate : {1, 7, 333, 20'000})
            for (const int worker : {0, 1, 4})
                QTest::addRow("%s %d/s, worker %d", qPrintable(arrivalsId(arrivals)), rate, worker) << rate << arrivals << worker;
}

void TestSchedule::countingEqualsPulling()
{
    QFETCH(int, rate);
    QFETCH(Arrivals, arrivals);
    QFETCH(int, worker);
    const ScheduleOptions options = optionsOf(rate, arrivals, worker, 5);
    const auto instants = pulled(options, 20s);
    const auto schedule = makeSchedule(options);
    QCOMPARE(schedule->countUntil(options.first), 0);
    qint64 counted = schedule->countUntil(options.first + 12'345'678'901ns);
    counted += schedule->countUntil(options.first + 20s);
    QCOMPARE(counted, static_cast<qint64>(instants.size()));
    QCOMPARE(schedule->countUntil(options.first + 1s), 0); // nothing is counted twice
    QVERIFY(schedule->next() >= options.first + 20s);
}

void TestSchedule::countingHoursTakesNoTime()
{
    // 3.6 thousand million arrivals: drawing them would take a minute.
    QCOMPARE(makeSchedule(optionsOf(1'000'000, Arrivals::Uniform))->countUntil(Instant(1000s) + 1h), 3'600'000'000);
    const qint64 random = makeSchedule(optionsOf(1'000'000, Arrivals::Poisson))->countUntil(Instant(1000s) + 1h);
    QVERIFY(std::abs(static_cast<double>(random) - 3.6e9) < 5 * std::sqrt(3.6e9));
}

// Mean, variance and independence of exponential gaps.
void TestSchedule::poissonGapsAreExponential()
{
    const std::vector<double> gaps = poissonGaps(42, 50'000);
    double sum = 0;
    double squares = 0;
    double product = 0; // of neighbours
    for (std::size_t i = 0; i < gaps.size(); ++i) {
        sum += gaps[i];
        squares += (gaps[i] - 1) * (gaps[i] - 1);
        if (i > 0)
            product += (gaps[i] - 1) * (gaps[i - 1] - 1);
    }
    const double n = static_cast<double>(gaps.size());
    QVERIFY(std::abs(sum / n - 1) < 3 / std::sqrt(n));         // standard error of the mean: 1 / sqrt n
    QVERIFY(std::abs(squares / n - 1) < 3 * std::sqrt(8 / n)); // of the variance: sqrt((9 - 1) / n), the fourth moment being 9
    QVERIFY(std::abs(product / n) < 3 / std::sqrt(n));
}

// Kolmogorov and Smirnov: sqrt(n) D exceeds 1.358 in 5 % of samples of an exponential distribution (M. A. Stephens, J. Am. Stat.
// Assoc. 69 (1974) 730). Of 200 seeds 10 should, with a standard deviation of 3.1; neither none nor 20 is chance.
void TestSchedule::poissonGapsFollowTheDistribution()
{
    int over = 0;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        std::vector<double> gaps = poissonGaps(seed, 10'000);
        std::sort(gaps.begin(), gaps.end());
        const double n = static_cast<double>(gaps.size());
        double distance = 0;
        for (std::size_t i = 0; i < gaps.size(); ++i) {
            const double theory = 1 - std::exp(-gaps[i]);
            distance = std::max({distance, theory - static_cast<double>(i) / n, static_cast<double>(i + 1) / n - theory});
        }
        over += distance * std::sqrt(n) > 1.358 ? 1 : 0;
    }
    QVERIFY2(over > 0 && over < 20, qPrintable(QString::number(over)));
}

// At 30,011/s the mean gap is 33,321.115… ns: rounding each to whole nanoseconds downwards would lose 0.5 ns in 33 us, 15 ppm.
void TestSchedule::poissonKeepsTheRateOverHours()
{
    constexpr int count = 4'000'000;
    PoissonSchedule schedule(optionsOf(30'011, Arrivals::Poisson));
    SplitMix64 same(SplitMix64(42U ^ 0xA0761D6478BD642FU).next());
    long double exactNs = 0;
    for (int i = 0; i < count; ++i) {
        const double uniform = (static_cast<double>(same.next() >> 11) + 1) * 0x1p-53;
        exactNs += -std::log(uniform) * (1e9 / 30'011);
        if (i % 1000 == 0)
            QVERIFY(std::abs(static_cast<long double>((schedule.next() - Instant(1000s)).count()) - exactNs) <= 1.01L);
        schedule.advance();
    }
}

void TestSchedule::poissonWorkersAddUp()
{
    constexpr int workers = 4;
    std::vector<Instant> together;
    std::vector<std::vector<Instant>> parts;
    for (int worker = 0; worker < workers; ++worker) {
        parts.push_back(pulled(optionsOf(4000, Arrivals::Poisson, worker, workers), 10s));
        together.insert(together.end(), parts.back().begin(), parts.back().end());
        QVERIFY(std::abs(static_cast<double>(parts.back().size()) - 10'000) < 4 * std::sqrt(10'000.0));
    }
    QVERIFY(std::abs(static_cast<double>(together.size()) - 40'000) < 4 * std::sqrt(40'000.0));
    // Independent streams: counts per 10 ms of two workers do not move together.
    std::vector<double> a(1000);
    std::vector<double> b(1000);
    for (const Instant at : parts[0])
        ++a[static_cast<std::size_t>((at - Instant(1000s)) / 10ms)];
    for (const Instant at : parts[1])
        ++b[static_cast<std::size_t>((at - Instant(1000s)) / 10ms)];
    double product = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        product += (a[i] - 10) * (b[i] - 10) / 10; // each has variance 10
    QVERIFY(std::abs(product / 1000) < 4 / std::sqrt(1000.0));
}

void TestSchedule::poissonIsTheSameEachTime()
{
    QCOMPARE(pulled(optionsOf(500, Arrivals::Poisson), 5s), pulled(optionsOf(500, Arrivals::Poisson), 5s));
    ScheduleOptions other = optionsOf(500, Arrivals::Poisson);
    other.seed = 43;
    QVERIFY(pulled(other, 5s) != pulled(optionsOf(500, Arrivals::Poisson), 5s));
}

void TestSchedule::trialsHaveTheirOwnSeeds()
{
    std::vector<std::uint64_t> seeds;
    for (std::uint64_t plan = 0; plan < 10; ++plan)
        for (int order = 0; order < 100; ++order)
            seeds.push_back(trialSeed(plan, order));
    QCOMPARE(trialSeed(3, 4), seeds[304]);
    std::sort(seeds.begin(), seeds.end());
    QVERIFY(std::adjacent_find(seeds.begin(), seeds.end()) == seeds.end());
}

QTEST_APPLESS_MAIN(TestSchedule)
#include "tst_schedule.moc"
