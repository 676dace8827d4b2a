// SPDX-License-Identifier: GPL-3.0-or-later
// Thresholds as people type them, and what is wrong where they can't be read.
#include "core/stats/threshold.h"

#include <QSet>
#include <QTest>

using namespace sweepbench;
using namespace Qt::StringLiterals;

class TestThreshold : public QObject
{
    Q_OBJECT

private slots:
    void reads_data();
    void reads();
    void everyMetricUnderItsIdAndWithoutItsUnit();
    void refuses_data();
    void refuses();
    void unitsOfTime();
};

void TestThreshold::reads_data()
{
    using Op = ThresholdOperator;
    using Figure = ThresholdFigure;
    QTest::addColumn<QString>("text");
    QTest::addColumn<Threshold>("expected");
    const auto row = [](const char *text, Threshold expected) {
        expected.expression = QString::fromUtf8(text).trimmed();
        QTest::newRow(text) << QString::fromUtf8(text) << expected;
    };
    row("rps.ratio < 0.95", {{}, {}, Figure::Metric, Metric::Rps, true, {}, Op::Less, 0.95});
    row("rps.ratio@10 < 0.95", {{}, {}, Figure::Metric, Metric::Rps, true, 10, Op::Less, 0.95});
    row("rps.ratio@10<0.95", {{}, {}, Figure::Metric, Metric::Rps, true, 10, Op::Less, 0.95});
    row("  rps.ratio @ 10  <=  95 %  ", {{}, {}, Figure::Metric, Metric::Rps, true, 10, Op::LessOrEqual, 0.95});
    row("p99_ns > 20ms", {{}, {}, Figure::Metric, Metric::P99Ns, false, {}, Op::Greater, 20e6});
    row("p99_ns > 20000000", {{}, {}, Figure::Metric, Metric::P99Ns, false, {}, Op::Greater, 20e6});
    row("p99 >= 1.5s", {{}, {}, Figure::Metric, Metric::P99Ns, false, {}, Op::GreaterOrEqual, 1.5e9});
    row("p99.ratio > 120%", {{}, {}, Figure::Metric, Metric::P99Ns, true, {}, Op::Greater, 1.2});
    row("p50_ns>250us", {{}, {}, Figure::Metric, Metric::P50Ns, false, {}, Op::Greater, 250e3});
    row("mean > 250µs", {{}, {}, Figure::Metric, Metric::MeanNs, false, {}, Op::Greater, 250e3});
    row("mean > 900ns", {{}, {}, Figure::Metric, Metric::MeanNs, false, {}, Op::Greater, 900});
    row("runtime > 250ms", {{}, {}, Figure::Metric, Metric::RuntimeS, false, {}, Op::Greater, 0.25});
    row("runtime_s > 2", {{}, {}, Figure::Metric, Metric::RuntimeS, false, {}, Op::Greater, 2});
    row("rps < 50k", {{}, {}, Figure::Metric, Metric::Rps, false, {}, Op::Less, 50e3});
    row("rps < 5e4", {{}, {}, Figure::Metric, Metric::Rps, false, {}, Op::Less, 50e3});
    row("rps@1000000 < .5k", {{}, {}, Figure::Metric, Metric::Rps, false, 1'000'000, Op::Less, 500});
    row("bytes_per_s < 1.5M", {{}, {}, Figure::Metric, Metric::BytesPerS, false, {}, Op::Less, 1.5e6});
    row("errors > 0", {{}, {}, Figure::Errors, Metric::Rps, false, {}, Op::Greater, 0});
    row("errors@10 >= 2k", {{}, {}, Figure::Errors, Metric::Rps, false, 10, Op::GreaterOrEqual, 2000});
    row("error_rate > 1%", {{}, {}, Figure::ErrorRate, Metric::Rps, false, {}, Op::Greater, 0.01});
    row("error_rate > 0.01", {{}, {}, Figure::ErrorRate, Metric::Rps, false, {}, Op::Greater, 0.01});
    row("error_rate >= 100%", {{}, {}, Figure::ErrorRate, Metric::Rps, false, {}, Op::GreaterOrEqual, 1});
    row("B:p99_ns > 20ms", {{}, u"B"_s, Figure::Metric, Metric::P99Ns, false, {}, Op::Greater, 20e6});
    row("127.0.0.1:8080:errors@10 > 0", {{}, u"127.0.0.1:8080"_s, Figure::Errors, Metric::Rps, false, 10, Op::Greater, 0});
    row("a<b@c>=d.ratio : rps.ratio < 1", {{}, u"a<b@c>=d.ratio"_s, Figure::Metric, Metric::Rps, true, {}, Op::Less, 1});
}

void TestThreshold::reads()
{
    QFETCH(QString, text);
    QFETCH(Threshold, expected);
    const auto threshold = parseThreshold(text, u"--fail-if"_s);
    QVERIFY2(threshold.ok(), threshold.ok() ? "" : qPrintable(threshold.problem().line()));
    QCOMPARE(threshold->limit, expected.limit);
    QCOMPARE(threshold->target, expected.target);
    QVERIFY(*threshold == expected);
}

void TestThreshold::everyMetricUnderItsIdAndWithoutItsUnit()
{
    QSet<QString> names;
    for (const Metric metric : allMetrics) {
        const QString id = metricId(metric);
        QStringList known{id};
        if (nsPerUnit(metric))
            known << id.left(id.lastIndexOf(u'_'));
        for (const QString &name : known) {
            QVERIFY2(!names.contains(name), qPrintable(name)); // or one of two metrics would be meant
            names.insert(name);
            const auto threshold = parseThreshold(name + (nsPerUnit(metric) ? u" > 1ms"_s : u" > 1"_s), u"--fail-if"_s);
            QVERIFY2(threshold.ok(), qPrintable(name));
            QCOMPARE(threshold->metric, metric);
            QCOMPARE(figureId(*threshold), id);
            QVERIFY(parseThreshold(name + u".ratio > 1"_s, u"--fail-if"_s).ok());
        }
    }
}

void TestThreshold::refuses_data()
{
    QTest::addColumn<QString>("says");
    const auto row = [](const char *text, const char *says) { QTest::newRow(text) << QString::fromUtf8(says); };
    row("", "rps.ratio < 0.95");
    row(" ", "rps.ratio < 0.95");
    row("rps", "one of < <= > >=");
    row("rps.ratio", "one of < <= > >=");
    row("rps = 5", "one of < <= > >=");
    row("rps == 5", "one of < <= > >=");
    row("rps != 5", "one of < <= > >=");
    row("rps =< 5", "one of < <= > >=");
    row("rps => 5", "one of < <= > >=");
    row("rps << 5", "one of < <= > >=");
    row("rps <== 5", "one of < <= > >=");
    row("rps <", "one of < <= > >=");
    row("< 5", "one of < <= > >=");
    row("<", "one of < <= > >=");
    row("5 < rps", "\"5\" is not a metric");
    row("p42 > 5ms", "\"p42\" is not a metric; rps, runtime_s, bytes_per_s");
    row("RPS > 5", "\"RPS\" is not a metric");
    row("bytes > 5", "\"bytes\" is not a metric");
    row("rps.ratios > 5", "\"rps.ratios\" is not a metric");
    row("rps.ratio.ratio > 5", "\"rps.ratio\" is not a metric");
    row(".ratio > 5", "\"\" is not a metric");
    row("B: > 5", "\"\" is not a metric");
    row(":rps > 5", "no target");
    row("rps@10.ratio < 1", "\"10.ratio\" is not a level; write a whole number from 1 to 1000000 last, like rps.ratio@10");
    row("rps@ < 1", "\"\" is not a level");
    row("rps@0 < 1", "\"0\" is not a level");
    row("rps@-1 < 1", "\"-1\" is not a level");
    row("rps@1000001 < 1", "\"1000001\" is not a level");
    row("rps@1,10 < 1", "\"1,10\" is not a level");
    row("rps@10@20 < 1", "\"10@20\" is not a level");
    row("rps@%2 < 1", "\"%2\" is not a level; write a whole number from 1");
    row("errors.ratio > 1", "errors has no ratio");
    row("error_rate.ratio > 1", "error_rate has no ratio");
    row("rps < fast", "\"fast\" is not a number; write it like 50000 or 50k");
    row("rps < -5", "\"-5\" is not a number");
    row("rps < +5", "\"+5\" is not a number");
    row("rps < 5 000", "\"5 000\" is not a number");
    row("rps < 5,000", "\"5,000\" is not a number");
    row("rps < 5m", "\"5m\" is not a number");
    row("rps < 5ms", "\"5ms\" is not a number");
    row("rps < 95%", "\"95%\" is not a number");
    row("rps < nan", "\"nan\" is not a number");
    row("rps < inf", "\"inf\" is not a number");
    row("rps < 1e999", "\"1e999\" is not a number");
    row("rps < 1e308G", "\"1e308G\" is not a number");
    row("rps < 1e", "\"1e\" is not a number");
    row("rps < .", "\".\" is not a number");
    row("rps < 1.2.3", "\"1.2.3\" is not a number");
    row("rps < 0x10", "\"0x10\" is not a number");
    row("rps < %1", "\"%1\" is not a number; write it like 50000");
    row("p99 > 20", "20 has no unit; write it like 20ms, or name p99_ns");
    row("runtime > 20", "20 has no unit; write it like 20ms, or name runtime_s");
    row("p99_ns > 20k", "\"20k\" is not a time; write it like 20ms");
    row("p99_ns > 20m", "\"20m\" is not a time");
    row("p99_ns > 20MS", "\"20MS\" is not a time");
    row("p99_ns > 20%", "\"20%\" is not a time");
    row("p99_ns > -20ms", "\"-20ms\" is not a time");
    row("p99_ns.ratio > 20ms", "\"20ms\" is not a ratio; write it like 0.95 or 95%");
    row("rps.ratio < 1k", "\"1k\" is not a ratio");
    row("errors > 1%", "\"1%\" is not a number");
    row("errors > 1ms", "\"1ms\" is not a number");
    row("error_rate > 1", "\"1\" is not a share of the requests; write it like 1% or 0.01");
    row("error_rate > 101%", "\"101%\" is not a share");
    row("error_rate > 1k", "\"1k\" is not a share");
}

void TestThreshold::refuses()
{
    QFETCH(QString, says);
    const QString text = QString::fromUtf8(QTest::currentDataTag());
    const auto threshold = parseThreshold(text, u"--fail-if"_s);
    QVERIFY(!threshold.ok());
    const QString line = threshold.problem().line();
    QVERIFY2(line.startsWith(u"--fail-if: \"%1\": "_s.arg(text.trimmed())), qPrintable(line));
    QVERIFY2(line.contains(says), qPrintable(line));
    QVERIFY(!line.contains(u'\n'));
}

void TestThreshold::unitsOfTime()
{
    QCOMPARE(nsPerUnit(Metric::P99Ns), std::optional(1.0));
    QCOMPARE(nsPerUnit(Metric::RuntimeS), std::optional(1e9));
    QVERIFY(!nsPerUnit(Metric::Rps) && !nsPerUnit(Metric::BytesPerS)); // "bytes_per_s" ends like a time and is a rate
}

QTEST_GUILESS_MAIN(TestThreshold)
#include "tst_threshold.moc"
