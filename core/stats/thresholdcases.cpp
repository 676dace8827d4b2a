// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/thresholdcases.h"

#include "core/model/format.h"
#include "core/stats/verdict.h"
#include "core/stats/wording.h"

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

QString nameOf(const Plan &plan, int target)
{
    const bool known = target >= 0 && static_cast<std::size_t>(target) < plan.targets.size();
    return known ? plan.targets[static_cast<std::size_t>(target)].name : u"target %1"_s.arg(target + 1);
}

/// Whether time-outs reach into the figure: of fit trials, or of all where none is fit.
bool atTimeout(const Measured &measured, int target, int level, Metric metric)
{
    const auto cell = std::find_if(measured.cells.begin(), measured.cells.end(),
                                   [=](const MeasuredCell &one) { return one.target == target && one.level == level; });
    if (cell == measured.cells.end())
        return false;
    const bool anyFit = std::any_of(cell->trials.begin(), cell->trials.end(), [](const MeasuredTrial &trial) { return !trial.unfit; });
    return std::any_of(cell->trials.begin(), cell->trials.end(), [=](const MeasuredTrial &trial) {
        return trial.unfit != anyFit && trial.reachesTimeout(metric);
    });
}

std::optional<double> finite(std::optional<double> value)
{
    return value && std::isfinite(*value) ? value : std::nullopt;
}

QString whyNoRatio(const Comparison &comparison, const Plan &plan, const Analysis &analysis, const Measured &measured)
{
    for (const int target : {comparison.baseline, comparison.candidate}) {
        if (atTimeout(measured, target, comparison.level, comparison.metric))
            return u"%1’s %2 is at least the time-out in some trials"_s.arg(nameOf(plan, target), metricNoun({comparison.metric, isOpenLoop(plan)}));
        const CellSummary *cell = analysis.cell(target, comparison.level);
        if (!cell || !cell->metrics.contains(comparison.metric))
            return u"%1 has no data"_s.arg(nameOf(plan, target));
    }
    return u"no pair of trials has a ratio"_s;
}

QString whyNoRatioInterval(const Comparison &comparison)
{
    if (comparison.unpaired)
        return u"an interval takes two runs of each target that are not all alike"_s;
    if (comparison.pairs == 1)
        return u"one pair has no interval"_s;
    if (comparison.sdLog && *comparison.sdLog == 0)
        return u"all %1 pairs show the very same ratio, so there is no interval"_s.arg(formatCount(comparison.pairs));
    return u"there is no interval"_s;
}

void addErrors(ThresholdCase &one, const CellSummary &cell, bool asShare)
{
    const qint64 finished = cell.requests + cell.errors;
    one.exact = true;
    if (cell.trials == 0)
        one.noData = u"no trial ran"_s;
    else if (!cell.tellsErrors)
        one.noData = u"an imported report does not tell its errors"_s;
    else if (!asShare)
        one.value = static_cast<double>(cell.errors);
    else if (finished <= 0)
        one.noData = u"no request was answered or failed"_s;
    else
        one.value = static_cast<double>(cell.errors) / static_cast<double>(finished);
}

QString whyNoFigure(const CellSummary &cell)
{
    if (cell.trials == 0)
        return u"no trial ran"_s;
    if (cell.unfit > VerdictRules().mostDropped * cell.trials)
        return cell.trials == 1 ? u"its only trial is unfit"_s
                                : u"%1 of %2 trials are unfit"_s.arg(formatCount(cell.unfit), formatCount(cell.trials));
    return {};
}

void addMetric(ThresholdCase &one, const CellSummary &cell, Metric metric)
{
    one.noData = whyNoFigure(cell);
    const auto found = cell.metrics.find(metric);
    if (found == cell.metrics.end() || found->second.n == 0) {
        if (one.noData.isEmpty() && !one.atLeast)
            one.noData = noDataText();
        return;
    }
    const Summary &summary = found->second;
    one.atLeast.reset();
    one.value = finite(summary.mean);
    one.low = finite(summary.ciLow);
    one.high = finite(summary.ciHigh);
    if (!one.low || !one.high)
        one.noInterval = summary.n == 1 ? u"one trial has no interval"_s : u"there is no interval"_s;
}

} // namespace

std::vector<ThresholdCase> ratioCases(const Threshold &threshold, const Plan &plan, const Analysis &analysis, const Measured &measured)
{
    std::vector<ThresholdCase> cases;
    for (const Comparison &comparison : analysis.comparisons) {
        if (comparison.metric != threshold.metric)
            continue;
        ThresholdCase one;
        one.target = nameOf(plan, comparison.candidate);
        one.baseline = nameOf(plan, comparison.baseline);
        one.level = comparison.level;
        one.value = finite(comparison.ratio);
        one.low = finite(comparison.ciLow);
        one.high = finite(comparison.ciHigh);
        if (!one.value)
            one.noData = whyNoRatio(comparison, plan, analysis, measured);
        else if (tooManyDropped(comparison))
            one.noData = u"%1 of %2 pairs were dropped"_s.arg(formatCount(comparison.pairsDropped),
                                                              formatCount(comparison.pairs + comparison.pairsDropped));
        else if (!one.low || !one.high)
            one.noInterval = whyNoRatioInterval(comparison);
        cases.push_back(one);
    }
    return cases;
}

std::vector<ThresholdCase> cellCases(const Threshold &threshold, const Plan &plan, const Analysis &analysis, const Measured &measured)
{
    std::vector<ThresholdCase> cases;
    for (const CellSummary &cell : analysis.cells) {
        ThresholdCase one;
        one.target = nameOf(plan, cell.target);
        one.level = cell.level;
        if (threshold.figure != ThresholdFigure::Metric) {
            addErrors(one, cell, threshold.figure == ThresholdFigure::ErrorRate);
        } else {
            const auto ns = nsPerUnit(threshold.metric);
            if (ns && atTimeout(measured, cell.target, cell.level, threshold.metric))
                one.atLeast = static_cast<double>(loadAt(plan, cell.target, cell.level).timeout.count()) / *ns;
            addMetric(one, cell, threshold.metric);
        }
        cases.push_back(one);
    }
    return cases;
}

} // namespace sweepbench
