// SPDX-License-Identifier: GPL-3.0-or-later
// Tools and the comparison across sessions, as a user of the window reaches them.
#include "core/session/sessionfile.h"
#include "tests/support/warningguard.h"
#include "tests/ui/window/sample.h"
#include "tests/ui/window/windowbench.h"
#include "ui/selftestdialog.h"

#include <QDropEvent>
#include <QFile>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QProgressBar>

using namespace Qt::StringLiterals;
using namespace sweepbench;
using namespace sweepbench::test;

class TestTools : public sweepbench::test::GuardedTest
{
    Q_OBJECT

private slots:
    void withItselfTakesTheFirstUrl()
    {
        Bench bench;
        bench.trigger(u"actionWithItself"_s);
        QVERIFY2(bench.banner().contains(u"type the URL of the first target"_s), qPrintable(bench.banner()));
        QVERIFY(!bench.isRunning());

        bench.type(u"url0"_s, u"http://127.0.0.1:%1/"_s.arg(bench.portA)); // the second stays blank
        bench.type(u"levels"_s, u"1"_s);
        bench.type(u"trial"_s, u"nonsense"_s);
        bench.trigger(u"actionWithItself"_s);
        QVERIFY(!bench.isRunning());
        QVERIFY(!bench.banner().isEmpty());
        bench.type(u"trial"_s, u"60ms"_s);
        bench.type(u"repeats"_s, u"3"_s);
        bench.type(u"warmup"_s, u"10ms"_s);
        bench.trigger(u"actionWithItself"_s);
        QVERIFY2(bench.isRunning(), qPrintable(bench.banner()));
        QVERIFY(QTest::qWaitFor([&] { return !bench.isRunning(); }, 60'000));
        const QList<QStringList> rows = bench.rows();
        QCOMPARE(rows.size(), 2);
        const QString server = u"127.0.0.1:%1"_s.arg(bench.portA);
        QCOMPARE(rows[0].first(), server + u" (1)"_s);
        QCOMPARE(rows[1].first(), server + u" (2)"_s);
        QCOMPARE(bench.child<QLineEdit>(u"url1"_s)->text(), QString()); // what was typed stays as it was
    }

    void importsWhatOtherToolsMeasured()
    {
        Bench bench;
        QFile file(bench.file(u"wrk.txt"_s));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("Running 10s test @ http://127.0.0.1:8080/\n  1 threads and 100 connections\n"
                   "  Thread Stats   Avg      Stdev     Max   +/- Stdev\n"
                   "    Latency     2.00ms    0.50ms   9.00ms   80.00%\n"
                   "    Req/Sec    50.00k     1.00k   55.00k    70.00%\n"
                   "  500000 requests in 10.00s, 100.00MB read\n"
                   "Requests/sec:  50000.00\nTransfer/sec:     10.00MB\n");
        file.close();
        QMimeData mime;
        mime.setUrls({QUrl::fromLocalFile(file.fileName())});
        QDragEnterEvent enter({10, 10}, Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(bench.window.get(), &enter);
        QDropEvent drop({10, 10}, Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(bench.window.get(), &drop);
        const QList<QStringList> rows = bench.rows();
        QVERIFY2(rows.size() == 1, qPrintable(bench.banner()));
        QVERIFY2(rows[0].join(u'|').contains(u"|100|"_s), qPrintable(rows[0].join(u'|')));
        QCOMPARE(bench.page(), int(MainWindow::ResultsTab)); // one target: nothing to compare
        // What is no tool's result says so, and what was open stays.
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
        file.write("nothing of the kind\n");
        file.close();
        QApplication::sendEvent(bench.window.get(), &enter);
        QApplication::sendEvent(bench.window.get(), &drop);
        QVERIFY2(bench.banner().contains(u"wrk.txt"_s), qPrintable(bench.banner()));
        QCOMPARE(bench.rows(), rows);
        QVERIFY(bench.child<QAction>(u"actionImport"_s)->isEnabled());
    }

    void selfTestCanBeCancelled()
    {
        Bench bench;
        bench.trigger(u"actionSelfTest"_s);
        auto *dialog = bench.window->findChild<SelfTestDialog *>();
        QVERIFY(dialog && dialog->isModal());
        auto *bar = dialog->findChild<QProgressBar *>(u"selfTestProgress"_s);
        QVERIFY(QTest::qWaitFor([&] { return bar->value() > 0; }, 60'000));
        QVERIFY(!dialog->findChild<QLabel *>(u"selfTestDoing"_s)->text().isEmpty());
        QTest::mouseClick(dialog->findChild<QPushButton *>(u"selfTestCancel"_s), Qt::LeftButton);
        QVERIFY(QTest::qWaitFor([&] { return !bench.window->findChild<SelfTestDialog *>(); }, 60'000));
        QVERIFY(!QFile::exists(bench.file(u"sweepbench/ceilings.json"_s)));
    }

    void selfTestEndsWithTheWindow()
    {
        Bench bench;
        bench.trigger(u"actionSelfTest"_s);
        QVERIFY(bench.window->findChild<SelfTestDialog *>());
    }

    void sessionsAreCompared()
    {
        Bench bench;
        QVERIFY(!bench.child<QAction>(u"actionCompareSessions"_s)->isEnabled());
        QVERIFY(SessionFile::create(bench.file(u"old.sweep"_s), sampleSession()).ok());
        QVERIFY(SessionFile::create(bench.file(u"new.sweep"_s), sampleSession()).ok());
        bench.window->openFile(bench.file(u"new.sweep"_s));
        bench.trigger(u"actionCompareSessions"_s);
        QVERIFY(bench.answerFileDialog(u"compareSessionsDialog"_s, bench.file(u"old.sweep"_s)));
        auto *dialog = bench.child<QDialog>(u"acrossDialog"_s);
        const QString tables = dialog->findChild<QPlainTextEdit *>(u"acrossTables"_s)->toPlainText();
        QVERIFY2(tables.contains(u"ratios new / old"_s), qPrintable(tables));
        QVERIFY(dialog->findChild<QPlainTextEdit *>(u"acrossSentences"_s)->toPlainText().contains(u"no pairs"_s));
        dialog->reject();

        QFile broken(bench.file(u"broken.sweep"_s));
        QVERIFY(broken.open(QIODevice::WriteOnly));
        broken.write("no session");
        broken.close();
        bench.trigger(u"actionCompareSessions"_s);
        QVERIFY(bench.answerFileDialog(u"compareSessionsDialog"_s, bench.file(u"broken.sweep"_s)));
        QVERIFY2(bench.banner().contains(u"broken.sweep"_s), qPrintable(bench.banner()));
    }
};

QTEST_MAIN(TestTools)
#include "tst_tools.moc"
