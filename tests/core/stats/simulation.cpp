// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulation.h"

#include "core/stats/holm.h"
#include "core/stats/paired.h"
#include "core/stats/precision.h"
#include "core/stats/verdict.h"

#include <algorithm>
#include <cmath>

namespace sweepbench {

namespace {

Plan planOf(const SimulatedExperiment &experiment, std::uint64_t seed)
{
    Plan plan;
    plan.targets.resize(static_cast<std::size_t>(experiment.candidates + 1));
    plan.sweep.levels.resize(static_cast<std::size_t>(experiment.levels), 1);
    plan.repeats = experiment.blocks;
    plan.order = experiment.order;
    plan.seed = seed;
    return plan;
}

/// Normal variates, none drawn where they would have no spread.
std::vector<double> normals(int count, double sd, RandomNormal &random)
{
    std::vector<double> values(static_cast<std::size_t>(count), 0.0);
    if (sd > 0)
        std::generate(values.begin(), values.end(), [&] { return sd * random.next(); });
    return values;
}

/// The smallest Holm-adjusted p of the comparisons.
double smallestP(const LogRatios &comparisons)
{
    // Holm's smallest is Bonferroni's.
    const int family = static_cast<int>(comparisons.size());
    double smallest = 1;
    for (const std::vector<double> &logRatios : comparisons)
        smallest = std::min(smallest, family * comparePaired(logRatios, family)->p.value_or(1));
    return smallest;
}

void append(LogRatios &comparisons, const LogRatios &more)
{
    comparisons.resize(more.size());
    for (std::size_t i = 0; i < more.size(); ++i)
        comparisons[i].insert(comparisons[i].end(), more[i].begin(), more[i].end());
}

} // namespace

LogRatios simulatedRun(const SimulatedExperiment &experiment, RandomNormal &random)
{
    const std::vector<TrialSlot> order = trialOrder(planOf(experiment, random.bits()), 0, experiment.blocks);
    const std::vector<double> blocks = normals(experiment.blocks, experiment.blockSd, random);
    const std::vector<double> starts = normals(experiment.candidates + 1, experiment.startSd, random);
    const auto cells = static_cast<std::size_t>(experiment.levels * (experiment.candidates + 1));
    const auto repeats = static_cast<std::size_t>(experiment.blocks);
    const double lastSlot = std::max<double>(1, static_cast<double>(order.size()) - 1);
    std::vector<double> logs(cells * repeats);
    const auto logOf = [&](int level, int target, std::size_t block) -> double & {
        return logs[static_cast<std::size_t>(level * (experiment.candidates + 1) + target) * repeats + block];
    };
    for (const TrialSlot &slot : order) {
        const auto block = static_cast<std::size_t>(slot.repeat);
        double log = blocks[block] + starts[static_cast<std::size_t>(slot.target)] + experiment.trialSd * random.next();
        log += experiment.driftLog * slot.order / lastSlot;
        if (slot.target > 0) {
            log += experiment.trueLogRatio;
            if (experiment.slowShare > 0 && random.uniform() < experiment.slowShare)
                log += experiment.slowLog;
        }
        logOf(slot.level, slot.target, block) = log;
    }

    LogRatios comparisons;
    for (int level = 0; level < experiment.levels; ++level)
        for (int candidate = 1; candidate <= experiment.candidates; ++candidate) {
            std::vector<double> &d = comparisons.emplace_back(repeats);
            for (std::size_t block = 0; block < repeats; ++block)
                d[block] = logOf(level, candidate, block) - logOf(level, 0, block);
        }
    return comparisons;
}

std::vector<Verdict> verdictsOf(const LogRatios &comparisons)
{
    const int family = static_cast<int>(comparisons.size());
    std::vector<Comparison> drafts;
    std::vector<std::optional<double>> p;
    for (const std::vector<double> &logRatios : comparisons) {
        const PairedEstimate estimate = *comparePaired(logRatios, family);
        Comparison &draft = drafts.emplace_back();
        draft.pairs = estimate.pairs;
        draft.ratio = estimate.ratio;
        draft.sdLog = estimate.sdLog;
        if (estimate.simultaneous) {
            draft.simultaneousLow = estimate.simultaneous->low;
            draft.simultaneousHigh = estimate.simultaneous->high;
        }
        p.push_back(estimate.p);
    }
    const std::vector<std::optional<double>> adjusted = holmAdjusted(p, family);
    std::vector<Verdict> verdicts;
    for (std::size_t i = 0; i < drafts.size(); ++i) {
        drafts[i].pHolm = adjusted[i];
        verdicts.push_back(decide(drafts[i]));
    }
    return verdicts;
}

double simulatedCoverage(const SimulatedExperiment &experiment, double trueRatio, int runs, std::uint64_t seed)
{
    RandomNormal random(seed);
    int covered = 0;
    for (int i = 0; i < runs; ++i) {
        const Interval interval = *comparePaired(simulatedRun(experiment, random).front(), 1)->plain;
        covered += interval.low <= trueRatio && trueRatio <= interval.high ? 1 : 0;
    }
    return static_cast<double>(covered) / runs;
}

double simulatedDecisions(const SimulatedExperiment &experiment, int runs, std::uint64_t seed)
{
    RandomNormal random(seed);
    int decided = 0;
    for (int i = 0; i < runs; ++i) {
        const std::vector<Verdict> verdicts = verdictsOf(simulatedRun(experiment, random));
        decided += std::any_of(verdicts.begin(), verdicts.end(),
                               [](Verdict verdict) { return verdict == Verdict::Faster || verdict == Verdict::Slower; });
    }
    return static_cast<double>(decided) / runs;
}

StopRuleOutcome simulatedUntilPrecise(const SimulatedExperiment &experiment, double target, int mostBlocks, int runs, std::uint64_t seed)
{
    RandomNormal random(seed);
    SimulatedExperiment oneBlock = experiment;
    oneBlock.blocks = 1;
    int errors = 0;
    int allBlocks = 0;
    int allPrecise = 0;
    for (int i = 0; i < runs; ++i) {
        LogRatios comparisons;
        bool precise = false;
        int blocks = 0;
        while (blocks < mostBlocks && !precise) {
            append(comparisons, simulatedRun(oneBlock, random));
            precise = precisionOfAll(comparisons, target).reached;
            ++blocks;
        }
        errors += smallestP(comparisons) < untilPreciseAlpha ? 1 : 0;
        allBlocks += blocks;
        allPrecise += precise ? 1 : 0;
    }
    return {static_cast<double>(errors) / runs, static_cast<double>(allBlocks) / runs, static_cast<double>(allPrecise) / runs};
}

double simulatedExtension(const SimulatedExperiment &experiment, int more, double firstAlpha, double secondAlpha, int runs,
                          std::uint64_t seed)
{
    RandomNormal random(seed);
    SimulatedExperiment extension = experiment;
    extension.blocks = more;
    int wrong = 0;
    for (int i = 0; i < runs; ++i) {
        LogRatios comparisons = simulatedRun(experiment, random);
        bool found = smallestP(comparisons) < firstAlpha;
        if (!found) {
            append(comparisons, simulatedRun(extension, random));
            found = smallestP(comparisons) < secondAlpha;
        }
        wrong += found ? 1 : 0;
    }
    return static_cast<double>(wrong) / runs;
}

} // namespace sweepbench
