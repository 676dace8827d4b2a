// SPDX-License-Identifier: GPL-3.0-or-later
// How often a sweep may show a difference where there is none, and what is left of that for each look at a session.
// Thread contract: pure functions.
#pragma once

#include "core/model/session.h"

namespace sweepbench {

inline constexpr double usualErrorRate = 0.05;

/// How many times this session has been judged, at least once: blocks measured since the last look are a look of their own, so that
/// an extension is judged as one while it runs, and also where it was stopped by hand.
int looksOf(const Session &session);
/// What all looks at this session share.
double wholeErrorRateOf(const Session &session);

/// The rate that p-values and simultaneous intervals of this session are judged at: the usual one, or that of precision.h for a run
/// whose blocks went on until the ratios were precise, shared evenly among the looks (Bonferroni): a session that was extended once is
/// judged at half of it, the first look too.
double errorRateOf(const Session &session);

} // namespace sweepbench
