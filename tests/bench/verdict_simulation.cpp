// SPDX-License-Identifier: GPL-3.0-or-later
// How often the intervals hold the truth and how often verdicts are wrong, over many simulated experiments.
// Usage: verdict_simulation [experiments, 20000 by default]
#include "simulation.h"

#include "core/stats/power.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

using namespace sweepbench;

namespace {

void printCoverage(int experiments)
{
    std::printf("Plain 95 %% interval, trials of one start, standard deviation 2 %%, ratio 1.1:\n");
    for (const int pairs : {5, 8, 20})
        std::printf("  %2d pairs: covers in %.2f %%\n", pairs,
                    100 * simulatedCoverage(experiments, pairs, std::log(1.1), 0.02, 101));
}

/// What DESIGN.md warns of: each server has one start, whose own deviation all its trials share.
void printCoverageOfStarts(int experiments)
{
    std::printf("The same, but the truth is over all starts, which differ by 1 %% per server and are never repeated (trials: 2 %%):\n");
    for (const int pairs : {5, 8, 20}) {
        RandomNormal random(202);
        int covered = 0;
        for (int i = 0; i < experiments; ++i) {
            const double starts = 0.01 * (random.next() - random.next());
            std::vector<double> logRatios;
            for (int pair = 0; pair < pairs; ++pair)
                logRatios.push_back(starts + 0.02 * (random.next() - random.next()));
            const Interval interval = *comparePaired(logRatios, 1)->plain;
            covered += interval.low <= 1 && interval.high >= 1 ? 1 : 0;
        }
        std::printf("  %2d pairs: covers in %.2f %%\n", pairs, 100.0 * covered / experiments);
    }
}

void printFalseVerdicts(int experiments)
{
    std::printf("No difference at any of five levels, standard deviation 10 %%: sweeps with a false faster or slower\n");
    for (const int pairs : {5, 8, 20})
        std::printf("  %2d pairs: %.2f %%\n", pairs, 100 * simulatedDecisions(experiments, 5, pairs, 0, 0.1, 303));
}

void printPower(int experiments)
{
    std::printf("A true difference of the size that 80 %% power is claimed for, standard deviation 5 %%: seen\n");
    for (const int pairs : {5, 8, 20})
        std::printf("  %2d pairs: in %.2f %%\n", pairs,
                    100 * simulatedDecisions(experiments, 1, pairs, std::log1p(*differenceSeen(0.05, pairs, 1)), 0.05, 404));
}

} // namespace

int main(int argc, char **argv)
{
    const int experiments = argc > 1 ? std::max(1, std::atoi(argv[1])) : 20'000;
    std::printf("%d experiments each\n", experiments);
    printCoverage(experiments);
    printCoverageOfStarts(experiments);
    printFalseVerdicts(experiments);
    printPower(experiments);
    return 0;
}
