// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chartscale.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace Qt::StringLiterals;
using namespace sweepbench;

class TestChartScale : public QObject
{
    Q_OBJECT

private slots:
    void logScaleSpacesDecadesEqually();
    void rangeLeavesOutWhatALogAxisCantShow_data();
    void rangeLeavesOutWhatALogAxisCantShow();
    void linearTicksAreRound_data();
    void linearTicksAreRound();
    void latencyLabelsKeepTheirDistance_data();
    void latencyLabelsKeepTheirDistance();
    void latencyTickTexts();
    void labelsOfLevelsDoNotOverlap();
    void spreadLabelsKeepOrderAndRoom();
};

void TestChartScale::logScaleSpacesDecadesEqually()
{
    const Scale scale{true, 1, 100000, 100, 600};
    for (int decade = 0; decade <= 5; ++decade)
        QCOMPARE(scale.toPixel(std::pow(10, decade)), 100.0 + 100 * decade);
    QCOMPARE(scale.fromPixel(scale.toPixel(37)), 37.0);
    const Scale upwards{false, 0, 50, 300, 100};
    QCOMPARE(upwards.toPixel(0), 300.0);
    QCOMPARE(upwards.toPixel(25), 200.0);
}

// UI-01 (public reports): zero, NaN and negative values on a log axis.
void TestChartScale::rangeLeavesOutWhatALogAxisCantShow_data()
{
    QTest::addColumn<std::vector<double>>("values");
    QTest::addColumn<int>("used");
    QTest::addColumn<int>("leftOut");
    QTest::addColumn<double>("low");
    QTest::addColumn<double>("high");
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const double inf = std::numeric_limits<double>::infinity();
    QTest::newRow("zeros and a value") << std::vector<double>{0, 0, 5} << 1 << 2 << 5.0 << 5.0;
    QTest::newRow("zero") << std::vector<double>{0} << 0 << 1 << 0.0 << 0.0;
    QTest::newRow("NaN") << std::vector<double>{nan} << 0 << 0 << 0.0 << 0.0;
    QTest::newRow("infinite") << std::vector<double>{inf, 2} << 1 << 0 << 2.0 << 2.0;
    QTest::newRow("negative") << std::vector<double>{-1, 1} << 1 << 1 << 1.0 << 1.0;
    QTest::newRow("far apart") << std::vector<double>{1e-9, 1e9} << 2 << 0 << 1e-9 << 1e9;
    QTest::newRow("nothing") << std::vector<double>{} << 0 << 0 << 0.0 << 0.0;
}

void TestChartScale::rangeLeavesOutWhatALogAxisCantShow()
{
    QFETCH(std::vector<double>, values);
    const ValueRange range = rangeOf(values, true);
    QTEST(range.used, "used");
    QTEST(range.leftOut, "leftOut");
    QTEST(range.low, "low");
    QTEST(range.high, "high");
    QCOMPARE(rangeOf(values, false).leftOut, 0);
}

void TestChartScale::linearTicksAreRound_data()
{
    QTest::addColumn<double>("high");
    QTest::addColumn<int>("most");
    QTest::addColumn<std::vector<double>>("values");
    QTest::newRow("thousands") << 21000.0 << 5 << std::vector<double>{0, 5000, 10000, 15000, 20000, 25000};
    QTest::newRow("exact") << 10.0 << 5 << std::vector<double>{0, 2, 4, 6, 8, 10};
    QTest::newRow("one") << 7.0 << 1 << std::vector<double>{0, 10};
    QTest::newRow("fractions") << 0.03 << 3 << std::vector<double>{0, 0.01, 0.02, 0.03};
    QTest::newRow("nothing") << 0.0 << 2 << std::vector<double>{0, 0.5, 1};
    QTest::newRow("no number") << std::nan("") << 2 << std::vector<double>{0, 0.5, 1};
}

void TestChartScale::linearTicksAreRound()
{
    QFETCH(double, high);
    QFETCH(int, most);
    QFETCH(std::vector<double>, values);
    const LinearTicks ticks = linearTicks(high, most);
    QCOMPARE(ticks.values.size(), values.size());
    for (std::size_t i = 0; i < values.size(); ++i)
        QVERIFY2(std::abs(ticks.values[i] - values[i]) < 1e-9, qPrintable(QString::number(ticks.values[i])));
}

void TestChartScale::latencyLabelsKeepTheirDistance_data()
{
    QTest::addColumn<double>("low");
    QTest::addColumn<double>("high");
    QTest::addColumn<double>("pixels");
    for (const double pixels : {40.0, 120.0, 300.0, 900.0})
        for (const auto &[low, high] : {std::pair{1e6, 4.1e6}, std::pair{1.05e6, 4.2e6}, std::pair{3e5, 2e7}, std::pair{1e3, 1e11},
                                        std::pair{1e-9, 1e9}, std::pair{1e-200, 1e200}})
            QTest::addRow("%g to %g in %g", low, high, pixels) << low << high << pixels;
}

void TestChartScale::latencyLabelsKeepTheirDistance()
{
    QFETCH(double, low);
    QFETCH(double, high);
    QFETCH(double, pixels);
    const Scale scale{true, low, high, pixels, 0};
    const std::vector<Tick> ticks = latencyTicks(scale, 18);
    double last = std::numeric_limits<double>::infinity();
    int labels = 0;
    for (const Tick &tick : ticks) {
        QVERIFY(tick.value >= low * (1 - 1e-6) && tick.value <= high * (1 + 1e-6));
        if (tick.label.isEmpty())
            continue;
        ++labels;
        QVERIFY2(last - scale.toPixel(tick.value) >= 18, qPrintable(tick.label));
        last = scale.toPixel(tick.value);
    }
    QVERIFY(labels >= 1);
    QVERIFY(labels >= 2 || pixels < 100 || high / low > 1e100);
}

void TestChartScale::latencyTickTexts()
{
    const auto text = [](double ns) { return latencyTickText(ns).replace(QChar(0x00A0), u' '); };
    QCOMPARE(text(5), u"5 ns"_s);
    QCOMPARE(text(1e3), u"1 µs"_s);
    QCOMPARE(text(500e3), u"500 µs"_s);
    QCOMPARE(text(1e6), u"1 ms"_s);
    QCOMPARE(text(200e6), u"200 ms"_s);
    QCOMPARE(text(2e9), u"2 s"_s);
}

void TestChartScale::labelsOfLevelsDoNotOverlap()
{
    std::vector<double> centers;
    for (int i = 0; i < 40; ++i)
        centers.push_back(10 * i);
    const std::vector<double> widths(40, 25);
    std::vector<bool> preferred(40, false);
    preferred[20] = true;
    const std::vector<bool> shown = labelsThatFit(centers, widths, preferred, 5);
    QVERIFY(shown[0] && shown[20] && shown[39]);
    double lastEnd = -1000;
    int count = 0;
    for (std::size_t i = 0; i < 40; ++i) {
        if (!shown[i])
            continue;
        QVERIFY(centers[i] - 12.5 - lastEnd >= 5);
        lastEnd = centers[i] + 12.5;
        ++count;
    }
    QVERIFY(count >= 10);
    QCOMPARE(labelsThatFit({50}, {20}, {false}, 5), std::vector<bool>{true});
    QVERIFY(labelsThatFit({}, {}, {}, 5).empty());
}

void TestChartScale::spreadLabelsKeepOrderAndRoom()
{
    // Free ones stay where they are.
    QCOMPARE(spreadLabels({20, 60}, 10, 0, 100).value(), (std::vector<double>{20, 60}));
    // Equal ones share the place around it.
    QCOMPARE(spreadLabels({50, 50}, 10, 0, 100).value(), (std::vector<double>{45, 55}));
    // Pushed away from the edges, in the order of what they wanted.
    QCOMPARE(spreadLabels({99, 1, 98}, 10, 0, 100).value(), (std::vector<double>{95, 5, 85}));
    // A full column fits exactly, one more does not.
    QCOMPARE(spreadLabels(std::vector<double>(10, 3), 10, 0, 100).value().back(), 95.0);
    QVERIFY(!spreadLabels(std::vector<double>(11, 3), 10, 0, 100));
}

QTEST_APPLESS_MAIN(TestChartScale)
#include "tst_chartscale.moc"
