// SPDX-License-Identifier: GPL-3.0-or-later
// The few probability functions that the statistics need, over Boost.Math, with every argument checked first: nothing
// here throws, and what can't be had is absent.
// Thread contract: pure functions.
#pragma once

#include <optional>

namespace sweepbench {

/// Quantile of Student's t: the value that a t variable with \a degrees degrees of freedom stays below with \a probability.
/// Absent unless degrees >= 1 (fractions are fine, Welch's test has them) and 0 < probability < 1.
std::optional<double> tQuantile(double probability, double degrees);
/// Probability of a t at least as far from 0 as \a t, on either side. Absent unless degrees >= 1 and t is finite.
std::optional<double> tTwoSidedP(double t, double degrees);
/// Quantile of chi-squared; absent unless degrees >= 1 and 0 < probability < 1.
std::optional<double> chiSquaredQuantile(double probability, int degrees);

} // namespace sweepbench
