// SPDX-License-Identifier: GPL-3.0-or-later
// The order of the levels of each target.
#include "sessionbuilder.h"

#include "core/stats/analysis.h"
#include "core/stats/ranking.h"
#include "tests/support/publishedsession.h"

#include <QTest>

using namespace sweepbench;
using namespace Qt::StringLiterals;

class TestRanking : public QObject
{
    Q_OBJECT

private slots:
    void bestFirst();
    void shorterTimesAreBetter();
    void overlapsAreNoRank();
    void withoutIntervalsNothingIsARank();
    void levelsWithoutData();
};

namespace {

std::vector<int> orderOf(const LevelRanking &ranking)
{
    std::vector<int> levels;
    for (const RankedLevel &level : ranking.levels)
        levels.push_back(level.level);
    return levels;
}

std::vector<int> tiesOf(const LevelRanking &ranking)
{
    std::vector<int> levels;
    for (const RankedLevel &level : ranking.levels)
        if (level.tiesWithNext)
            levels.push_back(level.level);
    return levels;
}

} // namespace

// The order by concurrency that was published of the Squid proxy, which made most of its requests per second at 100 connections.
void TestRanking::bestFirst()
{
    SessionBuilder builder({u"squid"_s, u"other"_s}, {1, 10, 100, 500});
    const std::vector<std::pair<int, qint64>> rates{{1, 3000}, {10, 9900}, {100, 12000}, {500, 8000}};
    for (const auto &[level, rate] : rates) {
        builder.addSeries(0, level, {rate - 5, rate, rate + 5});
        builder.addSeries(1, level, {level, level, level});
    }
    const auto rankings = rankLevels(analyse(builder.session), Metric::Rps);
    QCOMPARE(rankings.size(), std::size_t(2));
    QCOMPARE(orderOf(rankings[0]), (std::vector<int>{100, 10, 500, 1}));
    QVERIFY(tiesOf(rankings[0]).empty() && rankings[0].noData.empty());
    QCOMPARE(rankings[0].levels[0].mean, 12000.0);
    QCOMPARE(rankings[1].target, 1);
    QCOMPARE(orderOf(rankings[1]), (std::vector<int>{500, 100, 10, 1}));
}

// 95 % t intervals on the logarithm, computed from the runs: elnode 39.6 to 84.7 s at 500 connections, 46.0 to 47.8 s at one.
void TestRanking::shorterTimesAreBetter()
{
    const auto rankings = rankLevels(analyse(test::emacsSession()), Metric::RuntimeS);
    QCOMPARE(orderOf(rankings[0]), (std::vector<int>{10, 1, 500}));
    QCOMPARE(tiesOf(rankings[0]), std::vector<int>{1});
    QCOMPARE(orderOf(rankings[1]), (std::vector<int>{10, 500, 1}));
    QVERIFY(tiesOf(rankings[1]).empty());
}

void TestRanking::overlapsAreNoRank()
{
    SessionBuilder builder({u"a"_s}, {1, 2, 3});
    builder.addSeries(0, 1, {1000, 1100, 1200});
    builder.addSeries(0, 2, {1050, 1150, 1250});
    builder.addSeries(0, 3, {5000, 5001, 5002});
    const auto rankings = rankLevels(analyse(builder.session), Metric::Rps);
    QCOMPARE(orderOf(rankings[0]), (std::vector<int>{3, 2, 1}));
    QCOMPARE(tiesOf(rankings[0]), std::vector<int>{2});
}

void TestRanking::withoutIntervalsNothingIsARank()
{
    SessionBuilder builder({u"a"_s}, {1, 2, 3});
    builder.addSeries(0, 1, {1000});
    builder.addSeries(0, 2, {2000});
    builder.addSeries(0, 3, {2000});
    const auto rankings = rankLevels(analyse(builder.session), Metric::Rps);
    QCOMPARE(orderOf(rankings[0]), (std::vector<int>{2, 3, 1}));
    QCOMPARE(tiesOf(rankings[0]), (std::vector<int>{2, 3}));
}

void TestRanking::levelsWithoutData()
{
    SessionBuilder builder({u"a"_s, u"b"_s, u"never run"_s}, {1, 2, 3});
    builder.addSeries(0, 1, {1000, 1001});
    builder.addUnfit(0, 2, 0, 500, u"errors"_s); // 3 was never tried
    builder.addUnfit(1, 3, 0, 500, u"errors"_s);
    const auto rankings = rankLevels(analyse(builder.session), Metric::Rps);
    QCOMPARE(rankings.size(), std::size_t(2));
    QCOMPARE(orderOf(rankings[0]), std::vector<int>{1});
    QCOMPARE(rankings[0].noData, std::vector<int>{2});
    QVERIFY(rankings[1].levels.empty());
    QCOMPARE(rankings[1].noData, std::vector<int>{3});
    QVERIFY(rankLevels({}, Metric::Rps).empty());
}

QTEST_APPLESS_MAIN(TestRanking)
#include "tst_ranking.moc"
