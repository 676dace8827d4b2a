// SPDX-License-Identifier: GPL-3.0-or-later
// The table of the runs.
#include "sessionbuilder.h"

#include "core/stats/runstable.h"
#include "tests/support/publishedsession.h"

#include <QJsonArray>
#include <QTest>

using namespace sweepbench;
using namespace Qt::StringLiterals;

class TestRunsTable : public QObject
{
    Q_OBJECT

private slots:
    void publishedRuns();
    void figureOfThePlan();
    void placesWithoutAFigure();
    void quantilesAtTheTimeoutHaveNoMean();
    void outliersAreMarkedAndLeftOutWhenAsked();
    void emptyLevels();
};

void TestRunsTable::publishedRuns()
{
    const QJsonObject runs = test::emacsFigures()[u"runs_s"_s].toObject();
    const Session session = test::emacsSession();
    const auto tables = runsTables(session, runsMetric(session.plan));
    QCOMPARE(tables.size(), std::size_t(3));
    for (const RunsTable &table : tables) {
        QCOMPARE(table.repeats.size(), std::size_t(8));
        QCOMPARE(table.columns.size(), std::size_t(2));
        for (const RunsColumn &column : table.columns) {
            const QString name = session.plan.targets[static_cast<std::size_t>(column.target)].name;
            QCOMPARE(column.summary.n, 8);
            for (int row = 0; row < 8; ++row)
                QCOMPARE(*column.runs[static_cast<std::size_t>(row)].value, runs[QString::number(table.level)][name][row].toDouble());
        }
    }
}

void TestRunsTable::figureOfThePlan()
{
    Plan plan;
    QCOMPARE(runsMetric(plan), Metric::Rps);
    plan.load.requests = 5000;
    QCOMPARE(runsMetric(plan), Metric::RuntimeS);
    plan.primaryMetric = Metric::P99Ns;
    QCOMPARE(runsMetric(plan), Metric::P99Ns);
}

void TestRunsTable::placesWithoutAFigure()
{
    SessionBuilder builder({u"a"_s, u"b"_s}, {10});
    builder.add(0, 10, 0, 1000);
    builder.add(0, 10, 2, 1200); // stopped in between: repeat 1 of a never ran
    builder.add(1, 10, 0, 900);
    builder.addUnfit(1, 10, 1, 5, u"errors"_s);
    const auto tables = runsTables(builder.session, Metric::Rps);
    QCOMPARE(tables.size(), std::size_t(1));
    const RunsTable &table = tables.front();
    QCOMPARE(table.repeats, (std::vector<int>{0, 1, 2}));
    QCOMPARE(table.columns[0].runs[0], (RunFigure{true, false, false, 1000.0}));
    QCOMPARE(table.columns[0].runs[1], RunFigure{});
    QCOMPARE(table.columns[0].summary.n, 2);
    QCOMPARE(table.columns[0].summary.mean, 1100.0);
    QCOMPARE(table.columns[1].runs[1], (RunFigure{true, true, false, std::nullopt}));
    QCOMPARE(table.columns[1].summary.n, 1);
}

void TestRunsTable::quantilesAtTheTimeoutHaveNoMean()
{
    SessionBuilder builder({u"a"_s}, {10});
    builder.addSeries(0, 10, {1000, 1000});
    Trial late = builder.trial(0, 10, 2, 1000);
    late.errors[ErrorKind::Timeout] = 500;
    late.sent += 500;
    builder.add(late);
    const RunsTable table = runsTables(builder.session, Metric::P99Ns).front();
    QVERIFY(table.columns[0].runs[2].atTimeout && !table.columns[0].runs[2].value);
    QVERIFY(table.columns[0].runs[0].value);
    QCOMPARE(table.columns[0].summary.n, 0);
    QCOMPARE(runsTables(builder.session, Metric::Rps).front().columns[0].summary.n, 3);
}

void TestRunsTable::outliersAreMarkedAndLeftOutWhenAsked()
{
    SessionBuilder builder({u"a"_s}, {10});
    builder.addSeries(0, 10, {1101, 1098, 1102, 1097, 400, 1103, 1099, 1100, 1104});
    const RunsColumn kept = runsTables(builder.session, Metric::Rps).front().columns[0];
    for (std::size_t row = 0; row < kept.runs.size(); ++row)
        QCOMPARE(kept.runs[row].outlier, row == 4);
    QVERIFY(!kept.runs[4].leftOut);
    QCOMPARE(kept.summary.n, 9);
    builder.session.judging.leaveOutOutliers = true;
    const RunsColumn left = runsTables(builder.session, Metric::Rps).front().columns[0];
    QVERIFY(left.runs[4].outlier && left.runs[4].leftOut);
    QCOMPARE(*left.runs[4].value, 400.0); // shown all the same
    QCOMPARE(left.summary.n, 8);
    QCOMPARE(left.summary.min, 1097.0);
}

void TestRunsTable::emptyLevels()
{
    SessionBuilder builder({u"a"_s, u"b"_s}, {1, 10});
    builder.add(0, 10, 0, 1000);
    const auto tables = runsTables(builder.session, Metric::Rps);
    QCOMPARE(tables.size(), std::size_t(2));
    QVERIFY(tables[0].repeats.empty() && tables[0].columns.size() == 2 && tables[0].columns[0].summary.n == 0);
    QCOMPARE(tables[1].columns[1].summary.n, 0);
    QVERIFY(runsTables({}, Metric::Rps).size() <= Sweep().levels.size());
}

QTEST_APPLESS_MAIN(TestRunsTable)
#include "tst_runstable.moc"
