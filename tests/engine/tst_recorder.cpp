// SPDX-License-Identifier: GPL-3.0-or-later
// What a recorder keeps of each request, and that it stays as large as it began.
#include "core/engine/recorder.h"
#include "core/model/splitmix64.h"
#include "tests/support/warningguard.h"

#include <QFile>
#include <QTest>

#include <malloc.h>

using namespace sweepbench;
using namespace sweepbench::test;
using namespace std::chrono_literals;

class TestRecorder : public GuardedTest
{
    Q_OBJECT

private slots:
    void responseServiceAndSlip();
    void phases();
    void phasesOfTheWarmup();
    void failuresHaveNoLatency();
    void fiveMillionSamplesTakeNoMemory();

private:
    static Sample sampleOf(Nanoseconds intended, Nanoseconds sent, Nanoseconds end)
    {
        Sample sample;
        sample.intended = Instant(intended);
        sample.sent = Instant(sent);
        sample.end = Instant(end);
        sample.status = 200;
        return sample;
    }
};

void TestRecorder::responseServiceAndSlip()
{
    Recorder recorder{StatusSet(), true};
    recorder.countSent(Instant(10ms), Instant(14ms));
    recorder.record(sampleOf(10ms, 14ms, 20ms));
    recorder.countSent(Instant(20ms), Instant(20ms)); // cancelled in the end: its slip is known all the same
    recorder.countCancelled(7, 8);
    QCOMPARE(recorder.latency().distribution().maxNs, Nanoseconds(10ms).count());
    QCOMPARE(recorder.service()->distribution().maxNs, Nanoseconds(6ms).count());
    QCOMPARE(recorder.slip()->count(), 2U);
    QCOMPARE(recorder.slip()->distribution().maxNs, Nanoseconds(4ms).count());
    QCOMPARE(recorder.slip()->distribution().minNs, 0);
    QCOMPARE(*recorder.firstIntended(), Instant(10ms));
    QCOMPARE(recorder.sent(), 2);
    QCOMPARE(recorder.bytesReceived(), 7);

    Recorder closed{StatusSet()};
    QVERIFY(!closed.service() && !closed.slip());
}

void TestRecorder::phases()
{
    Recorder recorder{StatusSet()};
    Sample first = sampleOf(0ns, 0ns, 10ms);
    first.connectNs = 1'000'000;
    first.tlsNs = 2'000'000;
    first.firstByteNs = 3'000'000;
    first.bodyNs = 4'000'000;
    Sample keptAlive = sampleOf(0ns, 0ns, 7ms);
    keptAlive.firstByteNs = 3'500'000;
    keptAlive.bodyNs = 0;
    Sample unexpected = first;
    unexpected.status = 500;
    for (const Sample &sample : {first, keptAlive, unexpected}) {
        recorder.countSent(sample.intended, sample.sent);
        recorder.record(sample);
    }
    QCOMPARE(recorder.connect().count(), 2U); // of every connection, whatever it was answered
    QCOMPARE(recorder.tls().count(), 2U);
    QCOMPARE(recorder.tls().distribution().maxNs, 2'000'000);
    QCOMPARE(recorder.firstByte().count(), 2U); // of good answers
    QCOMPARE(recorder.firstByte().distribution().maxNs, 3'500'000);
    QCOMPARE(recorder.body().count(), 2U);
    QCOMPARE(recorder.body().distribution().minNs, 0);
}

void TestRecorder::phasesOfTheWarmup()
{
    Recorder recorder{StatusSet()};
    Sample sample = sampleOf(0ns, 0ns, 10ms);
    sample.connectNs = 5;
    sample.tlsNs = 6;
    sample.firstByteNs = 7;
    sample.bodyNs = 8;
    recorder.recordWarmup(sample);
    QCOMPARE(recorder.connect().count(), 1U); // most connections come about then
    QCOMPARE(recorder.tls().count(), 1U);
    QCOMPARE(recorder.firstByte().count(), 0U);
    QCOMPARE(recorder.body().count(), 0U);
    QCOMPARE(recorder.latency().count(), 0U);
}

void TestRecorder::failuresHaveNoLatency()
{
    Recorder recorder{StatusSet(), true};
    Sample failed = sampleOf(0ns, 5ms, 10ms);
    failed.status = 0;
    failed.error = ErrorKind::Reset;
    recorder.countSent(failed.intended, failed.sent);
    recorder.record(failed);
    QCOMPARE(recorder.latency().count(), 0U);
    QCOMPARE(recorder.service()->count(), 0U);
    QCOMPARE(recorder.slip()->count(), 1U);
    QCOMPARE(recorder.errors().total(), 1);
}

// Any kind of sample, five million times: 100 s at 50,000 requests a second. What they fill was there from the beginning.
void TestRecorder::fiveMillionSamplesTakeNoMemory()
{
    const auto residentPages = [] {
        QFile file(QStringLiteral("/proc/self/statm"));
        return file.open(QIODevice::ReadOnly) ? file.readAll().split(' ').at(1).toLongLong() : -1;
    };
    const auto allocated = [] {
        const auto memory = ::mallinfo2();
        return memory.uordblks + memory.hblkhd;
    };
    Recorder recorder{StatusSet(), true};
    const auto pages = residentPages();
    const auto bytes = allocated();
    SplitMix64 random(5);
    for (int i = 0; i < 5'000'000; ++i) {
        const std::uint64_t bits = random.next();
        const Instant intended{Nanoseconds(i * 20'000LL)};
        const Instant sent = intended + Nanoseconds(bits & 0xFFFF);
        Sample sample;
        sample.intended = intended;
        sample.sent = sent;
        sample.end = sent + Nanoseconds(qint64(1) << (bits >> 16 & 31));
        sample.status = (bits >> 21 & 15) == 0 ? 500 : 200;
        if ((bits >> 25 & 15) == 0)
            sample.error = static_cast<ErrorKind>((bits >> 29) % errorKindCount);
        sample.connectNs = (bits >> 40 & 7) == 0 ? static_cast<qint64>(bits >> 43) : -1;
        sample.firstByteNs = sample.bodyNs = sample.tlsNs = static_cast<qint64>(bits >> 30);
        recorder.countSent(intended, sent);
        recorder.record(sample);
    }
    QCOMPARE(recorder.sent(), recorder.requests() + recorder.errors().total());
    QCOMPARE(allocated(), bytes);
    QVERIFY2(residentPages() - pages < 256, qPrintable(QString::number(residentPages() - pages))); // 1 MiB: pages of the program itself
}

QTEST_APPLESS_MAIN(TestRecorder)
#include "tst_recorder.moc"
