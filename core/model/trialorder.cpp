// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/plan.h"
#include "core/model/splitmix64.h"

#include <numeric>

namespace sweepbench {

namespace {

/// 0 … count-1 in random order (Fisher and Yates).
std::vector<int> shuffled(std::size_t count, SplitMix64 &random)
{
    std::vector<int> order(count);
    std::iota(order.begin(), order.end(), 0);
    for (std::size_t i = count; i > 1; --i)
        std::swap(order[i - 1], order[random.below(i)]);
    return order;
}

void appendBlock(std::vector<TrialSlot> &trials, const Plan &plan, int repeat)
{
    SplitMix64 random(plan.seed ^ (0xD1B54A32D192ED03U * static_cast<std::uint64_t>(repeat + 1)));
    for (int level : shuffled(plan.sweep.levels.size(), random))
        for (int target : shuffled(plan.targets.size(), random))
            trials.push_back({target, level, repeat, 0});
}

} // namespace

std::vector<TrialSlot> trialOrder(const Plan &plan, int firstRepeat, int repeats, int firstOrder)
{
    std::vector<TrialSlot> trials;
    if (plan.order == TrialOrder::Blocks) {
        for (int repeat = firstRepeat; repeat < firstRepeat + repeats; ++repeat)
            appendBlock(trials, plan, repeat);
    } else {
        for (int target = 0; target < static_cast<int>(plan.targets.size()); ++target)
            for (int level = 0; level < static_cast<int>(plan.sweep.levels.size()); ++level)
                for (int repeat = firstRepeat; repeat < firstRepeat + repeats; ++repeat)
                    trials.push_back({target, level, repeat, 0});
    }
    for (TrialSlot &slot : trials)
        slot.order = firstOrder++;
    return trials;
}

} // namespace sweepbench
