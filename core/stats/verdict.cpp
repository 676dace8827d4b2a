// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/verdict.h"

#include "core/model/format.h"
#include "core/stats/power.h"
#include "core/stats/trialfigure.h"
#include "core/stats/wording.h"

#include <algorithm>
#include <array>
#include <cmath>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

MeasuredAs measured(const Comparison &comparison, const ComparedSides &sides)
{
    return {comparison.metric, sides.openLoop};
}

QString pairsText(int pairs)
{
    return countOf(pairs, u"pair"_s, u"pairs"_s);
}

std::optional<Interval> intervalOf(const std::optional<double> &low, const std::optional<double> &high)
{
    return low && high ? std::optional(Interval{*low, *high}) : std::nullopt;
}

/// "8 pairs", "8 pairs, 1 dropped", "9 pairs, 1 left out for an outlier".
QString pairsAndDropped(const Comparison &comparison)
{
    if (comparison.unpaired)
        return u"%1 against %2"_s.arg(formatCount(comparison.candidateTrials), countOf(comparison.baselineTrials, u"run"_s, u"runs"_s));
    QString text = pairsText(comparison.pairs);
    if (comparison.pairsLeftOut > 0)
        text += u", %1 left out for an outlier"_s.arg(formatCount(comparison.pairsLeftOut));
    if (comparison.pairsDropped > 0)
        text += u", %1 dropped"_s.arg(formatCount(comparison.pairsDropped));
    return text;
}

QString evidence(const Comparison &comparison, const QString &intervalWords)
{
    return u"(simultaneous %1 interval %2, %3)"_s.arg(confidenceText(1 - comparison.alpha), intervalWords, pairsAndDropped(comparison));
}

/// Why a side without a single figure has none.
QString noDataReason(const ComparedSide &side)
{
    if (side.trials == 0)
        return side.name + u" has no trial at this level"_s;
    QString why;
    if (side.unfit > 0) {
        why = side.unfit == side.trials ? (side.trials == 1 ? u"its only trial is unfit"_s : u"all %1 trials are unfit"_s.arg(side.trials))
                                        : u"%1 of %2 trials are unfit"_s.arg(QString::number(side.unfit), QString::number(side.trials));
        if (!side.unfitReason.isEmpty())
            why += u", the first one because: "_s + side.unfitReason;
    } else {
        why = countOf(side.trials, u"trial"_s, u"trials"_s) + u" without this figure"_s;
    }
    return u"%1 has no data (%2)"_s.arg(side.name, why);
}

QString joined(const QStringList &parts)
{
    return parts.join(u" and "_s);
}

/// Why there can't even be a ratio; empty when there can.
QString reasonForNoRatio(const Comparison &comparison, const ComparedSides &sides)
{
    const std::array both{&sides.baseline, &sides.candidate};
    QStringList reasons;
    for (const ComparedSide *side : both)
        if (side->atTimeout > 0)
            reasons += u"%1’s %2 is at least the time-out in %3 of its trials"_s.arg(
                side->name, metricNoun(measured(comparison, sides)), formatCount(side->atTimeout));
    if (!reasons.isEmpty())
        return joined(reasons);
    for (const ComparedSide *side : both)
        if (side->values == 0)
            reasons += noDataReason(*side);
    if (!reasons.isEmpty())
        return joined(reasons);
    if (sides.baseline.zeros == sides.baseline.values && sides.candidate.zeros == sides.candidate.values)
        return u"both measured 0, which is no difference"_s;
    for (const ComparedSide *side : both)
        if (side->zeros > 0)
            reasons += u"%1 measured 0 in %2 of its trials"_s.arg(side->name, formatCount(side->zeros));
    return reasons.isEmpty() ? QString() : joined(reasons) + u", and there is no ratio to 0"_s;
}

QString droppedReason(const Comparison &comparison, const ComparedSides &sides, const VerdictRules &rules)
{
    QStringList unfit;
    for (const ComparedSide *side : {&sides.baseline, &sides.candidate}) {
        if (side->unfit == 0)
            continue;
        QString text = u"%1 has %2"_s.arg(side->name, countOf(side->unfit, u"unfit trial"_s, u"unfit trials"_s));
        if (!side->unfitReason.isEmpty())
            text += (side->unfit == 1 ? u": "_s : u", the first one: "_s) + side->unfitReason;
        unfit += text;
    }
    const int ran = comparison.pairs + comparison.pairsDropped;
    const QString start = comparison.unpaired ? u"more than %1 of the runs are unfit"_s.arg(wholePercent(qRound(rules.mostDropped * 100)))
        : ran == 1 ? u"the only pair was dropped"_s
                                   : u"%1 of %2 pairs were dropped, more than %3"_s.arg(
                                         formatCount(comparison.pairsDropped), formatCount(ran), wholePercent(qRound(rules.mostDropped * 100)));
    return unfit.isEmpty() ? start : u"%1 (%2)"_s.arg(start, unfit.join(u"; "_s));
}

QString reasonForNoVerdict(const Comparison &comparison, const ComparedSides &sides, const VerdictRules &rules)
{
    if (const QString reason = reasonForNoRatio(comparison, sides); !reason.isEmpty())
        return reason;
    if (tooManyDropped(comparison, rules))
        return droppedReason(comparison, sides, rules);
    if (comparison.unpaired && comparison.pairs < rules.leastPairs)
        return u"%1 of %2 and %3 of %4, and a verdict needs %5 of each"_s.arg(
            countOf(comparison.candidateTrials, u"run"_s, u"runs"_s), sides.candidate.name, formatCount(comparison.baselineTrials),
            sides.baseline.name, QString::number(rules.leastPairs));
    if (comparison.unpaired && !comparison.p)
        return u"the runs of each target are all alike, so nothing tells how much they vary"_s;
    if (comparison.pairs < rules.leastPairs)
        return u"%1, and a verdict needs %2"_s.arg(
            comparison.pairs == 0 ? u"no pair of trials yet"_s : u"only "_s + pairsText(comparison.pairs), QString::number(rules.leastPairs));
    if (comparison.sdLog && *comparison.sdLog == 0)
        return u"all %1 pairs show the very same ratio, so nothing tells how much it varies"_s.arg(formatCount(comparison.pairs));
    return u"the figures are too far apart to calculate with"_s;
}

/// Says so where the figure is another one turned over; empty otherwise.
QString sameEvidence(const Comparison &comparison)
{
    if (!comparison.sameEvidenceAs)
        return {};
    return u"; under its own load, this is the same evidence as its %1"_s.arg(metricNoun({*comparison.sameEvidenceAs}));
}

/// Says so where a quantile far out rests on too few answers; empty otherwise.
QString thinTail(const Comparison &comparison, const ComparedSides &sides)
{
    const qint64 needed = answersNeeded(comparison.metric);
    qint64 fewest = needed;
    for (const ComparedSide *side : {&sides.baseline, &sides.candidate})
        fewest = std::min(fewest, side->fewestAnswers.value_or(needed));
    if (fewest >= needed)
        return {};
    return u"; this %1 rests on as few as %2 in a trial, and it takes %3"_s.arg(
        metricId(comparison.metric).section(u"_ns"_s, 0, 0).replace(u'_', u'.'), countOf(fewest, u"answer"_s, u"answers"_s), formatCount(needed));
}

QString equivalentSentence(const Comparison &comparison, const ComparedSides &sides, const VerdictRules &rules)
{
    const Interval interval{*comparison.simultaneousLow, *comparison.simultaneousHigh};
    const bool different = comparison.pHolm && *comparison.pHolm < comparison.alpha;
    const QString claim = different ? u"are different by %1, too small to matter"_s.arg(differenceText(*comparison.ratio))
                                    : u"differ by less than %1"_s.arg(wholePercent(qRound(rules.delta * 100)));
    return u"%1 is %2 as %3 %4: %5 %6 %7"_s
        .arg(sides.candidate.name, different ? u"practically as fast"_s : u"as fast"_s, sides.baseline.name,
             atLevel(sides.axis, comparison.level), metricOfBoth(measured(comparison, sides)), claim,
             evidence(comparison, intervalTextAlone(comparison.metric, interval)));
}

QString powerWords(const Comparison &comparison)
{
    constexpr double huge = 9; // tenfold: a figure in percent says nothing more
    QString text;
    if (!comparison.seen || *comparison.seen > huge)
        text = u"only a difference of more than tenfold would have been seen with %1 power"_s.arg(wholePercent(80));
    else
        text = u"a difference of %1 would have been seen with %2 power"_s.arg(formatPercent(*comparison.seen), wholePercent(80));
    const int more = comparison.moreRepeatsFor5.value_or(0);
    if (more > 0)
        text += u", and %1 more %2 would see one of %3"_s.arg(more >= manyMoreRepeats ? u"more than 100"_s : QString::number(more),
                                                              more == 1 ? u"repeat"_s : u"repeats"_s, wholePercent(5));
    return text;
}

QString inconclusiveSentence(const Comparison &comparison, const ComparedSides &sides)
{
    const auto interval = intervalOf(comparison.simultaneousLow, comparison.simultaneousHigh);
    const QString words = interval ? intervalTextAlone(comparison.metric, *interval) : u"too wide to give"_s;
    const QString power = comparison.unpaired ? QString() : u": "_s + powerWords(comparison);
    return u"No clear difference between %1 and %2 in %3 %4 %5%6"_s
        .arg(sides.candidate.name, sides.baseline.name, metricNoun(measured(comparison, sides)), atLevel(sides.axis, comparison.level),
             evidence(comparison, words), power);
}

/// The better side could be better still, and the worse one is what it is.
bool isLeastDifference(const Comparison &comparison, const ComparedSides &sides)
{
    const bool candidateIsBetter = comparison.verdict == Verdict::Faster;
    const ComparedSide &better = candidateIsBetter ? sides.candidate : sides.baseline;
    const ComparedSide &worse = candidateIsBetter ? sides.baseline : sides.candidate;
    return better.isClientLimited() && !worse.isClientLimited();
}

QString differenceSentence(const Comparison &comparison, const ComparedSides &sides)
{
    const auto interval = intervalOf(comparison.simultaneousLow, comparison.simultaneousHigh);
    const QString words = interval ? intervalText(comparison.metric, *interval, *comparison.ratio) : u"too wide to give"_s;
    const bool atLeast = isLeastDifference(comparison, sides);
    QString sentence = u"%1 %2 %3"_s.arg(
        ratioStatement(measured(comparison, sides), sides.candidate.name, sides.baseline.name, *comparison.ratio, atLeast),
        atLevel(sides.axis, comparison.level), evidence(comparison, words));
    if (atLeast)
        sentence += u"; the client was the limit for %1"_s.arg(comparison.verdict == Verdict::Faster ? sides.candidate.name : sides.baseline.name);
    // Holm's test is sharper than the interval, which holds for all levels at once (Bonferroni): they may seem to disagree.
    const bool reachesNoDifference = interval && interval->low <= 1 && interval->high >= 1;
    return reachesNoDifference ? sentence + u"; Holm’s step-down test tells them apart (p = %1), this wider interval does not"_s.arg(
                                                formatNumber(*comparison.pHolm, 2))
                               : sentence;
}

QString exploratorySentence(const Comparison &comparison, const ComparedSides &sides)
{
    QString reason = reasonForNoRatio(comparison, sides);
    if (reason.isEmpty() && !comparison.ratio)
        reason = comparison.pairs == 0 && !comparison.unpaired ? u"no pair of trials yet"_s : u"the figures are too far apart to calculate with"_s;
    if (!reason.isEmpty())
        return u"Exploratory: no %1 of %2 against %3 %4: %5"_s.arg(metricNoun(measured(comparison, sides)), sides.candidate.name,
                                                                   sides.baseline.name, atLevel(sides.axis, comparison.level), reason);
    QString basis = pairsAndDropped(comparison);
    if (const auto interval = intervalOf(comparison.ciLow, comparison.ciHigh))
        basis = u"%1 interval %2, %3"_s.arg(wholePercent(95), intervalText(comparison.metric, *interval, *comparison.ratio), basis);
    return u"Exploratory: %1 %2 (%3)"_s.arg(
        ratioStatement(measured(comparison, sides), sides.candidate.name, sides.baseline.name, *comparison.ratio),
        atLevel(sides.axis, comparison.level), basis);
}

QString verdictSentence(const Comparison &comparison, const ComparedSides &sides, const VerdictRules &rules)
{
    switch (comparison.verdict) {
    case Verdict::Equivalent:
        return equivalentSentence(comparison, sides, rules);
    case Verdict::Faster:
    case Verdict::Slower:
        return differenceSentence(comparison, sides);
    case Verdict::Inconclusive:
        return inconclusiveSentence(comparison, sides);
    case Verdict::NotCompared:
        break;
    }
    return {};
}

} // namespace

bool tooManyDropped(const Comparison &comparison, const VerdictRules &rules)
{
    const int ran = comparison.pairs + comparison.pairsDropped;
    return comparison.pairsDropped > rules.mostDropped * ran;
}

Verdict decide(const Comparison &comparison, const VerdictRules &rules)
{
    const bool varies = comparison.unpaired || (comparison.sdLog && *comparison.sdLog > 0);
    if (comparison.pairs < rules.leastPairs || !varies || !comparison.ratio || !comparison.pHolm || tooManyDropped(comparison, rules))
        return Verdict::NotCompared;
    const auto interval = intervalOf(comparison.simultaneousLow, comparison.simultaneousHigh);
    const double margin = std::log1p(rules.delta);
    if (interval && std::log(interval->low) > -margin && std::log(interval->high) < margin)
        return Verdict::Equivalent;
    if (*comparison.pHolm < comparison.alpha)
        return (*comparison.ratio > 1) == higherIsBetter(comparison.metric) ? Verdict::Faster : Verdict::Slower;
    return Verdict::Inconclusive;
}

QString comparisonSentence(const Comparison &comparison, const ComparedSides &sides, const VerdictRules &rules)
{
    QString sentence;
    if (!comparison.primary)
        sentence = exploratorySentence(comparison, sides);
    else if (comparison.verdict != Verdict::NotCompared)
        sentence = verdictSentence(comparison, sides, rules);
    else
        return u"No verdict on %1 against %2 %3: %4"_s.arg(sides.candidate.name, sides.baseline.name,
                                                           atLevel(sides.axis, comparison.level),
                                                           reasonForNoVerdict(comparison, sides, rules));
    return comparison.ratio ? sentence + sameEvidence(comparison) + thinTail(comparison, sides) : sentence;
}

} // namespace sweepbench
