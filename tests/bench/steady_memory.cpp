// SPDX-License-Identifier: GPL-3.0-or-later
// Whether memory grows with the number of requests: one trial at full speed for minutes, the process's resident memory beside the
// requests so far. What may grow is the series of the chart: 64 bytes for each 100 ms.
//
//     steady_memory [--minutes 3] [--connections 100] [--rate N]
#include "core/engine/runner.h"
#include "tests/bench/delayserver.h"
#include "tests/bench/options.h"

#include <QEventLoop>
#include <QFile>
#include <QTimer>

#include <unistd.h>

#include <cstdio>

using namespace sweepbench;
using namespace sweepbench::bench;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

double residentKib()
{
    QFile file(u"/proc/self/statm"_s);
    const qint64 pages = file.open(QIODevice::ReadOnly) ? file.readAll().split(' ').at(1).toLongLong() : 0;
    return static_cast<double>(pages * ::sysconf(_SC_PAGESIZE)) / 1024;
}

} // namespace

int main(int argc, char **argv)
{
    qputenv("QT_NO_THREADED_GLIB", "1");
    QCoreApplication app(argc, argv);
    QCommandLineParser parser;
    parser.addOptions({{u"minutes"_s, u"duration"_s, u"N"_s, u"3"_s},
                       {u"connections"_s, u"at once"_s, u"N"_s, u"100"_s},
                       {u"rate"_s, u"requests per second; a closed loop without"_s, u"N"_s}});
    readOptions(parser, app);
    const int connections = wholeOption(parser, u"connections"_s, 1, 500);
    const std::chrono::minutes time(wholeOption(parser, u"minutes"_s, 1, 6000));
    std::optional<int> rate;
    if (parser.isSet(u"rate"_s))
        rate = wholeOption(parser, u"rate"_s, 1, 10'000'000);
    const DelayServer server(0ms, DelayServer::Kind::Answers, cpus() > 1 ? std::optional(1) : std::nullopt);
    Plan plan;
    Target target;
    target.name = u"A"_s;
    target.url = u"http://127.0.0.1:%1/"_s.arg(server.port());
    plan.targets = {target};
    plan.sweep.levels = {connections};
    plan.repeats = 1;
    plan.load.duration = time;
    plan.load.warmup = 0s;
    plan.load.threads = 1;
    plan.load.rate = rate;

    QEventLoop loop;
    Runner runner(plan);
    QTimer report;
    const auto print = [&] {
        qint64 requests = 0;
        for (const SeriesPoint &point : runner.currentSeries())
            requests += point.requests;
        const double seriesKib = static_cast<double>(runner.currentSeries().capacity() * sizeof(SeriesPoint)) / 1024;
        std::printf("| %.0f s | %lld | %.0f | %.0f |\n", static_cast<double>(runner.currentSeries().size()) / 10,
                    static_cast<long long>(requests), residentKib(), seriesKib);
        std::fflush(stdout);
    };
    std::printf("| time | requests | resident KiB | of them the series |\n| --- | --- | --- | --- |\n");
    QObject::connect(&report, &QTimer::timeout, &loop, print);
    QTimer::singleShot(5s, &loop, print); // when all has been touched once
    report.start(30s);
    QObject::connect(&runner, &Runner::finished, &loop, &QEventLoop::quit);
    runner.start();
    loop.exec();
    return 0;
}
