// SPDX-License-Identifier: GPL-3.0-or-later
// The series of a trial: differences of growing counts, bounded however long the trial is.
#include "core/engine/livesampler.h"
#include "tests/support/warningguard.h"

#include <QTest>

using namespace sweepbench;
using namespace sweepbench::test;
using namespace std::chrono_literals;

class TestLiveSampler : public GuardedTest
{
    Q_OBJECT

private slots:
    void pointsAreDifferences();
    void responseTimesInAnOpenLoop();
    void aHundredHoursFit();

private:
    static void answer(Recorder &recorder, Nanoseconds intended, Nanoseconds sent, Nanoseconds end, int status = 200)
    {
        Sample sample;
        sample.intended = Instant(intended);
        sample.sent = Instant(sent);
        sample.end = Instant(end);
        sample.status = status;
        sample.bytesReceived = 10;
        recorder.countSent(sample.intended, sample.sent);
        recorder.record(sample);
    }
};

void TestLiveSampler::pointsAreDifferences()
{
    Recorder recorder{StatusSet()};
    LiveSampler sampler;
    sampler.begin({&recorder}, Instant(1s), Instant(1100ms));
    for (int i = 0; i < 3; ++i)
        answer(recorder, 0ns, 0ns, 1us);
    sampler.sample(Instant(1100ms));
    answer(recorder, 0ns, 0ns, 2us);
    answer(recorder, 0ns, 0ns, 9us, 500);
    sampler.sample(Instant(1250ms));
    sampler.sample(Instant(1250ms)); // no time has passed: no point
    const auto series = sampler.takeSeries();
    QCOMPARE(series.size(), 2U);
    QCOMPARE(series[0].requests, 3);
    QCOMPARE(series[0].p50Ns, 1000);
    QVERIFY(series[0].warmup && !series[1].warmup);
    QCOMPARE(series[1].startNs, Nanoseconds(100ms).count());
    QCOMPARE(series[1].spanNs, Nanoseconds(150ms).count());
    QCOMPARE(series[1].requests, 1);
    QCOMPARE(series[1].errors, 1);
    QCOMPARE(series[1].bytesReceived, 20);
    QCOMPARE(series[1].p99Ns, 2000);
}

void TestLiveSampler::responseTimesInAnOpenLoop()
{
    Recorder recorder{StatusSet(), true};
    LiveSampler sampler;
    sampler.begin({&recorder}, Instant(), Instant());
    answer(recorder, 100us, 900us, 901us);
    sampler.sample(Instant(100ms));
    QVERIFY(std::abs(static_cast<double>(sampler.series()[0].p50Ns) / 801e3 - 1) < 0.001);
}

// At a thousandth of the scale: 36 points and 3.6 s stand for 36,000 and an hour.
void TestLiveSampler::aHundredHoursFit()
{
    Recorder recorder{StatusSet()};
    LiveSampler sampler(36);
    sampler.begin({&recorder}, Instant(), Instant());
    Instant now;
    std::vector<Nanoseconds> doubledAt;
    Nanoseconds period = sampler.period();
    QCOMPARE(period, Nanoseconds(100ms));
    while (now < Instant(360s)) {
        now += sampler.period();
        sampler.sample(now);
        if (sampler.period() != period) {
            QCOMPARE(sampler.period(), 2 * period);
            period = sampler.period();
            doubledAt.push_back(now.time_since_epoch());
        }
    }
    QCOMPARE(doubledAt, (std::vector<Nanoseconds>{3600ms, 10800ms, 25200ms, 54s, 111600ms, 226800ms}));
    QVERIFY(sampler.series().size() < 7U * 36);
}

QTEST_APPLESS_MAIN(TestLiveSampler)
#include "tst_livesampler.moc"
