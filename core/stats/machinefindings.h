// SPDX-License-Identifier: GPL-3.0-or-later
// Findings of the machine that a session was measured on: other work, clock speed, cores that client and servers share, what the client
// can do at most.
// Thread contract: pure functions.
#pragma once

#include "core/model/environment.h"
#include "core/model/finding.h"
#include "core/stats/measured.h"

#include <vector>

namespace sweepbench {

/// Findings without a text have nothing to say.
std::vector<Finding> machineFindings(const Measured &measured, const Plan &plan, const Environment &environment);

} // namespace sweepbench
