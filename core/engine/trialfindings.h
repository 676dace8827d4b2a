// SPDX-License-Identifier: GPL-3.0-or-later
// The reasons to doubt one trial (DESIGN.md, Statistics: what makes a trial unfit).
// Thread contract: pure functions.
#pragma once

#include "core/model/plan.h"
#include "core/model/trial.h"

#include <chrono>
#include <optional>
#include <vector>

namespace sweepbench {

/// What the runner saw beside the counts.
struct TrialCircumstances
{
    bool gaveUp = false;
    qint64 waitedForConnection = 0; ///< requests of an open loop that found every connection busy and were sent all the same
    std::optional<std::chrono::nanoseconds> ownLateness; ///< mean slip of those that had a free connection when they were due
    std::chrono::nanoseconds longestWait{0}; ///< of the requests that were cut off at the end
    std::chrono::nanoseconds clockJump{0}; ///< change of the wall clock against the steady one during the trial
    std::chrono::nanoseconds suspended{0}; ///< time that the machine slept during the trial
};

/// \a load is that of the trial, its level filled in (loadAt()).
std::vector<Finding> trialFindings(const Trial &trial, const Load &load, const TrialCircumstances &circumstances);

} // namespace sweepbench
