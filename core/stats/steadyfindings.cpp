// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/steadyfindings.h"

#include "core/model/format.h"
#include "core/stats/pairs.h"
#include "core/stats/steadiness.h"
#include "core/stats/wording.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

struct UnsteadyCell
{
    const MeasuredCell *cell = nullptr;
    WarmupCheck check;
};

std::vector<UnsteadyCell> unsteadyCells(const Measured &measured)
{
    std::vector<UnsteadyCell> found;
    for (const MeasuredCell &cell : measured.cells) {
        std::vector<const Trial *> fit;
        for (const MeasuredTrial &trial : cell.trials)
            if (!trial.unfit)
                fit.push_back(trial.trial);
        if (const auto check = checkWarmup(fit); check && check->tooShort)
            found.push_back({&cell, *check});
    }
    std::stable_sort(found.begin(), found.end(), [](const UnsteadyCell &a, const UnsteadyCell &b) {
        return std::abs(a.check.meanLog) > std::abs(b.check.meanLog);
    });
    return found;
}

/// "12 % more", "5 % fewer".
QString changeText(const WarmupCheck &check)
{
    return differenceText(std::exp(check.meanLog)) + (check.meanLog > 0 ? u" more"_s : u" fewer"_s);
}

/// "; also A at 1 connection (6 % more) and 3 other cells"
QString furtherCells(const std::vector<UnsteadyCell> &cells, const Plan &plan)
{
    constexpr std::size_t mostNamed = 3;
    QStringList texts;
    for (std::size_t i = 1; i < std::min(cells.size(), mostNamed); ++i)
        texts += u"%1 %2 (%3)"_s.arg(plan.targets[static_cast<std::size_t>(cells[i].cell->target)].name,
                                     atLevel(plan.sweep.axis, cells[i].cell->level), changeText(cells[i].check));
    if (cells.size() > mostNamed)
        texts += countOf(static_cast<qint64>(cells.size() - mostNamed), u"other cell"_s, u"other cells"_s);
    return texts.isEmpty() ? QString() : u"; also "_s + texts.join(u", "_s);
}

QString warmupAdvice(const Load &load)
{
    const QString was = load.warmup.count() > 0 ? u"it was %1"_s.arg(formatSpan(load.warmup)) : u"there was none"_s;
    return u"Run again with a longer warm-up, %1 say (%2)"_s.arg(formatSpan(longerWarmup(load)), was);
}

void addCentred(std::map<int, std::vector<double>> &byBlock, const std::vector<int> &blocks, const std::vector<double> &logs)
{
    if (logs.empty())
        return;
    const double mean = std::accumulate(logs.begin(), logs.end(), 0.0) / static_cast<double>(logs.size());
    for (std::size_t i = 0; i < logs.size(); ++i)
        byBlock[blocks[i]].push_back(logs[i] - mean);
}

std::optional<Drift> driftOfMeans(const std::map<int, std::vector<double>> &byBlock)
{
    std::vector<BlockValue> means;
    for (const auto &[block, logs] : byBlock)
        means.push_back({block, std::accumulate(logs.begin(), logs.end(), 0.0) / static_cast<double>(logs.size())});
    const auto drift = driftOver(means);
    return drift && drift->drifts ? drift : std::nullopt;
}

QString driftNumbers(const Drift &drift)
{
    return u"%1 by %2 from the first block to the last (%3, p = %4)"_s.arg(
        drift.logChange > 0 ? u"rose"_s : u"fell"_s, differenceText(std::exp(drift.logChange)),
        countOf(drift.blocks, u"block"_s, u"blocks"_s), formatNumber(std::max(drift.p.value_or(0), 0.0001), 1));
}

QString commonDrift(const Measured &measured, const Plan &plan)
{
    std::map<int, std::vector<double>> byBlock;
    for (const MeasuredCell &cell : measured.cells) {
        std::vector<int> blocks;
        std::vector<double> logs;
        for (const MeasuredTrial &trial : cell.trials)
            if (const auto value = trial.figure(plan.primaryMetric); value && *value > 0) {
                blocks.push_back(trial.trial->repeat);
                logs.push_back(std::log(*value));
            }
        addCentred(byBlock, blocks, logs);
    }
    const auto drift = driftOfMeans(byBlock);
    if (!drift)
        return {};
    const bool paired = measured.targets > 1 && plan.order == TrialOrder::Blocks;
    return u"Something drifted: %1 %2, all cells together. %3"_s.arg(
        metricNoun({plan.primaryMetric, isOpenLoop(plan)}), driftNumbers(*drift),
        paired ? u"The pairs take out what the targets share of it, not what each has of its own: find out what changed (clock speed, other "
                 "work, a cache that fills, a log that grows)"_s
               : u"Find out what changed (clock speed, other work, a cache that fills, a log that grows), and measure again"_s);
}

QString driftApart(const Measured &measured, const Plan &plan, int baseline, int candidate)
{
    std::map<int, std::vector<double>> byBlock;
    for (std::size_t level = 0; level < measured.levels.size(); ++level) {
        const Pairs pairs = pairsOf(measured.cell(level, baseline), measured.cell(level, candidate), plan.primaryMetric);
        addCentred(byBlock, pairs.blocks, pairs.logRatios);
    }
    const auto drift = driftOfMeans(byBlock);
    if (!drift)
        return {};
    const auto nameOf = [&plan](int target) { return plan.targets[static_cast<std::size_t>(target)].name; };
    return u"%1 and %2 drifted apart: the ratio of their %3, %1 to %2, %4. The verdict is of an average over that change; measure for longer, "
           "once both are settled"_s.arg(nameOf(candidate), nameOf(baseline), metricNoun({plan.primaryMetric, isOpenLoop(plan)}), driftNumbers(*drift));
}

} // namespace

std::chrono::nanoseconds longerWarmup(const Load &load)
{
    return std::max<std::chrono::nanoseconds>(std::chrono::seconds(1), 4 * load.warmup);
}

Finding unsteadyTrials(const Measured &measured, const Plan &plan)
{
    const std::vector<UnsteadyCell> cells = unsteadyCells(measured);
    Finding finding{QString::fromUtf16(warmupShort), Severity::Doubt, {}};
    if (cells.empty())
        return finding;
    const UnsteadyCell &worst = cells.front();
    finding.text = u"%1: %2 %3 served %4 requests per second in the second half of its trials than in the first quarter (%5, p = %6)%7. %8"_s
                       .arg(worst.check.meanLog > 0 ? u"The warm-up was too short"_s : u"Trials had not settled"_s,
                            plan.targets[static_cast<std::size_t>(worst.cell->target)].name, atLevel(plan.sweep.axis, worst.cell->level),
                            changeText(worst.check), countOf(worst.check.trials, u"trial"_s, u"trials"_s),
                            formatNumber(std::max(worst.check.p.value_or(0), 0.0001), 1), furtherCells(cells, plan), warmupAdvice(plan.load));
    return finding;
}

std::vector<Finding> driftFindings(const Measured &measured, const Plan &plan, int baseline)
{
    std::vector<Finding> findings;
    for (int candidate = 0; candidate < measured.targets; ++candidate)
        if (candidate != baseline)
            findings.push_back({u"drift_apart"_s, Severity::Doubt, driftApart(measured, plan, baseline, candidate)});
    findings.push_back({u"drift"_s, Severity::Doubt, commonDrift(measured, plan)});
    return findings;
}

} // namespace sweepbench
