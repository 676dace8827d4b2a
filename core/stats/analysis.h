// SPDX-License-Identifier: GPL-3.0-or-later
// From the trials of a session to cells, comparisons and sentences (DESIGN.md, Statistics).
// Thread contract: pure functions over values.
#pragma once

#include "core/model/analysis.h"
#include "core/model/session.h"

#include <optional>

namespace sweepbench {

/// One trial's figure for a metric; absent where the trial has none (no complete answer,
/// a quantile that time-outs reach into).
std::optional<double> metricValue(const Trial &trial, Metric metric);

/// Cells of all levels and targets, every other target compared with the baseline as the session's judging says, and the verdicts in words.
Analysis analyse(const Session &session);

/// The same judged at another error rate than errorRateOf(session).
Analysis analyse(const Session &session, double errorRate);

} // namespace sweepbench
