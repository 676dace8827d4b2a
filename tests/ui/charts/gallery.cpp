// SPDX-License-Identifier: GPL-3.0-or-later
// chart_gallery FOLDER: every chart of some made-up sessions, as PNG and SVG.
#include "samplesessions.h"
#include "tests/support/publishedsession.h"
#include "ui/charts/chart.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QTextStream>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace sweepbench;

namespace {

void write(const QDir &folder, const QString &name, ChartKind kind, const samples::Sample &sample, RenderOptions options)
{
    const auto bytes = renderChart(kind, sample.session, sample.analysis, options);
    QTextStream out(stdout);
    if (!bytes) {
        out << bytes.problem().line() << '\n';
        return;
    }
    QFile file(folder.filePath(u"%1-%2.%3"_s.arg(name, chartKindId(kind), chartFormatId(options.format))));
    if (file.open(QIODevice::WriteOnly))
        file.write(*bytes);
}

/// The same with the other target as baseline.
samples::Sample swapped(samples::Sample sample)
{
    std::reverse(sample.session.plan.targets.begin(), sample.session.plan.targets.end());
    for (TrialPtr &trial : sample.session.trials) {
        Trial other = *trial;
        other.target = 1 - other.target;
        trial = std::make_shared<const Trial>(other);
    }
    return sample;
}

/// The same with error statuses, time-outs and resets of the second target.
samples::Sample withErrors(samples::Sample sample)
{
    for (TrialPtr &trial : sample.session.trials) {
        Trial other = *trial;
        if (other.target == 1) {
            other.errors[ErrorKind::Status] = other.status[503] = 40;
            other.errors[ErrorKind::Timeout] = 12;
            other.errors[ErrorKind::Reset] = 1;
            other.sent += 53;
        }
        trial = std::make_shared<const Trial>(other);
    }
    return sample;
}

} // namespace

int main(int argc, char *argv[])
{
    QApplication app(argc, argv);
    const QDir folder(argc > 1 ? QString::fromLocal8Bit(argv[1]) : u"."_s);
    folder.mkpath(u"."_s);
    const auto two = samples::sample({u"nginx"_s, u"Apache httpd"_s}, {1, 10, 100}, 5);
    const auto four = samples::sample({u"nginx 1.22.1 with gzip and a long cache configuration"_s, u"Apache httpd 2.4.62 (event MPM)"_s,
                                       u"http://h/?a=1&b=<2>\"x\"]]>"_s, u"Caddy 😀"_s},
                                      {1, 2, 5, 10, 20, 50, 100, 1000, 10000}, 5);
    const auto one = samples::sample({u"nginx"_s, u"Apache httpd"_s}, {64}, 5);
    const auto single = samples::sample({u"demo"_s}, {1, 10, 100}, 1);
    const auto many = samples::sample({u"a"_s, u"b"_s, u"c"_s, u"d"_s, u"e"_s, u"f"_s, u"g"_s, u"h"_s, u"i"_s}, {1, 3, 9, 27, 81}, 2);
    auto gaps = samples::sample({u"nginx"_s, u"Apache httpd"_s, u"Caddy"_s}, {1, 3, 10, 30, 100}, 2);
    gaps.analysis.cells[4].metrics.clear();
    gaps.analysis.cells[13].metrics.clear();
    gaps.analysis.cells[6].metrics[Metric::Rps].ciHigh = 1e7;
    gaps.analysis.cells[11].metrics[Metric::P99Ns].ciHigh = 1e10;
    gaps.analysis.cells[14].metrics[Metric::P99Ns].mean = 0;
    const auto near = samples::sample({u"A"_s, u"B"_s}, {80, 85, 90, 95, 100, 105, 110, 115, 120, 1000}, 3);
    const auto rates = samples::rateSample({u"nginx"_s, u"Apache httpd"_s}, {500, 1000, 2000, 4000, 8000, 16000}, 5);
    const samples::Sample published{test::emacsSession(), {}};
    const samples::Sample back = swapped(published);
    const auto three = samples::sample({u"nginx"_s, u"Apache httpd"_s, u"Caddy"_s}, {1, 10, 100, 1000}, 5);
    const auto pair = samples::sample({u"nginx"_s, u"Apache httpd"_s}, {1, 10, 100}, 2);
    const auto failed = samples::allFailed({u"nginx"_s, u"Apache httpd"_s}, {1, 10});
    for (const auto &[name, sample] : {std::pair{u"published"_s, published}, {u"slower"_s, back}, {u"three"_s, three}, {u"twopairs"_s, pair}}) {
        write(folder, name, ChartKind::Reduction, sample, {});
        write(folder, name + u"small"_s, ChartKind::Reduction, sample, {{600, 400}, 1, ChartTheme::Light, ChartFormat::Png});
        write(folder, name + u"dark"_s, ChartKind::Reduction, sample, {{800, 500}, 1, ChartTheme::Dark, ChartFormat::Png});
    }
    ChartView views;
    views.dots = views.twoAxes = views.smooth = true;
    write(folder, u"published"_s, ChartKind::Sweep, three, {{1200, 700}, 1, ChartTheme::Light, ChartFormat::Png, views});
    views.twoAxes = false;
    write(folder, u"dots"_s, ChartKind::Sweep, three, {{1200, 700}, 1, ChartTheme::Dark, ChartFormat::Png, views});
    views.level = 10;
    write(folder, u"level"_s, ChartKind::Pairs, three, {{800, 500}, 1, ChartTheme::Light, ChartFormat::Png, views});
    const auto crowded = samples::crowded();
    const auto spanning = samples::spanning();
    const auto troubled = withErrors(two);
    for (const ChartKind kind : allChartKinds) {
        write(folder, u"crowded"_s, kind, crowded, {});
        write(folder, u"spanning"_s, kind, spanning, {});
        write(folder, u"troubled"_s, kind, troubled, {});
        write(folder, u"two"_s, kind, two, {});
        write(folder, u"two"_s, kind, two, {{1200, 700}, 1, ChartTheme::Light, ChartFormat::Svg});
        write(folder, u"dark"_s, kind, two, {{1280, 800}, 1, ChartTheme::Dark, ChartFormat::Png});
        write(folder, u"small"_s, kind, two, {{600, 400}, 1, ChartTheme::Light, ChartFormat::Png});
        write(folder, u"twice"_s, kind, two, {{600, 400}, 2, ChartTheme::Light, ChartFormat::Png});
        write(folder, u"four"_s, kind, four, {});
        write(folder, u"foursmall"_s, kind, four, {{600, 400}, 1, ChartTheme::Light, ChartFormat::Png});
        write(folder, u"four"_s, kind, four, {{1200, 700}, 1, ChartTheme::Dark, ChartFormat::Svg});
        write(folder, u"one"_s, kind, one, {{800, 500}, 1, ChartTheme::Light, ChartFormat::Png});
        write(folder, u"single"_s, kind, single, {{800, 500}, 1, ChartTheme::Light, ChartFormat::Png});
        write(folder, u"many"_s, kind, many, {{800, 500}, 1, ChartTheme::Light, ChartFormat::Png});
        write(folder, u"gaps"_s, kind, gaps, {{800, 500}, 1, ChartTheme::Light, ChartFormat::Png});
        write(folder, u"rates"_s, kind, rates, {});
        write(folder, u"ratessmall"_s, kind, rates, {{600, 400}, 1, ChartTheme::Dark, ChartFormat::Png});
        write(folder, u"near"_s, kind, near, {{600, 400}, 1, ChartTheme::Light, ChartFormat::Png});
        write(folder, u"failed"_s, kind, failed, {{800, 500}, 1, ChartTheme::Light, ChartFormat::Png});
        write(folder, u"empty"_s, kind, samples::Sample{}, {{800, 500}, 1, ChartTheme::Dark, ChartFormat::Png});
    }
    return 0;
}
