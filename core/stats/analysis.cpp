// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/analysis.h"

#include "core/model/againstitself.h"
#include "core/stats/analysisfindings.h"
#include "core/stats/clientlimit.h"
#include "core/stats/errorrate.h"
#include "core/stats/holm.h"
#include "core/stats/looks.h"
#include "core/stats/measured.h"
#include "core/stats/noise.h"
#include "core/stats/paired.h"
#include "core/stats/pairs.h"
#include "core/stats/power.h"
#include "core/stats/signflip.h"
#include "core/stats/summary.h"
#include "core/stats/verdict.h"
#include "core/stats/welch.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

bool reachesTimeout(const MeasuredCell &cell, Metric metric, bool unfit)
{
    return std::any_of(cell.trials.begin(), cell.trials.end(), [metric, unfit](const MeasuredTrial &trial) {
        return trial.unfit == unfit && trial.reachesTimeout(metric);
    });
}

CellSummary summaryOf(const MeasuredCell &cell, Metric primary, bool leaveOutOutliers)
{
    CellSummary summary;
    summary.target = cell.target;
    summary.level = cell.level;
    summary.trials = static_cast<int>(cell.trials.size());
    for (const MeasuredTrial &trial : cell.trials) {
        summary.unfit += trial.unfit ? 1 : 0;
        summary.requests += trial.trial->requests;
        summary.errors += trial.trial->errors.total();
        summary.tellsErrors = summary.tellsErrors && tellsErrors(*trial.trial);
        if (const auto figure = trial.figure(primary); trial.outlier && figure)
            summary.outliers.push_back({trial.trial->repeat, *figure});
    }
    for (const Metric metric : allMetrics) {
        // A mean over the trials that happened to stay below the time-out would flatter the target.
        if (reachesTimeout(cell, metric, false))
            continue;
        std::vector<double> values;
        for (const MeasuredTrial &trial : cell.trials)
            if (const std::optional<double> value = trial.figure(metric); value && !(leaveOutOutliers && trial.outlier))
                values.push_back(*value);
        if (!values.empty())
            summary.metrics.emplace(metric, summarise(std::move(values)));
    }
    const bool anyFit = summary.unfit < summary.trials;
    summary.quantileAtTimeout = reachesTimeout(cell, Metric::P99Ns, !anyFit);
    return summary;
}

ComparedSide sideOf(const MeasuredCell &cell, Metric metric, const Plan &plan)
{
    ComparedSide side;
    side.name = plan.targets[static_cast<std::size_t>(cell.target)].name;
    side.trials = static_cast<int>(cell.trials.size());
    for (const MeasuredTrial &trial : cell.trials) {
        if (trial.unfit) {
            if (side.unfit++ == 0)
                side.unfitReason = unfitReason(*trial.trial);
            continue;
        }
        side.clientLimited += isClientLimited(*trial.trial) ? 1 : 0;
        if (tellsRequests(*trial.trial))
            side.fewestAnswers = std::min(side.fewestAnswers.value_or(trial.trial->requests), trial.trial->requests);
        side.atTimeout += trial.reachesTimeout(metric) ? 1 : 0;
        if (const std::optional<double> value = trial.figure(metric)) {
            ++side.values;
            side.zeros += *value > 0 ? 0 : 1;
        }
    }
    return side;
}

/// A comparison in the making, with what its sentence needs.
struct Draft
{
    Comparison comparison;
    ComparedSides sides;
};

/// What all comparisons of a session share.
struct Rules
{
    const Plan &plan;
    int baseline = 0;
    int family = 1; ///< comparisons on one metric
    double alpha = usualErrorRate;
    bool leaveOutOutliers = false;
};

void addEstimate(Comparison &comparison, const Pairs &pairs, const Rules &rules)
{
    const std::optional<PairedEstimate> estimate = comparePaired(pairs.logRatios, rules.family, rules.alpha);
    if (!estimate)
        return;
    comparison.ratio = estimate->ratio;
    comparison.p = estimate->p;
    if (estimate->plain) {
        comparison.ciLow = estimate->plain->low;
        comparison.ciHigh = estimate->plain->high;
    }
    if (estimate->simultaneous) {
        comparison.simultaneousLow = estimate->simultaneous->low;
        comparison.simultaneousHigh = estimate->simultaneous->high;
    }
    if (estimate->pairs >= 2)
        comparison.sdLog = estimate->sdLog;
    comparison.seen = differenceSeen(estimate->sdLog, estimate->pairs, rules.family, rules.alpha);
    comparison.moreRepeatsFor5 = moreRepeatsToSee5Percent(estimate->sdLog, estimate->pairs, rules.family, rules.alpha);
    if (estimate->pairs >= signFlipPairsNeeded(rules.family))
        comparison.pSignFlip = signFlipP(pairs.logRatios, rules.plan.seed);
}

std::vector<double> figuresOf(const MeasuredCell &cell, Metric metric, bool leaveOutOutliers)
{
    std::vector<double> figures;
    for (const MeasuredTrial &trial : cell.trials)
        if (const auto figure = trial.figure(metric); figure && !(leaveOutOutliers && trial.outlier))
            figures.push_back(*figure);
    return figures;
}

int unfitOf(const MeasuredCell &cell)
{
    return static_cast<int>(std::count_if(cell.trials.begin(), cell.trials.end(), [](const MeasuredTrial &trial) { return trial.unfit; }));
}

/// Of imported trials, which no block made pairs of.
void addUnpairedEstimate(Comparison &comparison, const MeasuredCell &baseline, const MeasuredCell &candidate, const Rules &rules)
{
    const std::vector<double> from = figuresOf(baseline, comparison.metric, rules.leaveOutOutliers);
    const std::vector<double> to = figuresOf(candidate, comparison.metric, rules.leaveOutOutliers);
    comparison.baselineTrials = static_cast<int>(from.size());
    comparison.candidateTrials = static_cast<int>(to.size());
    comparison.pairs = std::min(comparison.baselineTrials, comparison.candidateTrials);
    comparison.pairsDropped = std::max(unfitOf(baseline), unfitOf(candidate));
    const WelchEstimate estimate = compareUnpaired(from, to, rules.family, rules.alpha);
    comparison.ratio = estimate.ratio;
    comparison.p = estimate.p;
    if (estimate.plain) {
        comparison.ciLow = estimate.plain->low;
        comparison.ciHigh = estimate.plain->high;
    }
    if (estimate.simultaneous) {
        comparison.simultaneousLow = estimate.simultaneous->low;
        comparison.simultaneousHigh = estimate.simultaneous->high;
    }
}

Draft compared(const MeasuredCell &baseline, const MeasuredCell &candidate, Metric metric, const Rules &rules)
{
    const Plan &plan = rules.plan;
    Draft draft;
    Comparison &comparison = draft.comparison;
    comparison.level = baseline.level;
    comparison.metric = metric;
    comparison.baseline = baseline.target;
    comparison.candidate = candidate.target;
    comparison.primary = metric == plan.primaryMetric;
    comparison.alpha = rules.alpha;
    if (metric == Metric::MeanNs && !isOpenLoop(plan) && !plan.imported)
        comparison.sameEvidenceAs = Metric::Rps;
    draft.sides = {sideOf(baseline, metric, plan), sideOf(candidate, metric, plan), plan.sweep.axis, isOpenLoop(plan)};
    // Figures that are known on some trials only, because the others are beyond the time-out or at 0, are no fair sample.
    const auto lopsided = [](const ComparedSide &side) { return side.atTimeout > 0 || side.zeros > 0; };
    const bool comparable = !lopsided(draft.sides.baseline) && !lopsided(draft.sides.candidate);
    if (plan.imported) {
        comparison.unpaired = true;
        comparison.method = u"Welch's t on logarithms"_s;
        if (comparable)
            addUnpairedEstimate(comparison, baseline, candidate, rules);
        return draft;
    }
    const Pairs pairs = pairsOf(baseline, candidate, metric, rules.leaveOutOutliers);
    comparison.pairs = static_cast<int>(pairs.logRatios.size());
    comparison.pairsDropped = pairs.dropped;
    comparison.pairsLeftOut = pairs.leftOut;
    if (comparable)
        addEstimate(comparison, pairs, rules);
    return draft;
}

void addHolm(std::vector<Draft> &drafts, int family)
{
    std::vector<std::optional<double>> p;
    for (const Draft &draft : drafts)
        if (draft.comparison.primary)
            p.push_back(draft.comparison.p);
    const std::vector<std::optional<double>> adjusted = holmAdjusted(p, family);
    auto next = adjusted.begin();
    for (Draft &draft : drafts)
        if (draft.comparison.primary)
            draft.comparison.pHolm = *next++;
}

std::vector<Comparison> comparisonsOf(const Measured &measured, const std::vector<Metric> &metrics, const Rules &rules)
{
    std::vector<Draft> drafts;
    for (const Metric metric : metrics)
        for (std::size_t level = 0; level < measured.levels.size(); ++level)
            for (int candidate = 0; candidate < measured.targets; ++candidate)
                if (candidate != rules.baseline)
                    drafts.push_back(compared(measured.cell(level, rules.baseline), measured.cell(level, candidate), metric, rules));
    addHolm(drafts, rules.family);

    const bool falseAlarms = isAgainstItself(rules.plan);
    std::vector<Comparison> comparisons;
    comparisons.reserve(drafts.size());
    for (Draft &draft : drafts) {
        if (draft.comparison.primary)
            draft.comparison.verdict = decide(draft.comparison);
        draft.comparison.sentence = comparisonSentence(draft.comparison, draft.sides);
        if (falseAlarms && (draft.comparison.verdict == Verdict::Faster || draft.comparison.verdict == Verdict::Slower))
            draft.comparison.sentence += falseAlarmRemark();
        comparisons.push_back(std::move(draft.comparison));
    }
    return comparisons;
}

/// What the verdicts would be if the outliers were left out, or kept where they are left out.
void addOtherVerdicts(std::vector<Comparison> &comparisons, const Measured &measured, const Rules &rules)
{
    const auto hasOutlier = [](const MeasuredCell &cell) {
        return std::any_of(cell.trials.begin(), cell.trials.end(), [](const MeasuredTrial &trial) { return trial.outlier; });
    };
    if (std::none_of(measured.cells.begin(), measured.cells.end(), hasOutlier))
        return;
    Rules otherwise = rules;
    otherwise.leaveOutOutliers = !rules.leaveOutOutliers;
    // The primary metric's comparisons come first, in the same order.
    const std::vector<Comparison> others = comparisonsOf(measured, {rules.plan.primaryMetric}, otherwise);
    for (std::size_t i = 0; i < others.size(); ++i) {
        const bool samePairs = comparisons[i].pairsLeftOut == others[i].pairsLeftOut;
        if (samePairs && comparisons[i].verdict == others[i].verdict) // Holm's p of one level hangs on the others' too
            continue;
        comparisons[i].otherVerdict = others[i].verdict;
        comparisons[i].otherSentence = others[i].sentence;
    }
}

} // namespace

Analysis analyse(const Session &session)
{
    return analyse(session, errorRateOf(session));
}

Analysis analyse(const Session &session, double errorRate)
{
    Plan plan = session.plan;
    nameTargets(plan);
    const Measured measured = measuredTrials(session);
    const Rules rules{plan, std::clamp(session.judging.baseline, 0, std::max(0, measured.targets - 1)),
                      static_cast<int>(measured.levels.size()) * (measured.targets - 1), errorRate, session.judging.leaveOutOutliers};
    Analysis analysis;
    analysis.axis = plan.sweep.axis;
    analysis.baseline = rules.baseline;
    analysis.cells.reserve(measured.cells.size());
    for (const MeasuredCell &cell : measured.cells)
        analysis.cells.push_back(summaryOf(cell, session.plan.primaryMetric, rules.leaveOutOutliers));
    analysis.outliersLeftOut = rules.leaveOutOutliers;
    analysis.comparisons = comparisonsOf(measured, metricsOf(plan), rules);
    addOtherVerdicts(analysis.comparisons, measured, rules);
    analysis.findings = analysisFindings(measured, {plan, session.environment, rules.baseline, rules.leaveOutOutliers}, analysis.comparisons);
    for (Finding &finding : lookFindings(session))
        analysis.findings.push_back(std::move(finding));
    std::stable_sort(analysis.findings.begin(), analysis.findings.end(),
                     [](const Finding &a, const Finding &b) { return a.severity > b.severity; });
    return analysis;
}

} // namespace sweepbench
