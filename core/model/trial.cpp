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
