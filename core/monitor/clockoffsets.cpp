// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/monitor/clockoffsets.h"

#include <ctime>

namespace sweepbench {

namespace {

std::chrono::nanoseconds timeOf(clockid_t clock)
{
    timespec time{};
    ::clock_gettime(clock, &time);
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

} // namespace

ClockOffsets ClockOffsets::now()
{
    return {timeOf(CLOCK_REALTIME) - timeOf(CLOCK_MONOTONIC), timeOf(CLOCK_BOOTTIME) - timeOf(CLOCK_MONOTONIC)};
}

} // namespace sweepbench
