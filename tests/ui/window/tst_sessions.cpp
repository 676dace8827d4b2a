// SPDX-License-Identifier: GPL-3.0-or-later
// The library as a user handles it: find, open, pin, describe, compare; and what a crash leaves behind.
#include "core/session/sessionfile.h"
#include "core/stats/analysis.h"
#include "sample.h"
#include "tests/support/warningguard.h"
#include "ui/sessions/librarymodel.h"
#include "windowbench.h"

#include <QAbstractItemModelTester>
#include <QListView>
#include <QPlainTextEdit>
#include <QProcess>

using namespace sweepbench;
using namespace sweepbench::test;

namespace {

void writeSession(const QString &path, const QString &notes = {}, const QString &firstName = {})
{
    Session session = sampleSession();
    session.notes = notes;
    if (!firstName.isEmpty())
        session.plan.targets[0].name = firstName;
    const auto made = SessionFile::create(path, session);
    if (!made)
        qFatal("%s", qPrintable(made.problem().line()));
}

/// A window whose library holds three sessions, "one" the newest.
class Library : public Bench
{
public:
    Library()
    {
        const QDateTime now = QDateTime::currentDateTime();
        int age = 0;
        for (const QString &name : {u"one"_s, u"two"_s, u"three"_s}) {
            const QString path = file(name + u".sweep"_s);
            writeSession(path, name == u"two" ? u"with the new allocator"_s : QString(), name == u"three" ? u"lighttpd"_s : QString());
            QFile made(path);
            if (!made.open(QIODevice::ReadWrite) || !made.setFileTime(now.addSecs(-60 * age++), QFileDevice::FileModificationTime))
                qFatal("the file's time can't be set");
        }
        for (const QString &name : {u"three"_s, u"two"_s, u"one"_s})
            settings.addRecentFile(file(name + u".sweep"_s));
        window->showPage(MainWindow::SessionsTab);
        list = child<QListView>(u"sessionList"_s);
    }

    QStringList titles() const
    {
        QStringList titles;
        for (int row = 0; row < list->model()->rowCount(); ++row)
            titles += list->model()->index(row, 0).data().toString();
        return titles;
    }
    bool allRead() const
    {
        for (int row = 0; row < list->model()->rowCount(); ++row)
            if (list->model()->index(row, 0).data(LibraryModel::VerdictRole).toString().isEmpty())
                return false;
        return list->model()->rowCount() > 0;
    }
    void choose(const QList<int> &rows)
    {
        list->selectionModel()->clear();
        for (int row : rows)
            list->selectionModel()->select(list->model()->index(row, 0), QItemSelectionModel::Select);
    }

    QListView *list = nullptr;
};

} // namespace

class TestSessions : public GuardedTest
{
    Q_OBJECT
private slots:
    void listsWithVerdictFactsAndPicture()
    {
        Library library;
        QAbstractItemModelTester tester(library.list->model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(library.titles(), (QStringList{u"one"_s, u"two"_s, u"three"_s}));
        QTRY_VERIFY(library.allRead());
        const QModelIndex first = library.list->model()->index(0, 0);
        const Session session = sampleSession();
        QCOMPARE(first.data(LibraryModel::VerdictRole).toString(), headline(analyse(session)));
        const QString facts = first.data(LibraryModel::FactsRole).toString();
        QVERIFY2(facts.contains(u"connections"_s) && facts.contains(u"%1 trials"_s.arg(session.trials.size())), qPrintable(facts));
        QVERIFY(!first.data(LibraryModel::ThumbnailRole).value<QPixmap>().isNull());
        // A row is drawn whatever is in it: nothing is blank or throws.
        QVERIFY(!library.list->grab().isNull());
    }

    void findsByEveryWord()
    {
        Library library;
        QTRY_VERIFY(library.allRead());
        library.type(u"sessionSearch"_s, u"new allocator"_s);
        QCOMPARE(library.titles(), QStringList{u"two"_s});
        library.type(u"sessionSearch"_s, u"LIGHTTPD"_s);
        QCOMPARE(library.titles(), QStringList{u"three"_s});
        library.type(u"sessionSearch"_s, u"nothing of the kind"_s);
        QVERIFY(library.titles().isEmpty());
    }

    void opensPinsAndRemoves()
    {
        Library library;
        QTRY_VERIFY(library.allRead());
        QVERIFY(!library.child<QPushButton>(u"sessionOpen"_s)->isEnabled());
        library.choose({2});
        library.press(u"sessionPin"_s);
        QCOMPARE(library.titles(), (QStringList{u"three"_s, u"one"_s, u"two"_s}));
        QCOMPARE(library.settings.pinnedFiles(), QStringList{library.file(u"three.sweep"_s)});
        QCOMPARE(library.child<QPushButton>(u"sessionPin"_s)->text(), u"Unpin"_s);
        library.choose({1});
        library.press(u"sessionRemove"_s);
        QCOMPARE(library.titles(), (QStringList{u"three"_s, u"two"_s}));
        QVERIFY(QFile::exists(library.file(u"one.sweep"_s)));
        // A pinned file that is gone says so; another one is no longer listed.
        QVERIFY(QFile::remove(library.file(u"three.sweep"_s)));
        QVERIFY(QFile::remove(library.file(u"two.sweep"_s)));
        library.window->showPage(MainWindow::PlanTab);
        library.window->showPage(MainWindow::SessionsTab);
        QCOMPARE(library.titles(), QStringList{u"three"_s});
        QVERIFY(library.list->model()->index(0, 0).data(LibraryModel::FactsRole).toString().contains(u"not there any more"_s));
    }

    void doubleClickOpens()
    {
        Library library;
        QTRY_VERIFY(library.allRead());
        const QPoint at = library.list->visualRect(library.list->model()->index(1, 0)).center();
        QTest::mouseClick(library.list->viewport(), Qt::LeftButton, {}, at);
        QTest::mouseDClick(library.list->viewport(), Qt::LeftButton, {}, at);
        QTRY_COMPARE(library.window->windowTitle().section(u" – "_s, 0, 0), u"two"_s);
    }

    void notesAreKeptInTheFile()
    {
        Library library;
        QTRY_VERIFY(library.allRead());
        library.choose({0});
        auto *notes = library.child<QPlainTextEdit>(u"sessionNotes"_s);
        QTest::keyClicks(notes, u"second try"_s);
        library.choose({1}); // another one: what was typed is written at once
        QCOMPARE(loadSession(library.file(u"one.sweep"_s))->notes, u"second try"_s);
        QCOMPARE(notes->toPlainText(), u"with the new allocator"_s);
        library.choose({0});
        QCOMPARE(notes->toPlainText(), u"second try"_s);
        // Of the session that is open, too.
        library.window->openFile(library.file(u"one.sweep"_s));
        library.window->showPage(MainWindow::SessionsTab);
        QTRY_VERIFY(library.allRead());
        library.choose({0});
        notes->moveCursor(QTextCursor::End);
        QTest::keyClicks(notes, u", slower"_s);
        QTRY_COMPARE(loadSession(library.file(u"one.sweep"_s))->notes, u"second try, slower"_s);
    }

    void comparesTheChosen()
    {
        Library library;
        QTRY_VERIFY(library.allRead());
        library.choose({0});
        QVERIFY(!library.child<QPushButton>(u"sessionCompare"_s)->isEnabled());
        library.choose({0, 1});
        library.press(u"sessionCompare"_s);
        auto *dialog = library.child<QDialog>(u"acrossDialog"_s);
        QVERIFY(dialog->isVisible());
        QVERIFY(library.child<QPlainTextEdit>(u"acrossTables"_s)->toPlainText().contains(u"two"_s));
    }

    void brokenFilesSayWhatIsWrong()
    {
        Library library;
        QFile broken(library.file(u"broken.sweep"_s));
        QVERIFY(broken.open(QIODevice::WriteOnly) && broken.write("no session at all") > 0);
        broken.close();
        library.settings.addRecentFile(broken.fileName());
        library.window->showPage(MainWindow::PlanTab);
        library.window->showPage(MainWindow::SessionsTab);
        const QModelIndex row = library.list->model()->index(int(library.titles().indexOf(u"broken"_s)), 0);
        QTRY_VERIFY(!row.data(LibraryModel::ProblemRole).toString().isEmpty());
        library.choose({row.row()});
        QVERIFY(!library.child<QPushButton>(u"sessionOpen"_s)->isEnabled());
    }

    void aCrashLeavesWhatWasMeasured()
    {
        QTemporaryDir dir;
        const QString path = dir.filePath(u"run.sweep"_s);
        writeSession(path);
        QProcess gone;
        gone.start(u"true"_s, {});
        const qint64 process = gone.processId();
        QVERIFY(gone.waitForFinished());
        QSettings store(dir.filePath(u"settings.ini"_s), QSettings::IniFormat);
        Settings settings(store);
        settings.setRunUnderWay(path, process);
        {
            MainWindow window(settings, PlanLimits{1024, 64, 2});
            window.show();
            auto *action = window.findChild<QPushButton *>(u"bannerAction"_s);
            QVERIFY(action->isVisible() && window.findChild<QLabel *>(u"bannerText"_s)->text().contains(u"broken off"_s));
            QTest::mouseClick(action, Qt::LeftButton);
            QCOMPARE(window.windowTitle().section(u" – "_s, 0, 0), u"run"_s);
        }
        MainWindow again(settings, PlanLimits{1024, 64, 2}); // asked once
        QVERIFY(!again.findChild<QPushButton *>(u"bannerAction"_s)->isVisibleTo(&again));
        // The run of a window that is still there is not broken off.
        settings.setRunUnderWay(path, QCoreApplication::applicationPid());
        QVERIFY(settings.takeBrokenOffRun().isEmpty());
        // Nor does a second window forget it, or end it with a run of its own.
        settings.setRunUnderWay(path, process);
        settings.setRunUnderWay({}, process);
        MainWindow second(settings, PlanLimits{1024, 64, 2});
        QCOMPARE(store.value(u"runsUnderWay/%1"_s.arg(QCoreApplication::applicationPid())).toString(), path);
    }
};

QTEST_MAIN(TestSessions)
#include "tst_sessions.moc"
