// SPDX-License-Identifier: GPL-3.0-or-later
// Findings of what did not stand still: within trials (the warm-up was too short) and from block to block (drift).
// Thread contract: pure functions.
#pragma once

#include "core/model/finding.h"
#include "core/stats/measured.h"

#include <chrono>
#include <vector>

namespace sweepbench {

/// Which cells were still getting faster or slower while they were measured, and by how much; the text is empty for none.
Finding unsteadyTrials(const Measured &measured, const Plan &plan);
/// The kind of that finding.
inline constexpr char16_t warmupShort[] = u"warmup_short";
/// What to try in place of a warm-up that was too short: four times as long, a second at least.
std::chrono::nanoseconds longerWarmup(const Load &load);

/// Whether all cells together changed from block to block, and whether a target changed against the baseline. A cell's level does not
/// matter, nor that a trial is missing: what counts is how far each trial is from the mean of its cell.
std::vector<Finding> driftFindings(const Measured &measured, const Plan &plan, int baseline);

} // namespace sweepbench
