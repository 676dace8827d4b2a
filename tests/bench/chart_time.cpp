// SPDX-License-Identifier: GPL-3.0-or-later
// chart_time [--rounds N]: how long each chart takes to be drawn as a picture of 1200 x 700, of a made-up session of 200 trials whose series
// are full (2 targets, 5 levels, 20 repeats, 10 s of 100 ms points, 30,000 answers' histogram each); and how long a frame of the live charts
// takes in the window after an hour of 100 ms points for two targets. Medians of N rounds (default 9), in ms of CPU time.
#include "median.h"
#include "options.h"

#include "core/stats/analysis.h"
#include "core/stats/histogram.h"
#include "ui/charts/chart.h"
#include "ui/charts/chartwidget.h"

#include <QApplication>
#include <QTextStream>

#include <cmath>

#include <time.h>

using namespace Qt::StringLiterals;
using namespace sweepbench;

namespace {

constexpr int levelCount = 5;
constexpr int repeats = 20;

/// Park and Miller's minimal standard generator (1988), 0 to 1.
double noise()
{
    static qint64 state = 12345;
    state = state * 48271 % 2147483647;
    return static_cast<double>(state) / 2147483647.0;
}

std::vector<SeriesPoint> series(int points, double rate)
{
    std::vector<SeriesPoint> result(static_cast<std::size_t>(points));
    for (int i = 0; i < points; ++i) {
        SeriesPoint &point = result[static_cast<std::size_t>(i)];
        point.startNs = i * 100'000'000LL;
        point.spanNs = 100'000'000;
        point.warmup = i < 10;
        point.requests = std::llround(rate / 10 * (0.9 + 0.2 * noise()));
        point.p50Ns = std::llround(1e6 * (0.9 + 0.2 * noise()));
        point.p99Ns = std::llround(4e6 * (0.7 + 0.9 * noise()));
    }
    return result;
}

Distribution answers(double middleNs)
{
    Histogram histogram;
    for (int i = 0; i < 30'000; ++i)
        histogram.record(std::llround(middleNs * std::exp(0.5 * (-std::log(1 - noise() * 0.99999)))));
    return histogram.distribution();
}

Session madeUpSession()
{
    Session session;
    for (const QString &name : {u"nginx"_s, u"Apache httpd"_s}) {
        Target target;
        target.name = name;
        target.url = u"http://127.0.0.1:%1/"_s.arg(8080 + session.plan.targets.size());
        session.plan.targets.push_back(target);
    }
    session.plan.sweep.levels = {1, 10, 100, 1000, 5000};
    session.plan.repeats = repeats;
    qint64 offset = 0;
    for (const TrialSlot &slot : trialOrder(session.plan, 0, repeats)) {
        auto trial = std::make_shared<Trial>();
        const int level = session.plan.sweep.levels[static_cast<std::size_t>(slot.level)];
        trial->target = slot.target;
        trial->connections = level;
        trial->repeat = slot.repeat;
        trial->order = slot.order;
        trial->startOffsetNs = offset;
        trial->duration = std::chrono::seconds(10);
        trial->latency = answers(2e5 * (1 + slot.target) * (1 + level / 20.0));
        trial->firstByte = trial->latency;
        trial->requests = std::llround(30'000 * (0.95 + 0.1 * noise()));
        trial->cancelled = level;
        trial->sent = trial->requests + level;
        trial->status[200] = trial->requests;
        trial->series = series(110, static_cast<double>(trial->requests) / 10);
        offset += 11'200'000'000;
        session.trials.push_back(std::move(trial));
    }
    return session;
}

/// CPU time of this thread, which does all the drawing: other programs on the machine do not count.
class Stopwatch
{
public:
    double ms() const { return now() - m_start; }

private:
    static double now()
    {
        timespec time{};
        ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
        return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
    }
    double m_start = now();
};

double median(const std::vector<double> &values)
{
    return bench::medianOf(values).value;
}

void timePictures(QTextStream &out, int rounds)
{
    const Session session = madeUpSession();
    const Analysis analysis = analyse(session);
    out << session.trials.size() << " trials, as a picture: PNG, SVG (ms)\n";
    for (const ChartKind kind : allChartKinds) {
        out << "  " << chartKindId(kind).leftJustified(14);
        for (const ChartFormat format : {ChartFormat::Png, ChartFormat::Svg}) {
            std::vector<double> times;
            for (int round = 0; round < rounds; ++round) {
                RenderOptions options;
                options.format = format;
                const Stopwatch time;
                const auto bytes = renderChart(kind, session, analysis, options);
                times.push_back(time.ms());
                if (!bytes)
                    out << bytes.problem().line() << ' ';
            }
            out << QString::number(median(times), 'f', 1).rightJustified(8);
        }
        out << Qt::endl;
    }
}

/// The chart on screen: worked out, laid out, drawn and painted.
void timeScreen(QTextStream &out, int rounds)
{
    const auto session = std::make_shared<const Session>(madeUpSession());
    const Analysis analysis = analyse(*session);
    out << "the same on screen, 1000 x 600 (ms)\n";
    for (const ChartKind kind : allChartKinds) {
        ChartWidget widget(kind);
        widget.resize(1000, 600);
        widget.show();
        std::vector<double> times;
        for (int round = 0; round < rounds; ++round) {
            const Stopwatch time;
            widget.setSession(session, analysis);
            widget.drawNow();
            widget.grab();
            times.push_back(time.ms());
        }
        out << "  " << chartKindId(kind).leftJustified(14) << QString::number(median(times), 'f', 1).rightJustified(8) << Qt::endl;
    }
}

void timeLive(QTextStream &out, int rounds)
{
    constexpr int points = 36'000;
    Plan plan = madeUpSession().plan;
    auto first = std::make_shared<Trial>();
    first->connections = 1;
    first->series = series(points, 20'000);
    const std::vector<SeriesPoint> current = series(points, 16'000);
    double all = 0;
    out << "a frame of the live charts, an hour of 100 ms points for each of two targets, 1200 x 350 (ms)\n";
    for (const ChartKind kind : liveChartKinds) {
        ChartWidget widget(kind);
        widget.setTitleVisible(false);
        widget.resize(1200, 350);
        widget.show();
        widget.setTrials(plan, {first});
        widget.setCurrent({1, 0, 0, 1}, {current.begin(), current.end() - rounds}, 3'600'000'000'000);
        const Distribution span = answers(1e6);
        if (kind == ChartKind::Heatmap)
            for (int i = 0; i < 2 * points; ++i)
                widget.appendAnswers({i < points ? 0 : 1, 0, 0, 0}, span, i * 100'000'000LL, 100'000'000);
        widget.drawNow();
        std::vector<double> times;
        for (int round = rounds - 1; round >= 0; --round) {
            const Stopwatch time;
            widget.setCurrent({1, 0, 0, 1}, {current.begin(), current.end() - round}, 3'600'000'000'000);
            widget.drawNow();
            widget.grab();
            times.push_back(time.ms());
        }
        all += median(times);
        out << "  " << chartKindId(kind).leftJustified(14) << QString::number(median(times), 'f', 1).rightJustified(8) << Qt::endl;
    }
    out << "  all           " << QString::number(all, 'f', 1).rightJustified(8) << Qt::endl;
}

} // namespace

int main(int argc, char *argv[])
{
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication app(argc, argv);
    QCommandLineParser parser;
    parser.addOptions({{u"rounds"_s, u"of each"_s, u"N"_s, u"9"_s}});
    bench::readOptions(parser, app);
    QTextStream out(stdout);
    const int rounds = bench::wholeOption(parser, u"rounds"_s, 1, 1000);
    timePictures(out, rounds);
    timeScreen(out, rounds);
    timeLive(out, rounds);
    return 0;
}
