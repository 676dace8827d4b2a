// SPDX-License-Identifier: GPL-3.0-or-later
// Experiments with a known truth, for checking that intervals cover it and that verdicts are seldom wrong.
#pragma once

#include "core/stats/holm.h"
#include "core/stats/paired.h"
#include "core/stats/verdict.h"
#include "randomnormal.h"

#include <cmath>
#include <vector>

namespace sweepbench {

inline std::vector<double> simulatedPairs(RandomNormal &random, int pairs, double trueLogRatio, double sdLog)
{
    std::vector<double> logRatios;
    for (int i = 0; i < pairs; ++i)
        logRatios.push_back(trueLogRatio + sdLog * random.next());
    return logRatios;
}

/// The fraction of experiments whose plain 95 % interval holds the true ratio.
inline double simulatedCoverage(int experiments, int pairs, double trueLogRatio, double sdLog, std::uint64_t seed)
{
    RandomNormal random(seed);
    const double truth = std::exp(trueLogRatio);
    int covered = 0;
    for (int i = 0; i < experiments; ++i) {
        const PairedEstimate estimate = *comparePaired(simulatedPairs(random, pairs, trueLogRatio, sdLog), 1);
        covered += estimate.plain->low <= truth && truth <= estimate.plain->high ? 1 : 0;
    }
    return static_cast<double>(covered) / experiments;
}

/// Verdicts of one sweep over \a levels levels, all with the same truth.
inline std::vector<Verdict> simulatedSweep(RandomNormal &random, int levels, int pairs, double trueLogRatio, double sdLog)
{
    std::vector<Comparison> comparisons;
    std::vector<std::optional<double>> p;
    for (int level = 0; level < levels; ++level) {
        const PairedEstimate estimate = *comparePaired(simulatedPairs(random, pairs, trueLogRatio, sdLog), levels);
        Comparison comparison;
        comparison.pairs = estimate.pairs;
        comparison.ratio = estimate.ratio;
        comparison.sdLog = estimate.sdLog;
        comparison.simultaneousLow = estimate.simultaneous->low;
        comparison.simultaneousHigh = estimate.simultaneous->high;
        comparison.p = estimate.p;
        p.push_back(estimate.p);
        comparisons.push_back(comparison);
    }
    const std::vector<std::optional<double>> adjusted = holmAdjusted(p, levels);
    std::vector<Verdict> verdicts;
    for (std::size_t i = 0; i < comparisons.size(); ++i) {
        comparisons[i].pHolm = adjusted[i];
        verdicts.push_back(decide(comparisons[i]));
    }
    return verdicts;
}

/// The fraction of sweeps in which any level says faster or slower.
inline double simulatedDecisions(int sweeps, int levels, int pairs, double trueLogRatio, double sdLog, std::uint64_t seed)
{
    RandomNormal random(seed);
    int decided = 0;
    for (int i = 0; i < sweeps; ++i) {
        bool any = false;
        for (const Verdict verdict : simulatedSweep(random, levels, pairs, trueLogRatio, sdLog))
            any = any || verdict == Verdict::Faster || verdict == Verdict::Slower;
        decided += any ? 1 : 0;
    }
    return static_cast<double>(decided) / sweeps;
}

} // namespace sweepbench
