// SPDX-License-Identifier: GPL-3.0-or-later
// The sign-flip permutation test: were the targets alike, each pair's log ratio could as well have had the other sign.
// It needs no normal distribution, only pairs enough (R. A. Fisher, The Design of Experiments, 1935, section 21).
// Thread contract: pure functions.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace sweepbench {

inline constexpr int signFlipExactPairs = 16; ///< up to here all 2^n patterns are counted, above they are sampled

/// Two-sided p: the fraction of sign patterns whose sum is at least as far from 0 as the one seen. Sampled ones count the
/// seen pattern too, (1 + hits) / (1 + samples), so that p is never 0 (B. Phipson and G. K. Smyth, Permutation p-values should
/// never be zero, 2010); the same seed gives the same p. Absent without pairs, and where a log ratio is not finite.
std::optional<double> signFlipP(const std::vector<double> &logRatios, std::uint64_t seed);

/// The fewest pairs whose smallest possible p, 2 / 2^n, still reaches 0.05 once it is multiplied by the \a family of comparisons.
int signFlipPairsNeeded(int family);

} // namespace sweepbench
