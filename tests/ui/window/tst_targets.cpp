// SPDX-License-Identifier: GPL-3.0-or-later
// The targets of the plan page as a user handles them: details, order, test, curl, undo.
#include "ui/plan/headersmodel.h"
#include "ui/planpage.h"
#include "tests/support/warningguard.h"
#include "windowbench.h"

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QDropEvent>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QSignalSpy>

using namespace sweepbench;
using namespace sweepbench::test;

namespace {

PlanLimits someLimits()
{
    return {1024, 64, 2};
}

template<typename T>
T *in(const PlanPage &page, const QString &name)
{
    T *found = page.findChild<T *>(name);
    if (!found)
        qFatal("no child named %s", qPrintable(name));
    return found;
}

void write(const PlanPage &page, const QString &name, const QString &text)
{
    auto *edit = in<QLineEdit>(page, name);
    edit->selectAll();
    QTest::keyClicks(edit, text);
    if (text.isEmpty())
        QTest::keyClick(edit, Qt::Key_Delete);
}

/// As large as a window shows it.
void shown(PlanPage &page)
{
    page.resize(1100, 900);
    page.show();
    QVERIFY(QTest::qWaitForWindowExposed(&page));
}

void typeTwo(const PlanPage &page)
{
    write(page, u"url0"_s, u"http://127.0.0.1:1/"_s);
    write(page, u"url1"_s, u"http://127.0.0.1:2/"_s);
}

} // namespace

class TestTargets : public GuardedTest
{
    Q_OBJECT
private slots:
    void detailsBecomeTheTarget()
    {
        PlanPage page(someLimits());
        shown(page);
        typeTwo(page);
        QVERIFY(!in<QWidget>(page, u"method0"_s)->isVisible());
        QTest::mouseClick(in<QPushButton>(page, u"details0"_s), Qt::LeftButton);
        QVERIFY(in<QWidget>(page, u"method0"_s)->isVisible());
        write(page, u"method0"_s, u"PUT"_s);
        write(page, u"status0"_s, u"200-204"_s);
        write(page, u"version0"_s, u"1.22"_s);
        write(page, u"proxy0"_s, u"http://127.0.0.1:3128"_s);
        in<QPlainTextEdit>(page, u"body0"_s)->setPlainText(u"grüße"_s);
        in<QPlainTextEdit>(page, u"notes0"_s)->setPlainText(u"by hand"_s);
        in<QPlainTextEdit>(page, u"source0"_s)->setPlainText(u"x = 1"_s);
        auto *headers = in<QTableView>(page, u"headers0"_s)->model();
        QVERIFY(headers->setData(headers->index(0, 0), u"Accept: text/html"_s));
        QVERIFY(headers->setData(headers->index(1, 0), u"X-Api-Key"_s));
        QVERIFY(headers->setData(headers->index(1, 1), u"secret"_s));
        QVERIFY(page.plan().has_value());
        const Target target = page.plan()->targets[0];
        QCOMPARE(target.method, u"PUT"_s);
        QCOMPARE(target.expectedStatus, StatusSet({{200, 204}}));
        QCOMPARE(target.headers, (std::vector<Header>{{u"Accept"_s, u"text/html"_s}, {u"X-Api-Key"_s, u"secret"_s}}));
        QCOMPARE(target.body, QByteArray("grüße"));
        QCOMPARE(target.proxy, u"http://127.0.0.1:3128"_s);
        QCOMPARE(target.version, u"1.22"_s);
        QCOMPARE(target.notes, u"by hand"_s);
        QCOMPARE(target.source, u"x = 1"_s);
        // Folded again, one line says what is not as usual, and no secret.
        QTest::mouseClick(in<QPushButton>(page, u"details0"_s), Qt::LeftButton);
        const QString summary = in<QLabel>(page, u"targetSummary0"_s)->text();
        QVERIFY2(summary.startsWith(u"PUT, Accept: text/html, X-Api-Key: (hidden), body of 7 bytes, expects status 200-204"_s), qPrintable(summary));
        QVERIFY(!summary.contains(u"secret"_s));
    }

    void ownLoads()
    {
        PlanPage page(someLimits());
        shown(page);
        typeTwo(page);
        write(page, u"ownKeepAlive1"_s, u"20"_s);
        write(page, u"ownLength1"_s, u"500 requests"_s);
        in<QComboBox>(page, u"ownTransport1"_s)->setCurrentIndex(2);
        QVERIFY2(page.plan().has_value(), qPrintable(page.reason()));
        const Load load = loadOf(*page.plan(), 1);
        QCOMPARE(load.requestsPerConnection, 20);
        QCOMPARE(load.requests, std::optional<qint64>(500));
        QCOMPARE(load.transport, TransportKind::Qnam);
        QVERIFY(page.plan()->targets[0].load.isEmpty());
        // The same plan, opened again, has the same texts.
        const Plan plan = *page.plan();
        PlanPage again(someLimits());
        again.setPlan(plan);
        QCOMPARE(*again.plan(), plan);
        QCOMPARE(in<QLineEdit>(again, u"ownLength1"_s)->text(), u"500 requests"_s);
        // A mistake is said beside its field, which comes into view, and for the page.
        write(page, u"ownKeepAlive1"_s, u"sometimes"_s);
        QVERIFY(!page.plan());
        QVERIFY(in<QLabel>(page, u"ownKeepAlive1Problem"_s)->text().contains(u"sometimes"_s));
        QVERIFY2(page.reason().startsWith(u"Details of target 2"_s), qPrintable(page.reason()));
        write(page, u"ownKeepAlive1"_s, u""_s);
        QTest::mouseClick(in<QPushButton>(page, u"details1"_s), Qt::LeftButton);
        write(page, u"ownConnections1"_s, u"5"_s);
        QVERIFY2(page.reason().contains(u"levels all targets share"_s), qPrintable(page.reason()));
        QVERIFY(in<QWidget>(page, u"ownConnections1"_s)->isVisible());
    }

    void copiesMovesAndLeavesOut()
    {
        PlanPage page(someLimits());
        shown(page);
        typeTwo(page);
        write(page, u"name0"_s, u"first"_s);
        in<QAction>(page, u"duplicate0"_s)->trigger();
        QCOMPARE(page.plan()->targets.size(), std::size_t(3));
        QCOMPARE(page.plan()->targets[1].url, u"http://127.0.0.1:1/"_s);
        QCOMPARE(page.plan()->targets[1].name, u"first (copy)"_s);
        QVERIFY(!in<QAction>(page, u"up0"_s)->isEnabled() && !in<QAction>(page, u"down2"_s)->isEnabled());
        in<QAction>(page, u"up2"_s)->trigger();
        QCOMPARE(page.plan()->targets[1].url, u"http://127.0.0.1:2/"_s);
        QCOMPARE(page.plan()->targets[2].name, u"first (copy)"_s);
        // Left out: in the plan, not in the run, and its mistakes are nobody's.
        in<QAction>(page, u"leaveOut0"_s)->trigger();
        write(page, u"proxy0"_s, u"ftp://x"_s);
        QVERIFY2(page.plan().has_value(), qPrintable(page.reason()));
        QCOMPARE(page.plan()->targets.size(), std::size_t(3));
        QSignalSpy compared(&page, &PlanPage::compareRequested);
        QTest::mouseClick(in<QPushButton>(page, u"compare"_s), Qt::LeftButton);
        QCOMPARE(compared.size(), 1);
        const Plan run = compared[0][0].value<Plan>();
        QCOMPARE(run.targets.size(), std::size_t(2));
        QCOMPARE(run.targets[0].url, u"http://127.0.0.1:2/"_s);
        // A mistake of one that is run is said in its own row.
        write(page, u"proxy1"_s, u"ftp://y"_s);
        QVERIFY(in<QLabel>(page, u"proxy1Problem"_s)->text().contains(u"ftp"_s));
        write(page, u"proxy1"_s, u""_s);
        for (int row : {1, 2})
            in<QAction>(page, u"leaveOut%1"_s.arg(row))->trigger();
        QVERIFY(!page.plan() && page.reason().startsWith(u"Every target is left out"_s));
    }

    void undoAndRedo()
    {
        PlanPage page(someLimits());
        shown(page);
        QVERIFY(!page.history().canUndo());
        typeTwo(page);
        write(page, u"levels"_s, u"1,"_s); // unreadable in between
        write(page, u"levels"_s, u"1,5"_s);
        in<QAction>(page, u"duplicate1"_s)->trigger();
        auto *headers = in<QTableView>(page, u"headers2"_s)->model();
        QVERIFY(headers->setData(headers->index(0, 0), u"A: b"_s));
        in<QAction>(page, u"leaveOut2"_s)->trigger();
        const Plan whole = *page.plan();
        page.history().undo();
        QVERIFY(!page.plan()->targets[2].disabled);
        page.history().undo();
        QVERIFY(page.plan()->targets[2].headers.empty());
        page.history().undo();
        QCOMPARE(page.plan()->targets.size(), std::size_t(2));
        QCOMPARE(page.plan()->sweep.levels, (std::vector<int>{1, 5}));
        page.history().undo(); // all that was typed into one field
        QCOMPARE(in<QLineEdit>(page, u"levels"_s)->text(), u"1,10,100"_s);
        while (page.history().canUndo())
            page.history().undo();
        QCOMPARE(in<QLineEdit>(page, u"url0"_s)->text(), QString());
        while (page.history().canRedo())
            page.history().redo();
        QCOMPARE(*page.plan(), whole);
        // From the keyboard, in a field, over all fields.
        auto *repeats = in<QLineEdit>(page, u"repeats"_s);
        QKeyEvent undo(QEvent::ShortcutOverride, Qt::Key_Z, Qt::ControlModifier);
        undo.setAccepted(false);
        QApplication::sendEvent(repeats, &undo);
        QVERIFY(!undo.isAccepted()); // left to the menu's action
        page.setPlan(whole);
        QVERIFY(!page.history().canUndo());
    }

    void takesACurlCommand()
    {
        PlanPage page(someLimits());
        shown(page);
        QApplication::clipboard()->setText(u"curl 'http://127.0.0.1:9/api' \\\n  -X PATCH \\\n  -H 'Authorization: Bearer x' --data-raw '{}'"_s);
        in<QLineEdit>(page, u"url0"_s)->paste();
        QCOMPARE(in<QLineEdit>(page, u"url0"_s)->text(), u"http://127.0.0.1:9/api"_s);
        write(page, u"url1"_s, u"http://127.0.0.1:2/"_s);
        QVERIFY2(page.plan().has_value(), qPrintable(page.reason()));
        const Target target = page.plan()->targets[0];
        QCOMPARE(target.method, u"PATCH"_s);
        QCOMPARE(target.body, QByteArray("{}"));
        QCOMPARE(target.headers[0].value, u"Bearer x"_s);
        // Typed by hand, it is taken when it is whole: until then the page says how to go on.
        write(page, u"url0"_s, u"curl -d a=1 http://127.0.0.1:10/typed"_s);
        QCOMPARE(in<QLineEdit>(page, u"url0"_s)->text(), u"curl -d a=1 http://127.0.0.1:10/typed"_s);
        QVERIFY(in<QLabel>(page, u"url0Problem"_s)->text().contains(u"press Enter"_s));
        QTest::keyClick(in<QLineEdit>(page, u"url0"_s), Qt::Key_Return);
        QCOMPARE(in<QLineEdit>(page, u"url0"_s)->text(), u"http://127.0.0.1:10/typed"_s);
        QCOMPARE(page.plan()->targets[0].body, QByteArray("a=1"));
        write(page, u"url0"_s, u"curl -F a=@b http://127.0.0.1/"_s);
        QVERIFY(in<QLabel>(page, u"url0Problem"_s)->text().contains(u"-F sends a body"_s));
    }

    void testsATarget()
    {
        DemoServer server{DemoServerOptions{}};
        const quint16 port = server.start().value();
        PlanPage page(someLimits());
        shown(page);
        write(page, u"url0"_s, u"http://127.0.0.1:%1/"_s.arg(port));
        write(page, u"url1"_s, u"http://127.0.0.1:1/"_s);
        QTest::mouseClick(in<QPushButton>(page, u"test0"_s), Qt::LeftButton);
        auto *answer = in<QLabel>(page, u"answer0"_s);
        QTRY_VERIFY2(answer->text().startsWith(u"Answer: 200 OK"_s), qPrintable(answer->text()));
        QVERIFY2(answer->text().contains(u"bytes in"_s) && answer->text().contains(u"HTTP/1.1"_s), qPrintable(answer->text()));
        QVERIFY(answer->toolTip().contains(u"Content-Length"_s, Qt::CaseInsensitive));
        QTest::mouseClick(in<QPushButton>(page, u"test1"_s), Qt::LeftButton);
        answer = in<QLabel>(page, u"answer1"_s);
        QTRY_VERIFY2(answer->text().contains(u"refused"_s), qPrintable(answer->text()));
        QVERIFY(answer->property("problem").toBool());
        // What does not count is said.
        write(page, u"status0"_s, u"404"_s);
        QTest::mouseClick(in<QPushButton>(page, u"test0"_s), Qt::LeftButton);
        answer = in<QLabel>(page, u"answer0"_s);
        QTRY_VERIFY2(answer->text().contains(u"does not count"_s), qPrintable(answer->text()));
        // Another URL: the answer was not its.
        write(page, u"url0"_s, u"http://127.0.0.1:3/"_s);
        QVERIFY(!answer->isVisible());
    }

    void headersTable()
    {
        HeadersModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(model.rowCount(), 1);
        QVERIFY(!model.setData(model.index(0, 0), u"  "_s));
        QVERIFY(model.setData(model.index(0, 0), u"Cookie"_s));
        QVERIFY(model.setData(model.index(0, 1), u"a=1"_s));
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(model.data(model.index(0, 1)).toString(), u"••••••"_s);
        QCOMPARE(model.data(model.index(0, 1), Qt::EditRole).toString(), u"a=1"_s);
        QVERIFY(model.setData(model.index(1, 1), u"value first"_s));
        QVERIFY(model.setData(model.index(1, 1), QString())); // nothing is left of it
        QCOMPARE(model.rowCount(), 2);
        QVERIFY(model.removeRows(0, 1));
        QVERIFY(!model.removeRows(0, 1)); // the empty row stays
        QVERIFY(model.headers().empty());
    }

    void droppedAndPastedIntoTheWindow()
    {
        Bench bench;
        QApplication::clipboard()->setText(u"curl -d a=1 http://127.0.0.1:9/x"_s);
        bench.trigger(u"actionPasteTarget"_s);
        QCOMPARE(bench.child<QLineEdit>(u"url0"_s)->text(), u"http://127.0.0.1:9/x"_s);
        QMimeData mime;
        mime.setText(u"http://127.0.0.1:10/y"_s);
        QDragEnterEvent enter({10, 10}, Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(bench.window.get(), &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop({10, 10}, Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(bench.window.get(), &drop);
        QCOMPARE(bench.child<QLineEdit>(u"url1"_s)->text(), u"http://127.0.0.1:10/y"_s);
        QApplication::clipboard()->setText(u"http://"_s);
        bench.trigger(u"actionPasteTarget"_s);
        QCOMPARE(bench.child<QLineEdit>(u"url1"_s)->text(), u"http://127.0.0.1:10/y"_s);
        QVERIFY(bench.child<QLabel>(u"bannerText"_s)->text().contains(u"neither a URL nor a curl command"_s));
        bench.trigger(u"actionUndo"_s);
        QCOMPARE(bench.child<QLineEdit>(u"url1"_s)->text(), QString());
    }
};

QTEST_MAIN(TestTargets)
#include "tst_targets.moc"
