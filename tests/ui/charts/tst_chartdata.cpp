// SPDX-License-Identifier: GPL-3.0-or-later
#include "samplesessions.h"
#include "ui/charts/chartdata.h"
#include "ui/charts/charttext.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;
using namespace sweepbench;

class TestChartData : public QObject
{
    Q_OBJECT

private slots:
    void constantRateIsFlatWhateverTheSpans_data();
    void constantRateIsFlatWhateverTheSpans();
    void shortTailIsNoDrop();
    void linesBreakWhereNothingWasMeasured();
    void warmupIsALineOfItsOwn();
    void settlingIsKnownAfterTheWarmup();
    void zeroLatencyIsLeftOutAndCounted();
    void offsetsPutTrialsOnTheRunsClock();
    void thinningKeepsExtremes();
    void sweepTakesBarsFromTheSummaries();
    void sweepLeavesGaps();
    void sweepLeavesOutWhatALogAxisCantShow_data();
    void sweepLeavesOutWhatALogAxisCantShow();
    void sweepSaysWhereP99IsAtTheTimeout();
    void textIsHarmless_data();
    void textIsHarmless();
};

namespace {

TimeSegment segmentOf(const std::vector<SeriesPoint> &series, qint64 offsetNs = 0)
{
    Trial trial;
    trial.connections = 10;
    trial.startOffsetNs = offsetNs;
    trial.series = series;
    return timeSegment(trial, SweepAxis::Connections);
}

/// The only line of a series without gaps.
std::vector<QPointF> rateOf(const std::vector<SeriesPoint> &series)
{
    const auto lines = timeLines(segmentOf(series), TimeFigure::Rps, false);
    return lines.size() == 1 ? lines[0].points : std::vector<QPointF>{};
}

} // namespace

// UI-05 (public reports): rates above 1000 per second, spans other than a second, a last span that is shorter.
void TestChartData::constantRateIsFlatWhateverTheSpans_data()
{
    QTest::addColumn<double>("span");
    for (const double span : {0.1, 0.25, 1.0, 5.0})
        QTest::addRow("%g s", span) << span;
}

void TestChartData::constantRateIsFlatWhateverTheSpans()
{
    QFETCH(double, span);
    const auto lines = timeLines(segmentOf(samples::constantSeries(20000, span, 7.3)), TimeFigure::Rps, false);
    QCOMPARE(lines.size(), std::size_t{1});
    QVERIFY(lines[0].points.size() >= 3);
    for (const QPointF &point : lines[0].points)
        QVERIFY2(std::abs(point.y() / 20000 - 1) < 0.05, qPrintable(QString::number(point.y())));
    QCOMPARE(lines[0].points.front().x(), 0.0);
    QVERIFY(lines[0].points.back().x() > 7.0);
}

void TestChartData::shortTailIsNoDrop()
{
    auto series = samples::constantSeries(20000, 0.1, 1.003);
    QCOMPARE(series.size(), std::size_t{11});
    series.back().requests = 0; // three milliseconds in which no answer happened to end
    for (const TimeLine &line : timeLines(segmentOf(series), TimeFigure::Rps, false))
        for (const QPointF &point : line.points)
            QCOMPARE(point.y(), 20000.0);
    // A pause of a whole span is no tail: it is shown.
    series[5].requests = 0;
    double least = 1e9;
    for (const QPointF &point : rateOf(series))
        least = std::min(least, point.y());
    QCOMPARE(least, 0.0);
    QVERIFY(rateOf(series).size() > 3);
    // Nor does a span without length make an infinite rate.
    series[3].spanNs = 0;
    for (const QPointF &point : rateOf(series))
        QVERIFY(std::isfinite(point.y()));
}

void TestChartData::linesBreakWhereNothingWasMeasured()
{
    auto series = samples::constantSeries(1000, 0.1, 1);
    series[4].p99Ns = -1;
    const auto lines = timeLines(segmentOf(series), TimeFigure::P99, true);
    QCOMPARE(lines.size(), std::size_t{2});
    QVERIFY(std::abs(lines[0].points.back().x() - 0.4) < 1e-9);
    QVERIFY(std::abs(lines[1].points.front().x() - 0.5) < 1e-9);
    QVERIFY(timeLines(segmentOf({}), TimeFigure::P99, true).empty());
}

void TestChartData::warmupIsALineOfItsOwn()
{
    auto series = samples::constantSeries(1000, 0.1, 1);
    series[0].warmup = series[1].warmup = true;
    const auto lines = timeLines(segmentOf(series), TimeFigure::Rps, false);
    QCOMPARE(lines.size(), std::size_t{2});
    QVERIFY(lines[0].warmup && !lines[1].warmup);
    QVERIFY(std::abs(lines[0].points.back().x() - 0.2) < 1e-9);
}

// Half a second of warm-up, then half a second at half the rate.
void TestChartData::settlingIsKnownAfterTheWarmup()
{
    std::vector<SeriesPoint> series;
    for (int i = 0; i < 30; ++i) {
        SeriesPoint point;
        point.startNs = i * 100'000'000LL;
        point.spanNs = 100'000'000;
        point.requests = (i < 10 ? 500 : 1000) + i % 3;
        point.warmup = i < 5;
        series.push_back(point);
    }
    const TimeSegment segment = segmentOf(series, 2'000'000'000);
    QCOMPARE(segment.warmupEndS, 2.5);
    QCOMPARE(segment.settledS, 3.0);
    for (SeriesPoint &point : series)
        point.warmup = point.startNs < 1'000'000'000; // all of it within the warm-up
    QCOMPARE(segmentOf(series).settledS, 0.0);
    QCOMPARE(segmentOf({}).settledS, 0.0);
}

void TestChartData::zeroLatencyIsLeftOutAndCounted()
{
    auto series = samples::constantSeries(1000, 0.1, 0.5);
    series[1].p50Ns = 0;
    int leftOut = 0;
    QCOMPARE(timeLines(segmentOf(series), TimeFigure::P50, true, &leftOut).size(), std::size_t{2});
    QCOMPARE(leftOut, 1);
}

void TestChartData::offsetsPutTrialsOnTheRunsClock()
{
    const TimeSegment segment = segmentOf(samples::constantSeries(1000, 0.1, 1), 12'500'000'000);
    QCOMPARE(segment.startS, 12.5);
    QVERIFY(std::abs(segment.endS - 13.5) < 1e-9);
    Trial bare; // a trial without a series still has its band
    bare.startOffsetNs = 2'000'000'000;
    bare.duration = std::chrono::seconds(3);
    QCOMPARE(timeSegment(bare, SweepAxis::Connections).endS, 5.0);
}

void TestChartData::thinningKeepsExtremes()
{
    std::vector<QPointF> points;
    for (int i = 0; i < 100000; ++i)
        points.emplace_back(i * 0.001, 100 + i % 7);
    points[54321].setY(-5);
    points[77777].setY(900);
    const auto kept = thinned(points, 10); // 100 s on 1000 pixels
    QVERIFY(kept.size() <= 4004);
    QVERIFY(std::find(kept.begin(), kept.end(), points[54321]) != kept.end());
    QVERIFY(std::find(kept.begin(), kept.end(), points[77777]) != kept.end());
    QCOMPARE(kept.front(), points.front());
    QCOMPARE(kept.back(), points.back());
    QVERIFY(std::is_sorted(kept.begin(), kept.end(), [](const QPointF &a, const QPointF &b) { return a.x() < b.x(); }));
    const std::vector<QPointF> few{{0, 1}, {1, 2}, {2, 0}};
    QCOMPARE(thinned(few, 100), few);
}

void TestChartData::sweepTakesBarsFromTheSummaries()
{
    const auto sample = samples::sample({u"A"_s, u"B"_s}, {1, 10}, 5);
    const SweepData data = sweepData(sample.session.plan, sample.analysis);
    QCOMPARE(data.levels, (std::vector<int>{1, 10}));
    QCOMPARE(data.names, (QStringList{u"A"_s, u"B"_s}));
    for (const SweepPanel *panel : {&data.rps, &data.p99})
        for (int target = 0; target < 2; ++target)
            for (std::size_t level = 0; level < 2; ++level) {
                const Summary &summary = sample.analysis.cell(target, data.levels[level])->metrics.at(panel->metric);
                const SweepPoint &point = panel->lines[static_cast<std::size_t>(target)][level];
                QCOMPARE(point.value, std::optional(summary.mean));
                QCOMPARE(point.low, summary.ciLow);
                QCOMPARE(point.high, summary.ciHigh);
            }
    QVERIFY(!data.rps.log && data.p99.log);
    QVERIFY(data.notes.isEmpty());
}

void TestChartData::sweepLeavesGaps()
{
    auto sample = samples::sample({u"A"_s, u"B"_s}, {1, 10, 100}, 5);
    sample.session.plan.sweep.levels.push_back(1000); // planned, never tested
    sample.analysis.cells[2].metrics.clear();        // target 0 at 10
    sample.analysis.cells[5].metrics[Metric::Rps].mean = std::nan("");
    const SweepData data = sweepData(sample.session.plan, sample.analysis);
    QCOMPARE(data.levels, (std::vector<int>{1, 10, 100}));
    QVERIFY(data.rps.lines[0][0].value && !data.rps.lines[0][1].value && data.rps.lines[0][2].value);
    QVERIFY(!data.rps.lines[1][2].value && data.p99.lines[1][2].value);
    QCOMPARE(data.notes, (QStringList{u"A: no data at 10 connections."_s, u"B: no data at 100 connections."_s}));
}

void TestChartData::sweepLeavesOutWhatALogAxisCantShow_data()
{
    QTest::addColumn<std::vector<double>>("values");
    QTest::addColumn<int>("leftOut");
    QTest::addColumn<int>("shown");
    QTest::newRow("zeros and a value") << std::vector<double>{0, 0, 5} << 2 << 1;
    QTest::newRow("zero") << std::vector<double>{0} << 1 << 0;
    QTest::newRow("NaN") << std::vector<double>{std::nan("")} << 0 << 0;
    QTest::newRow("negative") << std::vector<double>{-1, 1} << 1 << 1;
    QTest::newRow("far apart") << std::vector<double>{1e-9, 1e9} << 0 << 2;
}

void TestChartData::sweepLeavesOutWhatALogAxisCantShow()
{
    QFETCH(std::vector<double>, values);
    Plan plan;
    plan.targets.resize(1);
    Analysis analysis;
    for (std::size_t i = 0; i < values.size(); ++i) {
        CellSummary cell;
        cell.level = static_cast<int>(i) + 1;
        cell.trials = 1;
        cell.metrics[Metric::P99Ns].n = 1;
        cell.metrics[Metric::P99Ns].mean = values[i];
        analysis.cells.push_back(cell);
    }
    const SweepData data = sweepData(plan, analysis);
    QTEST(data.p99.leftOut, "leftOut");
    int shown = 0;
    for (const SweepPoint &point : data.p99.lines[0])
        shown += point.value.has_value();
    QTEST(shown, "shown");
}

void TestChartData::sweepSaysWhereP99IsAtTheTimeout()
{
    auto sample = samples::sample({u"A"_s}, {1, 1000}, 5);
    sample.analysis.cells[1].quantileAtTimeout = true;
    sample.analysis.cells[1].metrics.erase(Metric::P99Ns);
    QCOMPARE(sweepData(sample.session.plan, sample.analysis).notes, QStringList{u"A: p99 is at least the time-out at 1000 connections."_s});
}

void TestChartData::textIsHarmless_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("clean");
    QTest::newRow("plain") << u"Apache httpd"_s << u"Apache httpd"_s;
    QTest::newRow("control") << u"a\x01z\x7F\x85"_s << u"az"_s;
    QTest::newRow("white space") << u"  a\n\t b\r\n"_s << u"a b"_s;
    QTest::newRow("emoji") << u"go 😀"_s << u"go 😀"_s;
    QTest::newRow("lone surrogates") << QString(u"a"_s + QChar(0xD83D) + u"b"_s + QChar(0xDE00)) << u"ab"_s;
    QTest::newRow("no characters") << QString(u"a"_s + QChar(0xFFFE) + QChar(0xFFFF)) << u"a"_s;
    QTest::newRow("direction") << u"a\u202Eb"_s << u"ab"_s;
    QTest::newRow("markup") << u"<b>&\"]]>"_s << u"<b>&\"]]>"_s;
    QTest::newRow("gaps in figures") << u"12\u202F000\u00A0ms"_s << u"12\u202F000\u00A0ms"_s;
}

void TestChartData::textIsHarmless()
{
    QFETCH(QString, text);
    QTEST(cleanText(text), "clean");
}

QTEST_GUILESS_MAIN(TestChartData)
#include "tst_chartdata.moc"
