// SPDX-License-Identifier: GPL-3.0-or-later
// Files that are cut, empty, of another kind or of a newer version: each is refused with a reason, and none is changed
// (SES-01, SES-02, SES-05).
#include "core/session/fileheader.h"
#include "core/session/sessionfile.h"
#include "samples.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QTemporaryDir>
#include <QTest>

using namespace sweepbench;
using namespace Qt::StringLiterals;

class SessionDamageTest : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    QByteArray m_whole;

    QString write(const QByteArray &bytes, const QString &name = u"damaged.sweep"_s) const
    {
        QFile file(m_folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            qFatal("can't write");
        return file.fileName();
    }
    static QByteArray bytesOf(const QString &name)
    {
        QFile file(name);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    /// The reason for which both ways of opening refuse these bytes, which stay as they are; empty where one of them does not.
    QString refusal(const QByteArray &bytes) const
    {
        const QString path = write(bytes);
        const auto session = loadSession(path);
        const bool opened = SessionFile::open(path).ok();
        if (session || opened || bytesOf(path) != bytes || session.problem().field != u"damaged.sweep" || session.problem().text.contains(u'\n'))
            return QString();
        const QStringList files = QDir(m_folder.path()).entryList(QDir::Files | QDir::Hidden);
        return files == QStringList{u"damaged.sweep"_s} ? session.problem().text : QString();
    }
    QByteArray withHeader(qsizetype offset, const QByteArray &hex) const
    {
        return QByteArray(m_whole).replace(offset, hex.size() / 2, QByteArray::fromHex(hex));
    }
    /// The whole file after some SQL of somebody else's.
    QByteArray changedBy(const QStringList &statements) const
    {
        const QString path = write(m_whole, u"changed.sweep"_s);
        {
            QSqlDatabase database = QSqlDatabase::addDatabase(u"QSQLITE"_s, u"change"_s);
            database.setDatabaseName(path);
            if (!database.open())
                qFatal("can't open");
            QSqlQuery query(database);
            for (const QString &sql : statements)
                if (!query.exec(sql))
                    qFatal("%s: %s", qPrintable(sql), qPrintable(query.lastError().text()));
            query.finish();
            database.close();
        }
        QSqlDatabase::removeDatabase(u"change"_s);
        const QByteArray bytes = bytesOf(path);
        QFile::remove(path);
        return bytes;
    }

private slots:
    void initTestCase()
    {
        const QString path = m_folder.filePath(u"whole.sweep"_s);
        QVERIFY(SessionFile::create(path, samples::session()));
        m_whole = bytesOf(path);
        QVERIFY(QFile::remove(path));
        QVERIFY(loadSession(write(m_whole)));
    }
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void cutAnywhere()
    {
        QSet<qsizetype> lengths;
        for (qsizetype i = 0; i < 200; ++i)
            lengths.insert(m_whole.size() * i / 200);
        for (qsizetype page = 0; page < m_whole.size(); page += 4096)
            lengths.insert(page);
        for (const qsizetype length : {1, 15, 16, 17, 99, 100, 101, 512})
            lengths.insert(length);
        lengths.insert(m_whole.size() - 1);
        for (const qsizetype length : std::as_const(lengths)) {
            const QString reason = refusal(m_whole.first(length));
            QVERIFY2(reason.contains(u"cut off") || (length == 0 && reason.contains(u"empty")), qPrintable(u"%1: %2"_s.arg(length).arg(reason)));
        }
    }

    void damageNeverCrashes()
    {
        // Whatever single bytes become: the same session or a reason, and the file as it was.
        std::uint32_t state = 1;
        const auto next = [&state](qsizetype below) {
            state = state * 1664525U + 1013904223U;
            return static_cast<qsizetype>(state >> 4) % below;
        };
        const Session whole = samples::session();
        int refused = 0;
        for (int round = 0; round < 400; ++round) {
            QByteArray bytes = m_whole;
            for (int i = 0; i < 1 + round % 8; ++i)
                bytes[next(round % 3 == 0 ? 4096 : bytes.size())] = static_cast<char>(next(256));
            const QString path = write(bytes);
            const auto session = loadSession(path);
            QCOMPARE(bytesOf(path), bytes);
            if (session)
                QVERIFY(session->plan == whole.plan && session->notes == whole.notes && samples::sameTrials(*session, whole));
            else
                ++refused;
        }
        QVERIFY2(refused > 100, qPrintable(QString::number(refused)));
    }

    void zeroedAndLonger()
    {
        QVERIFY(refusal(QByteArray()).contains(u"empty (0 bytes)"));
        QVERIFY(refusal(QByteArray(413, '\0')).contains(u"zero bytes"));
        QVERIFY(refusal(QByteArray(100'000, '\0')).contains(u"zero bytes"));
        QVERIFY(refusal(QByteArray(m_whole.size(), '\0')).contains(u"zero bytes"));
        QVERIFY(refusal(m_whole + QByteArray(100, '\0')).contains(u"goes on for 100 bytes"));
        QVERIFY(refusal(m_whole + m_whole).contains(u"goes on"));
        QByteArray zeroTail = m_whole;
        zeroTail.replace(m_whole.size() - 8192, 8192, QByteArray(8192, '\0'));
        QVERIFY(refusal(zeroTail).contains(u"damaged"));
    }

    void otherKinds()
    {
        QVERIFY(refusal("{\"format\": 1}").contains(u"not a session file"));
        QVERIFY(refusal("PK\3\4 a zip file, long enough to be one, and then some more of it, until it is beyond one hundred bytes.").contains(u"not a session file"));
        QVERIFY(refusal(withHeader(68, "00000000")).contains(u"another program"));
        QVERIFY(refusal(withHeader(68, "0f055112")).contains(u"another program (application id 0x0f055112)"));
        QVERIFY(refusal(withHeader(60, "00000063")).contains(u"newer version of this program (format 99; this one reads up to 4)"));
        QVERIFY(refusal(withHeader(60, "00000000")).contains(u"damaged"));
        QVERIFY(refusal(withHeader(60, "ffffffff")).contains(u"format can't be -1"));
        QVERIFY(refusal(withHeader(18, "0202")).contains(u"journal mode"));
        QVERIFY(refusal(withHeader(16, "0003")).contains(u"damaged"));
        QVERIFY(refusal(withHeader(28, "00000002")).contains(u"damaged"));
        QVERIFY(refusal(withHeader(92, "00000000")).contains(u"damaged"));
        QCOMPARE(loadSession(m_folder.path()).problem().text, u"a folder; a session is a file"_s);
        QCOMPARE(loadSession(m_folder.filePath(u"missing.sweep"_s)).problem().text, u"there is no such file"_s);
        QCOMPARE(loadSession(QString()).problem().line(), u"file: there is no such file"_s);
    }

    // Nothing in a file is run, whoever put it there.
    void otherTables()
    {
        for (const QStringList &statements : {
                 QStringList{u"CREATE VIEW extra AS SELECT 1"_s},
                 QStringList{u"CREATE TRIGGER extra AFTER INSERT ON trial BEGIN DELETE FROM trial; END"_s},
                 QStringList{u"CREATE TABLE extra (x)"_s},
                 QStringList{u"CREATE INDEX extra ON trial (target)"_s},
                 QStringList{u"ALTER TABLE trial ADD COLUMN extra TEXT GENERATED ALWAYS AS (hex(zeroblob(1000000000))) VIRTUAL"_s},
                 QStringList{u"ALTER TABLE session RENAME TO document"_s, u"CREATE VIEW session AS SELECT * FROM document"_s},
                 QStringList{u"DROP TABLE trial"_s},
                 QStringList{u"CREATE VIRTUAL TABLE extra USING fts5(x)"_s},
             })
            QVERIFY2(refusal(changedBy(statements)).contains(u"its tables are not those of a session"), qPrintable(statements.join(u';')));
        QVERIFY(refusal(changedBy({u"DELETE FROM session"_s})).contains(u"no plan"));
        QVERIFY(refusal(changedBy({u"PRAGMA journal_mode=WAL"_s})).contains(u"journal mode"));
        // Schemas that SQLite itself can't make sense of.
        QVERIFY(!refusal(changedBy({u"PRAGMA writable_schema=ON"_s, u"UPDATE sqlite_schema SET sql='CREATE TABLE trial (('"_s})).isEmpty());
        QVERIFY(!refusal(changedBy({u"PRAGMA writable_schema=ON"_s, u"UPDATE sqlite_schema SET rootpage=1"_s})).isEmpty());
        QVERIFY(!refusal(changedBy({u"PRAGMA writable_schema=ON"_s, u"UPDATE sqlite_schema SET rootpage=(SELECT min(rootpage) FROM sqlite_schema)"_s})).isEmpty());
    }

    void companions()
    {
        const QString path = write(m_whole);
        const QString wal = write(QByteArray(100, 'x'), u"damaged.sweep-wal"_s);
        QVERIFY(loadSession(path).problem().text.contains(u"-wal"));
        QFile::remove(wal);
        QVERIFY(QDir(m_folder.path()).mkdir(u"damaged.sweep-journal"_s));
        QVERIFY(!loadSession(path));
        QDir(m_folder.path()).rmdir(u"damaged.sweep-journal"_s);
        // A journal of noise is none.
        for (const QByteArray &journal : {QByteArray(600, 'x'), QByteArray("x"), QByteArray(4096, '\0'), QByteArray::fromHex("d9d505f920a163d7") + QByteArray(4000, '\xff')}) {
            const QString beside = write(journal, u"damaged.sweep-journal"_s);
            const auto session = loadSession(path);
            QVERIFY(!session || samples::sameTrials(*session, samples::session()));
            QCOMPARE(bytesOf(path), m_whole);
            QCOMPARE(bytesOf(beside), journal);
            QFile::remove(beside);
        }
        QVERIFY(loadSession(path));
    }

    void whileSomebodyWrites()
    {
        const QString path = write(m_whole);
        {
            QSqlDatabase database = QSqlDatabase::addDatabase(u"QSQLITE"_s, u"writer"_s);
            database.setDatabaseName(path);
            QVERIFY(database.open());
            QSqlQuery query(database);
            QVERIFY(query.exec(u"BEGIN IMMEDIATE"_s));
            QVERIFY(query.exec(u"DELETE FROM trial WHERE id > 5"_s));
            QVERIFY(samples::sameTrials(*loadSession(path), samples::session())); // what was committed
            QVERIFY(query.exec(u"COMMIT"_s));
            QCOMPARE(loadSession(path)->trials.size(), std::size_t(5));
        }
        QSqlDatabase::removeDatabase(u"writer"_s);
    }
};

QTEST_GUILESS_MAIN(SessionDamageTest)
#include "tst_sessiondamage.moc"
