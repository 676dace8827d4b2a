// SPDX-License-Identifier: GPL-3.0-or-later
// How often the intervals hold the truth and how often verdicts are wrong, over many simulated experiments.
//
//     verdict_simulation [EXPERIMENTS]
#include "simulation.h"

#include "core/stats/power.h"
#include "tests/bench/options.h"

#include <cmath>
#include <cstdio>

using namespace sweepbench;
using namespace Qt::StringLiterals;

namespace {

/// Ends with the line: the next figures take their time.
void printRate(const char *what, double rate, const char *aim = "")
{
    std::printf("  %-36s %6.2f %%%s%s\n", what, 100 * rate, *aim ? "   " : "", aim);
    std::fflush(stdout);
}

void printCoverage(const char *title, SimulatedExperiment experiment, double truth, int runs, std::uint64_t seed, const char *aim = "")
{
    std::printf("\n%s: the plain 95 %% interval covers\n", title);
    for (const int pairs : {5, 8, 20}) {
        experiment.blocks = pairs;
        printRate(qPrintable(QStringLiteral("%1 pairs").arg(pairs)), simulatedCoverage(experiment, truth, runs, seed), aim);
    }
}

void printCoverages(int runs)
{
    SimulatedExperiment experiment;
    experiment.trueLogRatio = std::log(1.1);
    printCoverage("Log-normal trials of 2 %, blocks of 5 %, ratio 1.1", experiment, 1.1, runs, 101, "(94.3 to 95.7)");

    // Two truths to hold: the ratio of the means, which is what a user asks for, and the one of the geometric means, which is estimated.
    SimulatedExperiment slow;
    slow.slowShare = 0.1;
    slow.slowLog = std::log(0.8);
    printCoverage("10 % of B's trials 20 % slower, the truth being the ratio of the means", slow, 0.98, runs, 151);
    printCoverage("The same, the truth being the ratio of the geometric means", slow, std::pow(0.8, 0.1), runs, 151);

    SimulatedExperiment oneStart;
    oneStart.startSd = 0.01;
    printCoverage("One start per target, starts of 1 %, the truth being over all starts", oneStart, 1, runs, 202);
}

void printFalseVerdicts(int runs)
{
    std::printf("\nNo difference at any of five levels, trials of 7 %%: runs with a false faster or slower (at most 5.5)\n");
    for (const int candidates : {1, 2, 4})
        for (const int pairs : {5, 8, 20}) {
            SimulatedExperiment experiment;
            experiment.levels = 5;
            experiment.blocks = pairs;
            experiment.candidates = candidates;
            experiment.trialSd = 0.07;
            printRate(qPrintable(QStringLiteral("%1 against one baseline, %2 pairs").arg(candidates).arg(pairs)),
                      simulatedDecisions(experiment, runs, 303));
        }
}

void printDrift(int runs)
{
    std::printf("\nNo difference, 5 levels, 8 blocks, trials of 2 %%, and the machine slows down to 0.7 over the run: a false verdict\n");
    SimulatedExperiment experiment;
    experiment.levels = 5;
    experiment.driftLog = std::log(0.7);
    printRate("in blocks", simulatedDecisions(experiment, runs, 505), "(at most 5.5)");
    experiment.order = TrialOrder::Sequential;
    printRate("one target after the other", simulatedDecisions(experiment, runs, 505), "(at least 95)");
}

void printPower(int runs)
{
    std::printf("\nA true difference of the size that 80 %% power is claimed for, trials of 4 %%: seen\n");
    for (const int pairs : {5, 8, 20}) {
        SimulatedExperiment experiment;
        experiment.blocks = pairs;
        experiment.trialSd = 0.04;
        experiment.trueLogRatio = std::log1p(*differenceSeen(0.04 * std::sqrt(2.0), pairs, 1));
        printRate(qPrintable(QStringLiteral("%1 pairs").arg(pairs)), simulatedDecisions(experiment, runs, 404));
    }
}

void printUntilPrecise(int runs)
{
    for (const int levels : {1, 5}) {
        std::printf("\nUntil precise to 2 %%, 8 to 30 blocks, %d level%s, no difference, p judged at 3.5 %%: a false difference (at most 6.5)\n",
                    levels, levels > 1 ? "s" : "");
        for (const double widths : {0.4, 0.6, 0.8, 1.0, 1.2, 1.4, 1.6, 2.0, 2.5, 3.0, 4.0}) {
            SimulatedExperiment experiment;
            experiment.levels = levels;
            experiment.trialSd = widths * 0.02;
            const StopRuleOutcome outcome = simulatedUntilPrecise(experiment, 0.02, 30, runs, 606);
            printRate(qPrintable(QStringLiteral("trials of %1 widths").arg(widths)), outcome.errors,
                      qPrintable(QStringLiteral("after %1 blocks, %2 % precise")
                                     .arg(outcome.meanBlocks, 0, 'f', 1).arg(100 * outcome.precise, 0, 'f', 0)));
        }
    }
}

void printExtensions(int runs)
{
    std::printf("\nOne extension where the first look finds nothing, no difference: a false one at either look\n");
    for (const int levels : {1, 5})
        for (const auto &[first, more] : {std::pair(5, 3), std::pair(5, 15), std::pair(8, 9), std::pair(20, 5)}) {
            SimulatedExperiment experiment;
            experiment.levels = levels;
            experiment.blocks = first;
            experiment.trialSd = 0.07;
            const QString what = QStringLiteral("%1 level%2, %3 pairs and %4 more")
                                     .arg(levels).arg(levels > 1 ? QStringLiteral("s") : QString()).arg(first).arg(more);
            const double half = simulatedExtension(experiment, more, 0.025, 0.025, runs, 707);
            const double whole = simulatedExtension(experiment, more, 0.05, 0.025, runs, 707);
            printRate(qPrintable(what), half,
                      qPrintable(QStringLiteral("(at most 5.5; with the first look at 5 %: %1)").arg(100 * whole, 0, 'f', 2)));
        }
}

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication app(argc, argv);
    QCommandLineParser parser;
    parser.addPositionalArgument(u"EXPERIMENTS"_s, u"simulated for each figure, 20000 by default"_s, u"[EXPERIMENTS]"_s);
    bench::readOptions(parser, app, 1);
    const int runs = bench::wholeArgument(parser, u"EXPERIMENTS"_s, 1, 10'000'000, 20'000);
    std::printf("%d simulated experiments each; deviations are standard deviations of the logarithm\n", runs);
    printCoverages(runs);
    printFalseVerdicts(runs);
    printDrift(runs);
    printPower(runs);
    printUntilPrecise(runs);
    printExtensions(runs);
    return 0;
}
