// SPDX-License-Identifier: GPL-3.0-or-later
// Sessions with made-up figures, the same on every machine.
#pragma once

#include "core/model/analysis.h"
#include "core/model/session.h"

#include <memory>

namespace sweepbench::samples {

/// Two targets, levels 1, 10 and 100, three repeats, a request limit or a duration.
Plan plan();
Environment environment();
/// A trial with every field filled; \a salt varies the figures.
Trial trial(int target, int connections, int repeat, int order, int salt = 1);
/// No complete answer: every request was refused.
Trial failedTrial(int target, int connections, int repeat, int order);
/// plan() with all of its trials.
Session session();
/// Like session(), with a sweep over rates, 50 connections and the qnam transport over HTTP/2.
Session rateSession();
/// Like session(), where nothing was ever answered.
Session failedSession();
/// Trials large enough that a commit takes a while.
Trial largeTrial(int order);

bool sameTrials(const Session &a, const Session &b);
inline TrialPtr shared(Trial value) { return std::make_shared<const Trial>(std::move(value)); }

} // namespace sweepbench::samples
