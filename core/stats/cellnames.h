// SPDX-License-Identifier: GPL-3.0-or-later
// Cells in words, for findings that concern several: "A at 1 and 10 connections; B at 1 connection".
// Thread contract: pure functions.
#pragma once

#include "core/model/plan.h"
#include "core/stats/measured.h"

#include <QString>

#include <algorithm>
#include <vector>

namespace sweepbench {

/// "A at 1, 10 and 50 connections", or how many levels there are where a list would be no help. \a levels are not empty.
QString nameAtLevels(const QString &name, SweepAxis axis, const std::vector<int> &levels);

/// The cells in which any fit trial is concerned; empty for none. All trials are asked, so that the predicate may keep what it saw.
template<typename Concerned>
QString cellsWith(const Measured &measured, const Plan &plan, Concerned concerned)
{
    QStringList cells;
    for (int target = 0; target < measured.targets; ++target) {
        std::vector<int> levels;
        for (std::size_t level = 0; level < measured.levels.size(); ++level) {
            const std::vector<MeasuredTrial> &trials = measured.cell(level, target).trials;
            if (std::count_if(trials.begin(), trials.end(), [&](const MeasuredTrial &trial) { return !trial.unfit && concerned(trial); }) > 0)
                levels.push_back(measured.levels[level]);
        }
        if (!levels.empty())
            cells += nameAtLevels(plan.targets[static_cast<std::size_t>(target)].name, plan.sweep.axis, levels);
    }
    return cells.join(QStringLiteral("; "));
}

} // namespace sweepbench
