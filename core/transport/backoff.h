// SPDX-License-Identifier: GPL-3.0-or-later
// Thread contract: pure functions.
#pragma once

#include "core/transport/instant.h"

namespace sweepbench {

/// How long a connection waits before it tries again after \a failures failures in a row without an answer: doubling from
/// 1 ms to 100 ms, longer with many connections, so that one worker never makes more than about 1,000 attempts a second for long.
Nanoseconds backoffAfter(int failures, int connections);

} // namespace sweepbench
