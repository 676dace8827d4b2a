// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/extension.h"

#include <algorithm>

namespace sweepbench {

Extension extensionOf(const Session &session, int blocks)
{
    const Load &load = session.plan.load;
    Extension extension;
    extension.firstRepeat = measuredBlocks(session.trials);
    for (const TrialPtr &trial : session.trials) {
        extension.firstOrder = std::max(extension.firstOrder, trial->order + 1);
        const auto end = std::chrono::nanoseconds(trial->startOffsetNs) + load.rampUp + load.warmup + trial->duration;
        extension.startOffset = std::max(extension.startOffset, end);
    }
    extension.run = extension.stored = session.plan;
    extension.run.untilPrecise.reset();
    extension.run.repeats = extension.firstRepeat + blocks;
    // The most that a stop rule allows is no promise: a run that ended before is extended within it.
    extension.stored.repeats = session.plan.untilPrecise ? std::max(session.plan.repeats, extension.run.repeats) : extension.run.repeats;
    return extension;
}

} // namespace sweepbench
