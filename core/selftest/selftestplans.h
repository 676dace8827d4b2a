// SPDX-License-Identifier: GPL-3.0-or-later
// What the self-test measures. Thread contract: pure functions.
#pragma once

#include "core/model/plan.h"

namespace sweepbench {

/// The server on that port of this machine as A and as B: short trials in blocks, so that all of it takes about ten seconds.
Plan sameServerPlan(quint16 port, std::uint64_t seed);

/// The server on that port, pressed as hard as one transport can press it.
Plan ceilingPlan(quint16 port, TransportKind transport);

} // namespace sweepbench
