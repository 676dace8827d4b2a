// SPDX-License-Identifier: GPL-3.0-or-later
// The whole window as a user acts, on real servers: type, start, wait, read, export, save, reopen; and what goes wrong.
#include "core/session/planjson.h"
#include "core/session/sessionfile.h"
#include "tests/support/warningguard.h"
#include "tests/ui/window/sample.h"
#include "tests/ui/window/windowbench.h"
#include "ui/resultsmodel.h"
#include "ui/comparepage.h"

#include <QCheckBox>
#include <QComboBox>
#include <QElapsedTimer>
#include <QFile>
#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QMessageBox>
#include <QRegularExpression>
#include <QTcpServer>
#include <QTest>
#include <QXmlStreamReader>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace sweepbench;
using namespace sweepbench::test;

namespace {

constexpr int runTimeoutMs = 60'000; ///< a hang guard, ten times what the runs here take

QByteArray content(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class TestWindow : public sweepbench::test::GuardedTest
{
    Q_OBJECT

private slots:
    void howItIsJudgedIsKeptInTheFile()
    {
        Bench bench;
        const QString path = bench.file(u"judged.sweep"_s);
        const auto created = SessionFile::create(path, withOutlier(sampleSession({2, {10}, 9})));
        QVERIFY2(created.ok(), qPrintable(created.ok() ? QString() : created.problem().line()));
        bench.window->openFile(path);
        QCOMPARE(bench.banner(), QString());
        const QStringList before = bench.verdicts();
        QTest::keyClick(bench.child<QComboBox>(u"baseline"_s), Qt::Key_Down);
        bench.child<QCheckBox>(u"leaveOutOutliers"_s)->click();
        QCOMPARE(bench.banner(), QString());
        const QStringList after = bench.verdicts();
        QVERIFY2(after != before && after[0].contains(u"nginx serves"), qPrintable(after.join(u'\n')));
        const auto kept = loadSession(path);
        QVERIFY(kept.ok());
        QCOMPARE(kept->judging.baseline, 1);
        QVERIFY(kept->judging.leaveOutOutliers);
        QCOMPARE(kept->trials.size(), std::size_t(18));
        QVERIFY(!bench.window->windowTitle().contains(u'*'));
    }

    void fromTwoUrlsToVerdictAndFiles()
    {
        Bench bench;
        bench.typePlan(u"1,4"_s, u"150ms"_s, u"3"_s);
        bench.press(u"compare"_s);
        QVERIFY(bench.isRunning());
        QCOMPARE(bench.page(), int(MainWindow::LiveTab));
        QVERIFY(QTest::qWaitFor([&] { return bench.child<QLabel>(u"progressText"_s)->text().contains(u"of 12"_s); }));
        QVERIFY(bench.window->windowTitle().contains(u"of 12 trials"_s));
        QVERIFY(QTest::qWaitFor([&] { return !bench.isRunning(); }, runTimeoutMs));
        QCOMPARE(bench.banner(), QString());
        QCOMPARE(bench.page(), int(MainWindow::CompareTab));

        const QList<QStringList> rows = bench.rows();
        QCOMPARE(rows.size(), 4);
        QCOMPARE(rows[0][ResultsModel::TargetColumn], u"fast"_s);
        QCOMPARE(rows[0][ResultsModel::RepeatsColumn], u"3"_s);
        QCOMPARE(rows[0][ResultsModel::ErrorsColumn], u"0"_s);
        const double fast = bench.table()->index(0, ResultsModel::RpsColumn).data(ResultsModel::SortRole).toDouble();
        const double slow = bench.table()->index(1, ResultsModel::RpsColumn).data(ResultsModel::SortRole).toDouble();
        QVERIFY2(fast > 2 * slow && slow > 0, qPrintable(u"%1 %2"_s.arg(fast).arg(slow))); // 2 ms more per request
        QVERIFY(slow < 500); // 2 ms of delay allow no more on one connection
        const QStringList verdicts = bench.verdicts();
        QCOMPARE(verdicts.size(), 2);
        QVERIFY2(verdicts[0].contains(u"slow"_s), qPrintable(verdicts[0]));

        QVERIFY(bench.exportChart(0, bench.file(u"sweep.png"_s)));
        QCOMPARE(QImage(bench.file(u"sweep.png"_s)).size(), QSize(2400, 1400));
        QVERIFY(bench.exportChart(1, bench.file(u"sweep.svg"_s)));
        QXmlStreamReader svg(content(bench.file(u"sweep.svg"_s)));
        while (!svg.atEnd())
            svg.readNext();
        QVERIFY2(!svg.hasError(), qPrintable(svg.errorString()));

        bench.trigger(u"actionExportNumbers"_s);
        QVERIFY(bench.answerFileDialog(u"saveDialog"_s, bench.file(u"n.csv"_s)));
        QVERIFY(content(bench.file(u"n.csv"_s)).count('\n') >= 5);
        bench.trigger(u"actionExportNumbers"_s);
        QVERIFY(bench.answerFileDialog(u"saveDialog"_s, bench.file(u"n.json"_s)));
        const QJsonObject json = QJsonDocument::fromJson(content(bench.file(u"n.json"_s))).object();
        QCOMPARE(json.value(u"trials"_s).toArray().size(), 12);

        const QString kept = bench.settings.recentFiles().value(0);
        QVERIFY(kept.startsWith(bench.dir.path()) && QFile::exists(kept));
        bench.trigger(u"actionSave"_s);
        QVERIFY(bench.answerFileDialog(u"saveDialog"_s, bench.file(u"mine.sweep"_s)));
        QCOMPARE(bench.window->windowTitle(), u"mine – Sweepbench"_s);
        QVERIFY(!QFile::exists(kept)); // one session, one file

        bench.trigger(u"actionNew"_s);
        QCOMPARE(bench.rows().size(), 0);
        bench.window->openFile(bench.file(u"mine.sweep"_s));
        QCOMPARE(bench.banner(), QString());
        QCOMPARE(bench.rows(), rows);
        QCOMPARE(bench.verdicts(), verdicts);
        QCOMPARE(bench.child<QLineEdit>(u"url1"_s)->text(), u"http://127.0.0.1:%1/"_s.arg(bench.portB));
        QVERIFY(bench.exportChart(1, bench.file(u"again.svg"_s)));
        QCOMPARE(content(bench.file(u"again.svg"_s)), content(bench.file(u"sweep.svg"_s)));
    }

    void stopKeepsWhatWasMeasured()
    {
        Bench bench;
        bench.typePlan(u"1"_s, u"200ms"_s, u"50"_s);
        bench.press(u"compare"_s);
        QVERIFY(QTest::qWaitFor([&] { return bench.child<QLabel>(u"progressText"_s)->text().startsWith(u"Trial 4 "_s); }, runTimeoutMs));
        bench.press(u"stop"_s);
        QVERIFY(QTest::qWaitFor([&] { return !bench.isRunning(); }, runTimeoutMs));
        QCOMPARE(bench.rows().size(), 2);
        const auto session = loadSession(bench.settings.recentFiles().value(0));
        QVERIFY(session.ok());
        QVERIFY(session->trials.size() >= 3 && session->trials.size() < 10);
        QVERIFY(bench.child<QLabel>(u"place"_s)->text().contains(bench.settings.recentFiles().value(0)));
        // And again in the same window: nothing of the first run is left in the second.
        bench.window->showPage(MainWindow::PlanTab);
        bench.type(u"repeats"_s, u"1"_s);
        bench.press(u"compare"_s);
        QVERIFY(QTest::qWaitFor([&] { return !bench.isRunning(); }, runTimeoutMs));
        QCOMPARE(bench.rows().value(0).value(ResultsModel::RepeatsColumn), u"1"_s);
        QCOMPARE(bench.settings.recentFiles().size(), 2);
    }

    void interimRatiosFromTheThirdBlock()
    {
        Bench bench;
        bench.typePlan(u"2"_s, u"100ms"_s, u"6"_s);
        bench.press(u"compare"_s);
        auto *interim = bench.child<QLabel>(u"interim"_s);
        QVERIFY(!interim->isVisible());
        QVERIFY(QTest::qWaitFor([&] { return interim->isVisible(); }, runTimeoutMs));
        QVERIFY2(interim->text().contains(u"so far"_s) && interim->text().contains(u"3 pairs"_s), qPrintable(interim->text()));
        QVERIFY(bench.isRunning());
    }

    /// Opens a session of three blocks of two servers that are there, whose ratios vary around 1: 0.98, 1 and 1.02.
    static bool openUndecided(Bench &bench, const QString &file)
    {
        Session session = sampleSession({2, {1}, 3});
        session.plan.load.duration = 40ms;
        session.plan.load.warmup = 0ms;
        for (std::size_t i = 0; i < 2; ++i)
            session.plan.targets[i].url = u"http://127.0.0.1:%1/%2"_s.arg(bench.portA).arg(i);
        for (TrialPtr &trial : session.trials) {
            Trial changed = *trial;
            changed.requests = changed.sent = trial->target == 0 ? 2000 : 1960 + 40 * trial->repeat;
            changed.status = {{200, changed.requests}};
            trial = std::make_shared<const Trial>(changed);
        }
        if (!SessionFile::create(file, session).ok())
            return false;
        bench.window->openFile(file);
        return bench.child<QPushButton>(u"runMore"_s)->isVisible();
    }

    void anOpenVerdictOffersMoreBlocksOnce()
    {
        Bench bench;
        const QString file = bench.file(u"mine.sweep"_s);
        QVERIFY2(openUndecided(bench, file), qPrintable(bench.banner() + bench.verdicts().join(u'\n')));
        auto *more = bench.child<QPushButton>(u"runMore"_s);
        static const QRegularExpression words(u"^Run (\\d+) more blocks \\(.* s\\)$"_s);
        const auto match = words.match(more->text());
        QVERIFY2(match.hasMatch(), qPrintable(more->text()));
        const int blocks = match.captured(1).toInt();
        QVERIFY2(bench.verdicts().value(0).contains(u"and %1 more repeats would see one of"_s.arg(blocks)), qPrintable(bench.verdicts().value(0)));

        bench.press(u"runMore"_s);
        QVERIFY(bench.isRunning());
        QVERIFY(!more->isVisible());
        QCOMPARE(bench.page(), int(MainWindow::LiveTab));
        QVERIFY(QTest::qWaitFor([&] { return !bench.isRunning(); }, runTimeoutMs));
        QCOMPARE(bench.banner(), QString());
        QCOMPARE(bench.page(), int(MainWindow::CompareTab));
        QCOMPARE(bench.rows()[0][ResultsModel::RepeatsColumn], QString::number(3 + blocks));
        QVERIFY(!more->isVisible()); // one extension is what the error rate is shared for
        const QString notes = bench.child<QLabel>(u"notes"_s)->text();
        QVERIFY2(notes.contains(u"second look"_s) && notes.contains(u"First look after 3 blocks, judged at 2.5"_s), qPrintable(notes));
        QCOMPARE(bench.settings.recentFiles().value(0), file); // the same session, in the same file
        QCOMPARE(bench.window->windowTitle(), u"mine – Sweepbench"_s);

        const auto session = loadSession(file);
        QVERIFY(session.ok());
        QCOMPARE(session->trials.size(), std::size_t(2 * (3 + blocks)));
        QCOMPARE(session->plan.repeats, 3 + blocks);
        QCOMPARE(session->judging.looks.size(), 2U); // the first one for what had been measured as planned
        QCOMPARE(session->judging.looks[0].repeats, 3);
        QCOMPARE(session->judging.looks[1].repeats, 3 + blocks);
        const QStringList verdicts = bench.verdicts();
        bench.trigger(u"actionNew"_s);
        bench.window->openFile(file);
        QCOMPARE(bench.verdicts(), verdicts);
        QVERIFY(!more->isVisible());
    }

    void anExtensionStoppedByHandIsJudgedAsOne()
    {
        Bench bench;
        const QString file = bench.file(u"mine.sweep"_s);
        QVERIFY(openUndecided(bench, file));
        bench.press(u"runMore"_s);
        QVERIFY(QTest::qWaitFor([&] { return bench.child<QLabel>(u"progressText"_s)->text().startsWith(u"Trial 3 "_s) || !bench.isRunning(); },
                                runTimeoutMs));
        bench.trigger(u"actionStop"_s);
        QVERIFY(QTest::qWaitFor([&] { return !bench.isRunning(); }, runTimeoutMs));
        QVERIFY(bench.child<QLabel>(u"notes"_s)->text().contains(u"second look"_s));
        QVERIFY(!bench.child<QPushButton>(u"runMore"_s)->isVisible());
        const auto session = loadSession(file);
        QVERIFY(session.ok() && session->trials.size() > 6);
    }

    void latencyAtAnEqualRateIsOneClickAway()
    {
        Bench bench;
        bench.typePlan(u"1,2"_s, u"100ms"_s, u"3"_s);
        bench.press(u"compare"_s);
        QVERIFY(QTest::qWaitFor([&] { return !bench.isRunning(); }, runTimeoutMs));
        auto *equal = bench.child<QPushButton>(u"equalRate"_s);
        QVERIFY(equal->isVisible());
        QVERIFY2(equal->toolTip().contains(u"of what slow serves at best"_s), qPrintable(equal->toolTip()));
        const QString sweep = bench.settings.recentFiles().value(0);
        bench.press(u"equalRate"_s);
        QVERIFY(bench.isRunning());
        QVERIFY(QTest::qWaitFor([&] { return !bench.isRunning(); }, runTimeoutMs));
        QCOMPARE(bench.banner(), QString());
        QCOMPARE(bench.page(), int(MainWindow::CompareTab));
        QCOMPARE(bench.table()->headerData(ResultsModel::P99Column, Qt::Horizontal).toString(), u"p99\nresponse time"_s);
        QVERIFY(!equal->isVisible()); // it is one already
        const QString file = bench.settings.recentFiles().value(0);
        QVERIFY(file != sweep && QFile::exists(sweep));
        const auto session = loadSession(file);
        QCOMPARE(session->plan.sweep.axis, SweepAxis::Rate);
        QCOMPARE(session->plan.primaryMetric, Metric::P99Ns);
        QCOMPARE(session->trials.size(), 6U);
        // The sweep's plan still stands on its page.
        QCOMPARE(bench.child<QLineEdit>(u"levels"_s)->text(), u"1,2"_s);
    }

    void aRunThatMayEndBeforeSaysAtMost()
    {
        Bench bench;
        bench.typePlan(u"1"_s, u"60ms"_s, u"3"_s);
        bench.type(u"untilPrecision"_s, u"100%"_s);
        bench.type(u"leastRepeats"_s, u"3"_s);
        bench.press(u"compare"_s);
        QVERIFY(QTest::qWaitFor([&] { return bench.child<QLabel>(u"progressText"_s)->text().contains(u"of at most 60"_s); }, runTimeoutMs));
        QVERIFY(QTest::qWaitFor([&] { return !bench.isRunning(); }, runTimeoutMs));
        const auto session = loadSession(bench.settings.recentFiles().value(0));
        QCOMPARE(session->judging.stoppedBy, std::optional(StopReason::Precise));
        QVERIFY(session->trials.size() < 60);
        QCOMPARE(bench.child<QLabel>(u"now"_s)->text(), u"Done: every ratio is precise enough"_s);
        QVERIFY(bench.child<QLabel>(u"notes"_s)->text().contains(u"because every ratio is precise enough"_s));
    }

    void closingEndsARunAtOnce_data()
    {
        QTest::addColumn<QString>("url");
        QTest::newRow("measuring") << QString();
        QTest::newRow("never answers") << u"silent"_s;
        QTest::newRow("name that is looked up") << u"http://no-such-host.localhost.invalid/"_s;
    }
    void closingEndsARunAtOnce()
    {
        QFETCH(QString, url);
        QTcpServer silent;
        QVERIFY(silent.listen(QHostAddress::LocalHost));
        Bench bench;
        bench.settings.allowHost(u"no-such-host.localhost.invalid"_s);
        bench.typePlan(u"1,50"_s, u"5s"_s, u"5"_s);
        if (!url.isEmpty())
            bench.type(u"url0"_s, url == u"silent" ? u"http://127.0.0.1:%1/"_s.arg(silent.serverPort()) : url);
        bench.press(u"compare"_s);
        QVERIFY(bench.isRunning());
        QTest::qWait(400);
        QElapsedTimer timer;
        timer.start();
        QVERIFY(bench.window->close());
        bench.window.reset();
        QVERIFY2(timer.elapsed() < 1000, qPrintable(QString::number(timer.elapsed())));
    }

    void aTargetThatRefusesIsSaidAndCounted()
    {
        quint16 closedPort = 0;
        {
            QTcpServer server;
            QVERIFY(server.listen(QHostAddress::LocalHost));
            closedPort = server.serverPort();
        }
        Bench bench;
        bench.typePlan(u"1"_s, u"100ms"_s, u"3"_s);
        bench.type(u"url1"_s, u"http://127.0.0.1:%1/"_s.arg(closedPort));
        bench.press(u"compare"_s);
        QVERIFY(QTest::qWaitFor([&] { return !bench.isRunning(); }, runTimeoutMs));
        const QList<QStringList> rows = bench.rows();
        QCOMPARE(rows.size(), 2);
        QCOMPARE(rows[1][ResultsModel::RpsColumn], u"no data"_s);
        QCOMPARE(rows[1][ResultsModel::P99Column], u"no data"_s);
        QVERIFY(rows[1][ResultsModel::ErrorsColumn] != u"0"_s);
        QVERIFY(bench.child<QLabel>(u"notes"_s)->text().contains(u"Left out"_s));
    }

    void badFilesKeepWhatIsOpen()
    {
        Bench bench;
        const Session session = sampleSession();
        {
            const auto made = SessionFile::create(bench.file(u"good.sweep"_s), session);
            QVERIFY(made.ok());
        }
        bench.window->openFile(bench.file(u"good.sweep"_s));
        QCOMPARE(bench.rows().size(), 6);
        const QByteArray good = content(bench.file(u"good.sweep"_s));
        const std::pair<QString, QByteArray> bad[] = {
            {u"empty.sweep"_s, ""},   {u"text.sweep"_s, "hello, this is no database at all"},
            {u"nul.sweep"_s, QByteArray(413, '\0')}, {u"cut.sweep"_s, good.left(good.size() / 2)},
            {u"x.plan.json"_s, "{"},  {u"y.plan.json"_s, R"({"format": 1, "surprise": 2})"}};
        for (const auto &[name, bytes] : bad) {
            QFile file(bench.file(name));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(bytes);
            file.close();
            bench.window->openFile(bench.file(name));
            QVERIFY2(bench.banner().contains(name), qPrintable(name + u": "_s + bench.banner()));
            QVERIFY(!bench.banner().contains(u'\n'));
            QCOMPARE(bench.rows().size(), 6);
            QVERIFY(bench.window->windowTitle().startsWith(u"good"_s));
            QCOMPARE(content(bench.file(name)), bytes); // never overwritten
        }
        bench.window->openFile(bench.file(u"missing.sweep"_s));
        QVERIFY(bench.banner().contains(u"missing.sweep"_s));
        QCOMPARE(bench.settings.recentFiles(), QStringList{bench.file(u"good.sweep"_s)});
    }

    void hostsBeyondThePrivateNetworkAreAskedForOnce()
    {
        Bench bench;
        bench.typePlan(u"1"_s, u"100ms"_s, u"1"_s);
        bench.type(u"url1"_s, u"http://no-such-host.localhost.invalid/"_s);
        bench.press(u"compare"_s);
        QVERIFY(!bench.isRunning());
        auto *box = bench.child<QMessageBox>(u"hostQuestion"_s);
        QVERIFY(box->text().contains(u"no-such-host.localhost.invalid"_s));
        QVERIFY(box->informativeText().contains(u"up to 1 connection"_s));
        QTest::mouseClick(box->findChild<QPushButton *>(u"refuseHost"_s), Qt::LeftButton);
        QVERIFY(!bench.isRunning());
        QVERIFY(QTest::qWaitFor([&] { return !bench.window->findChild<QMessageBox *>(u"hostQuestion"_s); }));
        bench.press(u"compare"_s);
        box = bench.child<QMessageBox>(u"hostQuestion"_s);
        QTest::mouseClick(box->findChild<QPushButton *>(u"allowHost"_s), Qt::LeftButton);
        QVERIFY(bench.isRunning());
        QVERIFY(QTest::qWaitFor([&] { return !bench.isRunning(); }, runTimeoutMs));
        bench.window->showPage(MainWindow::PlanTab);
        bench.press(u"compare"_s);
        QVERIFY(bench.isRunning()); // not asked again
    }

    void anUnwritableAutosaveIsSaidAndLosesNothing()
    {
        Bench bench;
        QFile blocker(bench.file(u"sweepbench"_s)); // where the data folder would be
        QVERIFY(blocker.open(QIODevice::WriteOnly));
        bench.typePlan(u"1"_s, u"50ms"_s, u"2"_s);
        bench.press(u"compare"_s);
        QVERIFY(bench.isRunning());
        QVERIFY(bench.banner().contains(u"held in memory"_s));
        QVERIFY(QTest::qWaitFor([&] { return !bench.isRunning(); }, runTimeoutMs));
        QCOMPARE(bench.rows().size(), 2);
        // Now closing would lose something: the one case that is asked about.
        QVERIFY(!bench.window->close());
        auto *box = bench.child<QMessageBox>(u"unsavedQuestion"_s);
        box->reject();
        bench.trigger(u"actionSave"_s);
        QVERIFY(bench.answerFileDialog(u"saveDialog"_s, bench.file(u"rescued.sweep"_s)));
        const auto session = loadSession(bench.file(u"rescued.sweep"_s));
        QVERIFY(session.ok());
        QCOMPARE(session->trials.size(), std::size_t(4));
        QVERIFY(bench.window->close());
    }

    void demoComparesItsTwoServers()
    {
        Bench bench;
        bench.press(u"demo"_s);
        QVERIFY(bench.isRunning());
        QVERIFY(bench.child<QLineEdit>(u"url1"_s)->text().startsWith(u"http://127.0.0.1:"_s));
        QVERIFY(QTest::qWaitFor([&] { return bench.child<QLabel>(u"progressText"_s)->text().startsWith(u"Trial 2 "_s); }, runTimeoutMs));
        bench.press(u"stop"_s);
        QVERIFY(QTest::qWaitFor([&] { return !bench.isRunning(); }, runTimeoutMs));
    }

    void plansAreSavedAndOpened()
    {
        Bench bench;
        bench.typePlan(u"3,7"_s, u"75ms"_s, u"4"_s);
        bench.trigger(u"actionSavePlan"_s);
        QVERIFY(bench.answerFileDialog(u"saveDialog"_s, bench.file(u"p.plan.json"_s)));
        bench.trigger(u"actionNew"_s);
        QCOMPARE(bench.child<QLineEdit>(u"levels"_s)->text(), u"1,10,100"_s);
        bench.window->openFile(bench.file(u"p.plan.json"_s));
        QCOMPARE(bench.banner(), QString());
        QCOMPARE(bench.child<QLineEdit>(u"levels"_s)->text(), u"3,7"_s);
        QCOMPARE(bench.child<QLineEdit>(u"trial"_s)->text(), u"75ms"_s);
        QCOMPARE(bench.child<QLineEdit>(u"name1"_s)->text(), u"slow"_s);
        QCOMPARE(bench.page(), int(MainWindow::PlanTab));
    }

    void aPlanWithEveryOptionComesThroughTheWindowUnchanged()
    {
        Bench bench;
        const QString pem = bench.file(u"ca.pem"_s);
        {
            QFile file(pem);
            QVERIFY(file.open(QIODevice::WriteOnly) && file.write("-----BEGIN CERTIFICATE-----\n") > 0);
        }
        Plan plan;
        for (int i = 0; i < 2; ++i) {
            Target target;
            target.name = i == 0 ? u"a"_s : u"b"_s;
            target.url = u"https://127.0.0.1:%1/a%2Fb?x=+1"_s.arg(i + 1);
            target.tls = {i == 0, pem, pem, pem, TlsVersion::Tls13, false};
            (i == 0 ? target.proxy : target.address) = i == 0 ? u"http://127.0.0.1:3128"_s : u"127.0.0.2"_s;
            plan.targets.push_back(target);
        }
        plan.sweep = {SweepAxis::Rate, {200, 300}};
        plan.load.connections = 7;
        plan.load.arrivals = Arrivals::Poisson;
        plan.load.rampUp = std::chrono::milliseconds(1500);
        plan.load.transport = TransportKind::Qnam;
        plan.load.http = HttpVersion::Http2;
        plan.load.followRedirects = plan.load.cookies = true;
        plan.primaryMetric = Metric::MeanNs;
        QVERIFY(!savePlan(plan, bench.file(u"all.plan.json"_s)));
        bench.window->openFile(bench.file(u"all.plan.json"_s));
        QCOMPARE(bench.banner(), QString());
        bench.type(u"repeats"_s, u"8"_s);
        bench.trigger(u"actionSavePlan"_s);
        QVERIFY(bench.answerFileDialog(u"saveDialog"_s, bench.file(u"again.plan.json"_s)));
        const auto saved = loadPlan(bench.file(u"again.plan.json"_s));
        QVERIFY2(saved.ok(), saved.ok() ? "" : qPrintable(saved.problem().line()));
        plan.repeats = 8;
        QVERIFY(*saved == plan);
    }

    void passwordsAreAskedForBeforeASessionGoesOn()
    {
        Bench bench;
        Session session = sampleSession({2, {1}, 4});
        session.plan.targets[0].url = u"http://me:hunter2@127.0.0.1:%1/"_s.arg(bench.portA);
        session.plan.targets[1].url = u"http://127.0.0.1:%1/"_s.arg(bench.portB);
        session.plan.load.duration = 50ms;
        const QString path = bench.file(u"secret.sweep"_s);
        {
            const auto made = SessionFile::create(path, session);
            QVERIFY2(made.ok(), made.ok() ? "" : qPrintable(made.problem().line()));
        }
        bench.window->openFile(path);
        emit bench.child<ComparePage>(u"comparePage"_s)->extendWanted(2);
        auto *dialog = bench.child<QDialog>(u"secretsDialog"_s);
        QVERIFY(!bench.isRunning() && dialog->isVisible());
        QVERIFY(!bench.child<QPushButton>(u"secretsGo"_s)->isEnabled());
        QCOMPARE(bench.child<QLineEdit>(u"secret0"_s)->accessibleName(), u"nginx: password of me"_s);
        dialog->reject();
        QVERIFY(!bench.isRunning());
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        emit bench.child<ComparePage>(u"comparePage"_s)->extendWanted(2);
        bench.type(u"secret0"_s, u"hunter2"_s);
        QTest::keyClick(bench.child<QLineEdit>(u"secret0"_s), Qt::Key_Return);
        QVERIFY(bench.isRunning());
        QVERIFY(QTest::qWaitFor([&] { return !bench.isRunning(); }, runTimeoutMs));
        QCOMPARE(bench.banner(), QString());
        const auto kept = loadSession(path);
        QVERIFY(kept.ok());
        QCOMPARE(kept->trials.size(), std::size_t(12));
        QCOMPARE(kept->judging.looks.size(), std::size_t(2));
        QVERIFY(!content(path).contains("hunter2")); // typed, used, and still in no file
    }

    void aSessionOverRatesIsOpenedAsOne()
    {
        Bench bench;
        SampleOptions options;
        options.levels = {500, 2000};
        options.rates = true;
        Session session = sampleSession(options);
        session.plan.targets[0].url = u"https://user:secret@127.0.0.1/"_s;
        {
            const auto made = SessionFile::create(bench.file(u"rates.sweep"_s), session);
            QVERIFY2(made.ok(), made.ok() ? "" : qPrintable(made.problem().line()));
        }
        bench.window->openFile(bench.file(u"rates.sweep"_s));
        QCOMPARE(bench.banner(), QString());
        QCOMPARE(bench.rows().size(), 4);
        QVERIFY(bench.table()->headerData(ResultsModel::LevelColumn, Qt::Horizontal).toString().startsWith(u"Rate"_s));
        for (const QString &verdict : bench.verdicts())
            QVERIFY2(verdict.contains(u"p99 response time"_s) && verdict.contains(u"requests per second due"_s), qPrintable(verdict));
        QVERIFY(bench.window->findChild<QTableView *>(u"phases"_s)->model()->rowCount() > 4 * 6);
        // The password was in no file; the window asks for it before it would run that again, and shows it nowhere.
        QVERIFY(bench.child<QLabel>(u"url0Problem"_s)->text().contains(u"password"_s));
        QVERIFY(!bench.child<QPushButton>(u"compare"_s)->isEnabled());
        bench.type(u"url0"_s, u"https://user:secret@127.0.0.1/"_s);
        QVERIFY(bench.child<QPushButton>(u"compare"_s)->isEnabled());
        for (const auto *label : bench.window->findChildren<QLabel *>())
            QVERIFY2(!(label->text() + label->toolTip()).contains(u"secret"_s), qPrintable(label->objectName()));
        QVERIFY(!bench.window->windowTitle().contains(u"secret"_s));
    }

    void everyAppearanceCanBeChosen()
    {
        Bench bench;
        {
            const auto made = SessionFile::create(bench.file(u"s.sweep"_s), sampleSession());
            QVERIFY(made.ok());
        }
        bench.window->openFile(bench.file(u"s.sweep"_s));
        const QPalette system = QApplication::palette();
        for (int look : {2, 1, 0, 2}) {
            bench.trigger(u"actionAppearance%1"_s.arg(look));
            QCOMPARE(int(bench.settings.appearance()), look);
            for (int page : {0, 1, 2}) {
                bench.trigger(u"actionPage%1"_s.arg(page));
                const QImage picture = bench.window->grab().toImage();
                const QColor corner = picture.pixelColor(4, picture.height() - 4);
                if (look != 0)
                    QCOMPARE(corner.lightnessF() < 0.5f, look == 2);
            }
        }
        bench.trigger(u"actionAppearance0"_s);
        QVERIFY(QApplication::palette() == system); // the desktop's own again
    }

    void everyControlHasAName()
    {
        Bench bench;
        for (const auto *edit : bench.window->findChildren<QLineEdit *>())
            QVERIFY2(!edit->accessibleName().isEmpty(), qPrintable(edit->objectName()));
        for (const auto *button : bench.window->findChildren<QPushButton *>())
            QVERIFY2(!button->objectName().isEmpty() && !(button->text() + button->accessibleName()).isEmpty(),
                     qPrintable(button->objectName() + u'/' + button->text()));
    }
};

QTEST_MAIN(TestWindow)
#include "tst_window.moc"
