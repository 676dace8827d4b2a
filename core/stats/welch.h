// SPDX-License-Identifier: GPL-3.0-or-later
// The comparison of trials that are no pairs, because they come from different sessions (DESIGN.md, Statistics).
// Thread contract: pure functions.
#pragma once

#include "core/stats/paired.h"

#include <QString>

#include <optional>
#include <vector>

namespace sweepbench {

/// What two samples say about the ratio of their geometric means, candidate / baseline. What can't be had is absent, and
/// \c missing says why.
struct WelchEstimate
{
    int baselineValues = 0;
    int candidateValues = 0;
    std::optional<double> ratio;          ///< needs one figure on each side, all of them above zero
    std::optional<double> t;              ///< needs two on each side that are not all alike; so does all that follows
    std::optional<double> df;             ///< Welch and Satterthwaite's degrees of freedom, a fraction
    std::optional<double> p;              ///< two-sided, of ratio = 1
    std::optional<Interval> plain;        ///< 95 %
    std::optional<Interval> simultaneous; ///< 1 - alpha for all comparisons of the family together (Bonferroni)
    QString missing;                      ///< without a final full stop: "the candidate has 1 figure, and an interval needs 2"
};

/// Welch's t test on logarithms (B. L. Welch, The generalization of "Student's" problem when several different population variances
/// are involved, Biometrika 34, 1947; degrees of freedom by F. E. Satterthwaite, 1946). Takes figures, not their logarithms.
/// \a family is the number of comparisons whose intervals shall hold together, \a alpha how often any of them may miss the truth.
WelchEstimate compareUnpaired(const std::vector<double> &baseline, const std::vector<double> &candidate, int family,
                              double alpha = 0.05);

} // namespace sweepbench
