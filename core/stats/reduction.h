// SPDX-License-Identifier: GPL-3.0-or-later
// By how many percent the candidates shorten the run time of the baseline, level by level.
// Thread contract: pure functions over values.
#pragma once

#include "core/model/session.h"
#include "core/stats/paired.h"

#include <optional>
#include <vector>

namespace sweepbench {

/// One candidate at one level. Reductions are in percent of the baseline's run time: 25 means three quarters of it, -100 twice as long,
/// and nothing is above 100. What can't be had is absent.
struct Reduction
{
    int level = 0;
    int candidate = 1;
    int pairs = 0;
    int pairsDropped = 0;                 ///< blocks in which both ran, and one has no run time
    std::optional<double> geometric;      ///< (1 - exp(mean ln(candidate / baseline))) x 100, over the pairs
    std::optional<Interval> plain;        ///< of geometric: 95 %, as PairedEstimate has it, turned over
    std::optional<Interval> simultaneous; ///< the same for all levels and candidates together
    std::optional<double> arithmetic;     ///< (baseline - candidate) / baseline x 100, of the means over each one's own fit trials
    std::optional<double> speedUp;        ///< baseline / candidate over the pairs, exp(-mean ln(candidate / baseline)): 1.32 is 1.32 times as fast
};

struct Reductions
{
    int baseline = 0;
    bool perRequest = false;    ///< the run time is the time per request, since trials stop after a time
    std::vector<int> levels;    ///< ascending: the plan's, and those that only trials have
    std::vector<Reduction> all; ///< by level, then candidate; empty with fewer than two targets
};

/// Run times of the fit trials against target \a baseline; empty where there is no such target. Where trials stop after a number of
/// requests it is the time that they took. Where they stop after a time, it is the time per request, duration / requests, whose
/// reductions mean the same: the time that a given number of requests takes.
/// Formulas: the paired comparison of logarithms (paired.h), of which the reduction is 1 - ratio; (b - c) / b of the means is what published
/// tables have. One run that took very long pulls the mean of its target, and with it the latter.
Reductions runTimeReductions(const Session &session, int baseline = 0);

/// The speed-up that goes with a reduction in percent: 100 / (100 - reduction). Absent from 100 % on.
std::optional<double> speedUpOf(double reduction);

} // namespace sweepbench
