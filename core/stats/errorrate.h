// SPDX-License-Identifier: GPL-3.0-or-later
// How often a sweep may show a difference where there is none, and what is left of that for each look at a session.
// Thread contract: pure functions.
#pragma once

#include "core/model/session.h"

namespace sweepbench {

inline constexpr double usualErrorRate = 0.05;
/// Of a run whose blocks go on until the ratios are precise: stopping at what was seen costs some. Judged at this rate the whole
/// errs in under 6.5 % (tests/bench/verdict_simulation).
inline constexpr double untilPreciseErrorRate = 0.035;

/// The rate that p-values and simultaneous intervals of this session are judged at: the usual one shared evenly among the looks
/// (Bonferroni), so that a session which was extended once is judged at half of it, the first look too.
double errorRateOf(const Session &session);

} // namespace sweepbench
