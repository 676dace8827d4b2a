// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/analysisfindings.h"

#include "core/stats/answerfindings.h"
#include "core/stats/cellnames.h"
#include "core/stats/clientlimit.h"
#include "core/stats/importedfindings.h"
#include "core/stats/machinefindings.h"
#include "core/stats/noise.h"
#include "core/stats/outlierfinding.h"
#include "core/stats/signflip.h"
#include "core/stats/steadyfindings.h"
#include "core/stats/wording.h"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

QString singleAnswers(const Measured &measured, const Plan &plan)
{
    const QString cells = cellsWith(measured, plan, [](const MeasuredTrial &trial) { return trial.trial->requests == 1; });
    return cells.isEmpty() ? QString() : u"Rates of trials with a single answer say little: "_s + cells;
}

/// Trials that were not measured in the same way differ in more than their targets.
QString mixedTransports(const Measured &measured, const Plan &plan)
{
    std::map<QString, std::set<int>> ways; // of the targets
    for (const MeasuredCell &cell : measured.cells)
        for (const MeasuredTrial &trial : cell.trials)
            ways[measuredWith(*trial.trial)].insert(cell.target);
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

/// Loads that differ between the targets are what is compared, as much as the servers are.
QString ownLoads(const Plan &plan)
{
    QStringList texts;
    for (const Target &target : plan.targets)
        if (!target.load.isEmpty())
            texts << u"%1: %2"_s.arg(target.name, loadOverrideText(target.load));
    return texts.isEmpty() || plan.targets.size() < 2
               ? QString()
               : u"The targets are not pressed alike, so a difference may come from that: "_s + texts.join(u"; "_s);
}

QString sequentialOrder(const Measured &measured, const Plan &plan)
{
    if (measured.targets < 2 || plan.order != TrialOrder::Sequential)
        return {};
    return u"Trials ran in sequential order: whatever drifted meanwhile looks like a difference between the targets. "
           "Blocks let each pair meet the same machine"_s;
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
        return comparison.primary && !comparison.unpaired && comparison.pairs > 0 && comparison.pairs < needed;
    });
    if (!missing)
        return {};
    return u"The sign-flip test needs %1 for %2"_s.arg(countOf(needed, u"pair"_s, u"pairs"_s),
                                                       countOf(family, u"comparison"_s, u"comparisons"_s));
}

} // namespace

std::vector<Finding> analysisFindings(const Measured &measured, const FindingContext &context, const std::vector<Comparison> &comparisons)
{
    const bool anyTrial = std::any_of(measured.cells.begin(), measured.cells.end(),
                                      [](const MeasuredCell &cell) { return !cell.trials.empty(); });
    if (!anyTrial)
        return {};
    const Plan &plan = context.plan;
    const int family = static_cast<int>(measured.levels.size()) * (measured.targets - 1);
    std::vector<Finding> findings{
        {u"transports"_s, Severity::Doubt, mixedTransports(measured, plan)},
        differentAnswers(measured, plan, context.baseline),
        {clientLimitKind(), Severity::Doubt, clientLimitText(measured, plan, comparisons)},
        {u"own_loads"_s, Severity::Note, ownLoads(plan)},
        {u"sequential"_s, Severity::Doubt, sequentialOrder(measured, plan)},
        plan.imported ? Finding{} : unsteadyTrials(measured, plan), // warm-up and order are not known
        thinTail(measured, plan),
        outlierFinding(measured, plan, context.outliersLeftOut),
        {u"one_start"_s, Severity::Note,
         plan.imported ? QString()
                       : u"All figures hold for this one start of each server: trials of one start say nothing of how much its starts differ"_s},
        {u"one_target"_s, Severity::Note, measured.targets < 2 ? u"Only one target: nothing is compared"_s : QString()},
        {u"open_loop"_s, Severity::Note, openLoop(plan)},
        {u"single_answers"_s, Severity::Note, singleAnswers(measured, plan)},
        {u"sign_flip"_s, Severity::Note, signFlip(comparisons, family)},
    };
    for (const std::vector<Finding> &more : {importedFindings(measured, plan), plan.imported ? std::vector<Finding>{} : driftFindings(measured, plan, context.baseline), machineFindings(measured, plan, context.environment),
                                             noiseFindings(plan, comparisons)})
        findings.insert(findings.end(), more.begin(), more.end());
    std::erase_if(findings, [](const Finding &finding) { return finding.text.isEmpty(); });
    std::stable_sort(findings.begin(), findings.end(), [](const Finding &a, const Finding &b) { return a.severity > b.severity; });
    return findings;
}

} // namespace sweepbench
