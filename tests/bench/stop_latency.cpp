// SPDX-License-Identifier: GPL-3.0-or-later
// Time from Runner::stop() to finished(), against servers that answer, never answer, and stream without an end. The target is
// 200 ms, whatever the server does, at 5,000 connections too.
//
//     stop_latency [--rounds 5] [--connections 1,100,5000] [--threads 1]
#include "core/engine/runner.h"
#include "core/model/parse.h"
#include "core/transport/instant.h"
#include "tests/bench/delayserver.h"
#include "tests/bench/options.h"

#include <QEventLoop>
#include <QTimer>

#include <sys/resource.h>

#include <algorithm>
#include <cstdio>

using namespace sweepbench;
using namespace sweepbench::bench;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

void raiseDescriptorLimit()
{
    rlimit limit{};
    ::getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &limit);
}

/// Stops one trial when it has run for two seconds, in the middle of its work.
double stopMs(quint16 port, int connections, int threads, std::optional<int> rate)
{
    Plan plan;
    Target target;
    target.name = u"A"_s;
    target.url = u"http://127.0.0.1:%1/"_s.arg(port);
    plan.targets = {target};
    plan.sweep.levels = {connections};
    plan.load.duration = 60s;
    plan.load.warmup = 0s;
    plan.load.threads = threads;
    plan.load.rate = rate;
    QEventLoop loop;
    Runner runner(plan);
    Instant stopped;
    Instant finished;
    QObject::connect(&runner, &Runner::finished, &loop, [&] {
        finished = steadyNow();
        loop.quit();
    });
    runner.start();
    QTimer::singleShot(2s, &runner, [&] {
        stopped = steadyNow();
        runner.stop();
    });
    loop.exec();
    return static_cast<double>((finished - stopped).count()) / 1e6;
}

} // namespace

int main(int argc, char **argv)
{
    qputenv("QT_NO_THREADED_GLIB", "1");
    raiseDescriptorLimit();
    QCoreApplication app(argc, argv);
    QCommandLineParser parser;
    parser.addOptions({{u"rounds"_s, u"rounds of each"_s, u"N"_s, u"5"_s},
                       {u"connections"_s, u"levels"_s, u"LIST"_s, u"1,100,5000"_s},
                       {u"threads"_s, u"worker threads"_s, u"N"_s, u"1"_s}});
    readOptions(parser, app);
    const int rounds = wholeOption(parser, u"rounds"_s, 1, 100);
    const int threads = wholeOption(parser, u"threads"_s, 1, 64);
    const auto levels = parseLevels(parser.value(u"connections"_s));
    if (!levels)
        refuse(levels.problem());
    std::printf("milliseconds from stop() to finished(), %d rounds, %d worker threads\n| server | loop | connections | median | longest |\n"
                "| --- | --- | --- | --- | --- |\n", rounds, threads);
    constexpr std::pair<DelayServer::Kind, const char *> servers[] = {
        {DelayServer::Kind::Answers, "answers at once"}, {DelayServer::Kind::Silent, "never answers"}, {DelayServer::Kind::Endless, "streams endlessly"}};
    for (const auto &[kind, name] : servers) {
        for (const int level : *levels) {
            for (const std::optional<int> rate : {std::optional<int>(), std::optional(20'000)}) {
                const DelayServer server(0ms, kind);
                std::vector<double> times;
                for (int round = 0; round < rounds; ++round)
                    times.push_back(stopMs(server.port(), level, threads, rate));
                std::sort(times.begin(), times.end());
                std::printf("| %s | %s | %d | %.1f | %.1f |\n", name, rate ? "20,000/s" : "closed", level,
                            times[times.size() / 2], times.back());
                std::fflush(stdout);
            }
        }
    }
    return 0;
}
