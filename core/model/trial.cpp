// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/trial.h"

#include "core/model/session.h"

#include <algorithm>

namespace sweepbench {

bool isUnfit(const Trial &trial)
{
    return std::any_of(trial.findings.begin(), trial.findings.end(),
                       [](const Finding &finding) { return finding.severity == Severity::Unfit; });
}

bool tellsRequests(const Trial &trial)
{
    return !trial.imported || trial.imported->tellsRequests;
}

bool tellsErrors(const Trial &trial)
{
    return !trial.imported || trial.imported->tellsErrors;
}

QString measuredWith(const Trial &trial)
{
    return trial.imported ? trial.imported->tool : transportText(trial.transport, trial.http);
}

std::optional<double> ImportedFigures::quantile(double fraction) const
{
    constexpr double sameFraction = 1e-9; // what arithmetic makes of 97.5 %
    const auto found = quantilesNs.lower_bound(fraction - sameFraction);
    return found != quantilesNs.end() && found->first <= fraction + sameFraction ? std::optional(found->second) : std::nullopt;
}

int levelOf(const Trial &trial, SweepAxis axis)
{
    return axis == SweepAxis::Connections ? trial.connections : trial.rate;
}

int plannedTrials(const Plan &plan)
{
    return static_cast<int>(plan.targets.size() * plan.sweep.levels.size()) * plan.repeats;
}

int measuredBlocks(const std::vector<TrialPtr> &trials)
{
    int blocks = 0;
    for (const TrialPtr &trial : trials)
        if (trial)
            blocks = std::max(blocks, trial->repeat + 1);
    return blocks;
}

} // namespace sweepbench
