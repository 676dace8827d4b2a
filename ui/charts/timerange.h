// SPDX-License-Identifier: GPL-3.0-or-later
// The part of a time axis that is looked at.
// Thread contract: pure functions.
#pragma once

#include <optional>

namespace sweepbench {

struct TimeRange
{
    double low = 0; ///< seconds
    double high = 0;
    bool operator==(const TimeRange &) const = default;
};
/// \a shown made smaller (factor below 1) or larger around \a at, within 0 and \a end. Absent: all of it, which is following a run.
std::optional<TimeRange> zoomedRange(const TimeRange &shown, double at, double factor, double end);
/// \a shown moved by \a seconds, as far as 0 and \a end let it.
TimeRange pannedRange(const TimeRange &shown, double seconds, double end);

} // namespace sweepbench
