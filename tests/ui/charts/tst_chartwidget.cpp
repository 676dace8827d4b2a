// SPDX-License-Identifier: GPL-3.0-or-later
#include "samplesessions.h"
#include "tests/support/warningguard.h"
#include "ui/charts/chartwidget.h"
#include "ui/charts/timerange.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QLabel>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

using namespace Qt::StringLiterals;
using namespace sweepbench;

class TestChartWidget : public test::GuardedTest
{
    Q_OBJECT

private slots:
    void showsASession_data();
    void showsASession();
    void liveChartsDrawAtMostTenTimesASecond();
    void hiddenChartsDoNotDraw();
    void currentTrialGrowsAndEnds();
    void followsThePalette();
    void captionIsThereAsToolTip();
    void survivesAnySize();
    void wheelZoomsAndHomeFollows();
    void aClickOnANameHidesIt_data();
    void aClickOnANameHidesIt();
};

namespace {

bool hasColor(const QImage &image, const QColor &color)
{
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            if (image.pixelColor(x, y) == color)
                return true;
    return false;
}

QImage shot(ChartWidget &widget)
{
    return widget.grab().toImage();
}

const QColor firstColor = targetColor(0, ChartTheme::Light);

/// The palette that the tests' colours hold for.
void setUp(ChartWidget &widget)
{
    widget.setPalette(QPalette(Qt::black, QColor(240, 240, 240), Qt::white, Qt::darkGray, Qt::gray, Qt::black, Qt::white));
    widget.resize(800, 500);
    widget.show();
    QVERIFY(QTest::qWaitForWindowExposed(&widget));
}

} // namespace

void TestChartWidget::showsASession_data()
{
    QTest::addColumn<ChartKind>("kind");
    for (const ChartKind kind : allChartKinds)
        QTest::newRow(chartKindId(kind).toLatin1()) << kind;
}

void TestChartWidget::showsASession()
{
    QFETCH(ChartKind, kind);
    ChartWidget widget(kind);
    setUp(widget);
    const QColor firstMark = kind == ChartKind::Phases ? QColor(0x7D, 0xBE, 0x7A) : firstColor;
    const QColor mark = kind == ChartKind::Forest ? targetColor(1, ChartTheme::Light) : firstMark; // its baseline is the line at 1
    QVERIFY(!hasColor(shot(widget), mark));
    const auto sample = samples::sample({u"A"_s, u"B"_s}, {1, 10}, 5);
    widget.setSession(std::make_shared<const Session>(sample.session), sample.analysis);
    QTRY_VERIFY(hasColor(shot(widget), mark));
    QVERIFY(kind == ChartKind::Phases || hasColor(shot(widget), targetColor(1, ChartTheme::Light)));
    const QImage titled = shot(widget);
    const int draws = widget.drawCount();
    widget.setTitleVisible(false);
    QTRY_VERIFY(widget.drawCount() > draws);
    QVERIFY(shot(widget) != titled);
    widget.clear();
    QTRY_VERIFY(!hasColor(shot(widget), mark));
    const QImage empty = shot(widget);
    widget.setEmptyText(u"Press Start to measure"_s);
    QTRY_VERIFY(shot(widget) != empty);
}

void TestChartWidget::liveChartsDrawAtMostTenTimesASecond()
{
    ChartWidget widget(ChartKind::Throughput);
    setUp(widget);
    const auto sample = samples::sample({u"A"_s}, {10}, 1);
    widget.setTrials(sample.session.plan, {});
    const auto series = samples::constantSeries(1000, 0.1, 60);
    const int before = widget.drawCount();
    QElapsedTimer time;
    time.start();
    for (std::size_t n = 1; n <= series.size(); ++n) {
        widget.setCurrent({0, 0, 0, 0}, {series.begin(), series.begin() + static_cast<std::ptrdiff_t>(n)}, 0);
        QTest::qWait(1);
    }
    QVERIFY(widget.drawCount() > before);
    QVERIFY2(widget.drawCount() - before <= time.elapsed() / 100 + 2, qPrintable(QString::number(widget.drawCount() - before)));
}

void TestChartWidget::hiddenChartsDoNotDraw()
{
    ChartWidget widget(ChartKind::Latency);
    const auto sample = samples::sample({u"A"_s, u"B"_s}, {1, 10}, 5);
    widget.setTrials(sample.session.plan, {});
    for (const TrialPtr &trial : sample.session.trials)
        widget.appendTrial(trial);
    QTest::qWait(150);
    QCOMPARE(widget.drawCount(), 0);
    setUp(widget);
    QTRY_VERIFY(hasColor(shot(widget), firstColor));
}

void TestChartWidget::currentTrialGrowsAndEnds()
{
    ChartWidget widget(ChartKind::Throughput);
    setUp(widget);
    const auto sample = samples::sample({u"A"_s, u"B"_s}, {1, 10}, 1);
    widget.setTrials(sample.session.plan, {});
    auto series = samples::constantSeries(1000, 0.1, 1);
    widget.setCurrent({1, 0, 0, 0}, series, 0);
    QTRY_VERIFY(hasColor(shot(widget), targetColor(1, ChartTheme::Light)));
    widget.setCurrent({1, 0, 0, 0}, {}, 0); // ended without a result: nothing stays
    const int draws = widget.drawCount();
    QTRY_VERIFY(widget.drawCount() > draws);
    widget.setCurrent({0, 1, 0, 1}, series, 2'000'000'000);
    series.resize(3); // another trial of the same slot that has fewer points
    widget.setCurrent({0, 1, 0, 1}, series, 2'000'000'000);
    widget.appendTrial(sample.session.trials[0]);
    widget.setCurrent({0, 5, 0, 2}, series, 4'000'000'000); // a level that the plan does not have
    QTRY_VERIFY(hasColor(shot(widget), firstColor));
}

void TestChartWidget::followsThePalette()
{
    ChartWidget widget(ChartKind::Sweep);
    setUp(widget);
    const auto sample = samples::sample({u"A"_s, u"B"_s}, {1, 10}, 5);
    widget.setSession(std::make_shared<const Session>(sample.session), sample.analysis);
    QTRY_VERIFY(hasColor(shot(widget), firstColor));
    QCOMPARE(shot(widget).pixelColor(0, 0), QColor(Qt::white));
    const QColor ground(30, 30, 34);
    widget.setPalette(QPalette(Qt::white, ground, Qt::gray, Qt::black, Qt::darkGray, Qt::white, ground));
    QTRY_VERIFY(hasColor(shot(widget), targetColor(0, ChartTheme::Dark)));
    QCOMPARE(shot(widget).pixelColor(0, 0), widget.palette().color(QPalette::Base));
}

void TestChartWidget::captionIsThereAsToolTip()
{
    ChartWidget widget(ChartKind::Sweep);
    auto sample = samples::sample({u"A"_s, u"B"_s}, {1, 10}, 5);
    sample.session.environment.cpuModel = u"<b>CPU</b>"_s;
    widget.setSession(std::make_shared<const Session>(sample.session), sample.analysis);
    QVERIFY(widget.toolTip().contains(u"95\u00A0% t interval"_s));
    QVERIFY(widget.toolTip().contains(u"&lt;b&gt;CPU"_s));
    widget.setCaptionVisible(true);
    QVERIFY(widget.toolTip().isEmpty());
}

void TestChartWidget::survivesAnySize()
{
    const auto sample = samples::sample({u"A"_s, u"B"_s}, {1, 10}, 5);
    for (const ChartKind kind : allChartKinds) {
        ChartWidget widget(kind);
        setUp(widget);
        widget.setSession(std::make_shared<const Session>(sample.session), sample.analysis);
        widget.setCaptionVisible(true);
        for (const QSize size : {QSize(1, 1), QSize(30, 20), QSize(3000, 40), QSize(90, 1200), QSize(640, 480)}) {
            widget.resize(size);
            QCOMPARE(shot(widget).size(), size * widget.devicePixelRatio());
        }
    }
}

void TestChartWidget::wheelZoomsAndHomeFollows()
{
    ChartWidget widget(ChartKind::Throughput);
    setUp(widget);
    const auto sample = samples::sample({u"A"_s, u"B"_s}, {1, 10}, 5);
    widget.setSession(std::make_shared<const Session>(sample.session), sample.analysis);
    widget.drawNow();
    const QImage all = shot(widget);
    const auto wheel = [&widget](int notches) {
        const QPointF at(400, 300);
        QWheelEvent event(at, widget.mapToGlobal(at), {}, QPoint(0, 120 * notches), Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
        QApplication::sendEvent(&widget, &event);
    };
    wheel(5);
    const QImage near = shot(widget);
    QVERIFY(near != all);
    QTest::mousePress(&widget, Qt::LeftButton, {}, QPoint(400, 300));
    QTest::mouseMove(&widget, QPoint(300, 300));
    QTest::mouseRelease(&widget, Qt::LeftButton, {}, QPoint(300, 300));
    QVERIFY(shot(widget) != near);
    QTest::keyClick(&widget, Qt::Key_Home);
    QTest::mouseMove(&widget, QPoint(5, 5));
    QTRY_COMPARE(shot(widget), all);
    wheel(3);
    wheel(-8); // farther than all there is
    QCOMPARE(shot(widget), all);
    QTest::mouseMove(&widget, QPoint(120, 300));
    auto *readout = widget.findChild<QLabel *>(u"readout"_s);
    QVERIFY(readout && readout->isVisible());
    QVERIFY2(readout->text().contains(u"requests per second"_s) && readout->text().contains(u"connection"_s), qPrintable(readout->text()));

    QCOMPARE(zoomedRange({0, 10}, 5, 0.5, 10), std::optional(TimeRange{2.5, 7.5}));
    QCOMPARE(zoomedRange({0, 10}, 0, 0.5, 10), std::optional(TimeRange{0, 5}));
    QVERIFY(!zoomedRange({2, 9}, 5, 2, 10));
    QCOMPARE(pannedRange({2, 4}, 100, 10), (TimeRange{8, 10}));
    QCOMPARE(pannedRange({2, 4}, -100, 10), (TimeRange{0, 2}));
}

void TestChartWidget::aClickOnANameHidesIt_data()
{
    showsASession_data();
}

void TestChartWidget::aClickOnANameHidesIt()
{
    QFETCH(ChartKind, kind);
    if (kind == ChartKind::Pairs) // its names belong to its two columns
        return;
    ChartWidget widget(kind);
    setUp(widget);
    const auto sample = samples::sample({u"first"_s, u"second"_s, u"third"_s}, {1, 10}, 5);
    widget.setSession(std::make_shared<const Session>(sample.session), sample.analysis);
    for (const std::set<int> &hidden : {std::set<int>{1}, {0, 1, 2}}) { // some, and all: they must come back
        ChartView view;
        view.hiddenTargets = hidden;
        widget.setView(view);
        widget.drawNow();
        QSignalSpy spy(&widget, &ChartWidget::viewChanged);
        for (int y = 0; y < 160 && spy.isEmpty(); y += 4)
            for (int x = 5; x < widget.width() && spy.isEmpty(); x += 6)
                QTest::mouseClick(&widget, Qt::LeftButton, {}, QPoint(x, y));
        QVERIFY(!spy.isEmpty());
    }
    widget.setView({});
    QVERIFY(widget.view().hiddenTargets.empty());
}

QTEST_MAIN(TestChartWidget)
#include "tst_chartwidget.moc"
