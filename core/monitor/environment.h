// SPDX-License-Identifier: GPL-3.0-or-later
// What the machine is and what it allows. Thread contract: functions that read /proc, /sys and limits; call from any thread.
#pragma once

#include "core/model/environment.h"
#include "core/model/plan.h"

namespace sweepbench {

Environment captureEnvironment();
/// Raises the soft limit of open files to the hard one and says what a plan may use.
PlanLimits machineLimits();

} // namespace sweepbench
