// SPDX-License-Identifier: GPL-3.0-or-later
// Where the parts of a chart are put.
#include "samplesessions.h"

#include "core/model/format.h"
#include "core/stats/analysis.h"
#include "tests/support/warningguard.h"
#include "ui/charts/chartdraw.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;
using namespace sweepbench;
using samples::Sample;

class TestChartDraw : public test::GuardedTest
{
    Q_OBJECT

private slots:
    void wordsNeitherOverlapNorLeaveThePicture_data();
    void wordsNeitherOverlapNorLeaveThePicture();
    void axesSayWhatTheyShow();
    void aSweepOverRatesSaysSo();
    void ticksStandAtTheLevels_data();
    void ticksStandAtTheLevels();
    void oneLevelIsOneTick();
    void barsReachToTheInterval();
    void hugeBarsAreCutAndSaidSo();
    void namesStandAtTheLinesEnds();
    void swappedTargetsSwapEverything();
    void valuesLeftOutAreSaid_data();
    void valuesLeftOutAreSaid();
    void constantRateIsDrawnAtItsHeight();
    void bandsNameTheirLevel();
    void outliersAreMarked();
    void nothingToDrawIsSaid_data();
    void nothingToDrawIsSaid();
    void captionSaysWhatIsNeeded();
    void captionSaysHowRequestsWerePacedAndSent();
    void noPasswordIsShown();
};

namespace {

QStringList wordsOf(const ChartGeometry &geometry, TextRole role)
{
    QStringList words;
    for (const ChartGeometry::Text &text : geometry.texts)
        if (text.role == role)
            words << QString(text.text).replace(QChar(0x00A0), u' ').replace(QChar(0x202F), u' ');
    return words;
}

ChartGeometry sweepOf(const Sample &sample, QSize size = {1200, 700})
{
    return layOutChart(ChartKind::Sweep, sample.session, sample.analysis, {size, 1, ChartTheme::Light, ChartFormat::Png});
}

QStringList longNames()
{
    return {u"nginx 1.22.1 with gzip and a long cache configuration"_s, u"Apache httpd 2.4.62 (event MPM)"_s,
            u"http://h/?a=1&b=<2>\"x\"]]>"_s, u"Caddy 😀"_s};
}

} // namespace

void TestChartDraw::wordsNeitherOverlapNorLeaveThePicture_data()
{
    QTest::addColumn<Sample>("sample");
    QTest::addColumn<QSize>("size");
    const std::vector<std::pair<const char *, Sample>> sessions{
        {"two", samples::sample({u"nginx"_s, u"Apache httpd"_s}, {1, 10, 100}, 5)},
        {"four", samples::sample(longNames(), {1, 2, 5, 10, 20, 50, 100, 1000, 10000}, 5)},
        {"near levels", samples::sample({u"A"_s, u"B"_s}, {90, 91, 92, 93, 94, 95, 96, 97, 98, 99, 100}, 2)},
        {"wide levels", samples::sample({u"A"_s, u"B"_s}, {1, 100000}, 2)},
        {"one level", samples::sample({u"A"_s, u"B"_s, u"C"_s}, {64}, 3)},
        {"rates", samples::rateSample({u"nginx"_s, u"Apache httpd"_s}, {500, 1000, 2000, 4000, 8000, 16000}, 5)},
        {"nine", samples::sample({u"a"_s, u"b"_s, u"c"_s, u"d"_s, u"e"_s, u"f"_s, u"g"_s, u"h"_s, u"i"_s}, {1, 3, 9}, 2)},
        {"twenty at forty", samples::crowded()},
        {"huge and tiny", samples::spanning()},
        {"failed", samples::allFailed(longNames(), {1, 10})},
        {"nothing", Sample{}}};
    for (const auto &[name, sample] : sessions)
        for (const QSize size : {QSize(1200, 700), QSize(1280, 800), QSize(600, 400), QSize(400, 300)})
            QTest::addRow("%s %dx%d", name, size.width(), size.height()) << sample << size;
}

void TestChartDraw::wordsNeitherOverlapNorLeaveThePicture()
{
    QFETCH(Sample, sample);
    QFETCH(QSize, size);
    for (const ChartKind kind : allChartKinds) {
        const ChartGeometry geometry = layOutChart(kind, sample.session, sample.analysis, {size, 1, ChartTheme::Light, ChartFormat::Png});
        QVERIFY(!geometry.texts.empty());
        for (std::size_t i = 0; i < geometry.texts.size(); ++i) {
            const ChartGeometry::Text &text = geometry.texts[i];
            QVERIFY2(QRectF(QPointF(0, 0), size).contains(text.rect), qPrintable(chartKindId(kind) + u": clipped: "_s + text.text));
            for (std::size_t j = 0; j < i; ++j) {
                // The line height has air above and below the letters: lines of text may touch.
                const QRectF other = geometry.texts[j].rect.adjusted(0, 1.5, 0, -1.5);
                QVERIFY2(!text.rect.adjusted(0, 1.5, 0, -1.5).intersects(other),
                         qPrintable(u"%1: \"%2\" over \"%3\""_s.arg(chartKindId(kind), text.text, geometry.texts[j].text)));
            }
        }
        for (const ChartGeometry::Panel &panel : geometry.panels)
            QVERIFY2(panel.rect.height() >= 20 && panel.rect.width() >= 100, qPrintable(chartKindId(kind)));
    }
}

void TestChartDraw::axesSayWhatTheyShow()
{
    const Sample sample = samples::sample({u"A"_s, u"B"_s}, {1, 10, 100}, 5);
    const ChartGeometry sweep = sweepOf(sample);
    QCOMPARE(wordsOf(sweep, TextRole::AxisLabel), QStringList{u"Connections (log scale)"_s});
    QCOMPARE(wordsOf(sweep, TextRole::Heading),
             (QStringList{u"Requests per second"_s, u"p99 latency under own full load (log scale)"_s}));
    QCOMPARE(sweep.panels.size(), std::size_t{2});
    QVERIFY(!sweep.panels[0].y.log && sweep.panels[0].y.low == 0);
    QVERIFY(sweep.panels[1].y.log && sweep.panels[0].x.log && sweep.panels[1].x.log);
    QCOMPARE(sweep.panels[0].rect.left(), sweep.panels[1].rect.left());
    QCOMPARE(sweep.panels[0].rect.right(), sweep.panels[1].rect.right());
    QVERIFY(wordsOf(sweep, TextRole::TickLabel).contains(u"1 ms"_s));

    const auto draw = [&](ChartKind kind) { return layOutChart(kind, sample.session, sample.analysis); };
    const ChartGeometry throughput = draw(ChartKind::Throughput);
    QCOMPARE(wordsOf(throughput, TextRole::AxisLabel), QStringList{u"Time since the start of the run (s)"_s});
    QCOMPARE(wordsOf(throughput, TextRole::Heading), QStringList{u"Requests per second"_s});
    QVERIFY(!throughput.panels[0].y.log && throughput.panels[0].y.low == 0);
    const ChartGeometry latency = draw(ChartKind::Latency);
    QStringList legend = wordsOf(latency, TextRole::Legend);
    legend.removeAll(u"shaded: not settled yet (MSER)"_s); // by chance of the sample's noise
    QCOMPARE(legend, (QStringList{u"A"_s, u"B"_s, u"p50"_s, u"p99"_s, u"warm-up, not counted"_s}));
    QVERIFY(latency.panels[0].y.log);
    QVERIFY(wordsOf(latency, TextRole::TickLabel).contains(u"500 µs"_s));
}

void TestChartDraw::aSweepOverRatesSaysSo()
{
    Sample sample = samples::rateSample({u"A"_s, u"B"_s}, {500, 2000}, 2);
    const ChartGeometry sweep = sweepOf(sample);
    QCOMPARE(wordsOf(sweep, TextRole::AxisLabel), QStringList{u"Requests per second due (log scale)"_s});
    QCOMPARE(wordsOf(sweep, TextRole::Heading), (QStringList{u"Requests per second"_s, u"p99 response time (log scale)"_s}));
    QCOMPARE(wordsOf(sweep, TextRole::Subtitle), QStringList{u"Requests per second and p99 response time by rate due"_s});
    const ChartGeometry latency = layOutChart(ChartKind::Latency, sample.session, sample.analysis);
    QCOMPARE(wordsOf(latency, TextRole::Heading), QStringList{u"Response time (log scale)"_s});
    QVERIFY(wordsOf(latency, TextRole::Band).contains(u"2000/s due"_s));
    const Sample more = samples::rateSample({u"A"_s, u"B"_s}, {500, 1000, 2000}, 12);
    const QStringList brief = wordsOf(layOutChart(ChartKind::Throughput, more.session, more.analysis), TextRole::Band);
    QVERIFY(brief.contains(u"due/s"_s) && brief.contains(u"500"_s));
    for (const ChartKind kind : allChartKinds) {
        QString words;
        for (const ChartGeometry::Text &text : layOutChart(kind, sample.session, sample.analysis).texts)
            words += text.text + u'\n';
        QVERIFY2(!words.contains(u"atency"_s) && !words.contains(u"conn."_s), qPrintable(words));
    }
    // A rate at each number of connections: the levels are connections, the loop is open.
    Sample open = samples::sample({u"A"_s, u"B"_s}, {1, 10}, 2);
    open.session.plan.load.rate = 2000;
    QCOMPARE(wordsOf(sweepOf(open), TextRole::AxisLabel), QStringList{u"Connections (log scale)"_s});
    QCOMPARE(wordsOf(sweepOf(open), TextRole::Heading).value(1), u"p99 response time (log scale)"_s);
    sample.analysis.cells[2].quantileAtTimeout = true;
    QCOMPARE(sweepData(sample.session.plan, sample.analysis).notes,
             QStringList{u"A: p99 is at least the time-out at 2000 requests per second due."_s});
}

void TestChartDraw::ticksStandAtTheLevels_data()
{
    QTest::addColumn<std::vector<int>>("levels");
    QTest::addColumn<QStringList>("labels");
    QTest::newRow("decades") << std::vector<int>{1, 10, 100} << QStringList{u"1"_s, u"10"_s, u"100"_s};
    QTest::newRow("odd") << std::vector<int>{3, 7, 40} << QStringList{u"3"_s, u"7"_s, u"40"_s};
    QTest::newRow("wide") << std::vector<int>{1, 100000} << QStringList{u"1"_s, u"100 000"_s};
}

void TestChartDraw::ticksStandAtTheLevels()
{
    QFETCH(std::vector<int>, levels);
    QFETCH(QStringList, labels);
    const ChartGeometry geometry = sweepOf(samples::sample({u"A"_s, u"B"_s}, levels, 3));
    const ChartGeometry::Panel &lower = geometry.panels[1];
    QStringList found;
    for (const ChartGeometry::Text &text : geometry.texts) {
        if (text.role != TextRole::TickLabel || text.rect.top() < lower.rect.bottom())
            continue;
        const auto index = static_cast<std::size_t>(found.size());
        found << QString(text.text).replace(QChar(0x202F), u' ');
        QVERIFY(index < levels.size());
        QVERIFY(std::abs(text.rect.center().x() - lower.x.toPixel(levels[index])) <= 1);
    }
    QCOMPARE(found, labels);
    for (const ChartGeometry::Panel &panel : geometry.panels)
        QVERIFY(std::equal(panel.xTicks.begin(), panel.xTicks.end(), levels.begin(), levels.end()));
    // Levels whose labels have no room keep their ticks.
    const std::vector<int> near{90, 91, 92, 93, 94, 95, 96, 97, 98, 99, 100, 1000};
    const auto crowded = sweepOf(samples::sample({u"A"_s}, near, 2), {600, 400}).panels;
    QVERIFY(std::equal(crowded[1].xTicks.begin(), crowded[1].xTicks.end(), near.begin(), near.end()));
    for (const ChartGeometry::Point &point : geometry.points)
        QVERIFY(std::abs(point.at.x() - lower.x.toPixel(point.level)) < 1e-6);
}

void TestChartDraw::oneLevelIsOneTick()
{
    const ChartGeometry geometry = sweepOf(samples::sample({u"A"_s, u"B"_s}, {64}, 5));
    QCOMPARE(wordsOf(geometry, TextRole::TickLabel).filter(u"64"_s), QStringList{u"64"_s});
    QCOMPARE(geometry.points.size(), std::size_t{4});
    for (const ChartGeometry::Point &point : geometry.points)
        QVERIFY(geometry.panels[0].rect.left() < point.at.x() && point.at.x() < geometry.panels[0].rect.right());
    QVERIFY(geometry.points[0].at.x() < geometry.points[1].at.x()); // side by side
}

void TestChartDraw::barsReachToTheInterval()
{
    const Sample sample = samples::sample({u"A"_s, u"B"_s}, {1, 10, 100}, 5);
    const ChartGeometry geometry = sweepOf(sample);
    QCOMPARE(geometry.bars.size(), std::size_t{12});
    for (const ChartGeometry::Bar &bar : geometry.bars) {
        const Summary &summary = sample.analysis.cell(bar.target, bar.level)->metrics.at(bar.metric);
        const Scale &y = geometry.panels[bar.metric == Metric::Rps ? 0 : 1].y;
        QVERIFY(std::abs(bar.line.y1() - y.toPixel(*summary.ciLow)) < 1e-6);
        QVERIFY(std::abs(bar.line.y2() - y.toPixel(*summary.ciHigh)) < 1e-6);
        QVERIFY(!bar.cut);
    }
    // One trial has no interval, and no bar is made up for it.
    const Sample single = samples::sample({u"A"_s, u"B"_s}, {1, 10}, 1);
    QVERIFY(sweepOf(single).bars.empty());
    QVERIFY(chartCaption(ChartKind::Sweep, single.session, single.analysis).contains(u"no bars"_s));
}

void TestChartDraw::hugeBarsAreCutAndSaidSo()
{
    Sample sample = samples::sample({u"A"_s, u"B"_s}, {1, 10}, 2);
    Summary &wide = sample.analysis.cells[0].metrics[Metric::Rps];
    wide.ciLow = 1;
    wide.ciHigh = 1e9;
    const ChartGeometry geometry = sweepOf(sample);
    QVERIFY(geometry.panels[0].y.high < 1e5);
    QVERIFY(std::any_of(geometry.bars.begin(), geometry.bars.end(), [](const ChartGeometry::Bar &bar) { return bar.cut; }));
    for (const ChartGeometry::Bar &bar : geometry.bars) {
        const QRectF &rect = geometry.panels[bar.metric == Metric::Rps ? 0 : 1].rect;
        QVERIFY(bar.line.y2() >= rect.top() - 1e-6 && bar.line.y1() <= rect.bottom() + 1e-6);
    }
    QCOMPARE(wordsOf(geometry, TextRole::Note), QStringList{u"Bars that end in an arrow reach beyond the axis."_s});
}

void TestChartDraw::namesStandAtTheLinesEnds()
{
    const Sample sample = samples::sample({u"nginx"_s, u"Apache httpd"_s}, {1, 10, 100}, 5);
    const ChartGeometry geometry = sweepOf(sample);
    QCOMPARE(wordsOf(geometry, TextRole::Name), (QStringList{u"nginx"_s, u"Apache httpd"_s, u"nginx"_s, u"Apache httpd"_s}));
    for (const ChartGeometry::Text &text : geometry.texts) {
        if (text.role != TextRole::Name)
            continue;
        QVERIFY(text.rect.left() > geometry.panels[0].rect.right());
        const bool upper = text.rect.center().y() < geometry.panels[0].rect.bottom() + 10;
        const auto end = std::find_if(geometry.points.begin(), geometry.points.end(), [&](const ChartGeometry::Point &point) {
            return point.target == text.target && point.level == 100 && point.metric == (upper ? Metric::Rps : Metric::P99Ns);
        });
        QVERIFY(end != geometry.points.end());
        QVERIFY(std::abs(end->at.y() - text.rect.center().y()) <= text.rect.height());
    }
    // Long ones keep both their ends.
    const QStringList elided = wordsOf(sweepOf(samples::sample(longNames(), {1, 10}, 3)), TextRole::Name);
    QVERIFY(elided[0].startsWith(u"nginx 1.22"_s) && elided[0].contains(u'…') && elided[0].endsWith(u"configuration"_s));
}

// UI-03 (public reports): labels and data of two series mixed up.
void TestChartDraw::swappedTargetsSwapEverything()
{
    Sample sample = samples::sample({u"fast"_s, u"slow"_s}, {1, 10, 100}, 5);
    const ChartGeometry before = sweepOf(sample);
    std::swap(sample.session.plan.targets[0], sample.session.plan.targets[1]);
    for (CellSummary &cell : sample.analysis.cells)
        cell.target = 1 - cell.target;
    const ChartGeometry after = sweepOf(sample);
    const auto nameHeight = [](const ChartGeometry &geometry, const QString &name) {
        const auto found = std::find_if(geometry.texts.begin(), geometry.texts.end(),
                                        [&](const auto &text) { return text.role == TextRole::Name && text.text == name; });
        return found == geometry.texts.end() ? -1 : found->rect.center().y();
    };
    QVERIFY(nameHeight(before, u"fast"_s) < nameHeight(before, u"slow"_s));
    QCOMPARE(nameHeight(after, u"fast"_s), nameHeight(before, u"fast"_s));
    QCOMPARE(nameHeight(after, u"slow"_s), nameHeight(before, u"slow"_s));
    QCOMPARE(wordsOf(after, TextRole::Title), QStringList{u"slow vs fast"_s});
    QCOMPARE(before.points[0].target, 0);
    QCOMPARE(after.points[3].target, 1);
    QCOMPARE(before.points[0].at, after.points[3].at);
}

// UI-01 (public reports): the chart says what its log axis can't show, and does not hang on it.
void TestChartDraw::valuesLeftOutAreSaid_data()
{
    QTest::addColumn<std::vector<double>>("values");
    QTest::addColumn<QString>("words");
    QTest::newRow("zeros and a value") << std::vector<double>{0, 0, 5} << u"Left out on the log axis: 2 values of zero or below."_s;
    QTest::newRow("zero") << std::vector<double>{0} << u"no data: no value above 0"_s;
    QTest::newRow("NaN") << std::vector<double>{std::nan("")} << u"no data"_s;
    QTest::newRow("negative") << std::vector<double>{-1, 1} << u"Left out on the log axis: 1 value of zero or below."_s;
    QTest::newRow("far apart") << std::vector<double>{1e-9, 1e9} << u"1 ms"_s;
}

void TestChartDraw::valuesLeftOutAreSaid()
{
    QFETCH(std::vector<double>, values);
    QFETCH(QString, words);
    Sample sample;
    sample.session.plan.targets.resize(1);
    sample.session.plan.targets[0].name = u"A"_s;
    for (std::size_t i = 0; i < values.size(); ++i) {
        CellSummary cell;
        cell.level = static_cast<int>(std::pow(10, i));
        cell.trials = 1;
        cell.metrics[Metric::P99Ns].n = 1;
        cell.metrics[Metric::P99Ns].mean = values[i];
        sample.analysis.cells.push_back(cell);
    }
    bool said = false;
    for (int round = 0; round < 20; ++round)
        for (const ChartGeometry::Text &text : sweepOf(sample, {600 + round, 400}).texts)
            said = said || QString(text.text).replace(QChar(0x00A0), u' ').contains(words);
    QVERIFY2(said, qPrintable(words));
}

void TestChartDraw::constantRateIsDrawnAtItsHeight()
{
    Sample sample = samples::sample({u"A"_s}, {10}, 1);
    Trial trial = *sample.session.trials[0];
    trial.series = samples::constantSeries(20000, 5, 7.3);
    trial.startOffsetNs = 0;
    sample.session.trials[0] = std::make_shared<const Trial>(trial);
    const ChartGeometry geometry = layOutChart(ChartKind::Throughput, sample.session, sample.analysis);
    QVERIFY(geometry.panels[0].y.high > 20000 && geometry.panels[0].y.high < 22000);
    QCOMPARE(geometry.panels[0].x.high, 7.3);
    QVERIFY(wordsOf(geometry, TextRole::TickLabel).contains(u"20 000"_s));
}

void TestChartDraw::bandsNameTheirLevel()
{
    const Sample few = samples::sample({u"A"_s, u"B"_s}, {1, 10}, 2);
    const QStringList labels = wordsOf(layOutChart(ChartKind::Throughput, few.session, few.analysis), TextRole::Band);
    QVERIFY(labels.contains(u"1 conn."_s) && labels.contains(u"10 conn."_s));
    const Sample more = samples::sample({u"A"_s, u"B"_s}, {1, 10, 100}, 12);
    const QStringList brief = wordsOf(layOutChart(ChartKind::Throughput, more.session, more.analysis), TextRole::Band);
    QVERIFY(brief.contains(u"conn."_s) && brief.contains(u"10"_s) && !brief.contains(u"10 conn."_s));
}

/// One trial of nine at half the rate: a hollow mark at its figure in the sweep, a dagger over its band, a note that says so.
void TestChartDraw::outliersAreMarked()
{
    Session session = samples::sample({u"A"_s, u"B"_s}, {10, 100}, 9).session;
    for (TrialPtr &trial : session.trials) {
        if (trial->target != 1 || trial->repeat != 4 || trial->connections != 100)
            continue;
        Trial slow = *trial;
        slow.duration *= 2;
        trial = std::make_shared<const Trial>(slow);
    }
    for (const bool leftOut : {false, true}) {
        session.judging.leaveOutOutliers = leftOut;
        const Analysis analysis = analyse(session);
        const std::vector<OutlierTrial> outliers = analysis.cell(1, 100)->outliers;
        QCOMPARE(outliers.size(), std::size_t(1));
        const ChartGeometry sweep = layOutChart(ChartKind::Sweep, session, analysis);
        int marks = 0;
        for (const ChartGeometry::Point &point : sweep.points) {
            if (!point.hollow)
                continue;
            ++marks;
            QCOMPARE(point.target, 1);
            QCOMPARE(point.level, 100);
            QCOMPARE(point.metric, Metric::Rps);
            QVERIFY(std::abs(point.at.y() - sweep.panels[0].y.toPixel(outliers[0].value)) < 1e-6);
        }
        QCOMPARE(marks, 1);
        QVERIFY2(wordsOf(sweep, TextRole::Note).join(u' ').contains(leftOut ? u"left out of the means"_s : u"kept in the means"_s),
                 qPrintable(wordsOf(sweep, TextRole::Note).join(u' ')));
        const ChartGeometry course = layOutChart(ChartKind::Throughput, session, analysis);
        QCOMPARE(wordsOf(course, TextRole::Mark), QStringList{outlierMark()});
        QVERIFY(wordsOf(course, TextRole::Note).join(u' ').contains(u"outlier"));
    }
    const Sample clean = samples::sample({u"A"_s, u"B"_s}, {10}, 3);
    QVERIFY(wordsOf(layOutChart(ChartKind::Throughput, clean.session, clean.analysis), TextRole::Mark).isEmpty());
}

void TestChartDraw::nothingToDrawIsSaid_data()
{
    QTest::addColumn<Sample>("sample");
    QTest::addColumn<QString>("reason");
    QTest::newRow("empty") << Sample{} << u"Nothing has been measured yet."_s;
    QTest::newRow("failed") << samples::allFailed({u"A"_s, u"B"_s}, {1, 10}) << u"A: connection refused (127.0.0.1:8080)"_s;
}

void TestChartDraw::nothingToDrawIsSaid()
{
    QFETCH(Sample, sample);
    QFETCH(QString, reason);
    for (const ChartKind kind : allChartKinds) {
        if (kind == ChartKind::Errors && !sample.session.trials.empty())
            continue; // errors are what it draws
        const ChartGeometry geometry = layOutChart(kind, sample.session, sample.analysis);
        QVERIFY(geometry.panels.empty());
        const QStringList words = wordsOf(geometry, TextRole::Message);
        QCOMPARE(words.value(0), u"no data"_s);
        QVERIFY(words.contains(reason));
    }
}

void TestChartDraw::captionSaysWhatIsNeeded()
{
    const Sample sample = samples::sample({u"A"_s, u"B"_s}, {1, 10}, 5);
    const QString caption = chartCaption(ChartKind::Sweep, sample.session, sample.analysis).replace(QChar(0x00A0), u' ');
    for (const QString &part : {u"mean of 5 trials"_s, u"95 % t interval on the logarithm"_s, u"5 pairs per level"_s, u"keep-alive on"_s,
                                u"1 s per trial"_s, u"after 200 ms of warm-up"_s, u"1 worker thread"_s, u"Intel Xeon Platinum 8259CL, 2 cores"_s,
                                u"sweepbench 0.1.0"_s, u"2026-11-30"_s})
        QVERIFY2(caption.contains(part), qPrintable(part + u" in: "_s + caption));
    QVERIFY(chartCaption(ChartKind::Throughput, sample.session, sample.analysis).contains(u"spans of about 100\u00A0ms"_s));

    Sample fixed = sample;
    fixed.session.plan.load.duration.reset();
    fixed.session.plan.load.requests = 5000;
    fixed.session.plan.load.requestsPerConnection = 1;
    fixed.session.plan.load.warmup = {};
    const QString other = chartCaption(ChartKind::Latency, fixed.session, fixed.analysis).replace(QChar(0x00A0), u' ');
    QVERIFY2(other.contains(u"keep-alive off, 5000 requests per trial, no warm-up"_s), qPrintable(other));
    // All of it is in the picture, in lines that fit.
    QCOMPARE(wordsOf(sweepOf(sample, {600, 400}), TextRole::Caption).join(QString()).remove(u' '), QString(caption).remove(u' '));
}

void TestChartDraw::captionSaysHowRequestsWerePacedAndSent()
{
    const auto captionOf = [](const Sample &sample) {
        return chartCaption(ChartKind::Sweep, sample.session, sample.analysis).replace(QChar(0x00A0), u' ');
    };
    const auto contains = [](const QString &caption, const QStringList &parts) {
        return std::all_of(parts.begin(), parts.end(), [&](const QString &part) { return caption.contains(part); });
    };
    Sample closed = samples::sample({u"A"_s, u"B"_s}, {1, 10}, 3);
    QVERIFY(contains(captionOf(closed), {u"Load: closed loop, socket transport, keep-alive on"_s, u"service time under each server’s own load"_s}));
    closed.session.plan.load.thinkTime = std::chrono::milliseconds(10);
    closed.session.plan.load.rampUp = std::chrono::seconds(2);
    QVERIFY(contains(captionOf(closed), {u"closed loop, 10 ms of think time, 2 s of ramp-up"_s}));

    Sample rates = samples::rateSample({u"A"_s, u"B"_s}, {500, 2000}, 3);
    rates.session.plan.load.arrivals = Arrivals::Poisson;
    QVERIFY2(contains(captionOf(rates), {u"Load: open loop at the rate of each level over at most 100 connections, Poisson arrivals, socket"_s,
                                         u"Response time counts from the instant"_s}),
             qPrintable(captionOf(rates)));

    Sample qnam = samples::sample({u"A"_s, u"B"_s}, {1, 10}, 3);
    Load &load = qnam.session.plan.load;
    load.rate = 2000;
    load.transport = TransportKind::Qnam;
    load.http = HttpVersion::Http2;
    load.followRedirects = load.cookies = true;
    qnam.session.trials.clear(); // before the first one, the plan says it
    QVERIFY(contains(captionOf(qnam), {u"open loop at 2000 requests per second, uniform arrivals, qnam transport, HTTP/2"_s,
                                       u"a level counts streams"_s, u"redirects followed, cookies kept"_s}));
    Trial fellBack;
    fellBack.transport = TransportKind::Qnam;
    qnam.session.trials.push_back(std::make_shared<const Trial>(fellBack));
    QVERIFY(contains(captionOf(qnam), {u"qnam transport, HTTP/1.1"_s}));
}

void TestChartDraw::noPasswordIsShown()
{
    Sample sample = samples::sample({u"A"_s, QString()}, {1, 10}, 3);
    sample.session.plan.targets[0].proxy = u"http://user:hunter2@proxy.example:3128"_s;
    sample.session.plan.targets[0].tls.insecure = true;
    sample.session.plan.targets[1].url = u"https://user:hunter2@127.0.0.1:8443/x"_s;
    for (const ChartKind kind : allChartKinds) {
        QString words;
        for (const ChartGeometry::Text &text : layOutChart(kind, sample.session, sample.analysis).texts)
            words += text.text + u'\n';
        QVERIFY2(!words.contains(u"hunter2"_s), qPrintable(words));
        QVERIFY(words.contains(u"https://127.0.0.1:8443/x"_s));
        const auto svg = renderChart(kind, sample.session, sample.analysis, {{1200, 700}, 1, ChartTheme::Light, ChartFormat::Svg});
        QVERIFY(svg.ok() && !svg->contains("hunter2"));
    }
    const QString caption = chartCaption(ChartKind::Sweep, sample.session, sample.analysis);
    QVERIFY2(caption.contains(u"Through a proxy: A."_s) && caption.contains(u"Certificates not verified: A."_s), qPrintable(caption));
}

QTEST_MAIN(TestChartDraw)
#include "tst_chartdraw.moc"
