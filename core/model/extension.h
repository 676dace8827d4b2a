// SPDX-License-Identifier: GPL-3.0-or-later
// Further blocks for a session that was measured before.
// Thread contract: plain values and pure functions.
#pragma once

#include "core/model/session.h"

#include <chrono>

namespace sweepbench {

/// What an extension runs, and what the session's plan says from then on.
struct Extension
{
    Plan run;    ///< its blocks are the repeats [firstRepeat, run.repeats), without a stop rule: they were asked for as a number
    Plan stored; ///< a stop rule stays in it, for the error rate that the session is judged at hangs on it
    int firstRepeat = 0;
    int firstOrder = 0;
    std::chrono::nanoseconds startOffset{0}; ///< where the clock of the charts goes on
};

/// \a blocks more than were measured. Begins after the last block that has any trial: what an interrupted one lacks stays missing.
Extension extensionOf(const Session &session, int blocks);

} // namespace sweepbench
