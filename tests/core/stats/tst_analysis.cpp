// SPDX-License-Identifier: GPL-3.0-or-later
// Whole sessions, finished, half done and broken, through analyse().
#include "sessionbuilder.h"

#include "core/stats/analysis.h"
#include "core/stats/phases.h"

#include <QElapsedTimer>
#include <QTest>

#include <cmath>

using namespace sweepbench;
using namespace Qt::StringLiterals;

namespace {

#if defined(NDEBUG) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
constexpr qint64 hangGuardMs = 500; // ten times the aim
#else
constexpr qint64 hangGuardMs = 10'000;
#endif

bool isFine(const std::optional<double> &value)
{
    return !value || std::isfinite(*value);
}

/// A sentence with plain blanks.
QString plain(QString sentence)
{
    return sentence.replace(QChar(0x00A0), u' ');
}

QStringList textsOf(const std::vector<Finding> &findings)
{
    QStringList texts;
    for (const Finding &finding : findings)
        texts << finding.text;
    return texts;
}

/// Nowhere NaN or infinity, neither as number nor in words.
bool isFine(const Analysis &analysis)
{
    for (const CellSummary &cell : analysis.cells)
        for (const auto &[metric, s] : cell.metrics)
            for (const double value : {s.mean, s.se, s.stdev, s.median, s.min, s.max, s.ciLow.value_or(0), s.ciHigh.value_or(0)})
                if (s.n <= 0 || !std::isfinite(value))
                    return false;
    QStringList texts = textsOf(analysis.findings);
    for (const Comparison &c : analysis.comparisons) {
        for (const auto &value : {c.ratio, c.ciLow, c.ciHigh, c.simultaneousLow, c.simultaneousHigh, c.p, c.pHolm, c.pSignFlip, c.sdLog, c.seen})
            if (!isFine(value))
                return false;
        if (c.sentence.isEmpty() || c.primary != (c.metric == analysis.comparisons.front().metric))
            return false;
        texts += c.sentence;
    }
    return std::none_of(texts.begin(), texts.end(), [](const QString &text) {
        return text.contains(u"nan"_s) || text.contains(u"inf"_s) || text.contains(u"%1"_s) || text.endsWith(u'.');
    });
}

SessionBuilder twoServers(std::vector<int> levels = {10})
{
    return SessionBuilder({u"A"_s, u"B"_s}, std::move(levels));
}

const Comparison &find(const Analysis &analysis, Metric metric, int connections = 10, int candidate = 1)
{
    const auto found = std::find_if(analysis.comparisons.begin(), analysis.comparisons.end(), [&](const Comparison &c) {
        return c.metric == metric && c.level == connections && c.candidate == candidate;
    });
    if (found == analysis.comparisons.end())
        qFatal("no such comparison");
    return *found;
}

} // namespace

class TestAnalysis : public QObject
{
    Q_OBJECT

private slots:
    void layout();
    void fasterSession();
    void unfitTrialsDropTheirPair();
    void tooManyDropped();
    void failedTarget();
    void failingFastIsNotFaster();
    void zeroOnOneSide();
    void outliersAreShownAndKept();
    void outliersAreLeftOutWhenAsked();
    void anyTargetIsTheBaseline();
    void looksShareTheErrorRate();
    void differentLevels();
    void p99AtTheTimeout();
    void growingSession();
    void oneTarget();
    void brokenSessions();
    void repeatMeasuredTwice();
    void holmOverAllLevels();
    void secondaryMetricsGetNoVerdict();
    void signFlipOnlyWithPairsEnough();
    void notes();
    void sweepsOverRates();
    void mixedTransports();
    void phases();
    void thousandLevels();
    void takesNoTime();
};

void TestAnalysis::layout()
{
    SessionBuilder builder({u"A"_s, u"B"_s, u"C"_s}, {1, 10});
    builder.session.plan.load.requests = 100;
    builder.session.plan.primaryMetric = Metric::P99Ns;
    const Analysis analysis = analyse(builder.session);
    QCOMPARE(analysis.cells.size(), 6);
    QCOMPARE(analysis.cells[0].level, 1);
    QCOMPARE(analysis.cells[2].target, 2);
    QCOMPARE(analysis.cells[3].level, 10);
    QCOMPARE(analysis.comparisons.size(), allMetrics.size() * 2 * 2);
    for (std::size_t i = 0; i < 4; ++i) { // the primary metric first; by level, then candidate
        QCOMPARE(analysis.comparisons[i].metric, Metric::P99Ns);
        QVERIFY(analysis.comparisons[i].primary);
        QCOMPARE(analysis.comparisons[i].level, i < 2 ? 1 : 10);
        QCOMPARE(analysis.comparisons[i].candidate, i % 2 == 0 ? 1 : 2);
        QCOMPARE(analysis.comparisons[i].baseline, 0);
    }
    QCOMPARE(analysis.comparisons[4].metric, Metric::Rps);
    QVERIFY(!analysis.comparisons[4].primary);
    QVERIFY(analysis.findings.empty()); // nothing has run
    QVERIFY(isFine(analysis));
}

void TestAnalysis::fasterSession()
{
    SessionBuilder builder = twoServers();
    builder.addSeries(0, 10, {10000, 10200, 9900, 10100, 9800, 10000, 10050, 9950});
    builder.addSeries(1, 10, {12400, 12600, 12350, 12500, 12100, 12450, 12400, 12300});
    const Analysis analysis = analyse(builder.session);
    const Comparison comparison = analysis.verdicts().at(0);
    QCOMPARE(comparison.verdict, Verdict::Faster);
    QCOMPARE(comparison.pairs, 8);
    QVERIFY(comparison.sentence.startsWith(u"B serves 24"_s));
    QVERIFY(std::abs(*comparison.ratio - 1.2389) < 0.0005);
    QCOMPARE(comparison.pSignFlip.value(), 2.0 / 256);
    QVERIFY(isFine(analysis));
}

void TestAnalysis::unfitTrialsDropTheirPair()
{
    SessionBuilder builder = twoServers();
    builder.addSeries(0, 10, {1000, 1010, 990, 1005, 995});
    builder.addSeries(1, 10, {1200, 1230, 1190, 1220});
    builder.addUnfit(1, 10, 4, 90'000, u"3 % errors."_s);
    const Comparison comparison = analyse(builder.session).verdicts().at(0);
    QCOMPARE(comparison.pairs, 4);
    QCOMPARE(comparison.pairsDropped, 1);
    QCOMPARE(comparison.verdict, Verdict::Faster);
    QVERIFY(*comparison.ratio > 1.18 && *comparison.ratio < 1.23); // without the 90,000
    QVERIFY(comparison.sentence.contains(u"4 pairs, 1 dropped"_s));
}

void TestAnalysis::tooManyDropped()
{
    SessionBuilder builder = twoServers();
    builder.addSeries(0, 10, {1000, 1010, 990, 1005, 995});
    builder.addSeries(1, 10, {1200, 1230, 1190});
    builder.addUnfit(1, 10, 3, 900, u"3 % errors."_s);
    builder.addUnfit(1, 10, 4, 900, u"4 % errors."_s);
    const Comparison comparison = analyse(builder.session).verdicts().at(0);
    QCOMPARE(comparison.verdict, Verdict::NotCompared);
    QVERIFY(comparison.ratio);
    QVERIFY2(comparison.sentence.contains(u"2 of 5 pairs were dropped"_s), qPrintable(comparison.sentence));
    QVERIFY(comparison.sentence.endsWith(u"(B has 2 unfit trials, the first one: 3 % errors)"_s));
}

void TestAnalysis::failedTarget()
{
    SessionBuilder builder = twoServers();
    builder.addSeries(0, 10, {1000, 1010, 990});
    builder.addSeries(1, 10, {0, 0, 0});
    const Analysis analysis = analyse(builder.session);
    QCOMPARE(analysis.cell(1, 10)->unfit, 3);
    QVERIFY(analysis.cell(1, 10)->metrics.empty());
    const Comparison comparison = analysis.verdicts().at(0);
    QVERIFY(!comparison.ratio && !comparison.p && !comparison.pHolm);
    QCOMPARE(comparison.pairsDropped, 3);
    QVERIFY2(comparison.sentence.endsWith(u"B has no data (all 3 trials are unfit, the first one because: no complete answer)"_s),
             qPrintable(comparison.sentence));
    QVERIFY(isFine(analysis));
}

// Errors are quick answers: a server that sends 500 to every twentieth request may well serve the others sooner.
void TestAnalysis::failingFastIsNotFaster()
{
    SessionBuilder builder = twoServers();
    builder.addSeries(0, 10, {1000, 1010, 990, 1005, 995});
    for (int repeat = 0; repeat < 5; ++repeat) {
        Trial failing = builder.trial(1, 10, repeat, 9000 + repeat);
        failing.errors[ErrorKind::Status] = 470;
        failing.sent += 470;
        failing.findings.push_back({u"errors"_s, Severity::Unfit, u"5.0 % of the requests failed"_s});
        builder.add(failing);
    }
    const Analysis analysis = analyse(builder.session);
    const Comparison comparison = analysis.verdicts().at(0);
    QCOMPARE(comparison.verdict, Verdict::NotCompared);
    QVERIFY(!comparison.ratio);
    QVERIFY2(comparison.sentence.contains(u"5.0 % of the requests failed"_s), qPrintable(comparison.sentence));
    QCOMPARE(analysis.cell(1, 10)->errors, 5 * 470);
    QVERIFY(analysis.cell(1, 10)->metrics.empty());
}

void TestAnalysis::zeroOnOneSide()
{
    SessionBuilder builder = twoServers();
    for (int repeat = 0; repeat < 5; ++repeat) {
        builder.add(0, 10, repeat, 1000 + repeat);
        Trial silent = builder.trial(1, 10, repeat, 1100 - repeat);
        silent.bytesReceived = 0;
        builder.add(silent);
    }
    const Analysis analysis = analyse(builder.session);
    QCOMPARE(analysis.cell(1, 10)->metrics.at(Metric::BytesPerS).mean, 0.0); // measured, and it is 0
    const Comparison &bytes = find(analysis, Metric::BytesPerS);
    QVERIFY(!bytes.ratio && !bytes.ciLow && !bytes.p);
    QVERIFY(bytes.sentence.endsWith(u"B measured 0 in 5 of its trials, and there is no ratio to 0"_s));
    QVERIFY(find(analysis, Metric::Rps).ratio);
    QVERIFY(isFine(analysis));
}

// Nine pairs of which one of B's trials met a disturbance.
static SessionBuilder withOutlier()
{
    SessionBuilder builder = twoServers();
    builder.addSeries(0, 10, {1000, 1004, 997, 1002, 1001, 996, 1003, 999, 1000});
    builder.addSeries(1, 10, {1101, 1098, 1102, 1097, 400, 1103, 1099, 1100, 1104});
    return builder;
}

void TestAnalysis::outliersAreShownAndKept()
{
    const SessionBuilder builder = withOutlier();
    const Analysis analysis = analyse(builder.session);
    QVERIFY(analysis.cell(0, 10)->outliers.empty());
    QCOMPARE(analysis.cell(1, 10)->outliers, (std::vector<OutlierTrial>{{4, 400.0}}));
    QCOMPARE(analysis.cell(1, 10)->metrics.at(Metric::Rps).n, 9);
    QVERIFY(!analysis.outliersLeftOut);
    const Comparison &kept = find(analysis, Metric::Rps);
    QCOMPARE(kept.pairs, 9);
    QCOMPARE(kept.pairsLeftOut, 0);
    QCOMPARE(kept.verdict, Verdict::Inconclusive);
    QCOMPARE(kept.otherVerdict, std::optional(Verdict::Faster));
    QVERIFY2(kept.otherSentence.contains(u"8 pairs, 1 left out for an outlier"), qPrintable(kept.otherSentence));
    const auto told = std::find_if(analysis.findings.begin(), analysis.findings.end(), [](const Finding &finding) { return finding.kind == u"outliers"; });
    QVERIFY(told != analysis.findings.end() && told->severity == Severity::Note);
    QVERIFY2(plain(told->text).startsWith(u"Outliers in requests per second, kept: B at 10 connections: run 5 (400.0, median 1100). "), qPrintable(told->text));
    QVERIFY(isFine(analysis));
}

void TestAnalysis::outliersAreLeftOutWhenAsked()
{
    SessionBuilder builder = withOutlier();
    builder.session.judging.leaveOutOutliers = true;
    const Analysis analysis = analyse(builder.session);
    QVERIFY(analysis.outliersLeftOut);
    QCOMPARE(analysis.cell(1, 10)->outliers, (std::vector<OutlierTrial>{{4, 400.0}}));
    QCOMPARE(analysis.cell(1, 10)->metrics.at(Metric::Rps).n, 8);
    const Comparison &left = find(analysis, Metric::Rps);
    QCOMPARE(left.pairs, 8); // the whole pair goes, in every metric
    QCOMPARE(left.pairsLeftOut, 1);
    QCOMPARE(left.pairsDropped, 0);
    QCOMPARE(left.verdict, Verdict::Faster);
    QCOMPARE(left.otherVerdict, std::optional(Verdict::Inconclusive));
    QCOMPARE(find(analysis, Metric::BytesPerS).pairs, 8);
    QVERIFY(isFine(analysis));
    // Without any, there is no second verdict.
    SessionBuilder clean = twoServers();
    clean.addSeries(0, 10, {1000, 1004, 997, 1002, 1001, 996, 1003, 999, 1000});
    clean.addSeries(1, 10, {1101, 1098, 1102, 1097, 1100, 1103, 1099, 1100, 1104});
    QVERIFY(!find(analyse(clean.session), Metric::Rps).otherVerdict);
}

void TestAnalysis::anyTargetIsTheBaseline()
{
    SessionBuilder builder({u"A"_s, u"B"_s, u"C"_s}, {10});
    builder.addSeries(0, 10, {1000, 1010, 990, 1005});
    builder.addSeries(1, 10, {1210, 1190, 1200, 1205});
    builder.addSeries(2, 10, {800, 805, 795, 802});
    builder.session.judging.baseline = 1;
    const Analysis analysis = analyse(builder.session);
    QCOMPARE(analysis.baseline, 1);
    QCOMPARE(analysis.verdicts().size(), 2U);
    const Comparison &a = find(analysis, Metric::Rps, 10, 0);
    QCOMPARE(a.baseline, 1);
    QCOMPARE(a.verdict, Verdict::Slower);
    QVERIFY2(plain(a.sentence).startsWith(u"A serves 17 % fewer requests per second than B"), qPrintable(a.sentence));
    // The same pairs the other way round: the reciprocal.
    builder.session.judging.baseline = 0;
    QVERIFY(std::abs(*find(analyse(builder.session), Metric::Rps).ratio * *a.ratio - 1) < 1e-12);
    builder.session.judging.baseline = 7; // a file of any origin
    QCOMPARE(analyse(builder.session).baseline, 2);
}

void TestAnalysis::looksShareTheErrorRate()
{
    SessionBuilder builder = twoServers();
    builder.addSeries(0, 10, {1000, 1010, 990, 1005, 998, 1003});
    builder.addSeries(1, 10, {1022, 1027, 1001, 1031, 1012, 1040});
    const Comparison one = find(analyse(builder.session), Metric::Rps);
    QCOMPARE(one.alpha, 0.05);
    QVERIFY(plain(one.sentence).contains(u"simultaneous 95 % interval"));
    builder.session.judging.looks = {{6, {}}};
    QCOMPARE(find(analyse(builder.session), Metric::Rps).simultaneousLow, one.simultaneousLow);
    builder.session.judging.looks = {{3, {}}, {6, {}}};
    const Comparison two = find(analyse(builder.session), Metric::Rps);
    QCOMPARE(two.alpha, 0.025);
    QVERIFY(*two.simultaneousLow < *one.simultaneousLow && *two.simultaneousHigh > *one.simultaneousHigh);
    QCOMPARE(two.p, one.p);
    QCOMPARE(two.ciLow, one.ciLow); // the plain interval is each comparison's own
    QVERIFY2(plain(two.sentence).contains(u"simultaneous 97.5 % interval"), qPrintable(two.sentence));
    builder.session.plan.untilPrecise = UntilPrecise{};
    builder.session.judging.looks.clear();
    const Comparison precise = find(analyse(builder.session), Metric::Rps);
    QCOMPARE(precise.alpha, 0.035);
    QVERIFY(plain(precise.sentence).contains(u"simultaneous 96.5 % interval"));
}

void TestAnalysis::differentLevels()
{
    // A at 1, 2, 4 and 8 connections, B at 1, 4 and 16: only 1 and 4 are compared.
    SessionBuilder builder = twoServers({1, 2, 4, 8, 16});
    for (int repeat = 0; repeat < 4; ++repeat) {
        for (const int level : {1, 2, 4, 8})
            builder.add(0, level, repeat, 1000 * level + 7 * repeat);
        for (const int level : {1, 4, 16})
            builder.add(1, level, repeat, 1500 * level - 9 * repeat);
    }
    const Analysis analysis = analyse(builder.session);
    for (const Comparison &comparison : analysis.comparisons) {
        const bool common = comparison.level == 1 || comparison.level == 4;
        const bool built = comparison.metric != Metric::FirstByteNs && comparison.metric != Metric::ConnectNs; // these trials have no phases
        QCOMPARE(comparison.ratio.has_value(), common && built);
        QCOMPARE(comparison.pairs, common && built ? 4 : 0);
    }
    QVERIFY(find(analysis, Metric::Rps, 8).sentence.endsWith(u"B has no trial at this level"_s));
    QVERIFY(find(analysis, Metric::Rps, 16).sentence.endsWith(u"A has no trial at this level"_s));
    QVERIFY(isFine(analysis));
}

void TestAnalysis::p99AtTheTimeout()
{
    SessionBuilder builder = twoServers();
    for (int repeat = 0; repeat < 5; ++repeat) {
        builder.add(0, 10, repeat, 2000 + repeat, 1'000'000 + 10'000 * repeat);
        Trial slow = builder.trial(1, 10, repeat, 40, 2'000'000 - 10'000 * repeat);
        slow.errors[ErrorKind::Timeout] = repeat == 3 ? 1 : 0;
        builder.add(slow);
    }
    const Analysis analysis = analyse(builder.session);
    const CellSummary &cell = *analysis.cell(1, 10);
    QVERIFY(cell.quantileAtTimeout);
    QVERIFY(!cell.metrics.contains(Metric::P99Ns)); // not the mean of the four that happen to be known
    QCOMPARE(cell.metrics.at(Metric::P50Ns).n, 5);
    QVERIFY(!analysis.cell(0, 10)->quantileAtTimeout);
    const Comparison &p99 = find(analysis, Metric::P99Ns);
    QVERIFY(!p99.ratio);
    QVERIFY(p99.sentence.endsWith(u"p99 latency is at least the time-out in 1 of its trials"_s));
    QVERIFY(find(analysis, Metric::P50Ns).ratio);
    QVERIFY(isFine(analysis));
}

void TestAnalysis::growingSession()
{
    SessionBuilder builder = twoServers({1, 10});
    builder.session.plan.repeats = 5;
    QVERIFY(isFine(analyse(builder.session)));
    int finished = 0;
    for (int repeat = 0; repeat < 5; ++repeat) {
        for (const int level : {10, 1}) {
            for (const int target : {repeat % 2, 1 - repeat % 2}) {
                builder.add(target, level, repeat, 1000 + 13 * repeat * repeat + 500 * target + level);
                const Analysis analysis = analyse(builder.session);
                QVERIFY(isFine(analysis));
                int trials = 0;
                for (const CellSummary &cell : analysis.cells)
                    trials += cell.trials;
                QCOMPARE(trials, ++finished);
                for (const Comparison &comparison : analysis.verdicts()) {
                    QCOMPARE(comparison.pairsDropped, 0); // a block under way is not a dropped one
                    QCOMPARE(comparison.verdict != Verdict::NotCompared, comparison.pairs >= 3);
                }
            }
        }
    }
    QCOMPARE(analyse(builder.session).verdicts().at(0).pairs, 5);
}

void TestAnalysis::oneTarget()
{
    SessionBuilder builder({u"A"_s}, {10});
    builder.addSeries(0, 10, {1000, 1010});
    const Analysis analysis = analyse(builder.session);
    QVERIFY(analysis.comparisons.empty());
    QCOMPARE(analysis.cells.size(), 1);
    QVERIFY(textsOf(analysis.findings).contains(u"Only one target: nothing is compared"_s));
}

void TestAnalysis::brokenSessions()
{
    QVERIFY(analyse(Session()).cells.empty());
    SessionBuilder builder = twoServers();
    builder.session.plan.targets[1].name.clear();
    builder.add(7, 10, 0, 1000);  // no such target
    builder.add(-1, 10, 0, 1000);
    builder.add(0, 99, 0, 1000);  // a level that the plan does not have (any more) is shown all the same
    builder.session.trials.push_back(nullptr);
    const Analysis analysis = analyse(builder.session);
    QVERIFY(isFine(analysis));
    QCOMPARE(analysis.cells.size(), 4);
    QCOMPARE(analysis.cell(0, 99)->trials, 1);
    QVERIFY(!find(analysis, Metric::Rps, 99).sentence.contains(u"on  against"_s)); // targets always have a name
    Trial absurd = builder.trial(0, 10, 0, 1000);
    absurd.requests = std::numeric_limits<qint64>::max() / 8; // a sum over the cell's trials still fits
    absurd.duration = std::chrono::nanoseconds(1);
    absurd.bytesReceived = std::numeric_limits<qint64>::max();
    absurd.latency.sumNs = std::numeric_limits<double>::quiet_NaN();
    for (int repeat = 0; repeat < 4; ++repeat) {
        absurd.repeat = repeat;
        builder.add(absurd);
        builder.add(1, 10, repeat, 1 + repeat);
    }
    QVERIFY(isFine(analyse(builder.session)));
}

void TestAnalysis::repeatMeasuredTwice()
{
    SessionBuilder builder = twoServers();
    builder.addSeries(0, 10, {1000, 1010, 990});
    builder.add(0, 10, 1, 5000);
    const CellSummary cell = *analyse(builder.session).cell(0, 10);
    QCOMPARE(cell.trials, 3);
    QCOMPARE(cell.metrics.at(Metric::Rps).max, 5000.0);
}

void TestAnalysis::holmOverAllLevels()
{
    // The same pairs at one level alone and as one of twenty, of which the others have not run.
    const std::vector<qint64> a{1000, 1040, 980, 1020, 990};
    const std::vector<qint64> b{1090, 1100, 1080, 1060, 1120};
    SessionBuilder alone = twoServers({10});
    std::vector<int> levels;
    for (int level = 1; level <= 20; ++level)
        levels.push_back(level);
    SessionBuilder among = twoServers(levels);
    for (SessionBuilder *builder : {&alone, &among}) {
        builder->addSeries(0, 10, a);
        builder->addSeries(1, 10, b);
    }
    const Comparison one = find(analyse(alone.session), Metric::Rps);
    const Comparison ofTwenty = find(analyse(among.session), Metric::Rps);
    QCOMPARE(*one.p, *ofTwenty.p);
    QCOMPARE(*one.pHolm, *one.p);
    QVERIFY(std::abs(*ofTwenty.pHolm - std::min(1.0, 20 * *one.p)) < 1e-12);
    QCOMPARE(*one.ciLow, *ofTwenty.ciLow);
    QVERIFY(*ofTwenty.simultaneousLow < *one.simultaneousLow);
    QVERIFY(*ofTwenty.simultaneousHigh > *one.simultaneousHigh);
    QCOMPARE(one.verdict, Verdict::Faster);
    QCOMPARE(ofTwenty.verdict, Verdict::Inconclusive);
    QVERIFY(*ofTwenty.moreRepeatsFor5 > 0);
}

void TestAnalysis::secondaryMetricsGetNoVerdict()
{
    SessionBuilder builder = twoServers();
    builder.addSeries(0, 10, {1000, 1040, 980, 1020, 990});
    builder.addSeries(1, 10, {2090, 2100, 2080, 2060, 2120});
    const Analysis analysis = analyse(builder.session);
    QCOMPARE(analysis.verdicts().size(), 1);
    for (const Comparison &comparison : analysis.comparisons) {
        if (comparison.primary)
            continue;
        QCOMPARE(comparison.verdict, Verdict::NotCompared);
        QVERIFY(!comparison.pHolm);
        QVERIFY(comparison.sentence.startsWith(u"Exploratory: "_s));
    }
    QVERIFY(find(analysis, Metric::BytesPerS).ciLow);
}

void TestAnalysis::signFlipOnlyWithPairsEnough()
{
    SessionBuilder builder = twoServers();
    builder.addSeries(0, 10, {1000, 1010, 990, 1005, 995});
    builder.addSeries(1, 10, {1200, 1230, 1190, 1220, 1210});
    Analysis analysis = analyse(builder.session);
    QVERIFY(!analysis.verdicts().at(0).pSignFlip);
    QVERIFY(textsOf(analysis.findings).contains(u"The sign-flip test needs 6 pairs for 1 comparison"_s));
    builder.add(0, 10, 5, 1003);
    builder.add(1, 10, 5, 1207);
    analysis = analyse(builder.session);
    QCOMPARE(analysis.verdicts().at(0).pSignFlip.value(), 2.0 / 64);
    QVERIFY(!textsOf(analysis.findings).join(u'\n').contains(u"sign-flip"_s));
}

void TestAnalysis::notes()
{
    SessionBuilder builder = twoServers({1, 10});
    builder.session.plan.order = TrialOrder::Sequential;
    builder.add(0, 1, 0, 700);
    builder.add(0, 1, 1, 400);
    builder.add(0, 10, 0, 999);
    builder.add(1, 10, 0, 1000);
    const QString notes = textsOf(analyse(builder.session).findings).join(u'\n');
    QVERIFY(notes.contains(u"for this one start of each server"_s));
    QVERIFY(notes.contains(u"Trials ran in sequential order"_s));
    QVERIFY2(notes.contains(u"p99 needs 1000 answers in a trial to be trusted; some have fewer (400), and longer trials help: A at 1 and 10 connections"_s),
             qPrintable(notes));
    QVERIFY(!notes.contains(u"single answer"_s));
    builder.add(1, 1, 0, 1);
    QVERIFY(textsOf(analyse(builder.session).findings).contains(u"Rates of trials with a single answer say little: B at 1 connection"_s));
    builder.session.plan.order = TrialOrder::Blocks;
    QVERIFY(!textsOf(analyse(builder.session).findings).join(u'\n').contains(u"sequential"_s));
}

void TestAnalysis::sweepsOverRates()
{
    SessionBuilder builder = twoServers();
    builder.session.plan.sweep = {SweepAxis::Rate, {500, 2000}};
    builder.session.plan.primaryMetric = Metric::P99Ns;
    for (int repeat = 0; repeat < 4; ++repeat) {
        for (const int rate : {500, 2000}) {
            for (const int target : {0, 1}) {
                Trial trial = builder.trial(target, 50, repeat, rate, 1'000'000 * (target + 1) + 1000 * (repeat + rate));
                trial.rate = rate;
                builder.add(trial);
            }
        }
    }
    const Analysis analysis = analyse(builder.session);
    QVERIFY(isFine(analysis));
    QVERIFY(analysis.axis == SweepAxis::Rate);
    QCOMPARE(analysis.cells.size(), 4U);
    QCOMPARE(analysis.cell(1, 2000)->trials, 4);
    const auto verdicts = analysis.verdicts();
    QCOMPARE(verdicts.size(), 2U);
    QCOMPARE(verdicts[0].level, 500);
    QVERIFY(verdicts[0].verdict == Verdict::Slower);
    QVERIFY2(verdicts[0].sentence.contains(u"p99 response time") && verdicts[0].sentence.contains(u"at 500 requests per second due"),
             qPrintable(verdicts[0].sentence));
    const QString notes = textsOf(analysis.findings).join(u'\n');
    QVERIFY(notes.contains(u"response times count from when a request was due"));
    QVERIFY2(notes.contains(u"A at 500 requests per second due"), qPrintable(notes)); // fewer answers than p99 needs
}

void TestAnalysis::mixedTransports()
{
    SessionBuilder builder = twoServers();
    builder.addSeries(0, 10, {1000, 1001, 1002});
    builder.addSeries(1, 10, {1100, 1101, 1102});
    QVERIFY(!textsOf(analyse(builder.session).findings).join(u'\n').contains(u"measured in the same way"));
    Trial other = builder.trial(1, 10, 3, 1103);
    other.transport = TransportKind::Qnam;
    builder.add(other);
    QVERIFY2(textsOf(analyse(builder.session).findings).contains(u"The trials were not all measured in the same way: qnam transport, HTTP/1.1 (B); "
                                                     "socket transport (A, B); a difference may be the client\u2019s"_s),
             qPrintable(textsOf(analyse(builder.session).findings).join(u'\n')));
    // A server that would not speak HTTP/2 was measured with HTTP/1.1.
    SessionBuilder fallback = twoServers();
    for (const int target : {0, 1}) {
        Trial trial = fallback.trial(target, 10, 0, 1000);
        trial.transport = TransportKind::Qnam;
        trial.http = target == 0 ? HttpVersion::Http1 : HttpVersion::Http2;
        fallback.add(trial);
    }
    QVERIFY(textsOf(analyse(fallback.session).findings).join(u'\n').contains(u"qnam transport, HTTP/1.1 (A); qnam transport, HTTP/2 (B)"));
}

void TestAnalysis::phases()
{
    SessionBuilder builder = twoServers({1, 10});
    const auto times = [](qint64 ns, std::uint64_t count) {
        Distribution distribution;
        distribution.buckets = {{bucketIndex(ns), count}};
        distribution.count = count;
        distribution.minNs = distribution.maxNs = ns;
        distribution.sumNs = static_cast<double>(ns) * static_cast<double>(count);
        return distribution;
    };
    for (int repeat = 0; repeat < 3; ++repeat) {
        Trial trial = builder.trial(0, 10, repeat, 1000);
        trial.connect = times(1000 * (repeat + 1), 10);
        trial.firstByte = times(500'000, 1000);
        if (repeat == 2)
            trial.findings = {{u"errors"_s, Severity::Unfit, u"too many errors"_s}};
        builder.add(trial);
    }
    const auto cells = cellPhases(builder.session);
    QCOMPARE(cells.size(), 1U); // the others have no trial
    QCOMPARE(cells[0].target, 0);
    QCOMPARE(cells[0].level, 10);
    const Distribution &connect = cells[0].phases[static_cast<std::size_t>(Phase::Connect)];
    QCOMPARE(connect.count, 20U); // not the unfit one's
    QCOMPARE(connect.minNs, 1000);
    QCOMPARE(connect.maxNs, 2000);
    QCOMPARE(*meanNs(connect), 1500.0);
    QCOMPARE(cells[0].phases[static_cast<std::size_t>(Phase::Tls)].count, 0U);
    QCOMPARE(cells[0].slip.count, 0U);
    QVERIFY(cellPhases(Session()).empty());
    QStringList ids;
    for (const Phase phase : allPhases)
        ids << phaseId(phase);
    QCOMPARE(ids, (QStringList{u"name"_s, u"connect"_s, u"tls"_s, u"first_byte"_s, u"body"_s}));
}

void TestAnalysis::thousandLevels()
{
    std::vector<int> levels;
    for (int level = 1; level <= 1000; ++level)
        levels.push_back(level);
    SessionBuilder builder = twoServers(levels);
    for (const int level : levels)
        for (int repeat = 0; repeat < 3; ++repeat)
            for (const int target : {0, 1})
                builder.add(target, level, repeat, 500 + level + 31 * repeat * (target + 1));
    const Analysis analysis = analyse(builder.session);
    QCOMPARE(analysis.verdicts().size(), 1000);
    QVERIFY(isFine(analysis));
    QVERIFY(textsOf(analysis.findings).join(u'\n').size() < 1000);
}

void TestAnalysis::takesNoTime()
{
    std::vector<int> levels;
    for (int level = 1; level <= 20; ++level)
        levels.push_back(level * 5);
    SessionBuilder builder = twoServers(levels);
    builder.session.plan.load.requests = 5000;
    for (const int level : levels) {
        for (int repeat = 0; repeat < 30; ++repeat) {
            for (const int target : {0, 1}) {
                Trial trial = builder.trial(target, level, repeat, 5000 + 37 * ((repeat * 7 + target * 3) % 11));
                trial.latency.buckets.clear();
                for (std::uint32_t i = 0; i < 1000; ++i) // as many buckets as real trials fill
                    trial.latency.buckets.push_back({5000 + i, 5});
                trial.latency.count = 5000;
                trial.latency.maxNs = bucketHighNs(6000);
                builder.add(trial);
            }
        }
    }
    QElapsedTimer timer;
    timer.start();
    const Analysis analysis = analyse(builder.session);
    const qint64 ms = timer.elapsed();
    qInfo("20 levels x 30 repeats x 6 metrics: %lld ms", static_cast<long long>(ms));
    QVERIFY(ms < hangGuardMs);
    QVERIFY(isFine(analysis));
}

QTEST_APPLESS_MAIN(TestAnalysis)
#include "tst_analysis.moc"
