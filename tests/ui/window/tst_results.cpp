// SPDX-License-Identifier: GPL-3.0-or-later
// The results page and its table on sessions made by hand.
#include "core/model/format.h"
#include "core/stats/analysis.h"
#include "tests/support/publishedsession.h"
#include "tests/support/warningguard.h"
#include "tests/ui/window/sample.h"
#include "ui/charts/chartview.h"
#include "ui/charts/chartwidget.h"
#include "ui/livepage.h"
#include "ui/notestext.h"
#include "ui/phasesmodel.h"
#include "ui/comparepage.h"
#include "ui/resultsmodel.h"
#include "ui/resultspage.h"
#include "ui/trialsmodel.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QMenu>
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
        page.findChild<QAction *>(u"copyAsText"_s)->trigger();
        const QStringList lines = QApplication::clipboard()->text().trimmed().split(u'\n');
        QCOMPARE(lines.size(), 7);
        for (const QString &line : lines) // without the run time, which the plan fixes
            QCOMPARE(line.count(u'\t'), int(ResultsModel::ColumnCount) - 2);
        QVERIFY(lines[0].startsWith(u"Target\tConnections\tRequests per second"_s));
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
        page.findChild<QTabBar *>(u"resultsTables"_s)->setCurrentIndex(2);
        QVERIFY(view->isVisible() && copy->isVisible());
        QCOMPARE(view->columnSpan(0, 0), int(PhasesModel::ColumnCount));
        QCOMPARE(view->columnSpan(1, 0), 1);
        QTest::mouseClick(copy, Qt::LeftButton);
        QVERIFY(QApplication::clipboard()->text().startsWith(u"Cell\tPhase\tMin"_s));
        page.setSession(session, analyse(*session)); // spans are set anew, none is left over
        QCOMPARE(view->columnSpan(1, 0), 1);
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
        ComparePage compare;
        compare.resize(1280, 720);
        compare.show();
        compare.setSession(session, analyse(*session));
        QVERIFY(compare.findChild<QWidget *>(u"verdicts"_s)->height() <= 200);
    }

    void columnsAreChosenAndCopied()
    {
        ResultsPage page;
        page.resize(1280, 720);
        page.show();
        const auto session = std::make_shared<const Session>(sampleSession());
        page.setSession(session, analyse(*session));
        auto *table = page.findChild<QTableView *>(u"resultsTable"_s);
        QVERIFY(table->isColumnHidden(ResultsModel::RuntimeColumn));
        auto *menu = page.findChild<QMenu *>(u"columnsMenu"_s);
        QVERIFY(menu);
        QCOMPARE(menu->actions().size(), int(ResultsModel::ColumnCount) - 1);
        menu->actions()[int(ResultsModel::BytesColumn) - 1]->trigger();
        QVERIFY(table->isColumnHidden(ResultsModel::BytesColumn));
        QCOMPARE(page.columnState(), QByteArray::number(int(ResultsModel::BytesColumn)));
        page.findChild<QAction *>(u"copyAsMarkdown"_s)->trigger();
        QVERIFY2(QApplication::clipboard()->text().startsWith(u"| Target | Connections | Requests per second | Mean latency | p99 latency | Errors | Repeats |"_s),
                 qPrintable(QApplication::clipboard()->text()));
        page.findChild<QAction *>(u"copyAsCsv"_s)->trigger();
        QVERIFY(QApplication::clipboard()->text().startsWith(u"Target,Connections,Requests per second,Mean latency,p99 latency,Errors,Repeats\r\nnginx,1,"_s));
        ResultsPage again;
        again.restoreColumnState(page.columnState() + ",x,99,0"); // what no version wrote is passed over
        again.setSession(session, analyse(*session));
        QVERIFY(again.findChild<QTableView *>(u"resultsTable"_s)->isColumnHidden(ResultsModel::BytesColumn));
        QVERIFY(!again.findChild<QTableView *>(u"resultsTable"_s)->isColumnHidden(ResultsModel::TargetColumn));
    }

    void everyTrialHasARow()
    {
        TrialsModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        Session made = withOutlier(sampleSession({2, {10}, 9}));
        Trial unfit = *made.trials[3];
        unfit.findings = {{u"errors"_s, Severity::Unfit, u"too many errors"_s}};
        made.trials[3] = std::make_shared<const Trial>(unfit);
        const auto session = std::make_shared<const Session>(made);
        model.setSession(session);
        QCOMPARE(model.rowCount(), 18);
        int outliers = 0;
        for (int row = 0; row < model.rowCount(); ++row) {
            const Trial &trial = *session->trials[std::size_t(row)];
            QCOMPARE(model.index(row, TrialsModel::OrderColumn).data().toInt(), trial.order + 1);
            QCOMPARE(model.index(row, TrialsModel::TargetColumn).data().toString(), session->plan.targets[std::size_t(trial.target)].name);
            QCOMPARE(model.index(row, TrialsModel::RequestsColumn).data(TrialsModel::SortRole).toLongLong(), trial.requests);
            outliers += model.index(row, TrialsModel::RpsColumn).data().toString().contains(outlierMark()) ? 1 : 0;
        }
        QCOMPARE(outliers, 1);
        QCOMPARE(model.index(3, TrialsModel::FindingsColumn).data().toString(), u"left out; too many errors"_s);
        QCOMPARE(model.index(3, TrialsModel::RpsColumn).data().toString(), noDataText());
        // The mark stands at the figure that it is about, or beside the repeat.
        const auto marked = [&](Metric primary, TrialsModel::Column column) {
            made.plan.primaryMetric = primary;
            TrialsModel other;
            other.setSession(std::make_shared<const Session>(made));
            int marks = 0;
            for (int row = 0; row < other.rowCount(); ++row)
                for (int each = 0; each < other.columnCount(); ++each)
                    marks += other.index(row, each).data().toString().contains(outlierMark()) ? (each == column ? 1 : 100) : 0;
            return marks;
        };
        QCOMPARE(marked(Metric::Rps, TrialsModel::RpsColumn), 1);
        QCOMPARE(marked(Metric::BytesPerS, TrialsModel::RepeatColumn), 1);
        model.clear();
        QCOMPARE(model.rowCount(), 0);
    }

    void chartsFollowWhatIsChosen()
    {
        ResultsPage page;
        page.resize(1280, 720);
        page.show();
        const auto session = std::make_shared<const Session>(sampleSession());
        page.setSession(session, analyse(*session));
        auto *kind = page.findChild<QComboBox *>(u"chartKind"_s);
        QCOMPARE(kind->count(), int(resultChartKinds.size()));
        auto *level = page.findChild<QComboBox *>(u"chartLevel"_s);
        for (int i = 0; i < kind->count(); ++i) {
            kind->setCurrentIndex(i);
            QCOMPARE(page.currentChart(), resultChartKinds[std::size_t(i)]);
            auto *chart = page.findChild<ChartWidget *>(u"chart_"_s + chartKindId(page.currentChart()));
            QVERIFY(chart->isVisible());
            QTRY_VERIFY(chart->drawCount() > 0);
            QCOMPARE(level->isVisible(), chartChoices(page.currentChart()).level);
        }
        kind->setCurrentIndex(int(std::find(resultChartKinds.begin(), resultChartKinds.end(), ChartKind::Percentiles) - resultChartKinds.begin()));
        level->setCurrentIndex(0);
        QCOMPARE(page.chartView().level, std::optional(session->plan.sweep.levels.front()));
        kind->setCurrentIndex(0);
        page.findChild<QCheckBox *>(u"chartDots"_s)->click();
        QVERIFY(page.chartView().dots);
        QSignalSpy spy(&page, &ResultsPage::exportChartWanted);
        QTest::mouseClick(page.findChild<QPushButton *>(u"chartExportChart"_s), Qt::LeftButton);
        QCOMPARE(spy.value(0).value(0).value<ChartKind>(), ChartKind::Sweep);
        page.setSession(session, analyse(*session)); // the next block: what was chosen stays
        QVERIFY(page.chartView().dots && page.chartView().level.has_value());
    }
};

QTEST_MAIN(TestResults)
#include "tst_results.moc"
