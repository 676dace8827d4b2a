// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/database.h"
#include "core/session/environmentjson.h"
#include "core/session/fileheader.h"
#include "core/session/planjson.h"
#include "core/session/rowchecksum.h"
#include "core/session/sessionfile.h"
#include "core/session/trialrow.h"
#include "samples.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
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
        QCOMPARE(read.judging, expected.judging);
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

    void keepsHowItIsJudged()
    {
        Session expected = samples::session();
        const QString name = path(u"judged.sweep"_s);
        QVERIFY(SessionFile::create(name, expected));
        auto file = SessionFile::open(name);
        QVERIFY(file);
        const QDateTime now(QDate(2026, 12, 1), QTime(9, 0, 0, 250), Qt::UTC);
        expected.judging = {1, true, {{3, QDateTime()}, {12, now}}, StopReason::Precise};
        QVERIFY(!file->setJudging(expected.judging));
        verifySame(*loadSession(name), expected);
        expected.judging.stoppedBy = StopReason::TimeLimit;
        expected.judging.looks.clear();
        QVERIFY(!file->setJudging(expected.judging));
        verifySame(*loadSession(name), expected);
        expected.judging.stoppedBy.reset();
        QVERIFY(!file->setJudging(expected.judging));
        verifySame(*loadSession(name), expected);
        Judging nobody = expected.judging;
        for (const int baseline : {-1, 2}) {
            nobody.baseline = baseline;
            QVERIFY(file->setJudging(nobody)->text.contains(u"baseline"));
        }
        verifySame(*loadSession(name), expected);
    }

    void refusesWhatCantBeJudged()
    {
        const QString name = path(u"misjudged.sweep"_s);
        for (const auto &[json, says] : {std::pair{u"{\"baseline\":2}"_s, u"no target"_s}, std::pair{u"{\"stopped_by\":\"me\"}"_s, u"stopped_by"_s},
                                         std::pair{u"{\"looks\":[{\"repeats\":-1}]}"_s, u"looks[0].repeats"_s},
                                         std::pair{u"{\"mood\":1}"_s, u"mood"_s}, std::pair{u"[]"_s, u"judging"_s}}) {
            QVERIFY(SessionFile::create(name, samples::session()));
            {
                Database database(name, Database::Mode::ReadWrite);
                QVariantList row;
                {
                    QSqlQuery query = database.query();
                    QVERIFY(query.exec(u"SELECT created_at_ms, notes, plan, environment FROM session"_s) && query.next());
                    for (int i = 0; i < 4; ++i)
                        row << query.value(i);
                }
                row << json;
                QVERIFY(database.run(u"UPDATE session SET judging = ?, checksum = ?"_s, {json, rowChecksum(row)}));
            }
            const auto read = loadSession(name);
            QVERIFY(!read);
            QVERIFY2(read.problem().text.contains(says), qPrintable(read.problem().line()));
        }
    }

    // A file as version 0.1 wrote it: its statements word for word, and its columns, which are the first of today's.
    static Session makeFormat1(const QString &name)
    {
        Session session = samples::session();
        QJsonObject plan = planToJson(session.plan);
        QJsonObject load = plan[u"load"_s].toObject();
        load.remove(u"http"_s);
        plan[u"load"_s] = load;
        plan[u"format"_s] = 1;
        Database database(name, Database::Mode::Create);
        bool done = database.run(u"PRAGMA application_id=1398227536"_s) && database.run(u"PRAGMA user_version=1"_s)
            && database.run(u"CREATE TABLE session (id INTEGER PRIMARY KEY CHECK (id = 1), created_at_ms INTEGER, notes TEXT NOT NULL, "
                            "plan TEXT NOT NULL, environment TEXT NOT NULL, checksum INTEGER NOT NULL) STRICT"_s)
            && database.run(u"CREATE TABLE trial (id INTEGER PRIMARY KEY, target INTEGER NOT NULL, connections INTEGER NOT NULL, "
                            "repeat INTEGER NOT NULL, run_order INTEGER NOT NULL, transport TEXT NOT NULL, started_at_ms INTEGER, "
                            "duration_ns INTEGER NOT NULL, start_offset_ns INTEGER NOT NULL, sent INTEGER NOT NULL, requests INTEGER NOT NULL, "
                            "errors TEXT NOT NULL, cancelled INTEGER NOT NULL, not_sent INTEGER NOT NULL, reconnects INTEGER NOT NULL, "
                            "status TEXT NOT NULL, bytes_received INTEGER NOT NULL, bytes_sent INTEGER NOT NULL, latency BLOB NOT NULL, "
                            "status_latency BLOB NOT NULL, connect BLOB NOT NULL, client_user_s REAL NOT NULL, client_system_s REAL NOT NULL, "
                            "threads INTEGER NOT NULL, address TEXT NOT NULL, error_detail TEXT NOT NULL, findings TEXT NOT NULL, "
                            "series BLOB NOT NULL, checksum INTEGER NOT NULL) STRICT"_s);
        const auto compact = [](const QJsonObject &object) { return QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact)); };
        QVariantList document{timeToRow(session.createdAt), session.notes, compact(plan), compact(environmentToJson(session.environment))};
        document << rowChecksum(document);
        done = done && database.run(u"INSERT INTO session VALUES (1, ?, ?, ?, ?, ?)"_s, document);
        session.judging = {};
        constexpr qsizetype columns = 27;
        for (TrialPtr &shared : session.trials) {
            Trial trial = *shared;
            trial.connectionsOpened = static_cast<qint64>(trial.connect.count); // all that such a file knows
            trial.busiestThread = trial.otherCpuS = trial.loadBefore = -1;
            trial.busyNs = -1;
            for (Distribution Trial::*times : {&Trial::nameLookup, &Trial::tls, &Trial::firstByte, &Trial::body})
                trial.*times = Distribution();
            QVariantList row = trialToRow(trial).first(columns);
            row << rowChecksum(row);
            done = done && database.run(u"INSERT INTO trial VALUES (NULL%1)"_s.arg(u", ?"_s.repeated(columns + 1)), row);
            shared = samples::shared(trial);
        }
        return done ? session : Session();
    }
    static int formatOf(const QString &name)
    {
        return bytesOf(name).mid(60, 4).toHex().toInt(nullptr, 16); // 1.3 of SQLite's file format
    }

    void opensFilesOfVersion01()
    {
        const QString name = path(u"old format.sweep"_s);
        const Session expected = makeFormat1(name);
        QCOMPARE(expected.trials.size(), std::size_t(18));
        QCOMPARE(formatOf(name), 1);
        const QByteArray before = bytesOf(name);
        const auto read = loadSession(name);
        QVERIFY2(read, read ? "" : qPrintable(read.problem().line()));
        verifySame(*read, expected);
        {
            auto opened = SessionFile::open(name);
            QVERIFY(opened);
            QVERIFY(!opened->saveCopy(path(u"old copy.sweep"_s)));
        }
        QCOMPARE(bytesOf(name), before); // looking at it changes nothing
        verifySame(*loadSession(path(u"old copy.sweep"_s)), expected);
    }

    void extendsFilesOfVersion01()
    {
        const QString name = path(u"old extended.sweep"_s);
        Session expected = makeFormat1(name);
        auto file = SessionFile::open(name);
        QVERIFY(file);
        expected.plan.repeats = 4;
        QVERIFY(!file->setPlan(expected.plan));
        QCOMPARE(formatOf(name), 4);
        verifySame(*loadSession(name), expected);
        Trial trial = samples::trial(1, 100, 3, 18);
        trial.reconnects = 5;
        expected.trials.push_back(samples::shared(trial));
        QVERIFY(!file->appendTrial(trial));
        verifySame(*loadSession(name), expected);
        auto again = SessionFile::open(name);
        QVERIFY(again);
        expected.notes = u"again"_s;
        QVERIFY(!again->setNotes(expected.notes));
        verifySame(*loadSession(name), expected);
    }

    void failedUpgradeLeavesTheOldFile()
    {
        const QString name = path(u"old full.sweep"_s);
        Session expected = makeFormat1(name);
        auto file = SessionFile::open(name);
        QVERIFY(file);
        ::signal(SIGXFSZ, SIG_IGN);
        rlimit before;
        QCOMPARE(::getrlimit(RLIMIT_FSIZE, &before), 0);
        rlimit small = before;
        small.rlim_cur = static_cast<rlim_t>(QFileInfo(name).size());
        QCOMPARE(::setrlimit(RLIMIT_FSIZE, &small), 0);
        const auto problem = file->appendTrial(samples::trial(1, 100, 3, 18));
        QCOMPARE(::setrlimit(RLIMIT_FSIZE, &before), 0);
        QVERIFY(problem);
        QCOMPARE(formatOf(name), 1);
        verifySame(*loadSession(name), expected);
        QVERIFY(!file->appendTrial(samples::trial(1, 100, 3, 18)));
        expected.trials.push_back(samples::shared(samples::trial(1, 100, 3, 18)));
        QCOMPARE(formatOf(name), 4);
        verifySame(*loadSession(name), expected);
    }

    void damagedFilesOfVersion01()
    {
        const QString name = path(u"old damaged.sweep"_s);
        makeFormat1(name);
        {
            Database database(name, Database::Mode::ReadWrite);
            QVERIFY(database.run(u"UPDATE trial SET requests = requests + 1, sent = sent + 1 WHERE id = 3"_s));
        }
        const QByteArray before = bytesOf(name);
        QVERIFY(loadSession(name).problem().text.contains(u"trial 3"));
        QVERIFY(!SessionFile::open(name));
        QCOMPARE(bytesOf(name), before);
        // The tables of one format under the number of the other are nobody's.
        makeFormat1(path(u"old misnamed.sweep"_s));
        {
            Database database(path(u"old misnamed.sweep"_s), Database::Mode::ReadWrite);
            QVERIFY(database.run(u"PRAGMA user_version=2"_s));
        }
        QVERIFY(loadSession(path(u"old misnamed.sweep"_s)).problem().text.contains(u"tables"));
    }

    void keepsSweepsOverRates()
    {
        const QString name = path(u"rates.sweep"_s);
        Session expected = samples::rateSession();
        auto file = SessionFile::create(name, expected);
        QVERIFY2(file, file ? "" : qPrintable(file.problem().line()));
        verifySame(*loadSession(name), expected);
        Trial trial = *expected.trials.back();
        trial.repeat = 3;
        trial.rate = 700; // not one of its levels
        QVERIFY(file->appendTrial(trial)->text.contains(u"700"));
        trial.rate = 1000;
        QVERIFY(!file->appendTrial(trial));
        Plan other = expected.plan;
        other.sweep = {SweepAxis::Connections, {50}};
        QVERIFY(file->setPlan(other));
        Trial wrong = trial;
        wrong.service.count += 1;
        QVERIFY(file->appendTrial(wrong)->text.contains(u"service times"));
        wrong = trial;
        wrong.connectionsOpened = -1;
        QVERIFY(file->appendTrial(wrong)->text.contains(u"connections_opened"));
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
