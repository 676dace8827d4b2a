// SPDX-License-Identifier: GPL-3.0-or-later
// What the charts of one level and of comparisons draw, by its numbers.
#include "samplesessions.h"

#include "core/model/format.h"
#include "core/stats/analysis.h"
#include "core/stats/histogram.h"
#include "tests/support/warningguard.h"
#include "ui/charts/chartdraw.h"
#include "ui/charts/metricaxis.h"
#include "ui/charts/monotonecurve.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace Qt::StringLiterals;
using namespace sweepbench;
using samples::Sample;

class TestChartValues : public test::GuardedTest
{
    Q_OBJECT

private slots:
    void levelShownByDefault();
    void percentilesAreNearestRanks();
    void timeoutsAreAtLeast();
    void unfitTrialsAreLeftOut();
    void zerosOnLogAxesAreSaid();
    void percentileTicksAreHdrHistograms();
    void cumulativeEndsAtTheShareAnswered();
    void histogramSharesAddUp_data();
    void histogramSharesAddUp();
    void boxesAreTukeys();
    void phasesAddUpToTheMean();
    void outcomesCountEveryRequestOnce();
    void forestHasTheComparisons();
    void pairsAreOfOneBlock();
    void heatSharesAddUp();
    void longRunsKeepFewColumns();
    void curveMissesNoPoint_data();
    void curveMissesNoPoint();
    void hiddenTargetsAreNotDrawn();
    void dotsAreTheTrials();
    void oneTrialStartsAtZero();
};

namespace {

Distribution times(const std::vector<qint64> &ns)
{
    Histogram histogram;
    for (const qint64 each : ns)
        histogram.record(each);
    return histogram.distribution();
}

LatencyLine lineOf(const std::vector<qint64> &ns, qint64 timedOut = 0)
{
    LatencyLine line;
    line.times = times(ns);
    line.timedOut = timedOut;
    line.timeoutNs = 1e9;
    return line;
}

std::vector<qint64> upTo(int n)
{
    std::vector<qint64> values(static_cast<std::size_t>(n));
    std::iota(values.begin(), values.end(), qint64{1});
    return values;
}

double yAt(const std::vector<QPointF> &points, double x)
{
    const auto found = std::find_if(points.begin(), points.end(), [x](const QPointF &point) { return point.x() >= x * (1 - 1e-9); });
    return found == points.end() ? std::nan("") : found->y();
}

Sample two(int repeats = 5)
{
    return samples::sample({u"A"_s, u"B"_s}, {1, 10, 100}, repeats);
}

template<typename Change>
void changeTrial(Session &session, std::size_t index, Change change)
{
    Trial trial = *session.trials[index];
    change(trial);
    session.trials[index] = std::make_shared<const Trial>(trial);
}

} // namespace

void TestChartValues::levelShownByDefault()
{
    Session session = two(2).session;
    QCOMPARE(measuredLevels(session), (std::vector<int>{1, 10, 100}));
    QCOMPARE(shownLevel(session, {}), std::optional(100));
    ChartView view;
    view.level = 10;
    QCOMPARE(shownLevel(session, view), std::optional(10));
    view.level = 11; // never measured
    QCOMPARE(shownLevel(session, view), std::optional(100));
    std::erase_if(session.trials, [](const TrialPtr &trial) { return trial->connections == 100 && trial->repeat == 1; });
    QCOMPARE(shownLevel(session, {}), std::optional(10)); // more trials than at 100
    Session none;
    none.plan.sweep.levels.clear();
    QVERIFY(!shownLevel(none, {}));
    QCOMPARE(shownMetric(session.plan, {}), Metric::Rps);
    QCOMPARE(shownCandidate(session, {}), std::optional(1));
    session.judging.baseline = 1;
    QCOMPARE(shownCandidate(session, {}), std::optional(0));
    session.plan.targets.resize(1);
    session.judging.baseline = 0;
    QVERIFY(!shownCandidate(session, {}));
}

void TestChartValues::percentilesAreNearestRanks()
{
    const std::vector<QPointF> points = percentilePoints(lineOf(upTo(1000)));
    QCOMPARE(points.front(), QPointF(1, 1));
    QCOMPARE(yAt(points, 10), 900.0);  // 90 % of 1..1000
    QCOMPARE(yAt(points, 100), 990.0);
    QCOMPARE(points.back(), QPointF(1000, 1000)); // the slowest
    QVERIFY(std::is_sorted(points.begin(), points.end(), [](const QPointF &a, const QPointF &b) { return a.x() < b.x(); }));
    QVERIFY(std::is_sorted(points.begin(), points.end(), [](const QPointF &a, const QPointF &b) { return a.y() < b.y(); }));
    QVERIFY(percentilePoints({}).empty());
    QCOMPARE(percentilePoints(lineOf({7})), (std::vector<QPointF>{{1, 7}}));
}

void TestChartValues::timeoutsAreAtLeast()
{
    const LatencyLine line = lineOf(upTo(990), 10); // 1 % of a thousand
    QCOMPARE(timeoutFrom(line), std::optional(100.0));
    const std::vector<QPointF> points = percentilePoints(line);
    QCOMPARE(yAt(points, 10), 900.0);
    QVERIFY(points.back().x() <= 100 * (1 + 1e-9) && points.back().y() <= 990);
    QVERIFY(!timeoutFrom(lineOf({1})));

    Sample sample = two();
    for (std::size_t i = 0; i < sample.session.trials.size(); ++i)
        changeTrial(sample.session, i, [](Trial &trial) {
            if (trial.target == 1)
                trial.errors[ErrorKind::Timeout] = 6; // of about 1200 answers a trial
        });
    const DistributionData data = distributionData(ChartKind::Percentiles, sample.session, {});
    QCOMPARE(data.lines.size(), std::size_t{2});
    QCOMPARE(data.lines[1].timedOut, 30);
    QCOMPARE(data.notes.size(), 1);
    QVERIFY2(data.notes[0].startsWith(u"B: 0.50"_s) && data.notes[0].contains(u"at least 30"_s), qPrintable(data.notes[0]));
    const ChartGeometry geometry = layOutChart(ChartKind::Percentiles, sample.session, sample.analysis);
    QVERIFY(std::any_of(geometry.texts.begin(), geometry.texts.end(),
                        [](const ChartGeometry::Text &text) { return text.text.contains(u"at least the time-out"_s); }));
}

void TestChartValues::unfitTrialsAreLeftOut()
{
    Sample sample = two(3);
    const auto answers = distributionData(ChartKind::Histogram, sample.session, {}).lines[0].times.count;
    for (std::size_t i = 0; i < sample.session.trials.size(); ++i)
        changeTrial(sample.session, i, [](Trial &trial) {
            if (trial.target == 0 && trial.repeat == 1)
                trial.findings.push_back({u"errors"_s, Severity::Unfit, {}});
        });
    const DistributionData data = distributionData(ChartKind::Histogram, sample.session, {});
    QCOMPARE(data.lines[0].times.count, answers / 3 * 2);
    QCOMPARE(data.notes, QStringList{u"A: 1 trial is unfit and left out."_s});
}

// UI-01 (public reports): zeros on a log axis.
void TestChartValues::zerosOnLogAxesAreSaid()
{
    Sample sample = two(2);
    for (std::size_t i = 0; i < sample.session.trials.size(); ++i)
        changeTrial(sample.session, i, [](Trial &trial) {
            trial.latency = trial.target == 0 ? times({0, 0}) : times({0, 5'000'000});
        });
    for (const ChartKind kind : {ChartKind::Percentiles, ChartKind::Distribution, ChartKind::Histogram, ChartKind::Heatmap}) {
        const ChartGeometry geometry = layOutChart(kind, sample.session, sample.analysis);
        for (const ChartGeometry::Panel &panel : geometry.panels)
            QVERIFY2(std::isfinite(panel.x.low) && panel.x.high > panel.x.low && std::isfinite(panel.y.high) && panel.y.high > panel.y.low,
                     qPrintable(chartKindId(kind)));
        const bool said = std::any_of(geometry.texts.begin(), geometry.texts.end(), [](const ChartGeometry::Text &text) {
            return text.role == TextRole::Note && text.text.startsWith(u"Left out on the log axis"_s);
        });
        QVERIFY2(said || kind == ChartKind::Heatmap, qPrintable(chartKindId(kind)));
    }
}

// HdrHistogram's plotter (http://hdrhistogram.github.io/HdrHistogram/plotFiles.html) labels these.
void TestChartValues::percentileTicksAreHdrHistograms()
{
    QStringList labels;
    std::vector<double> values;
    for (const Tick &tick : percentileTicks(1e6)) {
        labels << QString(tick.label).replace(QChar(0x00A0), u' ');
        values.push_back(tick.value);
    }
    QCOMPARE(labels, (QStringList{u"0 %"_s, u"50 %"_s, u"90 %"_s, u"99 %"_s, u"99.9 %"_s, u"99.99 %"_s, u"99.999 %"_s, u"99.9999 %"_s}));
    QCOMPARE(values, (std::vector<double>{1, 2, 10, 100, 1e3, 1e4, 1e5, 1e6}));
}

void TestChartValues::cumulativeEndsAtTheShareAnswered()
{
    qint64 leftOut = 0;
    std::vector<qint64> values = upTo(900);
    values.push_back(0);
    const std::vector<QPointF> points = cumulativePoints(lineOf(values, 99), 100, &leftOut);
    QCOMPARE(leftOut, 1);
    QVERIFY(points.size() <= 102);
    QCOMPARE(points.back().x(), 900.0);
    QVERIFY(std::abs(points.back().y() - 0.901) < 1e-9); // of 1000, 99 timed out
    QVERIFY(std::abs(yAt(points, 450) - 0.451) < 0.01);
    QCOMPARE(cumulativePoints(lineOf({5}), 100).back(), QPointF(5, 1));
}

void TestChartValues::histogramSharesAddUp_data()
{
    QTest::addColumn<std::vector<qint64>>("values");
    QTest::newRow("one value") << std::vector<qint64>{1000};
    QTest::newRow("narrow") << std::vector<qint64>{1'000'000, 1'000'900, 1'001'000};
    QTest::newRow("1 us to 1 h") << std::vector<qint64>{1000, 50'000, 3'000'000, 3'600'000'000'000};
    QTest::newRow("1 ns") << std::vector<qint64>{1, 1, 2};
}

void TestChartValues::histogramSharesAddUp()
{
    QFETCH(std::vector<qint64>, values);
    const std::vector<LatencyLine> lines{lineOf(values)};
    const LogBins bins = latencyBins(lines, 90);
    QVERIFY(bins.count >= 1 && bins.count <= 91 && bins.ratio >= 1.005 - 1e-12);
    QVERIFY(bins.low <= static_cast<double>(lines[0].times.minNs) && bins.edge(bins.count) >= static_cast<double>(lines[0].times.maxNs));
    const std::vector<double> shares = binShares(lines[0], bins);
    QVERIFY(std::abs(std::accumulate(shares.begin(), shares.end(), 0.0) - 1) < 1e-9);
    QCOMPARE(latencyBins({}, 90).count, 0);
}

// Quartiles as R's quantile(x, type = 7) gives them, whiskers as its boxplot.stats(): c(1, 2, 3, 4, 5, 6, 7, 20).
void TestChartValues::boxesAreTukeys()
{
    const Box box = boxOf({20, 1, 3, 2, 5, 4, 7, 6});
    QCOMPARE(box.lowQuartile, 2.75);
    QCOMPARE(box.median, 4.5);
    QCOMPARE(box.highQuartile, 6.25);
    QCOMPARE(box.lowWhisker, 1.0);
    QCOMPARE(box.highWhisker, 7.0);
    QCOMPARE(box.outside, std::vector<double>{20});
    const Box single = boxOf({3});
    QVERIFY(single.lowWhisker == 3 && single.lowQuartile == 3 && single.median == 3 && single.highWhisker == 3 && single.outside.empty());

    const Sample sample = two();
    const BoxData data = boxData(sample.session, {});
    QCOMPARE(data.boxes.size(), std::size_t{2});
    QCOMPARE(data.boxes[0].values.size(), std::size_t{5});
    const ChartGeometry geometry = layOutChart(ChartKind::Boxes, sample.session, sample.analysis);
    QCOMPARE(geometry.bars.size(), std::size_t{2});
    const Scale &y = geometry.panels[0].y;
    for (std::size_t i = 0; i < 2; ++i) {
        QVERIFY(std::abs(geometry.bars[i].line.y1() - y.toPixel(data.boxes[i].lowWhisker)) < 1e-6);
        QVERIFY(std::abs(geometry.bars[i].line.y2() - y.toPixel(data.boxes[i].highWhisker)) < 1e-6);
    }
}

void TestChartValues::phasesAddUpToTheMean()
{
    Sample sample = samples::rateSample({u"A"_s, u"B"_s}, {500, 1000}, 2);
    for (std::size_t i = 0; i < sample.session.trials.size(); ++i)
        changeTrial(sample.session, i, [](Trial &trial) {
            trial.slip = times({100, 300});            // mean 200
            trial.connect = times({4000});             // of one of four answers: 1000 each
            trial.tls = {};
            trial.firstByte = times({500, 500, 700, 700}); // mean 600
            trial.body = times({50, 50, 50, 50});
        });
    const PhaseData data = phaseData(sample.session, {});
    QCOMPARE(data.bars.size(), std::size_t{2});
    QCOMPARE(data.parts, (std::vector<PhasePart>{PhasePart::Waiting, PhasePart::Connect, PhasePart::FirstByte, PhasePart::Body}));
    QCOMPARE(data.bars[0].parts, (std::array<double, 6>{200, 0, 1000, 0, 600, 50}));
    QCOMPARE(data.bars[0].total(), 1850.0);
    const ChartGeometry geometry = layOutChart(ChartKind::Phases, sample.session, sample.analysis);
    QCOMPARE(geometry.bars.size(), std::size_t{8});
    for (std::size_t i = 1; i < 4; ++i)
        QCOMPARE(geometry.bars[i].line.x1(), geometry.bars[i - 1].line.x2()); // each begins where the one before ends
    QVERIFY(std::abs(geometry.bars[3].line.x2() - geometry.panels[0].x.toPixel(1850)) < 1e-6);
}

// UI-03 (public reports): OK and error series mixed up.
void TestChartValues::outcomesCountEveryRequestOnce()
{
    Sample sample = two(1);
    for (std::size_t i = 0; i < sample.session.trials.size(); ++i)
        changeTrial(sample.session, i, [](Trial &trial) {
            trial.status = trial.target == 0 ? std::map<int, qint64>{{200, 90}, {500, 10}} : std::map<int, qint64>{{200, 95}};
            trial.errors = {};
            if (trial.target == 0)
                trial.errors[ErrorKind::Status] = 10;
            else
                trial.errors[ErrorKind::Timeout] = 3;
            trial.cancelled = 2;
            trial.requests = trial.target == 0 ? 90 : 95;
            trial.sent = trial.target == 0 ? 102 : 100;
        });
    OutcomeData data = outcomeData(sample.session, {});
    QCOMPARE(data.sent, (std::vector<qint64>{306, 300}));
    QStringList titles;
    std::vector<qint64> sums(2, 0);
    for (const OutcomeRow &row : data.rows) {
        titles << row.title();
        for (std::size_t target = 0; target < 2; ++target)
            sums[target] += row.counts[target];
    }
    QCOMPARE(titles, (QStringList{u"200"_s, u"500"_s, errorKindText(ErrorKind::Timeout), u"cancelled at the end"_s}));
    QCOMPARE(sums, data.sent);
    QCOMPARE(data.rows[0].counts, (std::vector<qint64>{270, 285}));
    QCOMPARE(data.rows[1].counts, (std::vector<qint64>{30, 0}));
    ChartView view;
    view.level = 10;
    QCOMPARE(outcomeData(sample.session, view).rows[1].counts, (std::vector<qint64>{10, 0}));
    // Marks stand in their row, at their count, in their target's order.
    const ChartGeometry geometry = layOutChart(ChartKind::Errors, sample.session, sample.analysis);
    QCOMPARE(geometry.points.size(), std::size_t{6});
    QCOMPARE(geometry.points[0].target, 0);
    QVERIFY(std::abs(geometry.points[0].at.x() - geometry.panels[0].x.toPixel(270)) < 1e-6);
    QVERIFY(geometry.points[0].at.y() < geometry.points[1].at.y() && geometry.points[1].at.y() < geometry.points[2].at.y());
}

void TestChartValues::forestHasTheComparisons()
{
    Sample sample = samples::sample({u"A"_s, u"B"_s, u"C"_s}, {1, 10}, 5);
    const ForestData data = forestData(sample.session, sample.analysis, {});
    QCOMPARE(data.rows.size(), std::size_t{4});
    QCOMPARE(data.delta, 0.02);
    QCOMPARE(data.rows[1].level, 1);
    QCOMPARE(data.rows[1].candidate, 2);
    const ChartGeometry geometry = layOutChart(ChartKind::Forest, sample.session, sample.analysis);
    const Scale &x = geometry.panels[0].x;
    QVERIFY(x.log && x.low < 1 && x.high > 1.02);
    for (std::size_t i = 0; i < 4; ++i) {
        const Comparison &comparison = sample.analysis.comparisons[i];
        QVERIFY(std::abs(geometry.points[i].at.x() - x.toPixel(*comparison.ratio)) < 1e-6);
        QVERIFY(std::abs(geometry.bars[i].line.x1() - x.toPixel(std::max(x.low, *comparison.simultaneousLow))) < 1e-6);
        QVERIFY(std::abs(geometry.bars[i].line.x2() - x.toPixel(*comparison.simultaneousHigh)) < 1e-6);
    }
    sample.analysis.comparisons[0].ratio.reset();
    sample.analysis.comparisons[1].simultaneousHigh = std::numeric_limits<double>::infinity();
    const ForestData gaps = forestData(sample.session, sample.analysis, {});
    QCOMPARE(gaps.rows.size(), std::size_t{3});
    QVERIFY(!gaps.rows[0].simultaneous);
    QCOMPARE(gaps.notes, QStringList{u"B: no ratio at 1 connection."_s});
}

void TestChartValues::pairsAreOfOneBlock()
{
    const Sample sample = two(4);
    const PairsData data = pairsData(sample.session, {});
    QCOMPARE(data.levels.size(), std::size_t{3});
    QVERIFY(data.relative());
    for (const PairsLevel &level : data.levels) {
        QCOMPARE(level.pairs.size(), std::size_t{4});
        for (const JoinedPair &pair : level.pairs)
            for (const TrialPtr &trial : sample.session.trials)
                if (trial->connections == level.level && trial->repeat == pair.repeat)
                    QCOMPARE(trial->target == 0 ? pair.baseline : pair.candidate, *metricValue(*trial, Metric::Rps));
    }
    ChartView view;
    view.level = 10;
    QVERIFY(!pairsData(sample.session, view).relative());
    view.metric = Metric::P99Ns;
    QCOMPARE(pairsData(sample.session, view).metric, Metric::P99Ns);
    const ChartGeometry geometry = layOutChart(ChartKind::Pairs, sample.session, sample.analysis);
    QCOMPARE(geometry.points.size(), std::size_t{24});
    QVERIFY(geometry.points[0].at.x() < geometry.points[1].at.x()); // baseline on the left
}

void TestChartValues::heatSharesAddUp()
{
    const Sample sample = two(2);
    const HeatData data = heatData(sample.session, {});
    QCOMPARE(data.columns.size(), sample.session.trials.size());
    QVERIFY(std::abs(data.columns[0].startS - 0.25) < 1e-6); // after 50 ms and 200 ms of warm-up
    const HeatGrid grid = heatGrid(data, 20, 400);
    int drawn = 0;
    for (int column = 0; column < grid.columns; ++column) {
        double sum = 0;
        for (int row = 0; row < grid.rows; ++row)
            sum += static_cast<double>(grid.at(column, row));
        if (sum > 0)
            QVERIFY(std::abs(sum - 1) < 1e-5);
        drawn += sum > 0 ? 1 : 0;
    }
    QVERIFY(drawn > 200 && drawn < 350); // 12 trials of 1 s in 20 s, and what they share
    QCOMPARE(heatColumn(times({1000, 1000, 2'000'000}), 0, 1, 0, 1).bins.size(), std::size_t{2});
    QVERIFY(heatGrid({}, 1, 10).shares.empty());
    QCOMPARE(heatColumn(times({0}), 0, 1, 0, 1).bins.front().bin, 0);
}

void TestChartValues::longRunsKeepFewColumns()
{
    HeatData data;
    const Distribution span = times({1000, 5000});
    for (int i = 0; i < 72'000; ++i)
        appendColumn(data, heatColumn(span, i * 0.1, i * 0.1 + 0.1, i / 36'000, 1));
    QVERIFY(data.columns.size() <= 4096);
    double answers = 0;
    for (const HeatColumn &column : data.columns)
        for (const HeatColumn::Bin &bin : column.bins)
            answers += static_cast<double>(bin.count);
    QCOMPARE(answers, 144'000.0);
    QVERIFY(std::all_of(data.columns.begin(), data.columns.end(), [](const HeatColumn &column) { return column.endS > column.startS; }));
}

void TestChartValues::curveMissesNoPoint_data()
{
    QTest::addColumn<std::vector<QPointF>>("points");
    QTest::newRow("rising") << std::vector<QPointF>{{0, 0}, {1, 1}, {2, 10}, {5, 10.5}, {6, 30}};
    QTest::newRow("peak") << std::vector<QPointF>{{0, 0}, {1, 5}, {2, 5}, {3, 1}, {4, 8}};
    QTest::newRow("step") << std::vector<QPointF>{{0, 0}, {1, 0}, {1.01, 100}, {3, 100}};
    QTest::newRow("falling") << std::vector<QPointF>{{0, 9}, {0.5, 8.9}, {4, 1}, {5, -3}};
}

void TestChartValues::curveMissesNoPoint()
{
    QFETCH(std::vector<QPointF>, points);
    const std::vector<QPointF> curve = monotoneCurve(points);
    std::size_t next = 0;
    for (const QPointF &at : curve) {
        if (next < points.size() && at == points[next])
            ++next;
        const QPointF &from = points[std::max<std::size_t>(next, 1) - 1];
        const QPointF &to = points[std::min(next, points.size() - 1)];
        QVERIFY(at.y() >= std::min(from.y(), to.y()) - 1e-9 && at.y() <= std::max(from.y(), to.y()) + 1e-9); // never beyond both neighbours
    }
    QCOMPARE(next, points.size());
    const std::vector<QPointF> pair{{0, 1}, {1, 2}};
    QCOMPARE(monotoneCurve(pair), pair);
}

void TestChartValues::hiddenTargetsAreNotDrawn()
{
    const Sample sample = samples::sample({u"first"_s, u"hidden"_s, u"third"_s}, {1, 10}, 3);
    RenderOptions options;
    options.view.hiddenTargets = {1};
    for (const ChartKind kind : allChartKinds) {
        const ChartGeometry geometry = layOutChart(kind, sample.session, sample.analysis, options);
        for (const ChartGeometry::Text &text : geometry.texts)
            QVERIFY2(text.role == TextRole::Title || !text.text.contains(u"hidden"_s), qPrintable(chartKindId(kind) + u": "_s + text.text));
        QVERIFY(std::none_of(geometry.points.begin(), geometry.points.end(), [](const ChartGeometry::Point &point) { return point.target == 1; }));
    }
}

void TestChartValues::dotsAreTheTrials()
{
    const Sample sample = two(5);
    RenderOptions options;
    options.view.dots = true;
    const ChartGeometry geometry = layOutChart(ChartKind::Sweep, sample.session, sample.analysis, options);
    const auto dots = std::count_if(geometry.points.begin(), geometry.points.end(), [](const ChartGeometry::Point &point) { return point.hollow; });
    QCOMPARE(dots, 60); // 30 trials, both panels
    options.view.twoAxes = true;
    options.view.smooth = true;
    const ChartGeometry one = layOutChart(ChartKind::Sweep, sample.session, sample.analysis, options);
    QCOMPARE(one.panels.size(), std::size_t{1});
    QVERIFY(one.panels[0].rect.height() > geometry.panels[0].rect.height());
}

void TestChartValues::oneTrialStartsAtZero()
{
    const Sample sample = two(2);
    ChartView view;
    view.trial = 3;
    const TimeData data = timeData(ChartKind::Throughput, sample.session, sample.analysis, view);
    QCOMPARE(data.segments.size(), std::size_t{1});
    QCOMPARE(data.segments[0].startS, 0.0);
    QCOMPARE(data.segments[0].target, sample.session.trials[3]->target);
    view.trial = 99;
    QCOMPARE(timeData(ChartKind::Throughput, sample.session, sample.analysis, view).segments.size(), sample.session.trials.size());
}

QTEST_MAIN(TestChartValues)
#include "tst_chartvalues.moc"
