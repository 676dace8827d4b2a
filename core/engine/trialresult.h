// SPDX-License-Identifier: GPL-3.0-or-later
// Thread contract: pure functions; the workers have ended.
#pragma once

#include "core/engine/worker.h"
#include "core/model/trial.h"

#include <memory>
#include <vector>

namespace sweepbench {

/// Merges what the workers of one trial recorded. Sets counts, distributions, CPU time and duration; the rest is the caller's.
Trial mergedTrial(const std::vector<std::unique_ptr<Worker>> &workers, Instant warmupEnd);

} // namespace sweepbench
