// SPDX-License-Identifier: GPL-3.0-or-later
// Thread contract: pure functions.
#pragma once

#include "core/model/analysis.h"
#include "core/stats/measured.h"

namespace sweepbench {

/// What the findings of a session are about.
struct FindingContext
{
    const Plan &plan; ///< its targets have names
    const Environment &environment;
    int baseline = 0;
    bool outliersLeftOut = false;
};

/// What a reader of the whole session has to know, one sentence each without a final full stop, doubts first; empty before the
/// first trial.
std::vector<Finding> analysisFindings(const Measured &measured, const FindingContext &context, const std::vector<Comparison> &comparisons);

} // namespace sweepbench
