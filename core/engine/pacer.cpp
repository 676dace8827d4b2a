// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/pacer.h"

#include "core/engine/closedpacer.h"
#include "core/engine/openpacer.h"

namespace sweepbench {

Instant Pacing::openingOf(int connection) const
{
    // Parts first: an hour in nanoseconds times thousands of connections still fits, years would not.
    return start + load.rampUp * (firstConnection + connection) / allConnections;
}

std::optional<Instant> Pacing::scheduleEnd() const
{
    if (!load.rate || !load.duration)
        return std::nullopt;
    return warmupEnd + *load.duration;
}

std::unique_ptr<Pacer> makePacer(const Pacing &pacing)
{
    if (pacing.load.rate)
        return std::make_unique<OpenPacer>(pacing);
    return std::make_unique<ClosedPacer>(pacing);
}

} // namespace sweepbench
