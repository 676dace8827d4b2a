// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/sessionfile.h"

#include "core/session/database.h"
#include "core/session/environmentjson.h"
#include "core/session/fileheader.h"
#include "core/session/judgingjson.h"
#include "core/session/planjson.h"
#include "core/session/rowchecksum.h"
#include "core/session/schema.h"
#include "core/session/sessioncheck.h"
#include "core/session/trialrow.h"
#include "core/session/writefile.h"

#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QSqlError>

#include <algorithm>
#include <set>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

QString compactJson(const QJsonObject &object)
{
    return QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact));
}

Problem writeProblem(const QString &path, const Database &database)
{
    if (database.isBusy())
        return fileProblem(path, u"can't be written: in use by another program for too long"_s);
    if (database.isReadOnly())
        return fileProblem(path, u"can't be written: the file or its folder is read-only"_s);
    if (database.isFull())
        return fileProblem(path, u"can't be written: the disk is full"_s);
    if (database.cantOpen())
        return fileProblem(path, u"can't be written: no file can be made in its folder"_s);
    return fileProblem(path, u"can't be written: "_s + database.errorText());
}

/// Runs a transaction; on failure nothing of it stays.
template<typename Body>
bool transaction(Database &database, Body body)
{
    if (!database.run(u"BEGIN IMMEDIATE"_s))
        return false;
    if (body() && database.run(u"COMMIT"_s))
        return true;
    const QString text = database.errorText();
    const int code = database.errorCode();
    database.run(u"ROLLBACK"_s); // may be done already, by SQLite itself
    database.restoreError(text, code);
    return false;
}

QString insertDocumentSql()
{
    const QStringList columns = sessionColumns() << u"checksum"_s;
    return u"INSERT INTO session (id, %1) VALUES (1, %2)"_s.arg(columns.join(u", "_s), QStringList(columns.size(), u"?"_s).join(u", "_s));
}

bool writeDocument(Database &database, const Session &session)
{
    QVariantList values{timeToRow(session.createdAt), storedText(session.notes), compactJson(planToJson(session.plan)),
                        compactJson(environmentToJson(session.environment)), compactJson(judgingToJson(session.judging))};
    values << rowChecksum(values);
    return database.run(sessionTableSql()) && database.run(trialTableSql()) && database.run(insertDocumentSql(), values);
}

/// Positions of what can be changed in the document's row.
enum DocumentColumn { NotesColumn = 1, PlanColumn = 2, JudgingColumn = 4 };

/// The document's row without its checksum; absent when it can't be read.
std::optional<QVariantList> documentRow(Database &database, std::uint32_t format)
{
    QSqlQuery query = database.query();
    const QStringList columns = sessionColumns(format);
    if (!query.exec(u"SELECT %1 FROM session"_s.arg(columns.join(u", "_s))) || !query.next()) {
        database.keepError(query.lastError());
        return std::nullopt;
    }
    QVariantList values;
    for (int i = 0; i < columns.size(); ++i)
        values << query.value(i);
    return values;
}

bool changeDocument(Database &database, DocumentColumn column, const QString &text)
{
    auto values = documentRow(database, sessionFormat);
    if (!values)
        return false;
    (*values)[column] = text;
    *values << rowChecksum(*values);
    return database.run(u"UPDATE session SET %1 = ?, checksum = ?"_s.arg(sessionColumns().join(u" = ?, "_s)), *values);
}

/// The document as this format has it: nobody has judged an older one yet.
bool upgradeDocument(Database &database, std::uint32_t from)
{
    auto values = documentRow(database, from);
    if (!values)
        return false;
    if (from < 3)
        *values << compactJson(judgingToJson({}));
    *values << rowChecksum(*values);
    return database.run(u"DROP TABLE session"_s) && database.run(sessionTableSql()) && database.run(insertDocumentSql(), *values);
}

/// A file of an older format becomes one of this format, within the transaction that writes to it first: every trial is read and written
/// anew, as its checksum goes over other columns. Another program that has the file open sees either format, whole.
bool upgrade(Database &database)
{
    const auto format = database.value(u"PRAGMA user_version"_s);
    if (!format)
        return false;
    const std::uint32_t from = format->toUInt();
    if (from == sessionFormat)
        return true;
    if (from > sessionFormat) {
        database.restoreError(u"a newer version of this program has changed it"_s, 0);
        return false;
    }
    // The select of trialrow.h names the table "trial": the rows are read before it makes way.
    std::vector<QVariantList> rows;
    {
        QSqlQuery query = database.query();
        if (!query.exec(selectTrialsSql(from))) {
            database.keepError(query.lastError());
            return false;
        }
        while (query.next()) {
            const Result<Trial> trial = trialFromRow(query, from);
            if (!trial) {
                database.restoreError(trial.problem().line(), 0);
                return false;
            }
            rows.push_back(trialToRow(*trial));
        }
    }
    if (!upgradeDocument(database, from) || !database.run(u"DROP TABLE trial"_s) || !database.run(trialTableSql()))
        return false;
    const QString insert = insertTrialSql();
    return std::all_of(rows.begin(), rows.end(), [&](const QVariantList &row) { return database.run(insert, row); })
        && database.run(u"PRAGMA user_version=%1"_s.arg(sessionFormat));
}

std::optional<Problem> checkDocument(const QString &path, const Plan &plan, const QString &notes)
{
    if (notes.size() > mostTextLength)
        return fileProblem(path, u"the notes are longer than %1 characters"_s.arg(mostTextLength));
    // What can't be read back must not be written: the reader is the judge.
    const auto again = planFromJsonText(QJsonDocument(planToJson(plan)).toJson(QJsonDocument::Compact));
    if (!again)
        return fileProblem(path, u"the plan can't be saved: "_s + again.problem().line());
    return std::nullopt;
}

std::optional<Problem> writeSession(const QString &temporary, const QString &path, const Session &session)
{
    Database database(temporary, Database::Mode::Create);
    const auto write = [&] {
        if (!writeDocument(database, session))
            return false;
        const QString insert = insertTrialSql();
        for (const TrialPtr &trial : session.trials)
            if (!database.run(insert, trialToRow(*trial)))
                return false;
        return true;
    };
    const bool done = database.isOpen() && database.run(u"PRAGMA application_id=%1"_s.arg(sessionApplicationId))
        && database.run(u"PRAGMA user_version=%1"_s.arg(sessionFormat)) && transaction(database, write);
    if (!done)
        return writeProblem(path, database);
    return std::nullopt;
}

} // namespace

class SessionFile::Private
{
public:
    Private(const QString &givenPath, Session session)
        : path(QFileInfo(givenPath).absoluteFilePath()), plan(std::move(session.plan)), baseline(session.judging.baseline), identity(fileIdentity(path)),
          database(path, Database::Mode::ReadWrite)
    {
        for (const TrialPtr &trial : session.trials)
            note(*trial);
    }

    /// Makes sure that the file can be written before anybody relies on it.
    std::optional<Problem> prepare()
    {
        for (const auto &sql : {u"PRAGMA trusted_schema=OFF"_s, u"PRAGMA journal_mode=DELETE"_s, u"PRAGMA synchronous=EXTRA"_s,
                                u"BEGIN IMMEDIATE"_s, u"ROLLBACK"_s})
            if (!database.isOpen() || !database.run(sql))
                return writeProblem(path, database);
        return std::nullopt;
    }

    void note(const Trial &trial)
    {
        totals.add(trial, plan);
        cells.emplace(trial.target, levelOf(trial, plan.sweep.axis));
    }

    template<typename Body>
    std::optional<Problem> write(Body body)
    {
        if (const auto gone = checkStillThere())
            return gone;
        if (!transaction(database, [&] { return upgrade(database) && body(); }))
            return writeProblem(path, database);
        return checkStillThere();
    }

    /// SQLite would go on writing to a file that has been deleted or replaced, and nobody would ever see it.
    std::optional<Problem> checkStillThere() const
    {
        if (!identity.isEmpty() && fileIdentity(path) == identity)
            return std::nullopt;
        return fileProblem(path, u"no longer the file that was opened: it was deleted, moved or replaced; save the session under a new name"_s);
    }

    QString path;
    Plan plan;
    int baseline;
    SessionTotals totals;
    std::set<std::pair<int, int>> cells; ///< target and level that have trials
    QString identity;
    Database database;
};

SessionFile::SessionFile(std::unique_ptr<Private> p) : d(std::move(p)) {}
SessionFile::SessionFile(SessionFile &&) noexcept = default;
SessionFile &SessionFile::operator=(SessionFile &&) noexcept = default;
SessionFile::~SessionFile() = default;

Result<SessionFile> SessionFile::create(const QString &path, const Session &session)
{
    if (const auto missing = missingDriver())
        return fileProblem(path, *missing);
    if (const auto problem = checkWritablePath(path, journalPath(QString()).size()))
        return *problem;
    if (const auto problem = checkDocument(path, session.plan, session.notes))
        return *problem;
    if (static_cast<std::size_t>(session.judging.baseline) >= session.plan.targets.size())
        return fileProblem(path, u"baseline: the plan has no target %1"_s.arg(session.judging.baseline + 1));
    SessionTotals totals;
    for (const TrialPtr &trial : session.trials)
        if (const QString wrong = totals.add(*trial, session.plan); !wrong.isEmpty())
            return fileProblem(path, u"trial %1 can't be saved: %2"_s.arg(QString::number(totals.trials() + 1), wrong));

    TemporaryFile temporary(path);
    if (const auto problem = writeSession(temporary.path(), path, session))
        return *problem;
    if (const auto problem = temporary.moveTo(path))
        return *problem;
    auto created = std::make_unique<Private>(path, session);
    if (const auto problem = created->prepare())
        return *problem;
    return SessionFile(std::move(created));
}

Result<SessionFile> SessionFile::open(const QString &path)
{
    Result<Session> session = loadSession(path);
    if (!session)
        return session.problem();
    auto opened = std::make_unique<Private>(path, std::move(session).value());
    if (const auto problem = opened->prepare())
        return *problem;
    return SessionFile(std::move(opened));
}

QString SessionFile::path() const
{
    return d->path;
}

std::optional<Problem> SessionFile::appendTrial(const Trial &trial)
{
    SessionTotals totals = d->totals;
    if (const QString wrong = totals.add(trial, d->plan); !wrong.isEmpty())
        return fileProblem(d->path, u"trial %1 can't be saved: %2"_s.arg(QString::number(d->totals.trials() + 1), wrong));
    if (const auto problem = d->write([&] { return d->database.run(insertTrialSql(), trialToRow(trial)); }))
        return problem;
    d->note(trial);
    return std::nullopt;
}

std::optional<Problem> SessionFile::setPlan(const Plan &plan)
{
    if (const auto problem = checkDocument(d->path, plan, QString()))
        return problem;
    if (plan.sweep.axis != d->plan.sweep.axis && !d->cells.empty())
        return fileProblem(d->path, u"the plan can't be saved: its sweep is over something else than that of the trials"_s);
    if (static_cast<std::size_t>(d->baseline) >= plan.targets.size())
        return fileProblem(d->path, u"the plan can't be saved: it does not have the target that the others are compared with"_s);
    for (const auto &[target, level] : d->cells) {
        const bool hasTarget = static_cast<std::size_t>(target) < plan.targets.size();
        const auto &levels = plan.sweep.levels;
        if (!hasTarget || std::find(levels.begin(), levels.end(), level) == levels.end())
            return fileProblem(d->path, u"the plan can't be saved: it has no place for the trials of target %1 at %2"_s
                                            .arg(QString::number(target + 1), levelText(plan.sweep.axis, level)));
    }
    if (const auto problem = d->write([&] { return changeDocument(d->database, PlanColumn, compactJson(planToJson(plan))); }))
        return problem;
    d->plan = plan;
    return std::nullopt;
}

std::optional<Problem> SessionFile::setNotes(const QString &notes)
{
    if (notes.size() > mostTextLength)
        return fileProblem(d->path, u"the notes are longer than %1 characters"_s.arg(mostTextLength));
    return d->write([&] { return changeDocument(d->database, NotesColumn, storedText(notes)); });
}

std::optional<Problem> SessionFile::setJudging(const Judging &judging)
{
    if (judging.baseline < 0 || static_cast<std::size_t>(judging.baseline) >= d->plan.targets.size())
        return fileProblem(d->path, u"baseline: the plan has no target %1"_s.arg(judging.baseline + 1));
    if (const auto problem = d->write([&] { return changeDocument(d->database, JudgingColumn, compactJson(judgingToJson(judging))); }))
        return problem;
    d->baseline = judging.baseline;
    return std::nullopt;
}

std::optional<Problem> SessionFile::saveCopy(const QString &path) const
{
    if (const auto problem = checkWritablePath(path, journalPath(QString()).size()))
        return problem;
    if (fileIdentity(path) == d->identity && !d->identity.isEmpty())
        return std::nullopt; // it is this file
    TemporaryFile temporary(path);
    if (!d->database.run(u"VACUUM INTO ?"_s, {temporary.path()}))
        return writeProblem(path, d->database);
    return temporary.moveTo(path);
}

} // namespace sweepbench
