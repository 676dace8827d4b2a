// SPDX-License-Identifier: GPL-3.0-or-later
// A server compared with itself: what the set-up hides, and what a false alarm is called.
#include "sessionbuilder.h"

#include "core/stats/analysis.h"
#include "core/stats/noise.h"

#include <QTest>

using namespace sweepbench;
using namespace Qt::StringLiterals;

namespace {

const Finding *findingOf(const Analysis &analysis, const QString &kind)
{
    for (const Finding &finding : analysis.findings)
        if (finding.kind == kind)
            return &finding;
    return nullptr;
}

/// One server as nginx (1) and nginx (2); the second is this much faster at 10 connections.
Session againstItself(double faster)
{
    SessionBuilder builder({u"nginx (1)"_s, u"nginx (2)"_s}, {1, 10});
    builder.session.plan.targets[1].url = builder.session.plan.targets[0].url;
    for (int repeat = 0; repeat < 8; ++repeat) {
        builder.add(0, 1, repeat, 10'000);
        builder.add(1, 1, repeat, 10'000 + (repeat % 2 == 0 ? 400 : -400)); // the noisier level
        builder.add(0, 10, repeat, 50'000);
        builder.add(1, 10, repeat, qRound64(50'000 * faster) + (repeat % 2 == 0 ? 200 : -200));
    }
    return builder.session;
}

} // namespace

class TestNoise : public QObject
{
    Q_OBJECT

private slots:
    void widestLevelSetsTheNoise();
    void falseAlarmIsCalledOne();
    void otherRateJudgesOtherwise();
    void differentServersHaveNone();
    void tooFewPairs();
};

void TestNoise::widestLevelSetsTheNoise()
{
    const Analysis analysis = analyse(againstItself(1.0));
    const auto noise = noiseOf(analysis.comparisons);
    QVERIFY(noise);
    QCOMPARE(noise->level, 1);
    // (t(1 - 0.05/2/2, 7) + t(0.8, 7)) s / sqrt 8 = (2.8412 + 0.8960) 0.042785 / 2.8284 by hand, s of ln 1.04 and ln 0.96.
    QVERIFY2(std::abs(noise->difference - 0.0582) < 0.0002, qPrintable(QString::number(noise->difference)));
    const Finding *finding = findingOf(analysis, u"same_server"_s);
    QVERIFY(finding);
    QCOMPARE(finding->severity, Severity::Note);
    QVERIFY2(QString(finding->text).replace(QChar(0x00A0), u' ').contains(u"differences under 5.8 % are invisible here (80 % power, at 1 connection)"_s),
             qPrintable(finding->text));
    QVERIFY(finding->text.contains(u"at 10 connections it is"_s));
    QVERIFY(!findingOf(analysis, u"false_alarm"_s));
}

void TestNoise::falseAlarmIsCalledOne()
{
    const Analysis analysis = analyse(againstItself(1.10));
    QCOMPARE(analysis.verdicts()[1].verdict, Verdict::Faster);
    QVERIFY2(analysis.verdicts()[1].sentence.endsWith(u"; both are the same server, so this is a false alarm"_s),
             qPrintable(analysis.verdicts()[1].sentence));
    QVERIFY(!analysis.verdicts()[0].sentence.contains(u"false alarm"_s));
    const Finding *finding = findingOf(analysis, u"false_alarm"_s);
    QVERIFY(finding);
    QCOMPARE(finding->severity, Severity::Doubt);
    QVERIFY2(finding->text.contains(u"nginx (2) faster at 10 connections"_s) && finding->text.contains(u"one sweep in 20"_s), qPrintable(finding->text));
}

void TestNoise::otherRateJudgesOtherwise()
{
    // p of about 0.004: seen at 5 %, not at 0.1 %.
    SessionBuilder builder({u"A"_s, u"B"_s}, {10});
    for (const int d : {300, 100, 250, 50, 200, 20, 150, 120})
        builder.add(1, 10, static_cast<int>(builder.session.trials.size()), 10'000 + d);
    for (int repeat = 0; repeat < 8; ++repeat)
        builder.add(0, 10, repeat, 10'000);
    const Comparison usual = analyse(builder.session).verdicts().front();
    const Comparison strict = analyse(builder.session, 0.001).verdicts().front();
    QVERIFY(*usual.p < 0.01 && *usual.p > 0.001);
    QCOMPARE(strict.p, usual.p);
    QCOMPARE(strict.alpha, 0.001);
    QVERIFY(*strict.simultaneousLow < *usual.simultaneousLow);
    QVERIFY(strict.verdict != Verdict::Faster);
}

void TestNoise::differentServersHaveNone()
{
    SessionBuilder builder({u"A"_s, u"B"_s}, {10});
    for (int repeat = 0; repeat < 8; ++repeat) {
        builder.add(0, 10, repeat, 10'000 + repeat);
        builder.add(1, 10, repeat, 12'000 + 2 * repeat);
    }
    const Analysis analysis = analyse(builder.session);
    QVERIFY(!findingOf(analysis, u"same_server"_s) && !findingOf(analysis, u"false_alarm"_s));
    QVERIFY(!analysis.verdicts().front().sentence.contains(u"false alarm"_s));
}

void TestNoise::tooFewPairs()
{
    SessionBuilder builder({u"A (1)"_s, u"A (2)"_s}, {10});
    builder.session.plan.targets[1].url = builder.session.plan.targets[0].url;
    builder.add(0, 10, 0, 10'000);
    builder.add(1, 10, 0, 10'001);
    const Analysis analysis = analyse(builder.session);
    QVERIFY(!noiseOf(analysis.comparisons));
    QVERIFY2(findingOf(analysis, u"same_server"_s)->text.contains(u"can’t be told from so few pairs"_s),
             qPrintable(findingOf(analysis, u"same_server"_s)->text));
}

QTEST_APPLESS_MAIN(TestNoise)
#include "tst_noise.moc"
