// SPDX-License-Identifier: GPL-3.0-or-later
// A killed program loses at most the trial in progress (SES-04).
#include "core/session/fileheader.h"
#include "core/session/sessionfile.h"
#include "samples.h"

#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QSqlDatabase>
#include <QSqlQuery>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using namespace sweepbench;
using namespace Qt::StringLiterals;

class SessionKillTest : public QObject
{
    Q_OBJECT

    static QByteArray bytesOf(const QString &path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    /// Runs the writer, kills it \a afterMs after it began to save, and returns the last number that it said.
    static int runAndKill(const QString &path, const QString &mode, int afterMs)
    {
        QProcess writer;
        writer.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        writer.start(qEnvironmentVariable("SESSIONWRITER"), {path, mode});
        if (!writer.waitForStarted() || !writer.waitForReadyRead(30'000))
            return -1;
        QTest::qSleep(afterMs);
        ::kill(static_cast<pid_t>(writer.processId()), SIGKILL);
        writer.waitForFinished(30'000);
        const QList<QByteArray> lines = writer.readAllStandardOutput().split('\n');
        // What comes after the last line end was cut by the kill.
        return lines.size() < 2 ? -1 : lines[lines.size() - 2].toInt();
    }

    static Session emptySession()
    {
        Session session = samples::session();
        session.trials.clear();
        return session;
    }

private slots:
    void initTestCase()
    {
        if (!QFile::exists(qEnvironmentVariable("SESSIONWRITER")))
            QFAIL("set SESSIONWRITER to the program of that name (ctest does)");
    }
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void killedWhileAppending()
    {
        QTemporaryDir folder;
        int hot = 0;
        int trials = 0;
        for (int round = 0; round < 60; ++round) {
            const QString path = folder.filePath(u"run %1.sweep"_s.arg(round));
            QVERIFY(SessionFile::create(path, emptySession()));
            const int promised = runAndKill(path, u"append"_s, 3 + round * 7 % 40);
            QVERIFY(promised >= 0);
            const bool leftJournal = QFile::exists(journalPath(path));
            const QByteArray file = bytesOf(path);
            const QByteArray journal = bytesOf(journalPath(path));

            const auto session = loadSession(path);
            QVERIFY2(session, session ? "" : qPrintable(session.problem().line()));
            // The trial that was being saved may have made it before the writer could say so.
            const int loaded = static_cast<int>(session->trials.size());
            QVERIFY2(loaded == promised || loaded == promised + 1, qPrintable(u"%1 promised, %2 loaded"_s.arg(promised).arg(loaded)));
            for (int order = 0; order < loaded; ++order)
                QCOMPARE(*session->trials[static_cast<std::size_t>(order)], samples::largeTrial(order));
            QCOMPARE(bytesOf(path), file);
            QCOMPARE(bytesOf(journalPath(path)), journal);

            // Going on is possible, and loses nothing either.
            auto again = SessionFile::open(path);
            QVERIFY2(again, again ? "" : qPrintable(again.problem().line()));
            QVERIFY(!again->appendTrial(samples::largeTrial(loaded)));
            QVERIFY(!QFile::exists(journalPath(path)));
            QCOMPARE(loadSession(path)->trials.size(), static_cast<std::size_t>(loaded) + 1);
            hot += leftJournal ? 1 : 0;
            trials += loaded;
            QFile::remove(path);
        }
        qInfo("%d of 60 kills left a journal, %d trials in all", hot, trials);
        QVERIFY(trials > 0);
    }

    // Another program's run can be looked at while it goes on.
    void readWhileAppending()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath(u"live.sweep"_s);
        QVERIFY(SessionFile::create(path, emptySession()));
        QProcess writer;
        writer.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        writer.start(qEnvironmentVariable("SESSIONWRITER"), {path, u"append"_s});
        QVERIFY(writer.waitForReadyRead(30'000));
        std::size_t before = 0;
        for (int round = 0; round < 40 && before < 60; ++round) {
            const auto session = loadSession(path);
            if (!session)
                writer.kill();
            QVERIFY2(session, session ? "" : qPrintable(session.problem().line()));
            QVERIFY(session->trials.size() >= before);
            before = session->trials.size();
        }
        writer.kill();
        QVERIFY(writer.waitForFinished(30'000));
        QVERIFY(before > 0);
    }

    void killedWhileReplacing()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath(u"a.sweep"_s);
        QVERIFY(SessionFile::create(path, emptySession()));
        int before = 0;
        for (int round = 0; round < 50; ++round) {
            const int promised = runAndKill(path, u"create"_s, 2 + round * 11 % 50);
            QVERIFY(promised >= 0);
            const auto session = loadSession(path);
            QVERIFY2(session, session ? "" : qPrintable(session.problem().line()));
            const int loaded = static_cast<int>(session->trials.size());
            const bool old = promised == 0 && loaded == before;
            QVERIFY2(old || loaded == promised || loaded == promised + 1, qPrintable(u"%1 promised, %2 loaded"_s.arg(promised).arg(loaded)));
            before = loaded;
        }
    }

    // The same without luck: a transaction that has reached the file already, caught in the middle.
    void hotJournal()
    {
        QTemporaryDir folder;
        const QString live = folder.filePath(u"live.sweep"_s);
        const QString caught = folder.filePath(u"caught.sweep"_s);
        Session expected = samples::session();
        QVERIFY(SessionFile::create(live, expected));
        {
            QSqlDatabase database = QSqlDatabase::addDatabase(u"QSQLITE"_s, u"hot"_s);
            database.setDatabaseName(live);
            QVERIFY(database.open());
            QSqlQuery query(database);
            QVERIFY(query.exec(u"PRAGMA cache_size=1"_s)); // changed pages go to the file long before the commit
            QVERIFY(query.exec(u"BEGIN IMMEDIATE"_s));
            QVERIFY(query.exec(u"UPDATE trial SET address = hex(zeroblob(9000)), sent = 0"_s));
            QVERIFY(query.exec(u"UPDATE session SET notes = hex(zeroblob(90000))"_s));
            QVERIFY(QFile::copy(live, caught));
            QVERIFY(QFile::copy(journalPath(live), journalPath(caught)));
            QVERIFY(query.exec(u"ROLLBACK"_s));
            query.finish();
            database.close();
        }
        QSqlDatabase::removeDatabase(u"hot"_s);

        const QByteArray file = bytesOf(caught);
        const QByteArray journal = bytesOf(journalPath(caught));
        QVERIFY(file != bytesOf(live));
        QVERIFY(journal.size() > 512);
        const auto session = loadSession(caught);
        QVERIFY2(session, session ? "" : qPrintable(session.problem().line()));
        QVERIFY(samples::sameTrials(*session, expected));
        QCOMPARE(session->notes, expected.notes);
        QCOMPARE(bytesOf(caught), file);
        QCOMPARE(bytesOf(journalPath(caught)), journal);

        // Without its journal the same file is damaged, and said to be.
        QVERIFY(QFile::remove(journalPath(caught)));
        QVERIFY(!loadSession(caught));
    }

    // A journal can name a second file, which SQLite would open and delete.
    void journalThatNamesAnotherFile()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath(u"a.sweep"_s);
        const QString victim = folder.filePath(u"victim"_s);
        QVERIFY(SessionFile::create(path, samples::session()));
        QFile other(victim);
        QVERIFY(other.open(QIODevice::WriteOnly));
        other.write("precious");
        other.close();
        const QByteArray name = QFile::encodeName(victim);
        QByteArray journal = QByteArray::fromHex("d9d505f920a163d7") + QByteArray::fromHex("00000000000000000000000000000200") + QByteArray(4, '\0');
        journal.resize(1024, '\0');
        quint32 sum = 0;
        for (const char c : name)
            sum += static_cast<quint32>(c);
        const auto word = [](quint32 value) {
            QByteArray bytes;
            for (int shift = 24; shift >= 0; shift -= 8)
                bytes.append(static_cast<char>(value >> shift));
            return bytes;
        };
        journal += word(0x40000000) + name + word(static_cast<quint32>(name.size())) + word(sum) + QByteArray::fromHex("d9d505f920a163d7");
        QFile hostile(journalPath(path));
        QVERIFY(hostile.open(QIODevice::WriteOnly));
        hostile.write(journal);
        hostile.close();
        QVERIFY(!loadSession(path));
        QVERIFY(!SessionFile::open(path));
        QCOMPARE(bytesOf(victim), QByteArray("precious"));
    }
};

QTEST_GUILESS_MAIN(SessionKillTest)
#include "tst_sessionkill.moc"
