// SPDX-License-Identifier: GPL-3.0-or-later
// Thread contract: pure functions; the workers have ended.
#pragma once

#include "core/engine/trialfindings.h"
#include "core/engine/worker.h"
#include "core/model/trial.h"

#include <memory>
#include <vector>

namespace sweepbench {

/// Merges what the workers of one trial recorded. Sets counts, distributions, CPU and busy time and duration; the rest is the caller's.
/// The duration begins with the first intended request after the warm-up; in an open loop with the end of the warm-up, where
/// the schedule begins to count, even if chance puts its first request later.
Trial mergedTrial(const std::vector<std::unique_ptr<Worker>> &workers, Instant warmupEnd, bool openLoop);

/// Time that the worker's connections were busy from \a begin on, all added up.
Nanoseconds busyFrom(const WorkerResult &result, Instant begin);

/// What the workers saw beside the counts; nothing of the clocks.
TrialCircumstances mergedCircumstances(const std::vector<std::unique_ptr<Worker>> &workers);

} // namespace sweepbench
