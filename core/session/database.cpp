// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/database.h"

#include <QSqlError>
#include <QUrl>

#include <atomic>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

QString connectionName()
{
    static std::atomic<quint64> next{0};
    return u"sweepbench-session-%1"_s.arg(next++);
}

QString modeName(Database::Mode mode)
{
    switch (mode) {
    case Database::Mode::ReadOnly: return u"ro"_s;
    case Database::Mode::ReadWrite: return u"rw"_s;
    case Database::Mode::Create: break;
    }
    return u"rwc"_s;
}

} // namespace

std::optional<QString> missingDriver()
{
    if (QSqlDatabase::isDriverAvailable(u"QSQLITE"_s))
        return std::nullopt;
    return u"Qt's SQLite driver is not installed (package libqt6sql6-sqlite on Debian)"_s;
}

Database::Database(const QString &path, Mode mode) : m_name(connectionName())
{
    if (const auto missing = missingDriver()) {
        m_errorText = *missing;
        return;
    }
    QSqlDatabase database = QSqlDatabase::addDatabase(u"QSQLITE"_s, m_name);
    // As a URI, because only there "open, but do not create" can be said (https://www.sqlite.org/uri.html).
    const QByteArray encoded = QUrl::toPercentEncoding(path, "/");
    database.setDatabaseName(u"file://"_s + QString::fromLatin1(encoded) + u"?mode="_s + modeName(mode));
    database.setConnectOptions(u"QSQLITE_OPEN_URI;QSQLITE_BUSY_TIMEOUT=20000"_s);
    m_open = database.open();
    if (!m_open)
        keepError(database.lastError());
}

Database::~Database()
{
    if (!QSqlDatabase::contains(m_name))
        return;
    QSqlDatabase::database(m_name, false).close();
    QSqlDatabase::removeDatabase(m_name);
}

QSqlQuery Database::query() const
{
    QSqlQuery query(QSqlDatabase::database(m_name, false));
    query.setForwardOnly(true);
    return query;
}

void Database::keepError(const QSqlError &error)
{
    m_errorText = error.databaseText().isEmpty() ? error.driverText() : error.databaseText();
    m_errorCode = error.nativeErrorCode().toInt() & 0xFF;
}

bool Database::run(const QString &sql)
{
    QSqlQuery statement = query();
    if (statement.exec(sql))
        return true;
    keepError(statement.lastError());
    return false;
}

bool Database::run(const QString &sql, const QVariantList &values)
{
    QSqlQuery statement = query();
    bool done = statement.prepare(sql);
    for (const QVariant &value : values)
        statement.addBindValue(value);
    done = done && statement.exec();
    if (!done)
        keepError(statement.lastError());
    return done;
}

std::optional<QVariant> Database::value(const QString &sql)
{
    QSqlQuery statement = query();
    if (statement.exec(sql) && statement.next())
        return statement.value(0);
    keepError(statement.lastError());
    return std::nullopt;
}

} // namespace sweepbench
