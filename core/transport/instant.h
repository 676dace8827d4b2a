// SPDX-License-Identifier: GPL-3.0-or-later
// Instants of the steady clock, the only clock that durations are taken from.
// Thread contract: plain values.
#pragma once

#include <QtGlobal>

#include <chrono>

namespace sweepbench {

using Nanoseconds = std::chrono::nanoseconds;
using Instant = std::chrono::steady_clock::time_point;

inline Instant steadyNow()
{
    return std::chrono::steady_clock::now();
}

inline qint64 toNs(Instant instant)
{
    return std::chrono::duration_cast<Nanoseconds>(instant.time_since_epoch()).count();
}

} // namespace sweepbench
