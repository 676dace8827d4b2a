// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/errorrate.h"

#include "core/stats/precision.h"

#include <algorithm>

namespace sweepbench {

double errorRateOf(const Session &session)
{
    const double whole = session.plan.untilPrecise ? untilPreciseAlpha : usualErrorRate;
    return whole / static_cast<double>(std::max<std::size_t>(1, session.judging.looks.size()));
}

} // namespace sweepbench
