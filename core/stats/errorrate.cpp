// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/errorrate.h"

#include "core/stats/precision.h"

#include <algorithm>

namespace sweepbench {

int looksOf(const Session &session)
{
    const std::vector<Look> &looks = session.judging.looks;
    const bool since = !looks.empty() && measuredBlocks(session.trials) > looks.back().repeats;
    return std::max(1, static_cast<int>(looks.size()) + (since ? 1 : 0));
}

double wholeErrorRateOf(const Session &session)
{
    return session.plan.untilPrecise ? untilPreciseAlpha : usualErrorRate;
}

double errorRateOf(const Session &session)
{
    return wholeErrorRateOf(session) / looksOf(session);
}

} // namespace sweepbench
