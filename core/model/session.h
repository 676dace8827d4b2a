// SPDX-License-Identifier: GPL-3.0-or-later
// Thread contract: plain values; trials are shared and never change.
#pragma once

#include "core/model/environment.h"
#include "core/model/judging.h"
#include "core/model/plan.h"
#include "core/model/trial.h"

namespace sweepbench {

/// The document: what was planned, where it ran, what was measured.
struct Session
{
    Plan plan;
    Environment environment;
    QDateTime createdAt; ///< UTC
    QString notes;
    Judging judging;
    std::vector<TrialPtr> trials; ///< in the order really run
};

/// The level that a trial was measured at: its connections or its rate.
int levelOf(const Trial &trial, SweepAxis axis);
/// Trials that the plan asks for, at most where a stop rule may end the run before.
int plannedTrials(const Plan &plan);
/// Blocks that were begun at least: one more than the highest repeat.
int measuredBlocks(const std::vector<TrialPtr> &trials);

} // namespace sweepbench
