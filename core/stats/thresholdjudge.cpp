// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/thresholdjudge.h"

#include "core/model/format.h"
#include "core/stats/thresholdcases.h"
#include "core/stats/wording.h"

#include <QStringList>

#include <algorithm>
#include <cmath>
#include <utility>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

bool isUpperLimit(ThresholdOperator op)
{
    return op == ThresholdOperator::Greater || op == ThresholdOperator::GreaterOrEqual;
}

bool holds(const Threshold &threshold, double figure)
{
    switch (threshold.op) {
    case ThresholdOperator::Less: return figure < threshold.limit;
    case ThresholdOperator::LessOrEqual: return figure <= threshold.limit;
    case ThresholdOperator::Greater: return figure > threshold.limit;
    case ThresholdOperator::GreaterOrEqual: break;
    }
    return figure >= threshold.limit;
}

/// A case, judged.
struct Judged
{
    ThresholdOutcome outcome = ThresholdOutcome::NotJudged;
    double bound = 0; ///< what decided
    QString reason;
};

Judged notJudged(const QString &reason)
{
    return {ThresholdOutcome::NotJudged, 0, reason};
}

/// Of a figure that is \a least or more.
Judged judgeLeast(const Threshold &threshold, double least)
{
    const bool upper = isUpperLimit(threshold.op);
    if (upper && holds(threshold, least))
        return {ThresholdOutcome::Failed, least, {}};
    if (!upper && !holds(threshold, least))
        return {ThresholdOutcome::Passed, least, {}};
    return notJudged(u"all that is known is that time-outs reach into it"_s);
}

Judged judgeCase(const Threshold &threshold, const ThresholdCase &one, bool strict)
{
    if (one.atLeast) {
        const Judged judged = judgeLeast(threshold, *one.atLeast);
        // Unfit trials can show that a figure is too bad, never that it is good enough.
        return judged.outcome == ThresholdOutcome::Failed || one.noData.isEmpty() ? judged : notJudged(one.noData);
    }
    if (!one.noData.isEmpty())
        return notJudged(one.noData);
    const bool onPoint = strict || one.exact;
    const std::optional<double> bound = onPoint ? one.value : isUpperLimit(threshold.op) ? one.low : one.high;
    if (!bound || !std::isfinite(*bound)) {
        if (onPoint || !one.value)
            return notJudged(noDataText());
        return notJudged((one.noInterval.isEmpty() ? u"there is no interval"_s : one.noInterval) + u" (only a strict judgement does without)"_s);
    }
    return {holds(threshold, *bound) ? ThresholdOutcome::Failed : ThresholdOutcome::Passed, *bound, {}};
}

QString listed(QStringList names)
{
    if (names.size() < 2)
        return names.join(QString());
    const QString last = names.takeLast();
    return names.join(u", "_s) + u" and "_s + last;
}

/// Why a threshold picks none of the cases that there are.
QString whyNone(const Threshold &threshold, const std::vector<ThresholdCase> &cases, SweepAxis axis)
{
    QStringList targets;
    QStringList levels;
    bool knownTarget = threshold.target.isEmpty();
    for (const ThresholdCase &one : cases) {
        if (one.baseline == threshold.target && !threshold.target.isEmpty())
            return u"%1 is what the others are compared with"_s.arg(threshold.target);
        knownTarget = knownTarget || one.target == threshold.target;
        if (!targets.contains(one.target))
            targets << one.target;
        if (!levels.contains(QString::number(one.level)))
            levels << QString::number(one.level);
    }
    if (cases.empty())
        return noDataText();
    if (!knownTarget)
        return u"no target is called \"%1\", only %2"_s.arg(threshold.target, listed(targets));
    return u"there is no level of %1, only %2"_s.arg(levelText(axis, threshold.level.value_or(0)), listed(levels));
}

void count(ThresholdJudgement &judgement, ThresholdOutcome outcome)
{
    ++judgement.cases;
    judgement.failed += outcome == ThresholdOutcome::Failed ? 1 : 0;
    judgement.notJudged += outcome == ThresholdOutcome::NotJudged ? 1 : 0;
}

ThresholdOutcome worst(const ThresholdJudgement &judgement)
{
    if (judgement.failed > 0)
        return ThresholdOutcome::Failed;
    return judgement.notJudged > 0 || judgement.cases == 0 ? ThresholdOutcome::NotJudged : ThresholdOutcome::Passed;
}

QString figureText(const Threshold &threshold, double value)
{
    if (threshold.ratio)
        return formatNumber(value, 3);
    if (threshold.figure == ThresholdFigure::Errors)
        return countOf(static_cast<qint64>(value), u"error"_s, u"errors"_s);
    if (threshold.figure == ThresholdFigure::ErrorRate)
        return value > 0 && value < 0.00005 ? u"under "_s + formatPercent(0.0001) : formatPercent(value);
    if (const auto ns = nsPerUnit(threshold.metric))
        return formatLatency(value * *ns);
    return threshold.metric == Metric::BytesPerS ? formatBytesPerSecond(value) : formatNumber(value);
}

QString caseText(const ThresholdJudgement &judgement, const ThresholdCase &one)
{
    const Threshold &threshold = judgement.threshold;
    const QString place = one.target + u' ' + atLevel(judgement.axis, one.level);
    if (judgement.outcome == ThresholdOutcome::NotJudged)
        return place + u": "_s + judgement.reason;
    if (one.atLeast)
        return place + u", at least "_s + figureText(threshold, *one.atLeast);
    const QString value = place + u", "_s + (one.value ? figureText(threshold, *one.value) : noDataText());
    if (one.exact || judgement.strict || !one.low || !one.high)
        return value;
    return value + u" (%1 to %2)"_s.arg(figureText(threshold, *one.low), figureText(threshold, *one.high));
}

/// What the line's one case leaves unsaid of the others.
QString othersText(const ThresholdJudgement &judgement)
{
    QStringList parts;
    if (judgement.failed > 1)
        parts << u"%1 of %2 fail"_s.arg(judgement.failed).arg(judgement.cases);
    const bool told = judgement.outcome == ThresholdOutcome::NotJudged && judgement.notJudged == 1;
    if (judgement.notJudged > 0 && !told)
        parts << u"%1 of %2 not judged"_s.arg(judgement.notJudged).arg(judgement.cases);
    return parts.isEmpty() ? QString() : u"; "_s + parts.join(u", "_s);
}

} // namespace

QString thresholdOutcomeId(ThresholdOutcome outcome)
{
    switch (outcome) {
    case ThresholdOutcome::Passed: return u"passed"_s;
    case ThresholdOutcome::Failed: return u"failed"_s;
    case ThresholdOutcome::NotJudged: break;
    }
    return u"not_judged"_s;
}

QString ThresholdJudgement::judgedOn() const
{
    if (deciding && deciding->atLeast && outcome != ThresholdOutcome::NotJudged)
        return u"at_least"_s;
    if (threshold.figure != ThresholdFigure::Metric)
        return u"count"_s;
    return strict ? u"point"_s : u"interval"_s;
}

ThresholdJudgement judgeThreshold(const Threshold &threshold, const std::vector<ThresholdCase> &cases, SweepAxis axis, bool strict)
{
    ThresholdJudgement judgement;
    judgement.threshold = threshold;
    judgement.strict = strict;
    judgement.axis = axis;
    std::vector<std::pair<const ThresholdCase *, Judged>> picked;
    for (const ThresholdCase &one : cases) {
        if ((!threshold.target.isEmpty() && one.target != threshold.target) || (threshold.level && one.level != *threshold.level))
            continue;
        picked.emplace_back(&one, judgeCase(threshold, one, strict));
        count(judgement, picked.back().second.outcome);
    }
    judgement.outcome = worst(judgement);
    std::erase_if(picked, [&](const auto &one) { return one.second.outcome != judgement.outcome; });
    if (picked.empty()) {
        judgement.reason = whyNone(threshold, cases, axis);
        return judgement;
    }
    const bool upper = isUpperLimit(threshold.op);
    const auto deciding = std::min_element(picked.begin(), picked.end(), [upper](const auto &a, const auto &b) {
        return upper ? a.second.bound > b.second.bound : a.second.bound < b.second.bound;
    });
    judgement.deciding = *deciding->first;
    judgement.reason = deciding->second.reason;
    return judgement;
}

std::vector<ThresholdJudgement> judgeThresholds(const std::vector<Threshold> &thresholds, const Session &session, const Analysis &analysis,
                                                bool strict)
{
    if (thresholds.empty())
        return {};
    Plan plan = session.plan;
    nameTargets(plan);
    const Measured measured = measuredTrials(session);
    std::vector<ThresholdJudgement> judgements;
    for (const Threshold &threshold : thresholds) {
        const auto cases = threshold.ratio ? ratioCases(threshold, plan, analysis, measured) : cellCases(threshold, plan, analysis, measured);
        judgements.push_back(judgeThreshold(threshold, cases, analysis.axis, strict));
        if (threshold.ratio && cases.empty())
            judgements.back().reason = plan.targets.size() < 2 ? u"a ratio needs two targets"_s
                                                               : u"%1 is not compared in this plan"_s.arg(figureId(threshold));
    }
    return judgements;
}

QString thresholdLine(const ThresholdJudgement &judgement)
{
    QString text = (judgement.ok() ? u"ok   "_s : u"FAIL "_s) + judgement.threshold.expression + u": "_s;
    if (judgement.outcome == ThresholdOutcome::NotJudged)
        text += u"can't be judged, "_s;
    else if (judgement.ok() && judgement.cases > 1)
        text += u"nearest "_s;
    text += judgement.deciding ? caseText(judgement, *judgement.deciding) : judgement.reason;
    return text + othersText(judgement);
}

} // namespace sweepbench
