// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/sessionfile.h"

#include "core/session/database.h"
#include "core/session/environmentjson.h"
#include "core/session/fileheader.h"
#include "core/session/jsonobject.h"
#include "core/session/judgingjson.h"
#include "core/session/planjson.h"
#include "core/session/schema.h"
#include "core/session/sessioncheck.h"
#include "core/session/trialrow.h"

#include <QFile>
#include <QFileInfo>
#include <QSqlError>
#include <QTemporaryDir>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

/// Reads one database; \a shownPath is the file that the user knows.
class Loader
{
public:
    Loader(const QString &path, const QString &shownPath, Database::Mode mode)
        : m_path(path), m_shownPath(shownPath), m_database(path, mode)
    {
    }

    /// A transaction that its writer did not finish lies beside the file; it has to be rolled back first, which takes writing.
    bool needsRollback() const { return m_needsRollback; }

    Result<Session> load()
    {
        if (!begin() || !checkWhole() || !checkSchema() || !readDocument() || !readTrials())
            return *m_problem;
        return std::move(m_session);
    }

private:
    bool fail(const QString &text)
    {
        if (!m_problem)
            m_problem = fileProblem(m_shownPath, text);
        return false;
    }

    bool failSql(const QString &what)
    {
        if (m_database.isBusy())
            return fail(u"in use by another program for too long"_s);
        return fail(what + m_database.errorText());
    }

    bool begin()
    {
        // Nothing in the file may run or steer anything: https://www.sqlite.org/security.html
        for (const auto &sql : {u"PRAGMA trusted_schema=OFF"_s, u"PRAGMA cell_size_check=ON"_s, u"PRAGMA mmap_size=0"_s, u"BEGIN"_s})
            if (!m_database.isOpen() || !m_database.run(sql))
                return failSql(u"can't be opened: "_s);
        if (m_database.value(u"SELECT count(*) FROM sqlite_schema"_s)) // takes the read lock, held until the end
            return true;
        m_needsRollback = m_database.isReadOnly();
        if (!m_needsRollback && !m_database.isBusy())
            if (const auto size = checkFileSize(m_path))
                return fail(size->text);
        return failSql(u"damaged: "_s);
    }

    /// Under the read lock, so that a writer at work is not taken for damage. Only the file's size is looked up here:
    /// opening and closing the file would drop the lock (https://www.sqlite.org/howtocorrupt.html, 2.2).
    bool checkWhole()
    {
        const auto pages = m_database.value(u"PRAGMA page_count"_s);
        const auto pageSize = m_database.value(u"PRAGMA page_size"_s);
        if (!pages || !pageSize)
            return failSql(u"damaged: "_s);
        const qint64 expected = pages->toLongLong() * pageSize->toLongLong();
        const qint64 size = QFileInfo(m_path).size();
        if (size < expected)
            return fail(u"cut off: %1 of %2 bytes are there"_s.arg(size).arg(expected));
        if (size > expected)
            return fail(u"damaged: it goes on for %1 bytes after its end at byte %2"_s.arg(size - expected).arg(expected));
        return true;
    }

    bool checkSchema()
    {
        QSqlQuery query = m_database.query();
        if (!query.exec(u"SELECT sql FROM sqlite_schema LIMIT 3"_s)) {
            m_database.keepError(query.lastError());
            return failSql(u"damaged: "_s);
        }
        QStringList statements;
        while (query.next())
            statements << query.value(0).toString();
        statements.sort();
        const auto format = m_database.value(u"PRAGMA user_version"_s);
        if (!format)
            return failSql(u"damaged: "_s);
        m_format = format->toUInt();
        if (statements != QStringList{sessionTableSql(m_format), trialTableSql(m_format)})
            return fail(u"damaged, or changed by another program: its tables are not those of a session"_s);
        const auto integrity = m_database.value(u"PRAGMA integrity_check(1)"_s);
        if (!integrity)
            return failSql(u"damaged: "_s);
        if (integrity->toString() != u"ok")
            return fail(u"damaged: "_s + integrity->toString().simplified());
        return true;
    }

    bool readDocument()
    {
        QSqlQuery query = m_database.query();
        const QStringList columns = sessionColumns(m_format);
        if (!query.exec(u"SELECT %1, checksum FROM session"_s.arg(columns.join(u", "_s)))) {
            m_database.keepError(query.lastError());
            return failSql(u"damaged: "_s);
        }
        if (!query.next())
            return fail(u"damaged: it has no plan"_s);
        if (!checksumFits(query, columns.size()))
            return fail(u"damaged: plan, environment and notes do not fit their checksum"_s);
        const auto created = timeFromRow(query.value(0));
        m_session.notes = query.value(1).toString();
        if (!created || m_session.notes.size() > mostTextLength)
            return fail(u"damaged: its date or notes are out of range"_s);
        m_session.createdAt = *created;
        const auto plan = planFromJsonText(query.value(2).toString().toUtf8());
        if (!plan)
            return fail(u"plan: "_s + plan.problem().line());
        m_session.plan = *plan;
        const auto object = parseJsonObject(query.value(3).toString().toUtf8());
        const auto environment = object ? environmentFromJson(*object) : Result<Environment>(object.problem());
        if (!environment)
            return fail(u"environment: "_s + environment.problem().line());
        m_session.environment = *environment;
        if (m_format >= 3 && !readJudging(query.value(4).toString()))
            return false;
        if (query.next())
            return fail(u"damaged: it has more than one plan"_s);
        return true;
    }

    bool readJudging(const QString &text)
    {
        const auto object = parseJsonObject(text.toUtf8());
        const auto judging = object ? judgingFromJson(*object) : Result<Judging>(object.problem());
        if (!judging)
            return fail(u"judging: "_s + judging.problem().line());
        if (static_cast<std::size_t>(judging->baseline) >= m_session.plan.targets.size())
            return fail(u"judging: baseline: the plan has no target %1"_s.arg(judging->baseline));
        m_session.judging = *judging;
        return true;
    }

    bool readTrials()
    {
        QSqlQuery query = m_database.query();
        if (!query.exec(selectTrialsSql(m_format))) {
            m_database.keepError(query.lastError());
            return failSql(u"damaged: "_s);
        }
        SessionTotals totals;
        while (query.next()) {
            Result<Trial> trial = trialFromRow(query, m_format);
            const QString where = u"damaged: trial %1: "_s.arg(totals.trials() + 1);
            if (!trial)
                return fail(where + trial.problem().line());
            if (const QString wrong = totals.add(*trial, m_session.plan); !wrong.isEmpty())
                return fail(where + wrong);
            m_session.trials.push_back(std::make_shared<const Trial>(std::move(trial).value()));
        }
        if (query.lastError().isValid()) {
            m_database.keepError(query.lastError());
            return failSql(u"damaged: "_s);
        }
        return true;
    }

    QString m_path;
    QString m_shownPath;
    Database m_database;
    bool m_needsRollback = false;
    std::optional<Problem> m_problem;
    std::uint32_t m_format = sessionFormat;
    Session m_session;
};

struct FileState
{
    qint64 size;
    QDateTime modified;
    bool exists;
    bool operator==(const FileState &) const = default;
};

FileState stateOf(const QString &path)
{
    const QFileInfo info(path);
    return {info.size(), info.lastModified(), info.exists()};
}

/// A killed writer left its journal: the file as it lies there is in the middle of a transaction, and only file and journal
/// together are the last whole state. They are rolled back in a copy, since the file itself is never changed by reading.
/// Absent where somebody else changed them meanwhile; then it is worth another try.
std::optional<Result<Session>> loadRolledBackCopy(const QString &path)
{
    const QTemporaryDir folder;
    const QString copy = folder.filePath(u"copy.sweep"_s);
    const QString journal = journalPath(path);
    const FileState fileBefore = stateOf(path);
    const FileState journalBefore = stateOf(journal);
    if (!folder.isValid())
        return fileProblem(path, u"its last transaction was not finished, and there is no room for a temporary copy: "_s + folder.errorString());
    if (const QFile source(journal); !QFile::copy(journal, journalPath(copy)) || !QFile::copy(path, copy)) {
        if (!source.exists())
            return std::nullopt;
        return fileProblem(path, u"its last transaction was not finished, and it can't be copied to %1 to read it"_s.arg(folder.path()));
    }
    if (stateOf(path) != fileBefore || stateOf(journal) != journalBefore || !journalBefore.exists)
        return std::nullopt;
    for (const QString &part : {copy, journalPath(copy)})
        QFile::setPermissions(part, QFile::ReadOwner | QFile::WriteOwner);
    // The journal may put any bytes into the header, too.
    Result<Session> session = Loader(copy, path, Database::Mode::ReadWrite).load();
    if (const auto problem = checkFileHeader(copy))
        return fileProblem(path, problem->text);
    return session;
}

} // namespace

Result<Session> loadSession(const QString &givenPath)
{
    if (const auto missing = missingDriver())
        return fileProblem(givenPath, *missing);
    if (const auto problem = checkFileHeader(givenPath))
        return *problem;
    const QString path = QFileInfo(givenPath).absoluteFilePath();
    constexpr int attempts = 5;
    for (int attempt = 1;; ++attempt) {
        Loader loader(path, givenPath, Database::Mode::ReadOnly);
        Result<Session> session = loader.load();
        if (!loader.needsRollback() || attempt == attempts)
            return session;
        if (auto copied = loadRolledBackCopy(path))
            return *copied;
    }
}

} // namespace sweepbench
