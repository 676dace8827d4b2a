// SPDX-License-Identifier: GPL-3.0-or-later
// From a sweep over connections to the fair comparison of latency: all targets at one rate that each of them can serve.
// Thread contract: pure functions.
#pragma once

#include "core/model/analysis.h"
#include "core/model/result.h"
#include "core/model/session.h"

#include <QString>

namespace sweepbench {

inline constexpr double usualEqualRateShare = 0.7; ///< below that little waits for anything, above it queues soon grow without limit
inline constexpr double leastEqualRateShare = 0.01;
inline constexpr double mostEqualRateShare = 1;

struct EqualRate
{
    double share = usualEqualRateShare;
    int slowest = 0;    ///< the target whose best level serves least
    int bestLevel = 0;  ///< that level, in connections
    double bestRps = 0; ///< mean of its trials there
    int rate = 0;       ///< share x bestRps, in whole requests per second
    Plan plan;          ///< the sweep's, with this one rate in place of its levels
};

/// \a share of the best mean rate of the target whose best is lowest. The plan has Poisson arrivals, p99 as primary metric, as many
/// blocks as the sweep had, and connections for the highest level of the sweep, or for what Little's law (L = rate x time in the
/// system; J. D. C. Little, Operations Research 9, 1961) says to be in flight at a time, plus four standard deviations of as
/// many independent arrivals, twice over, so that it is not the client where requests queue. A Problem where the sweep has no best rate: an open loop, a target without an answer.
Result<EqualRate> equalRateOf(const Session &session, const Analysis &analysis, double share = usualEqualRateShare);

/// "8400 requests per second, 70 % of what Apache serves at best (12 000, at 100 connections)"
QString equalRateText(const EqualRate &equal);

} // namespace sweepbench
