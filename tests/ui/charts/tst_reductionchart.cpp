// SPDX-License-Identifier: GPL-3.0-or-later
// The chart of the run-time reductions: its data and where its parts are put.
#include "samplesessions.h"
#include "tests/support/publishedsession.h"
#include "tests/support/warningguard.h"
#include "ui/charts/chartdraw.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;
using namespace sweepbench;

class TestReductionChart : public test::GuardedTest
{
    Q_OBJECT

private slots:
    void dataAreThePublishedFigures();
    void anyTargetCanBeTheBaseline();
    void gapsAreSaid();
    void levelsNeverTestedAreLeftOut();
    void marksStandAtTheirFigures();
    void valuesAreReadOut();
    void speedUpsStandOnTheRight();
    void namesStandAtTheLines();
    void candidatesStandBesideEachOther();
    void onePairHasNoBar();
    void hugeBarsAreCutAndSaidSo();
    void farApart_data();
    void farApart();
    void oneTargetHasNoReduction();
    void captionSaysWhatTheMarksAre();
};

namespace {

ChartGeometry layOut(const Session &session, QSize size = {1200, 700})
{
    return layOutChart(ChartKind::Reduction, session, {}, {size, 1, ChartTheme::Light, ChartFormat::Png});
}

QStringList wordsOf(const ChartGeometry &geometry, TextRole role)
{
    QStringList words;
    for (const ChartGeometry::Text &text : geometry.texts)
        if (text.role == role)
            words << QString(text.text).replace(QChar(0x00A0), u' ').replace(QChar(0x202F), u' ');
    return words;
}

/// Sessions of one level whose targets made these requests in a second, by target and repeat.
Session sessionOf(const std::vector<std::vector<qint64>> &requests, int level = 10)
{
    Session session;
    session.plan.sweep.levels = {level};
    for (std::size_t target = 0; target < requests.size(); ++target) {
        session.plan.targets.emplace_back();
        session.plan.targets.back().name = QString(QChar(char16_t(u'A' + target)));
        for (std::size_t repeat = 0; repeat < requests[target].size(); ++repeat) {
            Trial trial;
            trial.target = static_cast<int>(target);
            trial.connections = level;
            trial.repeat = static_cast<int>(repeat);
            trial.duration = std::chrono::seconds(1);
            trial.requests = trial.sent = requests[target][repeat];
            session.trials.push_back(std::make_shared<const Trial>(trial));
        }
    }
    return session;
}

bool near(double value, double expected, double within)
{
    return std::abs(value - expected) <= within;
}

} // namespace

void TestReductionChart::dataAreThePublishedFigures()
{
    const QJsonObject figures = test::emacsFigures();
    const ReductionData data = reductionData(test::emacsSession());
    QCOMPARE(data.levels, (std::vector<int>{1, 10, 500}));
    QCOMPARE(data.names, (QStringList{u"elnode"_s, u"web_server"_s}));
    QVERIFY(data.lines[0].empty() && data.lines[1].size() == 3 && !data.perRequest && data.notes.isEmpty());
    for (const ReductionPoint &point : data.lines[1]) {
        const QString level = QString::number(point.level);
        const QJsonObject paired = figures[u"web_server_over_elnode_paired_on_ln"_s][level].toObject();
        QVERIFY(near(*point.arithmetic, figures[u"runtime_reduction_percent_published"_s][level].toDouble(), 0.0005));
        QVERIFY(near(*point.percent, figures[u"runtime_reduction_percent_geometric"_s][level].toDouble(), 0.0005));
        QVERIFY(near(*point.low, (1 - paired[u"ci95"_s][1].toDouble()) * 100, 1e-4));
        QVERIFY(near(*point.high, (1 - paired[u"ci95"_s][0].toDouble()) * 100, 1e-4));
        QVERIFY(near(*point.speedUp, 1 / paired[u"ratio"_s].toDouble(), 2e-6));
        QCOMPARE(point.pairs, 8);
    }
}

void TestReductionChart::anyTargetCanBeTheBaseline()
{
    const ReductionData data = reductionData(test::emacsSession(), 1);
    QVERIFY(data.lines[1].empty() && data.lines[0].size() == 3);
    for (const ReductionPoint &point : data.lines[0])
        QVERIFY(*point.percent < 0);
    QVERIFY(!reductionData(test::emacsSession(), 7).hasData());
}

void TestReductionChart::gapsAreSaid()
{
    auto sample = samples::sample({u"A"_s, u"B"_s, u"C"_s}, {1, 10, 100}, 3);
    std::erase_if(sample.session.trials, [](const TrialPtr &trial) {
        return (trial->target == 1 && trial->connections == 10) || trial->target == 2;
    });
    const ReductionData data = reductionData(sample.session);
    QVERIFY(data.lines[1][0].percent && !data.lines[1][1].hasValue() && data.lines[1][2].percent);
    QCOMPARE(data.notes, (QStringList{u"B: no data at 10 connections."_s, u"C: no data."_s}));
    const ChartGeometry geometry = layOut(sample.session);
    QCOMPARE(wordsOf(geometry, TextRole::Note), data.notes);
    QVERIFY(std::none_of(geometry.points.begin(), geometry.points.end(), [](const auto &point) { return point.level == 10; }));
}

void TestReductionChart::levelsNeverTestedAreLeftOut()
{
    auto sample = samples::sample({u"A"_s, u"B"_s}, {1, 10}, 3);
    sample.session.plan.sweep.levels = {1, 10, 1000};
    QCOMPARE(reductionData(sample.session).levels, (std::vector<int>{1, 10}));
    QVERIFY(reductionData(sample.session).notes.isEmpty());
}

void TestReductionChart::marksStandAtTheirFigures()
{
    const Session session = test::emacsSession();
    const ReductionData data = reductionData(session);
    const ChartGeometry geometry = layOut(session);
    QCOMPARE(geometry.panels.size(), std::size_t(1));
    const ChartGeometry::Panel &panel = geometry.panels[0];
    QVERIFY(panel.x.log && !panel.y.log && panel.y.low < 0 && panel.y.high > 58);
    QVERIFY(std::equal(panel.xTicks.begin(), panel.xTicks.end(), data.levels.begin(), data.levels.end()));
    QCOMPARE(geometry.points.size(), std::size_t(6));
    QCOMPARE(geometry.bars.size(), std::size_t(3));
    for (const ChartGeometry::Point &point : geometry.points) {
        const auto at = std::find(data.levels.begin(), data.levels.end(), point.level) - data.levels.begin();
        const ReductionPoint &figure = data.lines[1][static_cast<std::size_t>(at)];
        QCOMPARE(point.target, 1);
        QVERIFY(near(point.at.x(), panel.x.toPixel(point.level), 1e-6));
        QVERIFY(near(point.at.y(), panel.y.toPixel(point.hollow ? *figure.arithmetic : *figure.percent), 1e-6));
    }
    for (const ChartGeometry::Bar &bar : geometry.bars) {
        const auto at = std::find(data.levels.begin(), data.levels.end(), bar.level) - data.levels.begin();
        const ReductionPoint &figure = data.lines[1][static_cast<std::size_t>(at)];
        QVERIFY(!bar.cut && near(bar.line.y1(), panel.y.toPixel(*figure.low), 1e-6) && near(bar.line.y2(), panel.y.toPixel(*figure.high), 1e-6));
    }
    QCOMPARE(wordsOf(geometry, TextRole::Heading), (QStringList{u"Speed-up"_s, u"Run-time reduction (%) against elnode"_s}));
    QCOMPARE(wordsOf(geometry, TextRole::AxisLabel), QStringList{u"Connections (log scale)"_s});
    QCOMPARE(wordsOf(geometry, TextRole::Subtitle), QStringList{u"Run-time reduction against elnode by number of connections"_s});
    Session other = session;
    other.judging.baseline = 1;
    QCOMPARE(wordsOf(layOut(other), TextRole::Subtitle), QStringList{u"Run-time reduction against web_server by number of connections"_s});
    QCOMPARE(wordsOf(geometry, TextRole::Legend),
             (QStringList{u"from the pairs (geometric), with 95 % interval"_s, u"from the means (arithmetic)"_s}));
}

void TestReductionChart::valuesAreReadOut()
{
    QCOMPARE(wordsOf(layOut(test::emacsSession()), TextRole::Value),
             (QStringList{u"13.6 %, 1.16×"_s, u"24.0 %, 1.32×"_s, u"42.5 %, 1.74×"_s}));
    QVERIFY(wordsOf(layOut(sessionOf({{100, 101}, {120, 119}, {90, 91}})), TextRole::Value).isEmpty()); // the axis on the right has them
}

void TestReductionChart::speedUpsStandOnTheRight()
{
    const ChartGeometry geometry = layOut(test::emacsSession());
    const ChartGeometry::Panel &panel = geometry.panels[0];
    QMap<QString, QString> pairs; // of labels at one height
    for (const ChartGeometry::Text &left : geometry.texts)
        for (const ChartGeometry::Text &right : geometry.texts)
            if (left.role == TextRole::TickLabel && right.role == TextRole::TickLabel && left.rect.right() < panel.rect.left()
                && right.rect.left() > panel.rect.right() && near(left.rect.center().y(), right.rect.center().y(), 0.5))
                pairs[left.text] = right.text;
    QCOMPARE(pairs.value(u"0"_s), u"1×"_s);
    QCOMPARE(pairs.value(u"20"_s), u"1.25×"_s);
    QCOMPARE(pairs.value(u"60"_s), u"2.5×"_s);
}

void TestReductionChart::namesStandAtTheLines()
{
    const ChartGeometry geometry = layOut(samples::sample({u"nginx"_s, u"Apache"_s, u"Caddy"_s}, {1, 10, 100}, 5).session);
    const ChartGeometry::Panel &panel = geometry.panels[0];
    QCOMPARE(wordsOf(geometry, TextRole::Name), (QStringList{u"nginx"_s, u"Apache"_s, u"Caddy"_s}));
    for (const ChartGeometry::Text &text : geometry.texts) {
        if (text.role != TextRole::Name)
            continue;
        QVERIFY(panel.rect.contains(text.rect.center()));
        double line = panel.y.toPixel(0); // the baseline's
        for (const ChartGeometry::Point &point : geometry.points)
            if (point.target == text.target && !point.hollow && point.level == 100)
                line = point.at.y();
        QVERIFY(near(text.rect.center().y(), line, text.rect.height()));
        for (const ChartGeometry::Point &point : geometry.points)
            QVERIFY(point.at.x() < text.rect.left());
    }
}

void TestReductionChart::candidatesStandBesideEachOther()
{
    const ChartGeometry geometry = layOut(samples::sample({u"A"_s, u"B"_s, u"C"_s}, {1, 10, 100}, 5).session);
    for (const ChartGeometry::Point &one : geometry.points)
        for (const ChartGeometry::Point &other : geometry.points)
            if (one.level == other.level && one.target < other.target) {
                QVERIFY(other.at.x() - one.at.x() > 4);
                QVERIFY(other.at.x() - one.at.x() < 30);
            }
    const ChartGeometry single = layOut(sessionOf({{100, 101}, {120, 119}, {90, 91}}));
    QCOMPARE(single.panels[0].xTicks, std::vector<double>{10});
    QCOMPARE(single.points.size(), std::size_t(4));
}

void TestReductionChart::onePairHasNoBar()
{
    const Session session = sessionOf({{100}, {200}});
    const ChartGeometry geometry = layOut(session);
    QVERIFY(geometry.bars.empty());
    QCOMPARE(geometry.points.size(), std::size_t(2));
    QCOMPARE(wordsOf(geometry, TextRole::Value), QStringList{u"50.0 %, 2.00×"_s});
    const QString caption = chartCaption(ChartKind::Reduction, session, {}).replace(QChar(0x00A0), u' ');
    QVERIFY2(caption.contains(u"over 1 pair per level; no bars"_s), qPrintable(caption));
}

void TestReductionChart::hugeBarsAreCutAndSaidSo()
{
    const ChartGeometry geometry = layOut(sessionOf({{100, 300}, {120, 100}})); // two pairs that contradict each other
    QCOMPARE(geometry.bars.size(), std::size_t(1));
    QVERIFY(geometry.bars[0].cut);
    const QRectF &rect = geometry.panels[0].rect;
    QVERIFY(geometry.bars[0].line.y1() <= rect.bottom() + 1e-6 && geometry.bars[0].line.y2() >= rect.top() - 1e-6);
    QCOMPARE(wordsOf(geometry, TextRole::Note), QStringList{u"Bars that end in an arrow reach beyond the axis."_s});
}

void TestReductionChart::farApart_data()
{
    QTest::addColumn<Session>("session");
    QTest::newRow("a thousand times slower") << sessionOf({{100'000, 100'000, 99'000}, {100, 101, 99}, {120'000, 120'000, 119'000}});
    QTest::newRow("a million times faster") << sessionOf({{1, 1, 2}, {1'000'000, 1'000'000, 1'100'000}});
    QTest::newRow("equal") << sessionOf({{100, 100, 100}, {100, 100, 100}});
    QTest::newRow("nearly equal") << sessionOf({{100'000, 100'100, 99'950}, {100'020, 100'050, 99'970}});
}

void TestReductionChart::farApart()
{
    QFETCH(Session, session);
    for (const QSize size : {QSize(1200, 700), QSize(600, 400), QSize(400, 300)}) {
        const ChartGeometry geometry = layOut(session, size);
        const ChartGeometry::Panel &panel = geometry.panels.at(0);
        QVERIFY(panel.rect.contains(QPointF(panel.rect.center().x(), panel.y.toPixel(0)))); // the zero line is always there
        for (const ChartGeometry::Point &point : geometry.points)
            QVERIFY(panel.rect.contains(point.at));
        for (std::size_t i = 0; i < geometry.texts.size(); ++i) {
            const QRectF one = geometry.texts[i].rect.adjusted(0, 1.5, 0, -1.5);
            QVERIFY2(QRectF(QPointF(0, 0), size).contains(one), qPrintable(geometry.texts[i].text));
            for (std::size_t j = 0; j < i; ++j)
                QVERIFY2(!one.intersects(geometry.texts[j].rect.adjusted(0, 1.5, 0, -1.5)),
                         qPrintable(geometry.texts[i].text + u" over "_s + geometry.texts[j].text));
        }
        for (const QString &label : wordsOf(geometry, TextRole::TickLabel))
            QVERIFY2(!label.contains(u"nan"_s) && !label.contains(u"inf"_s) && !label.contains(u"no data"_s), qPrintable(label));
    }
}

void TestReductionChart::oneTargetHasNoReduction()
{
    const ChartGeometry geometry = layOut(sessionOf({{100, 101}}));
    QVERIFY(geometry.panels.empty());
    QCOMPARE(wordsOf(geometry, TextRole::Message), (QStringList{u"no data"_s, u"A reduction takes two targets."_s}));
}

void TestReductionChart::captionSaysWhatTheMarksAre()
{
    const auto captionOf = [](const Session &session) { return chartCaption(ChartKind::Reduction, session, {}).replace(QChar(0x00A0), u' '); };
    const QString counted = captionOf(test::emacsSession());
    for (const QString &part : {u"Solid marks: 1 − geometric mean of candidate / baseline over 8 pairs per level; bars: 95 % t interval"_s,
                                u"Hollow marks: (baseline − candidate) / baseline of the mean run times."_s, u"5000 requests per trial"_s,
                                u"Machine: a laptop, 2 cores"_s, u"Speed-up: baseline / candidate."_s})
        QVERIFY2(counted.contains(part), qPrintable(counted));
    QVERIFY(!counted.contains(u"time per request"_s) && !counted.contains(u"atency"_s));
    QVERIFY(captionOf(samples::sample({u"A"_s, u"B"_s}, {1, 10}, 3).session).contains(u"the time per request, duration / requests"_s));
    QVERIFY(captionOf(samples::rateSample({u"A"_s, u"B"_s}, {500, 1000}, 3).session).contains(u"A target that keeps up"_s));
    QVERIFY(!captionOf(samples::allFailed({u"A"_s, u"B"_s}, {1}).session).contains(u"marks"_s));
}

QTEST_MAIN(TestReductionChart)
#include "tst_reductionchart.moc"
