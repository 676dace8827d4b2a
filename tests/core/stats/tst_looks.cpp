// SPDX-License-Identifier: GPL-3.0-or-later
// When a run ends, what its looks cost, what an extension asks for, and the rate of the fair latency comparison.
#include "core/model/extension.h"
#include "core/stats/analysis.h"
#include "core/stats/equalrate.h"
#include "core/stats/errorrate.h"
#include "core/stats/looks.h"
#include "core/stats/power.h"
#include "core/stats/stoprule.h"
#include "tests/core/stats/sessionbuilder.h"

#include <QTest>

#include <cmath>

using namespace sweepbench;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// B against A at one level: in block i, A serves 1 000 and B what stands here.
SessionBuilder pairsWith(const std::vector<qint64> &b)
{
    SessionBuilder builder({u"A"_s, u"B"_s}, {10});
    builder.addSeries(0, 10, std::vector<qint64>(b.size(), 1000));
    builder.addSeries(1, 10, b);
    builder.session.plan.repeats = static_cast<int>(b.size());
    return builder;
}

/// Undecided with these eight: ratios around 1 that vary by some percent.
const std::vector<qint64> undecided{1040, 950, 1070, 930, 1010, 1060, 980, 940};

QString findingOf(const Analysis &analysis, const QString &kind)
{
    for (const Finding &finding : analysis.findings)
        if (finding.kind == kind)
            return finding.text;
    return {};
}

/// No-break spaces as blanks, so that expectations can be read.
QString plain(QString text)
{
    return text.replace(QChar(0x00A0), u' ').replace(QChar(0x202F), u' ');
}

} // namespace

class TestLooks : public QObject
{
    Q_OBJECT

private slots:
    void stopsOncePrecise();
    void neverBeforeTheLeast();
    void stopsAtTheMost();
    void stopsAtTheTimeLimit();
    void asksBetweenBlocksOnly();
    void everyLevelAndCandidateCounts();
    void unfitTrialsMakeNoPairs();
    void fixedRepeatsAreRunToTheEnd();
    void eachRunIsALook();
    void blocksSinceTheLastLookAreALook();
    void anOlderSessionGetsItsFirstLook();
    void theFirstLookIsJudgedAgain();
    void aThirdLookIsDoubted();
    void saysWhichRuleStoppedIt();
    void offersOneExtension();
    void extensionsGoOnWhereTheRunEnded();
    void equalRateOfTheSlowerOne();
    void equalRateNeedsABestRate();
    void meanLatencyOfAClosedLoopIsItsRate();

private:
    /// Feeds whole blocks of B's figures; the reason after each of them.
    static std::vector<std::optional<StopReason>> reasons(const Plan &plan, const std::vector<qint64> &b, std::chrono::nanoseconds perBlock = 1s)
    {
        const SessionBuilder builder = pairsWith(b);
        StopRule rule(plan);
        std::vector<std::optional<StopReason>> all;
        for (std::size_t i = 0; i < b.size(); ++i) {
            rule.add(builder.session.trials[i]);
            rule.add(builder.session.trials[b.size() + i]);
            all.push_back(rule.reason(perBlock * (i + 1)));
        }
        return all;
    }
    static Plan untilPrecise(UntilPrecise rule, int most)
    {
        Plan plan = pairsWith({1}).session.plan;
        plan.untilPrecise = rule;
        plan.repeats = most;
        return plan;
    }
};

/// d = ln([1010, 990, 1010, 990] / 1000): exp(t(1 - 0.035/2, 3) s / sqrt 4) - 1 = 0.02142 after four blocks, and 0.01412 after five
/// with one more of 1000 (worked out apart, t by integrating its density): 2 % is reached at the fifth.
void TestLooks::stopsOncePrecise()
{
    const auto seen = reasons(untilPrecise({0.02, 2, {}}, 30), {1010, 990, 1010, 990, 1000, 1000});
    QCOMPARE(seen[3], std::nullopt);
    QCOMPARE(seen[4], std::optional(StopReason::Precise));
}

void TestLooks::neverBeforeTheLeast()
{
    const auto seen = reasons(untilPrecise({0.5, 8, {}}, 30), {1001, 999, 1001, 999, 1001, 999, 1001, 999, 1001});
    for (std::size_t i = 0; i < 7; ++i)
        QCOMPARE(seen[i], std::nullopt);
    QCOMPARE(seen[7], std::optional(StopReason::Precise));
}

void TestLooks::stopsAtTheMost()
{
    const auto seen = reasons(untilPrecise({0.001, 2, {}}, 4), {1100, 900, 1100, 900});
    QCOMPARE(seen[2], std::nullopt);
    QCOMPARE(seen[3], std::optional(StopReason::Repeats));
}

void TestLooks::stopsAtTheTimeLimit()
{
    const auto seen = reasons(untilPrecise({0.001, 2, 2500ms}, 30), {1100, 900, 1100, 900});
    QCOMPARE(seen[1], std::nullopt); // 2 s: the block that runs over the limit is finished
    QCOMPARE(seen[2], std::optional(StopReason::TimeLimit));
}

void TestLooks::asksBetweenBlocksOnly()
{
    const SessionBuilder builder = pairsWith({1000});
    StopRule rule(untilPrecise({0.02, 2, 1ns}, 30));
    QCOMPARE(rule.reason(1h), std::nullopt);
    rule.add(builder.session.trials[0]);
    QCOMPARE(rule.reason(1h), std::nullopt);
    rule.add(builder.session.trials[1]);
    QCOMPARE(rule.reason(1h), std::optional(StopReason::TimeLimit));
}

void TestLooks::everyLevelAndCandidateCounts()
{
    SessionBuilder builder({u"A"_s, u"B"_s, u"C"_s}, {1, 10});
    for (const int level : {1, 10})
        for (int target = 0; target < 3; ++target)
            builder.addSeries(target, level, {1001 + target, 1000, 1002, 1000});
    builder.session.plan.untilPrecise = UntilPrecise{0.02, 2, {}};
    QVERIFY(precisionReached(builder.session).reached);
    // One candidate at one level that varies is enough to go on.
    builder.session.trials.back() = std::make_shared<const Trial>(builder.trial(2, 10, 3, 1500));
    const Precision precision = precisionReached(builder.session);
    QVERIFY(!precision.reached);
    QVERIFY(precision.widest && *precision.widest > 0.02);
    // Against another baseline, the same one spoils it twice.
    builder.session.judging.baseline = 2;
    QVERIFY(!precisionReached(builder.session).reached);
}

void TestLooks::unfitTrialsMakeNoPairs()
{
    SessionBuilder builder({u"A"_s, u"B"_s}, {10});
    builder.addSeries(0, 10, {1000, 1000, 1000, 1000});
    builder.addSeries(1, 10, {1001, 1000, 1002});
    builder.addUnfit(1, 10, 3, 1000, u"2 % errors"_s);
    builder.session.plan.untilPrecise = UntilPrecise{0.5, 4, {}};
    const Precision precision = precisionReached(builder.session);
    QCOMPARE(precision.fewestPairs, 3);
    QVERIFY(!precision.reached);
    QVERIFY(!precisionReached(Session()).reached);
}

void TestLooks::fixedRepeatsAreRunToTheEnd()
{
    Plan plan = untilPrecise({}, 3);
    plan.untilPrecise.reset();
    const auto seen = reasons(plan, {1001, 1000, 1002});
    QCOMPARE(seen[1], std::nullopt);
    QCOMPARE(seen[2], std::optional(StopReason::Repeats));
}

void TestLooks::eachRunIsALook()
{
    Session session = pairsWith(undecided).session;
    const QDateTime now(QDate(2026, 12, 1), QTime(9, 0), Qt::UTC);
    session.judging = judgingAfterRun(session, StopReason::Repeats, now);
    QCOMPARE(session.judging.looks, (std::vector<Look>{{8, now}}));
    QCOMPARE(session.judging.stoppedBy, std::optional(StopReason::Repeats));
    QCOMPARE(errorRateOf(session), 0.05);
    session.plan.untilPrecise = UntilPrecise{};
    QCOMPARE(errorRateOf(session), 0.035);
}

void TestLooks::blocksSinceTheLastLookAreALook()
{
    Session session = pairsWith(undecided).session;
    session.judging.looks = {{5, {}}};
    QCOMPARE(looksOf(session), 2); // an extension under way, or stopped by hand
    QCOMPARE(errorRateOf(session), 0.025);
    session.judging = judgingAfterRun(session, StopReason::Repeats, {});
    QCOMPARE(looksOf(session), 2);
    QCOMPARE(errorRateOf(session), 0.025);
}

void TestLooks::anOlderSessionGetsItsFirstLook()
{
    Session session = pairsWith(undecided).session;
    QCOMPARE(judgingBeforeExtension(session).looks.size(), 1U);
    QCOMPARE(judgingBeforeExtension(session).looks.front().repeats, 8);
    session.plan.repeats = 30; // stopped by hand: nothing was said yet that had been planned to be said
    QVERIFY(judgingBeforeExtension(session).looks.empty());
    session.plan.repeats = 8;
    session.judging.looks = {{8, {}}};
    QCOMPARE(judgingBeforeExtension(session).looks.size(), 1U);
    QVERIFY(judgingBeforeExtension(Session()).looks.empty());
}

void TestLooks::theFirstLookIsJudgedAgain()
{
    Session session = pairsWith({1110, 1100, 1120, 1090, 1111, 1100, 1104, 1099}).session;
    session.judging.looks = {{5, {}}, {8, {}}};
    const Analysis analysis = analyse(session);
    QCOMPARE(analysis.verdicts().front().pairs, 8);
    QCOMPARE(analysis.verdicts().front().alpha, 0.025);
    Session then = sessionAtLook(session, session.judging.looks.front());
    QCOMPARE(then.trials.size(), 10U);
    const Analysis first = analyse(then);
    QCOMPARE(first.verdicts().front().pairs, 5);
    QCOMPARE(first.verdicts().front().alpha, 0.025);
    QVERIFY(findingOf(first, u"first_look"_s).isEmpty());
    const QString text = plain(findingOf(analysis, u"first_look"_s));
    QVERIFY2(text.startsWith(u"First look after 5 blocks, judged at 2.5 %: B serves 11 % more requests per second than A at 10 connections"_s), qPrintable(text));
    QVERIFY2(text.endsWith(plain(first.verdicts().front().sentence)), qPrintable(text));
    const QString looks = plain(findingOf(analysis, u"looks"_s));
    QCOMPARE(looks, u"This is the second look at this session, after 8 blocks: both are judged at 2.5 %, half of 5 %"_s);
    // A session that was looked at once says nothing of it.
    session.judging.looks = {{8, {}}};
    QVERIFY(findingOf(analyse(session), u"looks"_s).isEmpty() && findingOf(analyse(session), u"first_look"_s).isEmpty());
}

void TestLooks::aThirdLookIsDoubted()
{
    Session session = pairsWith(undecided).session;
    session.judging.looks = {{3, {}}, {5, {}}, {8, {}}};
    const Analysis analysis = analyse(session);
    QCOMPARE(analysis.verdicts().front().alpha, 0.05 / 3);
    const QString text = plain(findingOf(analysis, u"looks"_s));
    QCOMPARE(text, u"This is the third look at this session, after 8 blocks, where one extension was planned for: the error rate of 5 % is shared by "
                   "3 looks, each is judged at 1.667 %"_s);
    QVERIFY(plain(findingOf(analysis, u"first_look"_s)).startsWith(u"First look after 3 blocks, judged at 1.667 %: "_s));
    QVERIFY(std::any_of(analysis.findings.begin(), analysis.findings.end(),
                        [](const Finding &finding) { return finding.kind == u"looks" && finding.severity == Severity::Doubt; }));
    // Looks of a file that make no sense are no reason to fall over.
    session.judging.looks = std::vector<Look>(1000, Look{0, {}});
    QVERIFY(analyse(session).verdicts().front().alpha > 0);
}

void TestLooks::saysWhichRuleStoppedIt()
{
    Session session = pairsWith({1010, 990, 1010, 990, 1000}).session;
    session.plan.untilPrecise = UntilPrecise{0.02, 2, 10min};
    session.plan.repeats = 30;
    session.judging = judgingAfterRun(session, StopReason::Precise, {});
    QCOMPARE(plain(findingOf(analyse(session), u"stop_rule"_s)),
             u"Stopped after 5 blocks because every ratio is precise enough: the least certain ratio is known within 1.4 %, and 2 % was asked for"_s);
    session.judging.stoppedBy = StopReason::TimeLimit;
    const QString limit = plain(findingOf(analyse(session), u"stop_rule"_s));
    QVERIFY2(limit.startsWith(u"Stopped after 5 blocks by the time limit of 10 min, before every ratio was precise enough"_s)
             || limit.startsWith(u"Stopped after 5 blocks by the time limit of 600 s, before every ratio was precise enough"_s), qPrintable(limit));
    session.judging.stoppedBy = StopReason::Repeats;
    QVERIFY(findingOf(analyse(session), u"stop_rule"_s).startsWith(u"Stopped after 5 blocks, the most that the plan allows"_s));
    session.judging.stoppedBy.reset();
    QVERIFY(findingOf(analyse(session), u"stop_rule"_s).isEmpty());
}

void TestLooks::offersOneExtension()
{
    Session session = pairsWith(undecided).session;
    session.judging = judgingAfterRun(session, StopReason::Repeats, {});
    Analysis analysis = analyse(session);
    QCOMPARE(analysis.verdicts().front().verdict, Verdict::Inconclusive);
    const ExtensionOffer offer = extensionOffer(session, analysis);
    QVERIFY(offer.isOpen());
    QCOMPARE(offer.blocks, *analysis.verdicts().front().moreRepeatsFor5);
    // Once only.
    session.judging.looks.insert(session.judging.looks.begin(), {4, {}});
    const ExtensionOffer second = extensionOffer(session, analyse(session));
    QVERIFY(second.blocks > 0 && second.extended && !second.isOpen());
    // The largest of several, and more than 100 is no offer.
    analysis.comparisons.push_back(analysis.verdicts().front());
    analysis.comparisons.back().moreRepeatsFor5 = manyMoreRepeats;
    session.judging.looks.resize(1);
    const ExtensionOffer many = extensionOffer(session, analysis);
    QVERIFY(many.tooMany && !many.isOpen());
    // A clear difference asks for nothing.
    const Session clear = pairsWith({2010, 1990, 2020, 1980, 2000}).session;
    QCOMPARE(extensionOffer(clear, analyse(clear)).blocks, 0);
}

void TestLooks::extensionsGoOnWhereTheRunEnded()
{
    SessionBuilder builder = pairsWith({1000, 1000, 1000});
    Trial last = *builder.session.trials.back();
    last.startOffsetNs = 9'000'000'000;
    builder.session.trials.back() = std::make_shared<const Trial>(last);
    builder.session.plan.load.warmup = 500ms;
    const Extension plainOne = extensionOf(builder.session, 9);
    QCOMPARE(plainOne.firstRepeat, 3);
    QCOMPARE(plainOne.firstOrder, 6);
    QCOMPARE(plainOne.startOffset, std::chrono::nanoseconds(10'500ms)); // 9 s, half a second of warm-up, one second measured
    QCOMPARE(plainOne.run.repeats, 12);
    QCOMPARE(plainOne.stored, plainOne.run);
    // A plan with a rule keeps it and its most, but these blocks were asked for as a number.
    builder.session.plan.untilPrecise = UntilPrecise{};
    builder.session.plan.repeats = 30;
    const Extension ruled = extensionOf(builder.session, 9);
    QCOMPARE(ruled.run.repeats, 12);
    QVERIFY(!ruled.run.untilPrecise);
    QCOMPARE(ruled.stored, builder.session.plan);
    QCOMPARE(extensionOf(builder.session, 50).stored.repeats, 53);
}

/// A: best 4 000 at 100 connections; B: best 2 000 at 10. 70 % of 2 000 are 1 400; at B's mean latency of 5 ms there 7 requests are in flight
/// (Little), twice 7 + 4 sqrt 7 = 35.2; at A's of 25 ms 35 are, twice 35 + 4 sqrt 35 = 117.3: more than the sweep's 100 connections.
void TestLooks::equalRateOfTheSlowerOne()
{
    SessionBuilder builder({u"A"_s, u"B"_s}, {10, 100});
    for (int repeat = 0; repeat < 3; ++repeat) {
        builder.add(0, 10, repeat, 3000, 3'000'000);
        builder.add(1, 10, repeat, 2000, 5'000'000);
        builder.add(0, 100, repeat, 4000, 25'000'000);
        builder.add(1, 100, repeat, 1500, 60'000'000);
    }
    Plan &plan = builder.session.plan;
    plan.repeats = 3;
    plan.load.thinkTime = 1ms;
    const auto equal = equalRateOf(builder.session, analyse(builder.session));
    QVERIFY(equal.ok());
    QCOMPARE(equal->slowest, 1);
    QCOMPARE(equal->bestLevel, 10);
    QCOMPARE(equal->rate, 1400);
    QCOMPARE(equal->plan.sweep, (Sweep{SweepAxis::Rate, {1400}}));
    QCOMPARE(equal->plan.load.connections, 118);
    QCOMPARE(equal->plan.load.arrivals, Arrivals::Poisson);
    QCOMPARE(equal->plan.primaryMetric, Metric::P99Ns);
    QCOMPARE(equal->plan.repeats, 3);
    QCOMPARE(equal->plan.targets, plan.targets);
    QVERIFY(checkPlan(equal->plan, {}).empty());
    QCOMPARE(plain(equalRateText(*equal)), u"1400 requests per second, 70 % of what B serves at best (2000, at 10 connections)"_s);
    // Where a sweep of few connections leaves more in flight at the open loop's peaks, there are more.
    std::erase_if(builder.session.trials, [](const TrialPtr &trial) { return trial->connections == 100; });
    plan.sweep.levels = {10};
    const auto few = equalRateOf(builder.session, analyse(builder.session), 0.9);
    QCOMPARE(few->rate, 1800);
    QCOMPARE(few->plan.load.connections, 42); // twice 9 + 4 sqrt 9
    // A stop rule was about rates; the number of blocks that it came to is kept.
    plan.untilPrecise = UntilPrecise{0.02, 2, {}};
    plan.repeats = 30;
    QCOMPARE(equalRateOf(builder.session, analyse(builder.session))->plan.repeats, 3);
    QVERIFY(!equalRateOf(builder.session, analyse(builder.session))->plan.untilPrecise);
}

void TestLooks::equalRateNeedsABestRate()
{
    SessionBuilder builder({u"A"_s, u"B"_s}, {10});
    builder.addSeries(0, 10, {1000, 1000});
    builder.addUnfit(1, 10, 0, 0, u"no complete answer"_s);
    const auto none = equalRateOf(builder.session, analyse(builder.session));
    QVERIFY(!none.ok());
    QVERIFY2(none.problem().line().contains(u"B has no trial that is fit"_s), qPrintable(none.problem().line()));
    builder.addSeries(1, 10, {1, 1});
    QVERIFY(!equalRateOf(builder.session, analyse(builder.session)).ok()); // 0.7 requests per second
    builder.session.plan.load.rate = 100;
    QVERIFY(!equalRateOf(builder.session, analyse(builder.session)).ok());
    QVERIFY(!equalRateOf(Session(), Analysis()).ok());
}

void TestLooks::meanLatencyOfAClosedLoopIsItsRate()
{
    SessionBuilder builder({u"A"_s, u"B"_s}, {10});
    for (int repeat = 0; repeat < 4; ++repeat) {
        builder.add(0, 10, repeat, 1000 + repeat, 10'000'000 - repeat);
        builder.add(1, 10, repeat, 800 + 3 * repeat, 12'500'000 - repeat);
    }
    const auto meanOf = [](const Analysis &analysis) {
        return *std::find_if(analysis.comparisons.begin(), analysis.comparisons.end(), [](const Comparison &c) { return c.metric == Metric::MeanNs; });
    };
    const Comparison closed = meanOf(analyse(builder.session));
    QCOMPARE(closed.sameEvidenceAs, std::optional(Metric::Rps));
    QVERIFY2(closed.sentence.endsWith(u"; under its own load, this is the same evidence as its requests per second"_s), qPrintable(closed.sentence));
    builder.session.plan.load.rate = 900;
    QCOMPARE(meanOf(analyse(builder.session)).sameEvidenceAs, std::nullopt);
    QVERIFY(!meanOf(analyse(builder.session)).sentence.contains(u"same evidence"_s));
}

QTEST_APPLESS_MAIN(TestLooks)
#include "tst_looks.moc"
