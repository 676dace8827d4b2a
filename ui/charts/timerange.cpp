// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/timerange.h"

#include <algorithm>

namespace sweepbench {

namespace {

constexpr double leastSpanS = 0.05; ///< half a point of a series: nearer there is nothing to see

} // namespace

std::optional<TimeRange> zoomedRange(const TimeRange &shown, double at, double factor, double end)
{
    const double span = std::max((shown.high - shown.low) * factor, leastSpanS);
    if (!(span < end))
        return std::nullopt;
    const double share = shown.high > shown.low ? std::clamp((at - shown.low) / (shown.high - shown.low), 0.0, 1.0) : 0.5;
    const double low = std::clamp(at - share * span, 0.0, end - span);
    return TimeRange{low, low + span};
}

TimeRange pannedRange(const TimeRange &shown, double seconds, double end)
{
    const double span = shown.high - shown.low;
    const double low = std::clamp(shown.low + seconds, 0.0, std::max(end - span, 0.0));
    return {low, low + span};
}

} // namespace sweepbench
