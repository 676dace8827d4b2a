// SPDX-License-Identifier: GPL-3.0-or-later
// A session made by hand, with known figures, for tests of what shows sessions.
// Thread contract: pure functions.
#pragma once

#include "core/model/session.h"

#include <vector>

namespace sweepbench::test {

struct SampleOptions
{
    int targets = 2;
    std::vector<int> levels{1, 10, 100};
    int repeats = 5;
    bool byRequests = false; ///< trials that end after a number of requests: they have run times
    bool rates = false;      ///< an open loop whose levels are rates, over 20 connections, with https
};

/// Target t makes 200 × level × (1 - 0.1 t, 0.05 at least) requests per second, ± 1 % from repeat to repeat; of an open loop all that are due, and
/// takes 2 × (1 + 0.1 t) ms of service and as much of waiting on average.
Session sampleSession(const SampleOptions &options = {});
/// The same with the fifth trial of the last target's first level at half its rate: an outlier where there are eight repeats or more.
Session withOutlier(Session session);
/// One trial of it.
Trial sampleTrial(const Plan &plan, int target, int level, int repeat, int order);

} // namespace sweepbench::test
