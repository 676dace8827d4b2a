// SPDX-License-Identifier: GPL-3.0-or-later
// Thread contract: plain value.
#pragma once

#include <chrono>

namespace sweepbench {

/// How the other clocks stand against the steady one: they drift apart when the wall clock is set or the machine sleeps.
struct ClockOffsets
{
    std::chrono::nanoseconds wall{0};
    std::chrono::nanoseconds boot{0}; ///< the clock that goes on while the machine sleeps

    static ClockOffsets now();
};

} // namespace sweepbench
