// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/analysisfindings.h"

#include "core/model/format.h"
#include "core/stats/signflip.h"
#include "core/stats/trialfigure.h"
#include "core/stats/wording.h"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

/// "A at 1, 10 and 50 connections", or how many levels there are where a list would be no help.
QString targetAtLevels(const QString &name, SweepAxis axis, const std::vector<int> &levels)
{
    constexpr std::size_t mostListed = 6;
    if (levels.size() == 1)
        return name + u' ' + atLevel(axis, levels.front());
    if (levels.size() > mostListed)
        return u"%1 at %2 levels"_s.arg(name, formatCount(static_cast<qint64>(levels.size())));
    QStringList texts;
    for (std::size_t i = 0; i + 1 < levels.size(); ++i)
        texts += formatCount(levels[i]);
    return u"%1 at %2 and %3"_s.arg(name, texts.join(u", "_s), levelText(axis, levels.back()));
}

/// The cells in which any fit trial is concerned: "A at 1 and 10 connections; B at 1 connection".
template<typename Concerned>
QString cellsWith(const Measured &measured, const Plan &plan, Concerned concerned)
{
    QStringList cells;
    for (int target = 0; target < measured.targets; ++target) {
        std::vector<int> levels;
        for (std::size_t level = 0; level < measured.levels.size(); ++level) {
            const std::vector<MeasuredTrial> &trials = measured.cell(level, target).trials;
            // All are asked, so that the predicate may keep what it saw.
            if (std::count_if(trials.begin(), trials.end(), [&](const MeasuredTrial &trial) { return !trial.unfit && concerned(trial); }) > 0)
                levels.push_back(measured.levels[level]);
        }
        if (!levels.empty())
            cells += targetAtLevels(plan.targets[static_cast<std::size_t>(target)].name, plan.sweep.axis, levels);
    }
    return cells.join(u"; "_s);
}

QString singleAnswers(const Measured &measured, const Plan &plan)
{
    const QString cells = cellsWith(measured, plan, [](const MeasuredTrial &trial) { return trial.trial->requests == 1; });
    return cells.isEmpty() ? QString() : u"Rates of trials with a single answer say little: "_s + cells;
}

QString thinTail(const Measured &measured, const Plan &plan)
{
    const qint64 needed = answersNeeded(Metric::P99Ns);
    qint64 fewest = needed;
    const QString cells = cellsWith(measured, plan, [&fewest, needed](const MeasuredTrial &trial) {
        if (!trial.figure(Metric::P99Ns) || trial.trial->requests >= needed)
            return false;
        fewest = std::min(fewest, trial.trial->requests);
        return true;
    });
    if (cells.isEmpty())
        return {};
    return u"p99 needs %1 answers in a trial to be trusted; some have fewer (%2), and longer trials help: %3"_s.arg(
        formatCount(needed), formatCount(fewest), cells);
}

/// Trials that were not measured in the same way differ in more than their targets.
QString mixedTransports(const Measured &measured, const Plan &plan)
{
    std::map<QString, std::set<int>> ways; // of the targets
    for (const MeasuredCell &cell : measured.cells)
        for (const MeasuredTrial &trial : cell.trials)
            ways[transportText(trial.trial->transport, trial.trial->http)].insert(cell.target);
    if (ways.size() < 2)
        return {};
    QStringList texts;
    for (const auto &[way, targets] : ways) {
        QStringList names;
        for (const int target : targets)
            names << plan.targets[static_cast<std::size_t>(target)].name;
        texts << u"%1 (%2)"_s.arg(way, names.join(u", "_s));
    }
    return u"The trials were not all measured in the same way: %1; a difference may be the client’s"_s.arg(texts.join(u"; "_s));
}

QString openLoop(const Plan &plan)
{
    if (!isOpenLoop(plan))
        return {};
    return u"Requests were due at a given rate: response times count from when a request was due, so that waiting for a free connection counts"_s;
}

QString signFlip(const std::vector<Comparison> &comparisons, int family)
{
    const int needed = signFlipPairsNeeded(family);
    const bool missing = std::any_of(comparisons.begin(), comparisons.end(), [needed](const Comparison &comparison) {
        return comparison.primary && comparison.pairs > 0 && comparison.pairs < needed;
    });
    if (!missing)
        return {};
    return u"The sign-flip test needs %1 for %2"_s.arg(countOf(needed, u"pair"_s, u"pairs"_s),
                                                       countOf(family, u"comparison"_s, u"comparisons"_s));
}

} // namespace

std::vector<Finding> analysisFindings(const Measured &measured, const Plan &plan, const std::vector<Comparison> &comparisons)
{
    const bool anyTrial = std::any_of(measured.cells.begin(), measured.cells.end(),
                                      [](const MeasuredCell &cell) { return !cell.trials.empty(); });
    if (!anyTrial)
        return {};
    const int family = static_cast<int>(measured.levels.size()) * (measured.targets - 1);
    const bool sequential = measured.targets >= 2 && plan.order == TrialOrder::Sequential;
    std::vector<Finding> findings{
        {u"transports"_s, Severity::Doubt, mixedTransports(measured, plan)},
        {u"sequential"_s, Severity::Doubt,
         sequential ? u"Trials ran in sequential order: whatever drifted meanwhile looks like a difference between the targets. "
                      "Blocks (--order blocks) let each pair meet the same machine"_s : QString()},
        {u"one_target"_s, Severity::Note, measured.targets < 2 ? u"Only one target: nothing is compared"_s : QString()},
        {u"one_start"_s, Severity::Note,
         u"All figures hold for this one start of each server: trials of one start say nothing of how much its starts differ"_s},
        {u"open_loop"_s, Severity::Note, openLoop(plan)},
        {u"single_answers"_s, Severity::Note, singleAnswers(measured, plan)},
        {u"thin_tail"_s, Severity::Doubt, thinTail(measured, plan)},
        {u"sign_flip"_s, Severity::Note, signFlip(comparisons, family)},
    };
    std::erase_if(findings, [](const Finding &finding) { return finding.text.isEmpty(); });
    std::stable_sort(findings.begin(), findings.end(), [](const Finding &a, const Finding &b) { return a.severity > b.severity; });
    return findings;
}

} // namespace sweepbench
