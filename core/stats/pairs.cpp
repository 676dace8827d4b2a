// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/pairs.h"

#include <cmath>

namespace sweepbench {

Pairs pairsOf(const MeasuredCell &baseline, const MeasuredCell &candidate, Metric metric, bool leaveOutOutliers)
{
    Pairs pairs;
    auto b = candidate.trials.begin();
    for (const MeasuredTrial &a : baseline.trials) {
        while (b != candidate.trials.end() && b->trial->repeat < a.trial->repeat)
            ++b;
        if (b == candidate.trials.end())
            break;
        if (b->trial->repeat != a.trial->repeat)
            continue;
        const std::optional<double> from = a.figure(metric);
        const std::optional<double> to = b->figure(metric);
        if (leaveOutOutliers && (a.outlier || b->outlier)) {
            ++pairs.leftOut;
        } else if (from && to && *from > 0 && *to > 0) {
            pairs.logRatios.push_back(std::log(*to) - std::log(*from));
            pairs.blocks.push_back(a.trial->repeat);
        } else {
            ++pairs.dropped;
        }
    }
    return pairs;
}

} // namespace sweepbench
