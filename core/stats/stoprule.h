// SPDX-License-Identifier: GPL-3.0-or-later
// When a run may end before all its blocks: asked between blocks.
// Thread contract: a value; belongs to one thread at a time.
#pragma once

#include "core/model/session.h"
#include "core/stats/precision.h"

#include <chrono>
#include <optional>

namespace sweepbench {

/// How well the ratios of the primary metric are known: every level and candidate against the session's baseline. \c reached says
/// whether the plan's stop rule is met; never without such a rule.
Precision precisionReached(const Session &session);

class StopRule
{
public:
    explicit StopRule(Plan plan);

    /// A trial of the run, which began with the first block.
    void add(const TrialPtr &trial);
    /// Why no further block is to run, \a elapsed after the first one began: precise before all blocks, all blocks before the time
    /// limit. Absent in the midst of a block and where the run goes on.
    std::optional<StopReason> reason(std::chrono::nanoseconds elapsed) const;

private:
    Session m_measured;
};

} // namespace sweepbench
