// SPDX-License-Identifier: GPL-3.0-or-later
// The paired comparison on logarithms (DESIGN.md, Statistics).
// Thread contract: pure functions.
#pragma once

#include <optional>
#include <vector>

namespace sweepbench {

struct Interval
{
    double low = 0;
    double high = 0;
    bool operator==(const Interval &) const = default;
};

/// What the pairs' log ratios d = ln candidate - ln baseline say about the ratio candidate / baseline.
struct PairedEstimate
{
    int pairs = 0;
    double meanLog = 0;
    double sdLog = 0;                     ///< of d; exactly 0 where all pairs agree to rounding, or for one pair
    double ratio = 1;                     ///< exp(meanLog)
    std::optional<Interval> plain;        ///< 95 %; needs two pairs and sdLog > 0
    std::optional<Interval> simultaneous; ///< holds for all comparisons of the family together (Bonferroni)
    std::optional<double> p;              ///< paired t test of ratio = 1
};

/// \a family is the number of comparisons whose intervals shall hold together, m = levels x candidates, all of them in 1 - \a alpha of
/// all sweeps. Absent without pairs, and where a log ratio is not finite.
std::optional<PairedEstimate> comparePaired(const std::vector<double> &logRatios, int family, double alpha = 0.05);

} // namespace sweepbench
