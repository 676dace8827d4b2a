// SPDX-License-Identifier: GPL-3.0-or-later
// The page that sets the targets against each other, on sessions made by hand.
#include "core/model/format.h"
#include "core/session/markup.h"
#include "core/session/readmetext.h"
#include "core/stats/analysis.h"
#include "tests/support/publishedsession.h"
#include "tests/support/warningguard.h"
#include "tests/ui/window/sample.h"
#include "ui/charts/chartwidget.h"
#include "ui/comparepage.h"
#include "ui/runsmodel.h"
#include "ui/sidebysidemodel.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabBar>
#include <QTableView>
#include <QTest>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace sweepbench;
using namespace sweepbench::test;

class TestCompare : public sweepbench::test::GuardedTest
{
    Q_OBJECT

private:
    static void show(ComparePage &page, const Session &session)
    {
        const auto shared = std::make_shared<const Session>(session);
        page.setSession(shared, analyse(*shared));
    }

private slots:
    void verdictsAndNotes()
    {
        ComparePage page;
        page.resize(1280, 720);
        page.show();
        Session made = sampleSession();
        Trial doubtful = *made.trials.front();
        doubtful.findings = {{u"client_busy"_s, Severity::Doubt, u"the client was busy <b>"_s}};
        made.trials.front() = std::make_shared<const Trial>(doubtful);
        const auto session = std::make_shared<const Session>(made);
        const Analysis analysis = analyse(*session);
        page.setSession(session, analysis);
        QCOMPARE(analysis.verdicts().size(), std::size_t(3));
        for (const Comparison &comparison : analysis.verdicts()) {
            const auto *label = page.findChild<QLabel *>(u"verdict_%1_1"_s.arg(comparison.level));
            QVERIFY(label);
            QCOMPARE(label->text(), comparison.sentence);
            QVERIFY(label->text().contains(u"Apache"_s));
            QVERIFY(label->height() >= label->heightForWidth(label->width())); // nothing cut off
        }
        const QString notes = page.findChild<QLabel *>(u"notes"_s)->text();
        QVERIFY(notes.contains(u"the client was busy &lt;b&gt;"_s));
    }

    void threeFindingsAndTheOthersBehindAButton()
    {
        ComparePage page;
        page.resize(1280, 720);
        page.show();
        Session made = sampleSession();
        Trial doubtful = *made.trials.front();
        for (int i = 0; i < 5; ++i)
            doubtful.findings.push_back({u"doubt%1"_s.arg(i), Severity::Doubt, u"reason number %1"_s.arg(i)});
        made.trials.front() = std::make_shared<const Trial>(doubtful);
        const auto session = std::make_shared<const Session>(made);
        page.setSession(session, analyse(made));
        const auto *notes = page.findChild<QLabel *>(u"notes"_s);
        auto *more = page.findChild<QPushButton *>(u"moreNotes"_s);
        QVERIFY(more->isVisible());
        // The sample's thin p99 is known to matter and comes first.
        QVERIFY2(notes->text().contains(u"reason number 1"_s) && !notes->text().contains(u"reason number 2"_s), qPrintable(notes->text()));
        QVERIFY(notes->text().contains(u"this one start of each server"_s)); // every verdict carries that
        QVERIFY2(more->text().startsWith(u"Show 3 more doubts"_s), qPrintable(more->text()));
        QVERIFY(page.findChild<QLabel *>(u"measured"_s)->text().contains(u"Measured"_s));
        // By the keyboard alone.
        more->setFocus();
        QTest::keyClick(more, Qt::Key_Space);
        QVERIFY(notes->text().contains(u"reason number 4"_s));
        QCOMPARE(more->text(), u"Show fewer"_s);
        QTest::keyClick(more, Qt::Key_Space);
        QVERIFY(!notes->text().contains(u"reason number 3"_s));
        more->click();
        page.setSession(session, analyse(made)); // another session starts folded
        QVERIFY(!more->isChecked() && !notes->text().contains(u"reason number 3"_s));
    }

    void runsStandByTarget()
    {
        RunsModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(model.rowCount(), 0);
        const Session session = emacsSession();
        const auto tables = runsTables(session, runsMetric(session.plan));
        model.setTable(tables[2], session.plan);
        QCOMPARE(model.rowCount(), 9);
        QCOMPARE(model.columnCount(), 3);
        const auto cell = [&](int row, int column) { return model.index(row, column).data().toString(); };
        QCOMPARE((QStringList{cell(2, 0), cell(2, 1), cell(2, 2)}), (QStringList{u"3"_s, u"38.646"_s, u"29.860"_s}));
        QVERIFY(model.isFoot(8));
        QCOMPARE((QStringList{cell(8, 0), cell(8, 1), cell(8, 2)}), (QStringList{u"Mean ± standard error"_s, u"64 ± 12"_s, u"33.5 ± 1.5"_s}));
        QCOMPARE(model.index(8, 2).data(Qt::ToolTipRole).toString(), u"33.52825 ± 1.4746653"_s);
        QCOMPARE(model.headerData(2, Qt::Horizontal).toString(), u"web_server"_s);
        QVERIFY(!model.headerData(1, Qt::Horizontal, Qt::DecorationRole).value<QPixmap>().isNull());
        model.setTheme(ChartTheme::Dark);
        QVERIFY(model.asText().startsWith(u"Run\telnode\tweb_server\n1\t43.484\t26.459\n"_s));
        QVERIFY(model.asMarkdown().contains(u"| 63.894625 ± 11.643012 | 33.52825 ± 1.4746653 |"_s));
        model.setTable(tables[0], session.plan);
        model.clear();
        QCOMPARE(model.rowCount(), 0);
    }

    void runsHaveTheirTab()
    {
        ComparePage page;
        page.resize(1280, 720);
        page.show();
        const auto session = std::make_shared<const Session>(emacsSession());
        page.setSession(session, analyse(*session));
        auto *table = page.findChild<QTableView *>(u"runsTable"_s);
        auto *level = page.findChild<QComboBox *>(u"runsLevel"_s);
        auto *tabs = page.findChild<QTabBar *>(u"compareDetails"_s);
        QVERIFY(table && level && !table->isVisible());
        tabs->setCurrentIndex(tabs->count() - 1);
        QVERIFY(table->isVisible() && level->isVisible());
        QCOMPARE(level->count(), 3);
        QCOMPARE(level->currentText(), u"1 connection"_s);
        QCOMPARE(table->model()->index(0, 1).data().toString(), u"49.528\u00A0†"_s);
        level->setCurrentIndex(2);
        QCOMPARE(table->model()->index(0, 1).data().toString(), u"43.484"_s);
        QVERIFY(page.findChild<QLabel *>(u"runsCaption"_s)->text().startsWith(u"Run time (s) at 500 connections"_s));
        QVERIFY(page.findChild<QLabel *>(u"ranking"_s)->text().endsWith(u"\nelnode: 10, 1 ≈ 500 connections\nweb_server: 10, 500, 1 connections"_s));
        QTest::mouseClick(page.findChild<QPushButton *>(u"copyRunsMarkdown"_s), Qt::LeftButton);
        QVERIFY(QApplication::clipboard()->text().startsWith(u"Run time (s) at 500 connections; 5000 requests per trial; † outlier, kept:\n\n| Run | elnode |"_s));
        QTest::mouseClick(page.findChild<QPushButton *>(u"copyRunsOrg"_s), Qt::LeftButton);
        QVERIFY(QApplication::clipboard()->text().startsWith(u"#+CAPTION: Run time (s) at 500 connections"_s));
        page.setSession(session, analyse(*session)); // the next block: the level stays
        QCOMPARE(level->currentText(), u"500 connections"_s);
        const auto other = std::make_shared<const Session>(sampleSession());
        page.setSession(other, analyse(*other));
        QCOMPARE(level->currentText(), u"1 connection"_s);
        QCOMPARE(table->model()->rowCount(), 6);
        page.clear();
        QCOMPARE(level->count(), 0);
    }

    void reductionHasItsTab()
    {
        ComparePage page;
        page.resize(1280, 720);
        page.show();
        const auto session = std::make_shared<const Session>(emacsSession());
        page.setSession(session, analyse(*session));
        auto *tabs = page.findChild<QTabBar *>(u"compareTabs"_s);
        const auto kind = std::find(compareChartKinds.begin(), compareChartKinds.end(), ChartKind::Reduction) - compareChartKinds.begin();
        tabs->setCurrentIndex(int(kind));
        QCOMPARE(tabs->tabText(int(kind)), u"Reduction"_s);
        QCOMPARE(page.currentChart(), ChartKind::Reduction);
        auto *chart = page.findChild<ChartWidget *>(u"chart_reduction"_s);
        QVERIFY(chart->isVisible());
        QTRY_VERIFY(chart->drawCount() > 0);
        QVERIFY(chart->toolTip().contains(u"geometric mean"_s));
        QSignalSpy spy(&page, &ComparePage::exportChartWanted);
        QTest::mouseClick(page.findChild<QPushButton *>(u"compareExportChart"_s), Qt::LeftButton);
        QCOMPARE(spy.value(0).value(0).value<ChartKind>(), ChartKind::Reduction);
    }

    void offersWhatIsLeftToDo()
    {
        ComparePage page;
        page.resize(1280, 720);
        page.show();
        const auto *more = page.findChild<QPushButton *>(u"runMore"_s);
        const auto *equal = page.findChild<QPushButton *>(u"equalRate"_s);
        const auto *why = page.findChild<QLabel *>(u"whyNoMore"_s);
        // Two clear verdicts of the sample: nothing is open, and the rate is Apache's 70 %.
        show(page, sampleSession());
        QVERIFY(!more->isVisible() && !why->isVisible());
        QVERIFY(equal->isVisible());
        QVERIFY2(equal->toolTip().contains(u"of what Apache serves at best"_s), qPrintable(equal->toolTip()));
        // Noise: ratios of 0.8 to 1.25 by turns.
        const auto noisy = [](double by) {
            Session session = sampleSession({2, {10}, 5});
            for (TrialPtr &trial : session.trials) {
                Trial changed = *trial;
                changed.requests = trial->target == 0 ? 2000 : qint64(2000 * (trial->repeat % 2 ? 1 + by : 1 - by));
                trial = std::make_shared<const Trial>(changed);
            }
            return session;
        };
        QSignalSpy wanted(&page, &ComparePage::extendWanted);
        Session session = noisy(0.04);
        show(page, session);
        QVERIFY2(more->isVisible() && more->text().startsWith(u"Run "_s), qPrintable(more->text()));
        const int blocks = more->text().section(u' ', 1, 1).toInt();
        QCOMPARE(blocks, *analyse(session).verdicts().front().moreRepeatsFor5);
        QTest::mouseClick(page.findChild<QPushButton *>(u"runMore"_s), Qt::LeftButton);
        QCOMPARE(wanted.count(), 1);
        QCOMPARE(wanted.front().front().toInt(), blocks);
        page.setRunning(true);
        QVERIFY(!more->isVisible() && !equal->isVisible());
        page.setRunning(false);
        QVERIFY(more->isVisible());
        session.judging.looks = {{3, {}}, {5, {}}};
        show(page, session);
        QVERIFY(!more->isVisible());
        QVERIFY2(why->isVisible() && why->text().contains(u"extended already"_s), qPrintable(why->text()));
        show(page, noisy(0.5));
        QVERIFY(!more->isVisible());
        QVERIFY2(why->text().contains(u"more than 100"_s), qPrintable(why->text()));
        // An open loop is at a rate already; one target has nothing to be compared with.
        SampleOptions rates;
        rates.levels = {500};
        rates.rates = true;
        show(page, sampleSession(rates));
        QVERIFY(!equal->isVisible());
        show(page, sampleSession({1, {10}, 3}));
        QVERIFY(!equal->isVisible() && !more->isVisible());
    }

    void saysHowItIsJudged()
    {
        ComparePage page;
        page.resize(1280, 720);
        page.show();
        auto *baseline = page.findChild<QComboBox *>(u"baseline"_s);
        auto *leaveOut = page.findChild<QCheckBox *>(u"leaveOutOutliers"_s);
        QSignalSpy wanted(&page, &ComparePage::judgingWanted);
        show(page, sampleSession({3, {10}, 5}));
        QVERIFY(baseline->isVisible() && !leaveOut->isVisible()); // five trials have no outliers
        QCOMPARE(baseline->currentText(), u"nginx"_s);
        QTest::keyClick(baseline, Qt::Key_Down);
        QCOMPARE(wanted.count(), 1);
        QCOMPARE(wanted.takeFirst().front().value<Judging>().baseline, 1);
        Session session = withOutlier(sampleSession({2, {10}, 9}));
        show(page, session);
        QVERIFY2(leaveOut->isVisible() && leaveOut->text() == u"&Leave out 1 outlier", qPrintable(leaveOut->text()));
        leaveOut->click();
        QCOMPARE(wanted.count(), 1);
        session.judging = wanted.takeFirst().front().value<Judging>();
        QVERIFY(session.judging.leaveOutOutliers && session.judging.baseline == 0);
        show(page, session);
        QVERIFY(leaveOut->isChecked());
        const QString verdict = page.findChild<QLabel *>(u"verdict_10_1"_s)->text();
        QVERIFY2(verdict.contains(u"With the outliers:"), qPrintable(verdict));
        page.setRunning(true);
        QVERIFY(!baseline->isVisible() && !leaveOut->isVisible());
        page.setRunning(false);
        show(page, sampleSession({1, {10}, 3}));
        QVERIFY(!baseline->isVisible());
    }

    void offersALongerWarmup()
    {
        Session session = sampleSession({2, {10}, 5});
        session.plan.load.warmup = std::chrono::milliseconds(500);
        ComparePage page;
        page.show();
        auto *button = page.findChild<QPushButton *>(u"longerWarmup"_s);
        show(page, session);
        QVERIFY(!button->isVisible());
        // The second half of each trial serves a fifth more than its first quarter.
        for (TrialPtr &trial : session.trials) {
            Trial rising = *trial;
            for (std::size_t i = 0; i < rising.series.size(); ++i)
                rising.series[i].requests = rising.series[i].requests * (i < 3 ? 100 : i < 5 ? 110 : 120 + trial->repeat % 2) / 100;
            trial = std::make_shared<const Trial>(rising);
        }
        show(page, session);
        QVERIFY(button->isVisible());
        QVERIFY2(button->text().contains(u"2"), qPrintable(button->text())); // four times as long
        QSignalSpy wanted(&page, &ComparePage::warmupWanted);
        QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(wanted.count(), 1);
        QCOMPARE(wanted.front().front().value<std::chrono::nanoseconds>(), std::chrono::nanoseconds(std::chrono::seconds(2)));
    }

    void figuresStandSideBySide()
    {
        SideBySideModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        const auto session = std::make_shared<const Session>(sampleSession({3, {10}, 5}));
        const Analysis analysis = analyse(*session);
        model.setLevel(session, analysis, 10);
        QCOMPARE(model.columnCount(), 1 + 1 + 2 * 3);
        QCOMPARE(model.index(0, 0).data().toString(), u"Requests per second"_s);
        const Summary &rps = analysis.cell(1, 10)->metrics.at(Metric::Rps);
        QCOMPARE(model.index(0, 2).data().toString(), formatWithError(rps.mean, rps.se, true));
        const Comparison verdict = analysis.verdicts().front();
        QVERIFY(model.index(0, 3).data().toString().startsWith(formatNumber(*verdict.ratio, 3) + u" ("_s));
        QVERIFY(model.asText().startsWith(u"Figure\tnginx\tApache\tRatio (95 %)\tp\t"_s));
        QCOMPARE(model.asText().count(u'\n'), model.rowCount() + 1);
        model.clear();
        QCOMPARE(model.rowCount() + model.columnCount(), 0);
        ComparePage page;
        page.show();
        show(page, sampleSession({1, {10}, 3})); // nothing to compare with: the figures alone
        QCOMPARE(page.findChild<QTableView *>(u"sideBySide"_s)->model()->columnCount(), 2);
    }

    void readmeTextHasVerdictPictureAndTable()
    {
        Session session = sampleSession();
        session.plan.targets[1].name = u"a|b [x](y)"_s;
        const QString text = readmeText(session, analyse(session), u"my chart (1).svg"_s);
        QVERIFY2(text.startsWith(u"- "_s + markdownText(analyse(session).verdicts().front().sentence)), qPrintable(text));
        QVERIFY2(text.contains(u"\n![Sweep of nginx, a\\|b \\[x\\](y)](my%20chart%20%281%29.svg)\n\n| Target | Connections |"_s), qPrintable(text));
        QVERIFY(!readmeText(session, analyse(session), {}).contains(u"!["_s));
    }
};

QTEST_MAIN(TestCompare)
#include "tst_compare.moc"
