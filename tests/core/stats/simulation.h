// SPDX-License-Identifier: GPL-3.0-or-later
// Experiments with a known truth, for checking that intervals cover it and that verdicts are seldom wrong: tst_coverage runs few of
// them, tests/bench/verdict_simulation many. Trials are simulated, not differences, so that candidates share their baseline.
#pragma once

#include "core/model/analysis.h"
#include "core/model/plan.h"
#include "randomnormal.h"

#include <cstdint>
#include <vector>

namespace sweepbench {

/// Deviations are standard deviations of the logarithm.
struct SimulatedExperiment
{
    int levels = 1;
    int blocks = 8;
    int candidates = 1;
    double trialSd = 0.02;
    double blockSd = 0.05;     ///< shared by all trials of a block
    double startSd = 0;        ///< of each target, shared by all of its trials
    double trueLogRatio = 0;   ///< of every candidate to the baseline
    double slowShare = 0;      ///< of the candidates' trials
    double slowLog = 0;        ///< what such a trial's logarithm changes by
    double driftLog = 0;       ///< of the machine, linear over the run
    TrialOrder order = TrialOrder::Blocks;
};

/// Log ratios of one execution by level, then candidate: one value per block.
using LogRatios = std::vector<std::vector<double>>;
LogRatios simulatedRun(const SimulatedExperiment &experiment, RandomNormal &random);

/// The verdicts that the comparisons get.
std::vector<Verdict> verdictsOf(const LogRatios &comparisons);

/// The fraction of runs whose plain 95 % interval, of the first comparison, holds \a trueRatio.
double simulatedCoverage(const SimulatedExperiment &experiment, double trueRatio, int runs, std::uint64_t seed);

/// The fraction of runs in which any comparison is called faster or slower.
double simulatedDecisions(const SimulatedExperiment &experiment, int runs, std::uint64_t seed);

struct StopRuleOutcome
{
    double errors = 0;      ///< fraction of runs with a p below the level at which it is judged though there is no difference
    double meanBlocks = 0;
    double precise = 0;     ///< fraction of runs that became precise before the most blocks
};

/// Runs without difference that go on until precise (core/stats/precision.h), between the least blocks and \a mostBlocks.
/// \a experiment.blocks is not used.
StopRuleOutcome simulatedUntilPrecise(const SimulatedExperiment &experiment, double target, int mostBlocks, int runs, std::uint64_t seed);

/// The fraction of runs without difference in which a first look after \a experiment.blocks blocks, or a second one after \a more of
/// them, finds one. There is a second look where the first one finds nothing.
double simulatedExtension(const SimulatedExperiment &experiment, int more, double firstAlpha, double secondAlpha, int runs,
                          std::uint64_t seed);

} // namespace sweepbench
