// SPDX-License-Identifier: GPL-3.0-or-later
// By how much a candidate shortens the run time: published figures, and what has no figure.
#include "sessionbuilder.h"

#include "core/stats/reduction.h"
#include "tests/support/publishedsession.h"

#include <QJsonArray>
#include <QTest>

using namespace sweepbench;
using namespace Qt::StringLiterals;

class TestReduction : public QObject
{
    Q_OBJECT

private slots:
    void publishedReductions();
    void intervalsAreTurnedOver();
    void anyTargetCanBeTheBaseline();
    void timedTrialsCompareTheTimePerRequest();
    void slowerCandidatesAreNegative();
    void onePairHasNoInterval();
    void withoutPairsTheMeansRemain();
    void unfitTrialsDoNotCount();
    void nothingIsAbsent_data();
    void nothingIsAbsent();
    void speedUps();
};

namespace {

bool near(std::optional<double> value, double expected, double within)
{
    return value && std::abs(*value - expected) <= within;
}

} // namespace

void TestReduction::publishedReductions()
{
    const QJsonObject figures = test::emacsFigures();
    const Reductions reductions = runTimeReductions(test::emacsSession());
    QVERIFY(!reductions.perRequest);
    QCOMPARE(reductions.levels, (std::vector<int>{1, 10, 500}));
    QCOMPARE(reductions.all.size(), std::size_t(3));
    for (const Reduction &reduction : reductions.all) {
        const QString level = QString::number(reduction.level);
        QCOMPARE(reduction.candidate, 1);
        QCOMPARE(reduction.pairs, 8);
        QCOMPARE(reduction.pairsDropped, 0);
        QCOMPARE(QString::number(*reduction.arithmetic, 'f', 3), QString::number(figures[u"runtime_reduction_percent_published"_s][level].toDouble(), 'f', 3));
        QCOMPARE(QString::number(*reduction.geometric, 'f', 3), QString::number(figures[u"runtime_reduction_percent_geometric"_s][level].toDouble(), 'f', 3));
        const double ratio = figures[u"web_server_over_elnode_paired_on_ln"_s][level][u"ratio"_s].toDouble();
        QVERIFY(near(reduction.speedUp, 1 / ratio, 2e-6));
        QVERIFY(near(speedUpOf(*reduction.geometric), *reduction.speedUp, 1e-12));
    }
}

void TestReduction::intervalsAreTurnedOver()
{
    const QJsonObject figures = test::emacsFigures();
    const Reductions reductions = runTimeReductions(test::emacsSession());
    for (const Reduction &reduction : reductions.all) {
        const QJsonArray ci = figures[u"web_server_over_elnode_paired_on_ln"_s][QString::number(reduction.level)][u"ci95"_s].toArray();
        QVERIFY(reduction.plain && reduction.simultaneous);
        QVERIFY(near(reduction.plain->low, (1 - ci[1].toDouble()) * 100, 1e-4));
        QVERIFY(near(reduction.plain->high, (1 - ci[0].toDouble()) * 100, 1e-4));
        QVERIFY(reduction.simultaneous->low < reduction.plain->low && reduction.simultaneous->high > reduction.plain->high);
    }
    // Of the family of three, computed with mpmath for the ratios: 0.83691531 to 0.89260489 at one connection.
    QVERIFY(near(reductions.all[0].simultaneous->low, 100 - 89.260489, 1e-5));
    QVERIFY(near(reductions.all[0].simultaneous->high, 100 - 83.691531, 1e-5));
}

void TestReduction::anyTargetCanBeTheBaseline()
{
    const Reductions there = runTimeReductions(test::emacsSession(), 0);
    const Reductions back = runTimeReductions(test::emacsSession(), 1);
    QCOMPARE(back.baseline, 1);
    for (std::size_t i = 0; i < back.all.size(); ++i) {
        QCOMPARE(back.all[i].candidate, 0);
        QVERIFY(*back.all[i].geometric < 0); // elnode takes longer
        QVERIFY(near(back.all[i].speedUp, 1 / *there.all[i].speedUp, 1e-12));
    }
    SessionBuilder three({u"a"_s, u"b"_s, u"c"_s}, {1, 10});
    for (int target = 0; target < 3; ++target)
        for (const int level : {1, 10})
            three.addSeries(target, level, {1000 + 500 * target, 1010 + 500 * target});
    std::vector<std::pair<int, int>> cells;
    for (const Reduction &reduction : runTimeReductions(three.session, 1).all)
        cells.emplace_back(reduction.level, reduction.candidate);
    QCOMPARE(cells, (std::vector<std::pair<int, int>>{{1, 0}, {1, 2}, {10, 0}, {10, 2}}));
}

void TestReduction::timedTrialsCompareTheTimePerRequest()
{
    SessionBuilder builder({u"a"_s, u"b"_s}, {10});
    builder.addSeries(0, 10, {1000, 2000, 1000});
    builder.addSeries(1, 10, {1250, 2500, 1250}); // a quarter more requests: four fifths of the time for each
    const Reductions reductions = runTimeReductions(builder.session);
    QVERIFY(reductions.perRequest);
    QVERIFY(near(reductions.all[0].geometric, 20, 1e-9));
    QVERIFY(near(reductions.all[0].arithmetic, 20, 1e-9));
    QVERIFY(near(reductions.all[0].speedUp, 1.25, 1e-12));
    QVERIFY(!reductions.all[0].plain); // all pairs agree
    // Means of times, not of rates: 1 and 0.5 ms against 1 and 0.25 ms.
    SessionBuilder uneven({u"a"_s, u"b"_s}, {10});
    uneven.addSeries(0, 10, {1000, 2000});
    uneven.addSeries(1, 10, {1000, 4000});
    QVERIFY(near(runTimeReductions(uneven.session).all[0].arithmetic, (1.5 - 1.25) / 1.5 * 100, 1e-9));
}

void TestReduction::slowerCandidatesAreNegative()
{
    SessionBuilder builder({u"a"_s, u"b"_s}, {10});
    builder.addSeries(0, 10, {100'000, 100'000});
    builder.addSeries(1, 10, {100, 50});
    const Reduction reduction = runTimeReductions(builder.session).all[0];
    // ln 1000 and ln 2000: the mean is the root of two millions.
    QVERIFY(near(reduction.geometric, (1 - std::sqrt(2e6)) * 100, 1e-6));
    QVERIFY(near(reduction.arithmetic, (1 - 1500.0) * 100, 1e-6));
    QVERIFY(near(reduction.speedUp, 1 / std::sqrt(2e6), 1e-12));
    QVERIFY(reduction.plain->low < *reduction.geometric && *reduction.geometric < reduction.plain->high);
    QVERIFY(reduction.plain->high < 100);
}

void TestReduction::onePairHasNoInterval()
{
    SessionBuilder builder({u"a"_s, u"b"_s}, {10});
    builder.addSeries(0, 10, {1000});
    builder.addSeries(1, 10, {2000});
    const Reduction reduction = runTimeReductions(builder.session).all[0];
    QCOMPARE(reduction.pairs, 1);
    QVERIFY(near(reduction.geometric, 50, 1e-9) && near(reduction.arithmetic, 50, 1e-9));
    QVERIFY(!reduction.plain && !reduction.simultaneous);
}

void TestReduction::withoutPairsTheMeansRemain()
{
    SessionBuilder builder({u"a"_s, u"b"_s}, {10});
    builder.add(0, 10, 0, 1000);
    builder.add(1, 10, 1, 2000);
    const Reduction reduction = runTimeReductions(builder.session).all[0];
    QCOMPARE(reduction.pairs, 0);
    QVERIFY(!reduction.geometric && !reduction.speedUp);
    QVERIFY(near(reduction.arithmetic, 50, 1e-9));
}

void TestReduction::unfitTrialsDoNotCount()
{
    SessionBuilder builder({u"a"_s, u"b"_s}, {10});
    builder.addSeries(0, 10, {1000, 1000, 1000});
    builder.addSeries(1, 10, {2000, 2000});
    builder.addUnfit(1, 10, 2, 9, u"errors"_s);
    const Reduction reduction = runTimeReductions(builder.session).all[0];
    QCOMPARE(reduction.pairs, 2);
    QCOMPARE(reduction.pairsDropped, 1);
    QVERIFY(near(reduction.geometric, 50, 1e-9) && near(reduction.arithmetic, 50, 1e-9));
}

void TestReduction::nothingIsAbsent_data()
{
    QTest::addColumn<int>("targets");
    QTest::addColumn<int>("baseline");
    QTest::addColumn<std::size_t>("cells");
    QTest::newRow("no target") << 0 << 0 << std::size_t(0);
    QTest::newRow("one target") << 1 << 0 << std::size_t(0);
    QTest::newRow("no trial") << 2 << 0 << std::size_t(2);
    QTest::newRow("no such baseline") << 2 << 2 << std::size_t(0);
    QTest::newRow("negative baseline") << 2 << -1 << std::size_t(0);
}

void TestReduction::nothingIsAbsent()
{
    QFETCH(int, targets);
    QFETCH(int, baseline);
    SessionBuilder builder(QStringList(targets, u"x"_s), {1, 10});
    const Reductions reductions = runTimeReductions(builder.session, baseline);
    QTEST(reductions.all.size(), "cells");
    for (const Reduction &reduction : reductions.all)
        QVERIFY(!reduction.geometric && !reduction.arithmetic && !reduction.speedUp && !reduction.plain && reduction.pairs == 0);
}

void TestReduction::speedUps()
{
    QCOMPARE(*speedUpOf(0), 1.0);
    QCOMPARE(*speedUpOf(50), 2.0);
    QCOMPARE(*speedUpOf(-100), 0.5);
    QVERIFY(!speedUpOf(100) && !speedUpOf(120) && !speedUpOf(std::nan("")));
}

QTEST_APPLESS_MAIN(TestReduction)
#include "tst_reduction.moc"
