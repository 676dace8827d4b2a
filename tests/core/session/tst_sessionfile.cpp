// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/fileheader.h"
#include "core/session/sessionfile.h"
#include "samples.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QSqlDatabase>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace sweepbench;
using namespace Qt::StringLiterals;

class SessionFileTest : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    QString path(const QString &name) const { return m_folder.filePath(name); }
    static QByteArray bytesOf(const QString &name)
    {
        QFile file(name);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    static void verifySame(const Session &read, const Session &expected)
    {
        QCOMPARE(read.plan, expected.plan);
        QCOMPARE(read.environment, expected.environment);
        QCOMPARE(read.createdAt, expected.createdAt);
        QCOMPARE(read.notes, expected.notes);
        QVERIFY(samples::sameTrials(read, expected));
    }

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void cleanup() { QCOMPARE(QSqlDatabase::connectionNames(), QStringList()); }

    void keepsEverything()
    {
        const Session expected = samples::session();
        auto file = SessionFile::create(path(u"whole.sweep"_s), expected);
        QVERIFY(file);
        QCOMPARE(file->path(), path(u"whole.sweep"_s));
        const auto read = loadSession(path(u"whole.sweep"_s));
        QVERIFY2(read, read ? "" : qPrintable(read.problem().line()));
        verifySame(*read, expected);
    }

    void growsTrialByTrial()
    {
        const Session expected = samples::session();
        Session start = expected;
        start.trials.clear();
        const QString name = path(u"grows.sweep"_s);
        auto file = SessionFile::create(name, start);
        QVERIFY(file);
        for (std::size_t i = 0; i < expected.trials.size(); ++i) {
            QVERIFY(!file->appendTrial(*expected.trials[i]));
            QCOMPARE(loadSession(name)->trials.size(), i + 1);
        }
        verifySame(*loadSession(name), expected);
        QCOMPARE(QDir(m_folder.path()).entryList({u"*.part*"_s, u"*-journal"_s}, QDir::Files | QDir::Hidden), QStringList());
    }

    void extremeValues()
    {
        Session expected = samples::session();
        expected.notes = QString();
        expected.createdAt = QDateTime();
        expected.environment = Environment();
        Trial odd;
        odd.target = 1;
        odd.connections = 100;
        odd.startedAt = QDateTime();
        odd.requests = (qint64(1) << 53) + 1;
        odd.sent = odd.requests;
        odd.bytesReceived = (qint64(1) << 53) + 1;
        odd.status = {{999, 1}, {100, 2}};
        odd.latency = {{{0, 1}, {33791, (std::uint64_t(1) << 53)}}, (std::uint64_t(1) << 53) + 1, 0, 9'000'000'000'000'000, 1e300, 1e308};
        odd.clientUserS = 5e-324;
        odd.errorDetail = u"nul \u0000 quote ' 😀"_s;
        Trial bare;
        bare.connections = 1;
        expected.trials = {samples::shared(odd), samples::shared(bare)};
        auto file = SessionFile::create(path(u"odd.sweep"_s), expected);
        QVERIFY2(file, file ? "" : qPrintable(file.problem().line()));
        const auto read = loadSession(path(u"odd.sweep"_s));
        QVERIFY2(read, read ? "" : qPrintable(read.problem().line()));
        QVERIFY(samples::sameTrials(*read, expected));
        QVERIFY(!read->createdAt.isValid());
    }

    // Half a surrogate pair is no text; what can't be written as it is must not make the file unreadable.
    void brokenUnicode()
    {
        const QString half = u"x"_s + QChar(0xD83D) + u"y"_s;
        Session session = samples::session();
        session.notes = half;
        session.plan.targets[0].name = half;
        Trial odd = *session.trials[0];
        odd.errorDetail = odd.address = half;
        odd.findings = {{half, Severity::Note, half}};
        session.trials[0] = samples::shared(odd);
        const QString name = path(u"half.sweep"_s);
        auto file = SessionFile::create(name, session);
        QVERIFY2(file, file ? "" : qPrintable(file.problem().line()));
        QVERIFY(!file->setNotes(half));
        QVERIFY(!file->setPlan(session.plan));
        const auto read = loadSession(name);
        QVERIFY2(read, read ? "" : qPrintable(read.problem().line()));
        QCOMPARE(read->trials[0]->latency, odd.latency);
        QVERIFY(read->notes.startsWith(u'x') && read->notes.endsWith(u'y'));
    }

    void goesOnAfterOpening()
    {
        Session expected = samples::session();
        const QString name = path(u"extended.sweep"_s);
        QVERIFY(SessionFile::create(name, expected));
        auto file = SessionFile::open(name);
        QVERIFY(file);
        expected.plan.repeats = 4;
        expected.notes = u"one more"_s;
        QVERIFY(!file->setPlan(expected.plan));
        QVERIFY(!file->setNotes(expected.notes));
        expected.trials.push_back(samples::shared(samples::trial(1, 100, 3, 18)));
        QVERIFY(!file->appendTrial(*expected.trials.back()));
        SessionFile moved = std::move(*file);
        verifySame(*loadSession(name), expected);
        // A plan that has no place for what was measured would make the file unreadable.
        Plan smaller = expected.plan;
        smaller.targets.pop_back();
        QVERIFY(moved.setPlan(smaller));
        smaller = expected.plan;
        smaller.sweep.levels = {1};
        QVERIFY(moved.setPlan(smaller));
        verifySame(*loadSession(name), expected);
    }

    void refusesTrialsThatDoNotAddUp()
    {
        const QString name = path(u"refuses.sweep"_s);
        auto file = SessionFile::create(name, samples::session());
        QVERIFY(file);
        Trial wrong = samples::trial(0, 1, 3, 18);
        ++wrong.sent;
        QVERIFY(file->appendTrial(wrong));
        wrong = samples::trial(2, 1, 3, 18);
        QVERIFY(file->appendTrial(wrong));
        wrong = samples::trial(0, 1, 3, 18);
        wrong.clientUserS = std::numeric_limits<double>::quiet_NaN();
        QVERIFY(file->appendTrial(wrong));
        QVERIFY(!file->appendTrial(samples::trial(0, 1, 3, 18)));
        QCOMPARE(loadSession(name)->trials.size(), samples::session().trials.size() + 1);
    }

    void oddNames_data()
    {
        QTest::addColumn<QString>("name");
        for (const char *name : {"with blank.sweep", "#hash?query%20percent.sweep", "50%.sweep", "quo'te\"s.sweep", "emoji 😀 é.sweep", "new\nline.sweep",
                                 "file:x?mode=memory", ":memory:", "-dash", "no ending", "semi;colon&and=.sweep", "back\\slash.sweep"})
            QTest::newRow(name) << QString::fromUtf8(name);
        QTest::newRow("longest") << QString(247, u'x');
    }
    void oddNames()
    {
        QFETCH(QString, name);
        QTemporaryDir folder;
        const QString full = folder.path() + u'/' + name; // filePath() takes ":memory:" for absolute
        Session expected = samples::session();
        auto file = SessionFile::create(full, expected);
        QVERIFY2(file, file ? "" : qPrintable(file.problem().line()));
        expected.trials.push_back(samples::shared(samples::trial(1, 100, 3, 18)));
        QVERIFY(!file->appendTrial(*expected.trials.back()));
        QVERIFY(!file->saveCopy(full + u"2"_s) || name.size() == 247);
        verifySame(*loadSession(full), expected);
        QVERIFY(QFile::exists(full));
        const QStringList files = QDir(folder.path()).entryList(QDir::Files | QDir::Hidden);
        QCOMPARE(files.size(), name.size() == 247 ? 1 : 2);
    }

    void relativeNames()
    {
        const QString before = QDir::currentPath();
        QVERIFY(QDir::setCurrent(m_folder.path()));
        const bool made = SessionFile::create(u"relative.sweep"_s, samples::session()).ok();
        const bool read = loadSession(u"relative.sweep"_s).ok();
        QVERIFY(QDir::setCurrent(before));
        QVERIFY(made && read);
        QVERIFY(QFile::exists(path(u"relative.sweep"_s)));
    }

    void placesThatCanNotBeWritten()
    {
        const Session session = samples::session();
        const auto text = [&](const QString &name) {
            const auto file = SessionFile::create(name, session);
            return file ? QString() : file.problem().line();
        };
        QVERIFY(text(m_folder.path()).contains(u"a folder"));
        QVERIFY(text(path(u"missing/x.sweep"_s)).contains(u"no folder"));
        QVERIFY(text(QString()).contains(u"no file name"));
        QVERIFY(text(path(QString(248, u'x'))).contains(u"at most 247"));
        QVERIFY(text(u"/proc/x.sweep"_s).contains(u"can't be written"));
        QVERIFY(text(path(u"nul"_s) + QChar(u'\0') + u"x"_s).contains(u"no file name"));
        const QString pipe = path(u"pipe"_s);
        QCOMPARE(::mkfifo(QFile::encodeName(pipe).constData(), 0600), 0);
        QVERIFY(text(pipe).contains(u"no regular file"));
        QVERIFY(loadSession(pipe).problem().text.contains(u"not a regular file"));
        auto file = SessionFile::create(path(u"places.sweep"_s), session);
        QVERIFY(file->saveCopy(u"/proc/x.sweep"_s));
        QVERIFY(file->saveCopy(m_folder.path()));
        QVERIFY(!file->appendTrial(samples::trial(0, 1, 3, 18)));
        QCOMPARE(QDir(m_folder.path()).entryList({u"*.part*"_s}, QDir::Files | QDir::Hidden), QStringList());
    }

    void readOnlyFolder()
    {
        if (::geteuid() == 0)
            QSKIP("root may write everywhere");
        const QString folder = path(u"locked"_s);
        QVERIFY(QDir().mkpath(folder));
        QVERIFY(SessionFile::create(folder + u"/a.sweep"_s, samples::session()));
        QVERIFY(QFile::setPermissions(folder, QFile::ReadOwner | QFile::ExeOwner));
        QVERIFY(loadSession(folder + u"/a.sweep"_s));
        QVERIFY(!SessionFile::create(folder + u"/b.sweep"_s, samples::session()));
        auto file = SessionFile::open(folder + u"/a.sweep"_s);
        QVERIFY(!file || file->appendTrial(samples::trial(0, 1, 3, 18)));
        QVERIFY(QFile::setPermissions(folder, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    }

    void replacesOnlyWhenComplete()
    {
        const QString name = path(u"old.sweep"_s);
        Session session = samples::session();
        QVERIFY(SessionFile::create(name, session));
        const QByteArray before = bytesOf(name);
        Session wrong = session;
        Trial bad = *session.trials[0];
        ++bad.sent;
        wrong.trials.push_back(samples::shared(bad));
        QVERIFY(!SessionFile::create(name, wrong));
        QCOMPARE(bytesOf(name), before);
        // A journal left by whoever wrote the old file must not be rolled back into the new one.
        QFile stale(journalPath(name));
        QVERIFY(stale.open(QIODevice::WriteOnly));
        stale.write(QByteArray::fromHex("d9d505f920a163d7") + QByteArray(600, '\1'));
        stale.close();
        session.trials.resize(2);
        QVERIFY(SessionFile::create(name, session));
        QCOMPARE(loadSession(name)->trials.size(), std::size_t(2));
    }

    void throughASymbolicLink()
    {
        QVERIFY(QDir().mkpath(path(u"real"_s)));
        const QString real = path(u"real/a.sweep"_s);
        QVERIFY(SessionFile::create(real, samples::session()));
        QVERIFY(QFile::link(real, path(u"link.sweep"_s)));
        Session two = samples::session();
        two.trials.resize(2);
        QVERIFY(SessionFile::create(path(u"link.sweep"_s), two));
        QVERIFY(QFileInfo(path(u"link.sweep"_s)).isSymLink());
        QCOMPARE(loadSession(real)->trials.size(), std::size_t(2));
    }

    void copies()
    {
        const Session expected = samples::session();
        const QString name = path(u"original.sweep"_s);
        const QString copy = path(u"copy's #1?.sweep"_s);
        auto file = SessionFile::create(name, expected);
        QVERIFY(file);
        QFile existing(copy);
        QVERIFY(existing.open(QIODevice::WriteOnly));
        existing.write("something else");
        existing.close();
        QVERIFY(!file->saveCopy(copy));
        verifySame(*loadSession(copy), expected);
        QVERIFY(!file->saveCopy(name)); // onto itself: nothing to do, and the file stays in use
        QVERIFY(!file->appendTrial(samples::trial(0, 1, 3, 18)));
        QCOMPARE(loadSession(name)->trials.size(), expected.trials.size() + 1);
        QCOMPARE(loadSession(copy)->trials.size(), expected.trials.size());
        QVERIFY(SessionFile::open(copy));
    }

    void vanishedOrReplaced()
    {
        const QString name = path(u"gone.sweep"_s);
        const Session session = samples::session();
        auto file = SessionFile::create(name, session);
        QVERIFY(QFile::remove(name));
        const auto problem = file->appendTrial(samples::trial(0, 1, 3, 18));
        QVERIFY(problem);
        QVERIFY(problem->text.contains(u"under a new name"));
        // What had been saved can still be rescued.
        QVERIFY(!file->saveCopy(path(u"rescued.sweep"_s)));
        verifySame(*loadSession(path(u"rescued.sweep"_s)), session);
        QVERIFY(!QFile::exists(name));

        auto second = SessionFile::create(name, session);
        auto third = SessionFile::create(name, session);
        QVERIFY(second->appendTrial(samples::trial(0, 1, 3, 18)));
        QVERIFY(!third->appendTrial(samples::trial(0, 1, 3, 18)));
        QCOMPARE(loadSession(name)->trials.size(), session.trials.size() + 1);
    }

    void diskFull()
    {
        const QString name = path(u"full.sweep"_s);
        auto file = SessionFile::create(name, samples::session());
        QVERIFY(file);
        ::signal(SIGXFSZ, SIG_IGN);
        rlimit before;
        QCOMPARE(::getrlimit(RLIMIT_FSIZE, &before), 0);
        rlimit small = before;
        small.rlim_cur = static_cast<rlim_t>(QFileInfo(name).size()) + 4096;
        QCOMPARE(::setrlimit(RLIMIT_FSIZE, &small), 0);
        const auto problem = file->appendTrial(samples::largeTrial(18));
        const bool copied = !file->saveCopy(path(u"full copy.sweep"_s)).has_value();
        QCOMPARE(::setrlimit(RLIMIT_FSIZE, &before), 0);
        QVERIFY(problem);
        QVERIFY(copied); // it has no more to write than the file has
        verifySame(*loadSession(name), samples::session());
        QVERIFY(!file->appendTrial(samples::largeTrial(18)));
        QCOMPARE(loadSession(name)->trials.size(), samples::session().trials.size() + 1);
    }

    void autosaveNames()
    {
        qputenv("XDG_DATA_HOME", QFile::encodeName(path(u"data"_s)));
        QSet<QString> names;
        for (int i = 0; i < 5; ++i) {
            const QString name = autosavePath();
            QVERIFY2(QRegularExpression(u"/data/sweepbench/autosave/\\d{4}-\\d\\d-\\d\\d \\d\\d\\.\\d\\d\\.\\d\\d \\d+( \\(\\d\\))?\\.sweep$"_s).match(name).hasMatch(),
                     qPrintable(name));
            QVERIFY(!names.contains(name));
            QVERIFY(!QFileInfo::exists(name));
            names.insert(name);
            QVERIFY(SessionFile::create(name, samples::session()));
        }
        QCOMPARE(QDir(path(u"data/sweepbench/autosave"_s)).entryList(QDir::Files | QDir::Hidden).size(), 5);
    }
};

QTEST_GUILESS_MAIN(SessionFileTest)
#include "tst_sessionfile.moc"
