// SPDX-License-Identifier: GPL-3.0-or-later
// The two halves of checkPlan(). Thread contract: pure functions.
#pragma once

#include "core/model/plan.h"

namespace sweepbench {

/// What is wrong with the targets; fields are "targets[1].url" and so on.
std::vector<Problem> checkTargets(const std::vector<Target> &targets);
/// What is wrong with the load and with the levels, for which descriptors and CPUs have to do.
std::vector<Problem> checkLoad(const Plan &plan, const PlanLimits &limits);

} // namespace sweepbench
