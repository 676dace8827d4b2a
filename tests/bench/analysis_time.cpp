// SPDX-License-Identifier: GPL-3.0-or-later
// Time that analyse() takes over sessions that were made up, with every metric there is. The target is less than 50 ms for two targets,
// 20 levels and 30 repeats: the window calls it after each trial.
//
//     analysis_time [--rounds 15] [--answers 5000] [--only 1]
#include "core/stats/analysis.h"
#include "core/stats/histogram.h"
#include "randomnormal.h"
#include "tests/bench/median.h"
#include "tests/bench/options.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <ctime>

using namespace sweepbench;
using namespace Qt::StringLiterals;
using bench::medianOf;

namespace {

struct Shape
{
    int targets;
    int levels;
    int repeats;
    std::optional<double> targetMs = {};
};
constexpr std::array shapes{Shape{2, 20, 30, 50.0}, Shape{4, 20, 30}, Shape{2, 1000, 8}};

Distribution spreadTimes(RandomNormal &random, double medianNs, int answers)
{
    Histogram histogram;
    for (int i = 0; i < answers; ++i)
        histogram.record(static_cast<qint64>(medianNs * std::exp(0.3 * random.next())));
    return histogram.distribution();
}

/// For what is compared by its mean alone.
Distribution equalTimes(qint64 ns, int count)
{
    Histogram histogram;
    for (int i = 0; i < count; ++i)
        histogram.record(ns);
    return histogram.distribution();
}

/// A second in spans of 100 ms, and two of warm-up before.
std::vector<SeriesPoint> seriesOf(RandomNormal &random, double requestsPerSpan)
{
    constexpr qint64 spanNs = 100'000'000;
    std::vector<SeriesPoint> series;
    for (int span = 0; span < 12; ++span) {
        SeriesPoint point;
        point.startNs = span * spanNs;
        point.spanNs = spanNs;
        point.requests = static_cast<qint64>(requestsPerSpan * std::exp(0.02 * random.next()));
        point.warmup = span < 2;
        series.push_back(point);
    }
    return series;
}

/// Blocks share 5 %, trials have 2 % of their own, and each target is 1 % faster than the one before.
Trial trialOf(const TrialSlot &slot, int level, double blockLog, int answers, RandomNormal &random)
{
    const double speed = std::exp(blockLog + 0.02 * random.next() + 0.01 * slot.target);
    Trial trial;
    trial.target = slot.target;
    trial.connections = level;
    trial.repeat = slot.repeat;
    trial.order = slot.order;
    trial.duration = std::chrono::nanoseconds(static_cast<qint64>(1e9 / speed));
    trial.sent = trial.requests = answers;
    trial.status[200] = answers;
    trial.bytesReceived = 250 * qint64(answers);
    trial.connectionsOpened = level;
    trial.latency = spreadTimes(random, 1e6 / speed, answers);
    trial.firstByte = equalTimes(static_cast<qint64>(0.9e6 / speed), 10);
    trial.connect = equalTimes(static_cast<qint64>(1e5 / speed), 10);
    trial.busiestThread = 0.5;
    trial.otherCpuS = 0.02;
    trial.loadBefore = 0.1;
    trial.series = seriesOf(random, answers * speed / 10);
    return trial;
}

Session sessionOf(const Shape &shape, int answers)
{
    Session session;
    for (int target = 0; target < shape.targets; ++target) {
        Target added;
        added.name = QChar(u'A' + target);
        added.url = u"http://127.0.0.1:%1/"_s.arg(8001 + target);
        session.plan.targets.push_back(added);
    }
    session.plan.sweep.levels.clear();
    for (int level = 1; level <= shape.levels; ++level)
        session.plan.sweep.levels.push_back(level);
    session.plan.repeats = shape.repeats;
    session.plan.load.requests = answers; // the run time is compared too
    session.plan.load.duration.reset();
    RandomNormal random(20'261'130);
    std::vector<double> blockLogs;
    for (int block = 0; block < shape.repeats; ++block)
        blockLogs.push_back(0.05 * random.next());
    for (const TrialSlot &slot : trialOrder(session.plan, 0, shape.repeats)) {
        const int level = session.plan.sweep.levels[static_cast<std::size_t>(slot.level)];
        session.trials.push_back(std::make_shared<const Trial>(
            trialOf(slot, level, blockLogs[static_cast<std::size_t>(slot.repeat)], answers, random)));
    }
    return session;
}

double nowMs(clockid_t clock)
{
    timespec now{};
    ::clock_gettime(clock, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

void print(const Shape &shape, int rounds, int answers)
{
    const Session session = sessionOf(shape, answers);
    std::size_t buckets = 0;
    for (const TrialPtr &trial : session.trials)
        buckets += trial->latency.buckets.size();
    std::vector<double> elapsed;
    std::vector<double> cpu;
    std::size_t comparisons = 0;
    for (int round = 0; round < rounds; ++round) {
        const double cpuBefore = nowMs(CLOCK_THREAD_CPUTIME_ID);
        const double before = nowMs(CLOCK_MONOTONIC);
        comparisons = analyse(session).comparisons.size();
        elapsed.push_back(nowMs(CLOCK_MONOTONIC) - before);
        cpu.push_back(nowMs(CLOCK_THREAD_CPUTIME_ID) - cpuBefore);
    }
    const bench::Median median = medianOf(elapsed);
    QString target = u"-"_s;
    if (shape.targetMs)
        target = u"under %1 ms: %2"_s.arg(*shape.targetMs).arg(median.value < *shape.targetMs ? u"met"_s : u"missed"_s);
    std::printf("| %d x %d x %d | %zu | %zu | %zu | %.1f (%.1f to %.1f) | %.1f | %s |\n", shape.targets, shape.levels, shape.repeats,
                session.trials.size(), buckets / session.trials.size(), comparisons, median.value, median.low, median.high, medianOf(cpu).value,
                qPrintable(target));
    std::fflush(stdout);
}

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication app(argc, argv);
    QCommandLineParser parser;
    parser.addOptions({{u"rounds"_s, u"of each"_s, u"N"_s, u"15"_s},
                       {u"answers"_s, u"of each trial"_s, u"N"_s, u"5000"_s},
                       {u"only"_s, u"one of the sessions, in the order of the table"_s, u"N"_s}});
    bench::readOptions(parser, app);
    const int rounds = bench::wholeOption(parser, u"rounds"_s, 1, 1000);
    const int answers = bench::wholeOption(parser, u"answers"_s, 10, 1'000'000);
    const int only = parser.isSet(u"only"_s) ? bench::wholeOption(parser, u"only"_s, 1, static_cast<int>(shapes.size())) : 0;
    std::printf("analyse(), %d answers in a trial, medians of %d rounds in ms, with their 95 %% interval\n"
                "| targets x levels x repeats | trials | buckets of one | comparisons | time | CPU time | to be reached |\n"
                "| --- | --- | --- | --- | --- | --- | --- |\n", answers, rounds);
    for (std::size_t i = 0; i < shapes.size(); ++i)
        if (only == 0 || static_cast<std::size_t>(only) == i + 1)
            print(shapes[i], rounds, answers);
    return 0;
}
