// SPDX-License-Identifier: GPL-3.0-or-later
// Whether short runs of the engine tell apart what differs, and only that.
//
// One nginx against itself, in many runs with a seed each: a verdict that one of the two is faster or slower is false, and at the plan's
// 5 % at most 10 of 100 runs may give one (five are to be expected, more than ten in one of a hundred such hundreds). Then two servers in
// this process whose delays differ by 5 %: the verdict is to name the right one within 20 blocks.
//
//     trial_noise [--runs 100] [--blocks 8] [--apart 10] [--apart-blocks 20] [--delay 2ms] [--seconds 0.25] [--warmup 0.05]
//                 [--connections 10] [--seed 1]
#include "core/demo/demoserver.h"
#include "core/model/againstitself.h"
#include "core/model/format.h"
#include "core/stats/analysis.h"
#include "tests/bench/median.h"
#include "tests/bench/options.h"
#include "tests/engine/runplan.h"
#include "tests/support/realserver.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>

using namespace sweepbench;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using bench::medianOf;
using test::RealServer;

namespace {

constexpr int fewestPairs = 3; ///< that a verdict takes (core/stats/verdict.h)

struct Settings
{
    int runs = 0;
    int blocks = 0;
    int apart = 0;
    int apartBlocks = 0;
    std::chrono::nanoseconds delay{0};
    std::chrono::nanoseconds duration{0};
    std::chrono::nanoseconds warmup{0};
    int connections = 0;
    int seed = 0;
};

Target targetAt(const QString &name, const QString &url)
{
    Target target;
    target.name = name;
    target.url = url;
    return target;
}

Plan planOf(std::vector<Target> targets, int blocks, int seed, const Settings &settings)
{
    Plan plan;
    plan.targets = std::move(targets);
    plan.sweep.levels = {settings.connections};
    plan.repeats = blocks;
    plan.seed = static_cast<std::uint64_t>(seed);
    plan.load.duration = settings.duration;
    plan.load.warmup = settings.warmup;
    return plan;
}

/// Measures all blocks of the plan; without trials where that failed.
Session measured(const Plan &plan)
{
    const auto expected = 2 * plan.repeats * (*plan.load.duration + plan.load.warmup + 100ms);
    const test::RunOutcome outcome = test::runPlan(plan, {}, std::chrono::ceil<std::chrono::milliseconds>(10 * expected));
    Session session;
    session.plan = plan;
    if (outcome.end == RunEnd::Completed && !outcome.hung)
        session.trials = outcome.trials;
    else
        std::printf("  a run with seed %llu failed: %s\n", static_cast<unsigned long long>(plan.seed),
                    outcome.hung ? "it did not end" : qPrintable(outcome.failure));
    return session;
}

/// The session as if no more than the first blocks had been planned.
Session withBlocks(Session session, int blocks)
{
    session.plan.repeats = blocks;
    std::erase_if(session.trials, [blocks](const TrialPtr &trial) { return trial->repeat >= blocks; });
    return session;
}

Comparison verdictOf(const Session &session)
{
    const std::vector<Comparison> verdicts = analyse(session).verdicts();
    return verdicts.empty() ? Comparison() : verdicts.front();
}

const char *metOrMissed(bool met)
{
    return met ? "met" : "missed";
}

void printTrials(const Settings &settings)
{
    std::printf("trials of %.2f s after a warm-up of %.2f s, %d connections, closed loop\n",
                static_cast<double>(settings.duration.count()) / 1e9, static_cast<double>(settings.warmup.count()) / 1e9, settings.connections);
}

void againstItselfMany(const QString &url, const Settings &settings)
{
    std::printf("\n%d runs of %d blocks, one nginx against itself, seeds from %d\n", settings.runs, settings.blocks, settings.seed);
    std::fflush(stdout);
    std::map<Verdict, int> counts;
    std::vector<double> differences;
    for (int run = 0; run < settings.runs; ++run) {
        const Plan plan = againstItself(planOf({targetAt(u"nginx"_s, url)}, settings.blocks, settings.seed + run, settings));
        const Comparison comparison = verdictOf(measured(plan));
        ++counts[comparison.verdict];
        if (comparison.ratio)
            differences.push_back(std::abs(*comparison.ratio - 1));
    }
    for (const auto &[verdict, count] : counts)
        std::printf("  %-13s %d\n", qPrintable(verdict == Verdict::NotCompared ? u"no verdict"_s : verdictId(verdict)), count);
    if (!differences.empty()) {
        std::sort(differences.begin(), differences.end());
        const auto ninth = static_cast<std::size_t>(std::ceil(0.9 * static_cast<double>(differences.size()))) - 1;
        std::printf("  |ratio - 1|: median %.2f %%, 90 %% of the runs at most %.2f %%, all at most %.2f %%\n",
                    100 * medianOf(differences).value, 100 * differences[ninth], 100 * differences.back());
    }
    const int wrong = counts[Verdict::Faster] + counts[Verdict::Slower];
    const int most = (settings.runs + 9) / 10;
    std::printf("  false verdicts: %d of %d, at most %d: %s\n", wrong, settings.runs, most,
                metOrMissed(wrong <= most && counts[Verdict::NotCompared] == 0));
    std::fflush(stdout);
}

/// The fewest blocks from which on the verdict is right, whatever more are measured; absent where it is not after all of them.
std::optional<int> blocksNeeded(const Session &session)
{
    std::optional<int> needed;
    for (int blocks = session.plan.repeats; blocks >= fewestPairs; --blocks) {
        if (verdictOf(withBlocks(session, blocks)).verdict != Verdict::Slower)
            break;
        needed = blocks;
    }
    return needed;
}

void apartMany(const std::vector<Target> &targets, const Settings &settings)
{
    std::printf("\n%d runs of %d blocks, servers with delays of %.3f and %.3f ms, seeds from %d\n", settings.apart, settings.apartBlocks,
                static_cast<double>(settings.delay.count()) / 1e6, 1.05 * static_cast<double>(settings.delay.count()) / 1e6, settings.seed);
    std::fflush(stdout);
    std::vector<double> needed;
    std::vector<double> ratios;
    int wrong = 0;
    for (int run = 0; run < settings.apart; ++run) {
        const Session session = measured(planOf(targets, settings.apartBlocks, settings.seed + run, settings));
        const Comparison comparison = verdictOf(session);
        wrong += comparison.verdict == Verdict::Faster ? 1 : 0;
        if (comparison.ratio)
            ratios.push_back(*comparison.ratio);
        if (const auto blocks = blocksNeeded(session))
            needed.push_back(*blocks);
    }
    double sum = 0;
    for (const double blocks : needed)
        sum += blocks;
    if (!ratios.empty()) {
        const auto [least, most] = std::minmax_element(ratios.begin(), ratios.end());
        std::printf("  ratio of requests per second: median %.4f, %.4f to %.4f\n", medianOf(ratios).value, *least, *most);
    }
    if (!needed.empty())
        std::printf("  told apart, and ever after, from %.1f blocks on average, at most %.0f (a verdict takes %d)\n",
                    sum / static_cast<double>(needed.size()), *std::max_element(needed.begin(), needed.end()), fewestPairs);
    std::printf("  told apart within %d blocks: %zu of %d, the wrong one called faster in %d: %s\n", settings.apartBlocks,
                needed.size(), settings.apart, wrong, metOrMissed(static_cast<int>(needed.size()) == settings.apart));
}

Settings readSettings(const QCoreApplication &app)
{
    QCommandLineParser parser;
    parser.addOptions({{u"runs"_s, u"of one server against itself; 0 leaves them out"_s, u"N"_s, u"100"_s},
                       {u"blocks"_s, u"of such a run"_s, u"N"_s, u"8"_s},
                       {u"apart"_s, u"runs of servers whose delays differ by 5 %; 0 leaves them out"_s, u"N"_s, u"10"_s},
                       {u"apart-blocks"_s, u"of such a run"_s, u"N"_s, u"20"_s},
                       {u"delay"_s, u"of the faster one of these"_s, u"TIME"_s, u"2ms"_s},
                       {u"seconds"_s, u"of a trial"_s, u"S"_s, u"0.25"_s},
                       {u"warmup"_s, u"before each trial"_s, u"S"_s, u"0.05"_s},
                       {u"connections"_s, u"at once"_s, u"N"_s, u"10"_s},
                       {u"seed"_s, u"of the first run; each further one has the next"_s, u"N"_s, u"1"_s}});
    bench::readOptions(parser, app);
    Settings settings;
    settings.runs = bench::wholeOption(parser, u"runs"_s, 0, 10'000);
    settings.blocks = bench::wholeOption(parser, u"blocks"_s, fewestPairs, 1000);
    settings.apart = bench::wholeOption(parser, u"apart"_s, 0, 10'000);
    settings.apartBlocks = bench::wholeOption(parser, u"apart-blocks"_s, fewestPairs, 1000);
    settings.delay = bench::timeOption(parser, u"delay"_s, 100us, 1s);
    settings.duration = bench::timeOption(parser, u"seconds"_s, 50ms, 60s);
    settings.warmup = bench::timeOption(parser, u"warmup"_s, 0ms, 60s);
    settings.connections = bench::wholeOption(parser, u"connections"_s, 1, 1000);
    settings.seed = bench::wholeOption(parser, u"seed"_s, 0, 1'000'000'000);
    return settings;
}

int refusedToStart(const QString &why)
{
    std::fprintf(stderr, "%s\n", qPrintable(why));
    return 1;
}

} // namespace

int main(int argc, char **argv)
{
    qputenv("QT_NO_THREADED_GLIB", "1"); // as both programs do
    const QCoreApplication app(argc, argv);
    const Settings settings = readSettings(app);
    printTrials(settings);
    if (settings.runs > 0) {
        RealServer::Options options;
        options.accessLog = false;
        RealServer nginx(RealServer::Kind::Nginx, options);
        if (!nginx.start())
            return refusedToStart(nginx.error());
        againstItselfMany(nginx.url(), settings);
    }
    if (settings.apart > 0) {
        DemoServerOptions options;
        options.delay = settings.delay;
        DemoServer steady(options);
        options.delay += settings.delay / 20;
        DemoServer delayed(options);
        const auto steadyPort = steady.start();
        const auto delayedPort = delayed.start();
        if (!steadyPort || !delayedPort)
            return refusedToStart((steadyPort ? delayedPort : steadyPort).problem().line());
        const QString url = u"http://127.0.0.1:%1/"_s;
        apartMany({targetAt(u"steady"_s, url.arg(*steadyPort)), targetAt(u"delayed"_s, url.arg(*delayedPort))}, settings);
    }
    return 0;
}
