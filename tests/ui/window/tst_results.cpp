// SPDX-License-Identifier: GPL-3.0-or-later
// The results page and its table on sessions made by hand.
#include "core/model/format.h"
#include "core/stats/analysis.h"
#include "tests/support/publishedsession.h"
#include "tests/support/warningguard.h"
#include "tests/ui/window/sample.h"
#include "ui/charts/chartwidget.h"
#include "ui/livepage.h"
#include "ui/notestext.h"
#include "ui/phasesmodel.h"
#include "ui/resultsmodel.h"
#include "ui/resultspage.h"
#include "ui/runsmodel.h"

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

class TestResults : public sweepbench::test::GuardedTest
{
    Q_OBJECT

private:
    static void show(ResultsPage &page, const Session &session)
    {
        const auto shared = std::make_shared<const Session>(session);
        page.setSession(shared, analyse(*shared));
    }
    static QString at(const ResultsModel &model, int row, ResultsModel::Column column)
    {
        return model.index(row, column).data().toString();
    }

private slots:
    void modelKeepsItsPromises()
    {
        ResultsModel model;
        ResultsSorter sorter;
        sorter.setSourceModel(&model);
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QAbstractItemModelTester sorterTester(&sorter, QAbstractItemModelTester::FailureReportingMode::QtTest);
        const Session session = sampleSession();
        model.setSession(session, analyse(session));
        model.setTheme(ChartTheme::Dark);
        sorter.sort(ResultsModel::RpsColumn, Qt::DescendingOrder);
        model.setSession(sampleSession({3, {4}, 2}), analyse(sampleSession({3, {4}, 2})));
        model.clear();
        QCOMPARE(model.rowCount(), 0);
    }

    void showsTheCells()
    {
        const Session session = sampleSession();
        const Analysis analysis = analyse(session);
        ResultsModel model;
        model.setSession(session, analysis);
        QCOMPARE(model.rowCount(), 6);
        QCOMPARE(at(model, 0, ResultsModel::TargetColumn), u"nginx"_s);
        QCOMPARE(at(model, 1, ResultsModel::TargetColumn), u"Apache"_s);
        QCOMPARE(at(model, 4, ResultsModel::LevelColumn), u"100"_s);
        QCOMPARE(at(model, 4, ResultsModel::RepeatsColumn), u"5"_s);
        QCOMPARE(at(model, 4, ResultsModel::ErrorsColumn), u"0"_s);
        QVERIFY(at(model, 0, ResultsModel::RpsColumn).contains(u" ± "_s));
        QVERIFY(at(model, 0, ResultsModel::MeanColumn).contains(u"ms"_s) || at(model, 0, ResultsModel::MeanColumn).contains(u"µs"_s));
        QVERIFY(at(model, 0, ResultsModel::BytesColumn).endsWith(u"kB/s"_s));
        const double raw = model.index(4, ResultsModel::RpsColumn).data(ResultsModel::SortRole).toDouble();
        QCOMPARE(raw, analysis.cell(0, 100)->metrics.at(Metric::Rps).mean);
        QVERIFY(std::abs(raw / 20'000 - 1) < 0.02);
    }

    void runTimesHaveAnErrorWhereTheyAreMeasured()
    {
        ResultsModel model;
        const Session timed = sampleSession();
        model.setSession(timed, analyse(timed));
        QVERIFY(at(model, 0, ResultsModel::RuntimeColumn).endsWith(u"\u00a0s"_s));
        QVERIFY(!at(model, 0, ResultsModel::RuntimeColumn).contains(u'\u00b1'));
        const Session counted = sampleSession({2, {1, 10}, 3, true});
        model.setSession(counted, analyse(counted));
        QVERIFY(at(model, 0, ResultsModel::RuntimeColumn).endsWith(u"\u00a0s"_s));
        QVERIFY(at(model, 0, ResultsModel::RuntimeColumn).contains(u'\u00b1'));
    }

    void everyFigureTellsItsErrorInItsTip()
    {
        ResultsModel model;
        const Session session = sampleSession();
        const Analysis analysis = analyse(session);
        model.setSession(session, analysis);
        const Summary &mean = analysis.cell(0, 1)->metrics.at(Metric::MeanNs);
        const QString tip = model.index(0, ResultsModel::MeanColumn).data(Qt::ToolTipRole).toString();
        QVERIFY2(tip.startsWith(u"mean %1, standard error %2; 5 trials"_s.arg(formatLatency(mean.mean), formatLatency(mean.se))), qPrintable(tip));
        for (int column : {ResultsModel::RpsColumn, ResultsModel::P99Column, ResultsModel::BytesColumn})
            QVERIFY(model.index(0, column).data(Qt::ToolTipRole).toString().contains(u"standard error"_s));
    }

    void sortsByNumberWithNoDataLast()
    {
        Session session = sampleSession({2, {1, 10, 100}, 3});
        Trial dead = sampleTrial(session.plan, 0, 0, 0, 0);
        dead.latency = {};
        dead.requests = 0;
        dead.errors[ErrorKind::Connect] = dead.sent;
        dead.status.clear();
        dead.findings = {{u"no_answer"_s, Severity::Unfit, u"no complete answer"_s}};
        dead.errorDetail = u"127.0.0.1:8080 refused the connection"_s;
        for (TrialPtr &trial : session.trials)
            if (trial->target == 0 && trial->connections == 1) {
                dead.repeat = trial->repeat;
                trial = std::make_shared<const Trial>(dead);
            }
        ResultsModel model;
        model.setSession(session, analyse(session));
        ResultsSorter sorter;
        sorter.setSourceModel(&model);
        for (Qt::SortOrder order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
            sorter.sort(ResultsModel::RpsColumn, order);
            QCOMPARE(sorter.index(5, ResultsModel::RpsColumn).data().toString(), noDataText());
            const double first = sorter.index(0, ResultsModel::RpsColumn).data(ResultsModel::SortRole).toDouble();
            const double second = sorter.index(1, ResultsModel::RpsColumn).data(ResultsModel::SortRole).toDouble();
            QCOMPARE(first < second, order == Qt::AscendingOrder);
        }
        const QModelIndex errors = model.index(0, ResultsModel::ErrorsColumn);
        QVERIFY(errors.data(Qt::ToolTipRole).toString().contains(errorKindText(ErrorKind::Connect)));
        QVERIFY(errors.data(Qt::ToolTipRole).toString().contains(u"refused the connection"_s));
        QCOMPARE(at(model, 0, ResultsModel::RepeatsColumn), u"0 of 3"_s);
        // Never a zero, NaN or infinity in place of a figure that does not exist.
        for (int column : {ResultsModel::RpsColumn, ResultsModel::MeanColumn, ResultsModel::P99Column})
            QCOMPARE(at(model, 0, ResultsModel::Column(column)), noDataText());
    }

    void copiesAsText()
    {
        ResultsPage page;
        const auto session = std::make_shared<const Session>(sampleSession());
        page.setSession(session, analyse(*session));
        QTest::mouseClick(page.findChild<QPushButton *>(u"copyTable"_s), Qt::LeftButton);
        const QStringList lines = QApplication::clipboard()->text().trimmed().split(u'\n');
        QCOMPARE(lines.size(), 7);
        for (const QString &line : lines)
            QCOMPARE(line.count(u'\t'), int(ResultsModel::ColumnCount) - 1);
        QVERIFY(lines[0].startsWith(u"Target\tConnections\tRequests per second"_s));
    }

    void verdictsNotesAndPlace()
    {
        ResultsPage page;
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
        page.setPlace(u"Saved in /x.sweep"_s);
        QCOMPARE(page.findChild<QLabel *>(u"place"_s)->text(), u"Saved in /x.sweep"_s);
    }

    void swatchesFollowAPaletteThatCameBeforeTheSession()
    {
        QPalette dark;
        dark.setColor(QPalette::Window, Qt::black);
        dark.setColor(QPalette::WindowText, Qt::white);
        dark.setColor(QPalette::Base, Qt::black);
        dark.setColor(QPalette::Text, Qt::white);
        ResultsPage page;
        page.setPalette(dark); // as the window does at its start, before anything is opened
        const auto session = std::make_shared<const Session>(sampleSession());
        page.setSession(session, analyse(*session));
        const auto *table = page.findChild<QTableView *>(u"resultsTable"_s);
        const auto swatch = table->model()->index(0, ResultsModel::TargetColumn).data(Qt::DecorationRole).value<QPixmap>();
        QVERIFY(!swatch.isNull());
        QCOMPARE(swatch.toImage(), targetSwatch(0, ChartTheme::Dark, 14).toImage());
    }

    void threeFindingsAndTheOthersBehindAButton()
    {
        ResultsPage page;
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

    void ratesAndResponseTimesAreCalledSo()
    {
        SampleOptions options;
        options.levels = {500, 2000};
        options.rates = true;
        const Session session = sampleSession(options);
        const Analysis analysis = analyse(session);
        ResultsModel model;
        model.setSession(session, analysis);
        const auto title = [&](int column) { return model.headerData(column, Qt::Horizontal).toString(); };
        QCOMPARE(title(ResultsModel::LevelColumn), u"Rate due"_s);
        QCOMPARE(title(ResultsModel::MeanColumn), u"Mean response time"_s);
        QCOMPARE(title(ResultsModel::P99Column), u"p99 response time"_s);
        QVERIFY(model.headerData(ResultsModel::P99Column, Qt::Horizontal, Qt::ToolTipRole).toString().contains(u"was due"_s));
        QCOMPARE(at(model, 2, ResultsModel::LevelColumn), u"2000"_s);
        QCOMPARE(model.index(2, ResultsModel::LevelColumn).data(Qt::ToolTipRole).toString(), u"Connections opened: 100 in 5 trials"_s);
        // Half of the response time is service, half waiting: both are told beside it. Means of 2 ms, ends of 3 ms.
        const QString tip = model.index(2, ResultsModel::P99Column).data(Qt::ToolTipRole).toString().replace(QChar(0x00A0), u' ');
        QVERIFY2(tip.contains(u"Service time, from sending to the last byte: mean 2.00 ms, p99 2."_s) && tip.contains(u"Slip, "_s),
                 qPrintable(tip));
        QVERIFY(interimText(session, analysis.verdicts()[0]).startsWith(u"500 requests per second due: Apache has "_s));
        QVERIFY(interimText(session, analysis.verdicts()[0]).contains(u"the p99 response time of nginx"_s));
        // A closed loop's words come back with it.
        model.setSession(sampleSession(), analyse(sampleSession()));
        QCOMPARE(title(ResultsModel::LevelColumn), u"Connections"_s);
        QCOMPARE(title(ResultsModel::P99Column), u"p99 latency"_s);
        QVERIFY(!model.index(0, ResultsModel::P99Column).data(Qt::ToolTipRole).toString().contains(u"ervice"_s));

        LivePage live;
        live.setSession(std::make_shared<const Session>(session), analysis);
        QStringList words;
        for (const auto *label : live.findChildren<QLabel *>())
            words += label->text();
        QVERIFY(words.contains(u"p99 response time"_s));
        const int last = session.trials.back()->rate;
        QVERIFY(words.contains(u"last trial, %1 requests per second due"_s.arg(last)));
    }

    void phasesStandByCell()
    {
        PhasesModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        SampleOptions options;
        options.levels = {500};
        options.rates = true;
        Session session = sampleSession(options);
        session.plan.targets[1].url = u"https://user:secret@127.0.0.1/"_s;
        for (TrialPtr &trial : session.trials) // nothing of Apache is fit
            if (trial->target == 1) {
                Trial unfit = *trial;
                unfit.findings = {{u"errors"_s, Severity::Unfit, u"errors"_s}};
                trial = std::make_shared<const Trial>(unfit);
            }
        model.setSession(session, analyse(session));
        QStringList names;
        for (int row = 0; row < model.rowCount(); ++row)
            names += model.index(row, PhasesModel::PhaseColumn).data().toString().replace(QChar(0x00A0), u' ');
        QCOMPARE(names, (QStringList{u"nginx at 500/s due (100 connections opened)"_s, u"Response time"_s, u"Service time"_s,
                                     u"Slip"_s, u"Name look-up"_s, u"Connect"_s, u"TLS"_s, u"First byte"_s, u"Rest of the body"_s,
                                     u"Apache at 500/s due (no fit trial)"_s}));
        QVERIFY(model.isHeading(0) && !model.isHeading(1));
        const auto figures = [&](int row) {
            QStringList all;
            for (int column = PhasesModel::MinColumn; column < PhasesModel::ColumnCount; ++column)
                all += model.index(row, column).data().toString().replace(QChar(0x00A0), u' ');
            return all;
        };
        // From half of 150 µs to half more, evenly, 20 connections in each of 5 trials: the median and the 99th of 100 by rank.
        QCOMPARE(figures(5), (QStringList{u"75.0 µs"_s, u"146 µs"_s, u"143 µs"_s, u"218 µs"_s, u"218 µs"_s}));
        QCOMPARE(figures(4), (QStringList{u"400 µs"_s, u"400 µs"_s, u"400 µs"_s, u"400 µs"_s, u"400 µs"_s}));
        QVERIFY(model.index(5, 0).data(Qt::ToolTipRole).toString().endsWith(u"100 of them"_s));
        QCOMPARE(model.asText().count(u'\n'), 9);
        QVERIFY(!model.asText().contains(u"secret"_s));
        model.setSession(sampleSession(), analyse(sampleSession()));
        QCOMPARE(model.index(0, 0).data().toString(), u"nginx at 1 connection (5 opened)"_s);
        QCOMPARE(model.index(1, 0).data().toString(), u"Latency"_s);
        model.clear();
        QCOMPARE(model.rowCount(), 0);
    }

    void phasesHaveTheirTab()
    {
        ResultsPage page;
        page.resize(1280, 720);
        page.show();
        const auto session = std::make_shared<const Session>(sampleSession());
        page.setSession(session, analyse(*session));
        auto *view = page.findChild<QTableView *>(u"phases"_s);
        auto *copy = page.findChild<QPushButton *>(u"copyPhases"_s);
        QVERIFY(view && !view->isVisible() && !copy->isVisible());
        page.findChild<QTabBar *>(u"chartTabs"_s)->setCurrentIndex(int(resultsPageKinds.size()));
        QVERIFY(view->isVisible() && copy->isVisible());
        QVERIFY(!page.findChild<QPushButton *>(u"exportChartButton"_s)->isVisible());
        QCOMPARE(page.currentChart(), ChartKind::Sweep);
        QCOMPARE(view->columnSpan(0, 0), int(PhasesModel::ColumnCount));
        QCOMPARE(view->columnSpan(1, 0), 1);
        QTest::mouseClick(copy, Qt::LeftButton);
        QVERIFY(QApplication::clipboard()->text().startsWith(u"Cell\tPhase\tMin"_s));
        page.setSession(session, analyse(*session)); // spans are set anew, none is left over
        QCOMPARE(view->columnSpan(1, 0), 1);
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
        ResultsPage page;
        page.resize(1280, 720);
        page.show();
        const auto session = std::make_shared<const Session>(emacsSession());
        page.setSession(session, analyse(*session));
        auto *table = page.findChild<QTableView *>(u"runsTable"_s);
        auto *level = page.findChild<QComboBox *>(u"runsLevel"_s);
        auto *tabs = page.findChild<QTabBar *>(u"chartTabs"_s);
        QVERIFY(table && level && !table->isVisible());
        tabs->setCurrentIndex(tabs->count() - 1);
        QVERIFY(table->isVisible() && level->isVisible());
        QVERIFY(!page.findChild<QPushButton *>(u"exportChartButton"_s)->isVisible() && !page.findChild<QPushButton *>(u"copyPhases"_s)->isVisible());
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
        ResultsPage page;
        page.resize(1280, 720);
        page.show();
        const auto session = std::make_shared<const Session>(emacsSession());
        page.setSession(session, analyse(*session));
        auto *tabs = page.findChild<QTabBar *>(u"chartTabs"_s);
        const auto kind = std::find(resultsPageKinds.begin(), resultsPageKinds.end(), ChartKind::Reduction) - resultsPageKinds.begin();
        tabs->setCurrentIndex(int(kind));
        QCOMPARE(tabs->tabText(int(kind)), u"Reduction"_s);
        QCOMPARE(page.currentChart(), ChartKind::Reduction);
        auto *chart = page.findChild<ChartWidget *>(u"chart_reduction"_s);
        QVERIFY(chart->isVisible());
        QTRY_VERIFY(chart->drawCount() > 0);
        QVERIFY(chart->toolTip().contains(u"geometric mean"_s));
        QSignalSpy spy(&page, &ResultsPage::exportChartWanted);
        QTest::mouseClick(page.findChild<QPushButton *>(u"exportChartButton"_s), Qt::LeftButton);
        QCOMPARE(spy.value(0).value(0).value<ChartKind>(), ChartKind::Reduction);
    }

    void offersWhatIsLeftToDo()
    {
        ResultsPage page;
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
        QSignalSpy wanted(&page, &ResultsPage::extendWanted);
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
        ResultsPage page;
        page.resize(1280, 720);
        page.show();
        auto *baseline = page.findChild<QComboBox *>(u"baseline"_s);
        auto *leaveOut = page.findChild<QCheckBox *>(u"leaveOutOutliers"_s);
        QSignalSpy wanted(&page, &ResultsPage::judgingWanted);
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
        ResultsPage page;
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
        QSignalSpy wanted(&page, &ResultsPage::warmupWanted);
        QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(wanted.count(), 1);
        QCOMPARE(wanted.front().front().value<std::chrono::nanoseconds>(), std::chrono::nanoseconds(std::chrono::seconds(2)));
    }

    void emptyPagesLeadOn()
    {
        ResultsPage page;
        QSignalSpy spy(&page, &ResultsPage::planWanted);
        auto *button = page.findChild<QPushButton *>(u"emptyAction"_s);
        QVERIFY(button);
        button->click();
        QCOMPARE(spy.count(), 1);
        LivePage live;
        QSignalSpy liveSpy(&live, &LivePage::planWanted);
        live.findChild<QPushButton *>(u"emptyAction"_s)->click();
        QCOMPARE(liveSpy.count(), 1);
    }

    void progressInWords()
    {
        LiveState state;
        state.trialsDone = 6;
        state.trialsTotal = 30;
        state.running = true;
        QCOMPARE(progressText(state), u"Trial 7 of 30"_s);
        state.timeLeft = std::chrono::seconds(28);
        QCOMPARE(progressText(state), u"Trial 7 of 30, 28 s left"_s);
        state.running = false;
        QCOMPARE(progressText(state), u"6 of 30 trials measured"_s);
    }

    void manyTargetsAndLevels()
    {
        std::vector<int> levels;
        for (int i = 1; i <= 40; ++i)
            levels.push_back(i);
        ResultsPage page;
        page.resize(1280, 720);
        page.show();
        const auto session = std::make_shared<const Session>(sampleSession({20, levels, 2}));
        page.setSession(session, analyse(*session));
        QCOMPARE(page.model()->rowCount(), 800);
        const auto *table = page.findChild<QTableView *>(u"resultsTable"_s);
        QVERIFY(table->height() >= 120);
        QVERIFY(page.findChild<QWidget *>(u"verdicts"_s)->height() <= 200);
    }
};

QTEST_MAIN(TestResults)
#include "tst_results.moc"
