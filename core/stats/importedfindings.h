// SPDX-License-Identifier: GPL-3.0-or-later
// What a reader of an imported session has to know: who measured it, and what can't be concluded from it.
// Thread contract: pure functions.
#pragma once

#include "core/model/finding.h"
#include "core/stats/measured.h"

#include <vector>

namespace sweepbench {

/// Of a plan that is not imported only empty texts.
std::vector<Finding> importedFindings(const Measured &measured, const Plan &plan);

} // namespace sweepbench
