// SPDX-License-Identifier: GPL-3.0-or-later
// What the comparison of a server with itself says about the set-up (A/A).
// Thread contract: pure functions.
#pragma once

#include "core/model/analysis.h"
#include "core/model/plan.h"

namespace sweepbench {

/// The relative difference under which differences are invisible at a level.
struct Noise
{
    double difference = 0;
    int level = 0;
    bool operator==(const Noise &) const = default;
};

/// The largest Comparison::seen of the primary metric's comparisons: what the pairs at the noisiest level would have seen with 80 % power, at the error rate
/// that the session is judged at. It is always wider than half of the simultaneous interval there. Absent where no level has one.
std::optional<Noise> noiseOf(const std::vector<Comparison> &comparisons);

/// For a plan whose targets are one server (isAgainstItself()): how large its noise is, and, where a verdict says faster or slower all the same, that it is
/// a false alarm. Empty for every other plan.
std::vector<Finding> noiseFindings(const Plan &plan, const std::vector<Comparison> &comparisons);

/// What is added to the sentence of a verdict on a server compared with itself: "; both are the same server, so this is a false alarm".
QString falseAlarmRemark();

} // namespace sweepbench
