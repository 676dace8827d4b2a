// SPDX-License-Identifier: GPL-3.0-or-later
// What single trials and cells are summed up by.
#include "sessionbuilder.h"

#include "core/stats/analysis.h"
#include "core/stats/trialfigure.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace sweepbench;
using namespace Qt::StringLiterals;

class TestFigures : public QObject
{
    Q_OBJECT

private slots:
    void ratesOfShortTrials_data();
    void ratesOfShortTrials();
    void figuresOfNothing();
    void timeoutsStayInThePicture();
    void cancelledRequestsDoNotDilute();
    void cells();
};

void TestFigures::ratesOfShortTrials_data()
{
    QTest::addColumn<qint64>("requests");
    QTest::addColumn<qint64>("ns");
    QTest::addColumn<double>("rps"); // 0: none
    QTest::newRow("1 in 0.4 ms") << qint64(1) << qint64(400'000) << 2500.0;
    QTest::newRow("3 in 5 ms") << qint64(3) << qint64(5'000'000) << 600.0;
    QTest::newRow("no time at all") << qint64(1) << qint64(0) << 0.0;
    QTest::newRow("backwards") << qint64(1) << qint64(-5) << 0.0;
    QTest::newRow("1 ns") << qint64(1) << qint64(1) << 1e9;
    QTest::newRow("999 ms") << qint64(999) << qint64(999'000'000) << 1000.0;
    QTest::newRow("1001 ms") << qint64(1001) << qint64(1'001'000'000) << 1000.0;
    QTest::newRow("no answer") << qint64(0) << qint64(1'000'000'000) << 0.0;
}

void TestFigures::ratesOfShortTrials()
{
    QFETCH(qint64, requests);
    QFETCH(qint64, ns);
    QFETCH(double, rps);
    SessionBuilder builder = SessionBuilder({u"A"_s, u"B"_s}, {10});
    Trial trial = builder.trial(0, 10, 0, requests);
    trial.duration = std::chrono::nanoseconds(ns);
    const std::optional<double> value = metricValue(trial, Metric::Rps);
    QCOMPARE(value.has_value(), rps > 0);
    if (value)
        QVERIFY(std::abs(*value / rps - 1) < 1e-12);
}

void TestFigures::figuresOfNothing()
{
    SessionBuilder builder = SessionBuilder({u"A"_s, u"B"_s}, {10});
    const Trial failed = builder.trial(0, 10, 0, 0);
    for (const Metric metric : allMetrics)
        QVERIFY(!metricValue(failed, metric));
    const Trial good = builder.trial(0, 10, 0, 500, 2'000'000);
    QCOMPARE(metricValue(good, Metric::RuntimeS).value(), 1.0);
    QCOMPARE(metricValue(good, Metric::BytesPerS).value(), 50'000.0);
    QCOMPARE(metricValue(good, Metric::MeanNs).value(), 2e6);
    QVERIFY(std::abs(metricValue(good, Metric::P50Ns).value() / 2e6 - 1) < 0.001);
    QVERIFY(std::abs(metricValue(good, Metric::P99Ns).value() / 2e6 - 1) < 0.001);
    Trial damaged = good;
    damaged.latency.sumNs = std::numeric_limits<double>::infinity();
    QVERIFY(!metricValue(damaged, Metric::MeanNs));
}

void TestFigures::timeoutsStayInThePicture()
{
    // 990 answers of 1 ms and 10 of 5 ms; each time-out ranks above all of them.
    Histogram histogram;
    for (int i = 0; i < 1000; ++i)
        histogram.record(i < 990 ? 1'000'000 : 5'000'000);
    Trial trial;
    trial.requests = 1000;
    trial.latency = histogram.distribution();
    const auto isNear = [](const TrialQuantile &quantile, double ns) {
        return !quantile.atTimeout && quantile.ns && std::abs(*quantile.ns / ns - 1) < 0.001;
    };
    QVERIFY(isNear(trialQuantile(trial, 0.99), 1e6)); // rank 990 of 1000
    trial.errors[ErrorKind::Timeout] = 1;
    QVERIFY(isNear(trialQuantile(trial, 0.99), 5e6)); // rank 991 of 1001
    trial.errors[ErrorKind::ConnectTimeout] = 9;
    QVERIFY(isNear(trialQuantile(trial, 0.99), 5e6)); // rank 1000 of 1010: the slowest answer
    trial.errors[ErrorKind::Timeout] = 2;
    QVERIFY(trialQuantile(trial, 0.99).atTimeout); // rank 1001 of 1011: a time-out
    QVERIFY(!trialQuantile(trial, 0.99).ns);
    QVERIFY(isNear(trialQuantile(trial, 0.50), 1e6));
    trial.latency = {};
    QVERIFY(trialQuantile(trial, 0.50).atTimeout);
    trial.errors = {};
    QVERIFY(!trialQuantile(trial, 0.50).atTimeout && !trialQuantile(trial, 0.50).ns);
}

void TestFigures::cancelledRequestsDoNotDilute()
{
    SessionBuilder builder = SessionBuilder({u"A"_s, u"B"_s}, {10});
    Trial trial = builder.trial(0, 10, 0, 50, 100'000'000);
    trial.cancelled = 50;
    trial.sent = 100;
    QVERIFY(std::abs(metricValue(trial, Metric::P50Ns).value() / 1e8 - 1) < 0.001);
    builder.add(trial);
    const Analysis analysis = analyse(builder.session);
    QCOMPARE(analysis.cell(0, 10)->requests, 50);
    QCOMPARE(analysis.cell(0, 10)->metrics.at(Metric::P50Ns).n, 1);
}

void TestFigures::cells()
{
    SessionBuilder builder = SessionBuilder({u"A"_s, u"B"_s}, {10});
    builder.addSeries(0, 10, {1000, 1100, 1200});
    Trial errors = builder.trial(0, 10, 3, 5000);
    errors.errors[ErrorKind::Status] = 400;
    errors.errors[ErrorKind::Reset] = 3;
    errors.findings.push_back({u"errors"_s, Severity::Unfit, u"7.5 % errors"_s});
    errors.findings.push_back({u"note"_s, Severity::Note, u"a note"_s});
    builder.add(errors);
    const Analysis analysis = analyse(builder.session);
    const CellSummary cell = *analysis.cell(0, 10);
    QCOMPARE(cell.trials, 4);
    QCOMPARE(cell.unfit, 1);
    QCOMPARE(cell.requests, 8300);
    QCOMPARE(cell.errors, 403);
    QCOMPARE(cell.metrics.at(Metric::Rps).n, 3); // the unfit one is left out
    QCOMPARE(cell.metrics.at(Metric::Rps).mean, 1100.0);
    QVERIFY(std::none_of(analysis.comparisons.begin(), analysis.comparisons.end(), [](const Comparison &comparison) {
        return comparison.metric == Metric::RuntimeS; // known before in a plan of seconds: nothing to compare
    }));
    QVERIFY(!cell.quantileAtTimeout);
}

QTEST_APPLESS_MAIN(TestFigures)
#include "tst_figures.moc"
