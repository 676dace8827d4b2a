// SPDX-License-Identifier: GPL-3.0-or-later
// Thread contract: pure functions.
#pragma once

#include <optional>
#include <vector>

namespace sweepbench {

/// Holm's step-down adjustment (S. Holm, A simple sequentially rejective multiple test procedure, Scand. J. Statist. 6, 1979):
/// the i-th smallest of m p-values, from 0, times m - i, never smaller than the one before it, at most 1.
/// \a family is m; comparisons that have no p (yet) stay absent and count as 1, so that a p never improves because another is missing.
/// A family smaller than the number of p-values is taken as that number.
std::vector<std::optional<double>> holmAdjusted(const std::vector<std::optional<double>> &p, int family);

} // namespace sweepbench
