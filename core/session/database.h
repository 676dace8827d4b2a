// SPDX-License-Identifier: GPL-3.0-or-later
// One SQLite connection with a name of its own that is closed and forgotten with its owner.
// Thread contract: belongs to the thread that made it (as QSqlDatabase does).
#pragma once

#include <QSqlDatabase>
#include <QSqlQuery>
#include <QString>
#include <QVariant>

#include <optional>

namespace sweepbench {

class Database
{
public:
    enum class Mode { ReadOnly, ReadWrite, Create };

    /// \a path has to be absolute. Check isOpen(); opening alone reads nothing yet.
    Database(const QString &path, Mode mode);
    ~Database();
    Database(const Database &) = delete;
    Database &operator=(const Database &) = delete;

    bool isOpen() const { return m_open; }
    bool run(const QString &sql);
    /// Runs with positional values.
    bool run(const QString &sql, const QVariantList &values);
    /// First column of the first row.
    std::optional<QVariant> value(const QString &sql);
    QSqlQuery query() const;
    void keepError(const QSqlError &error);
    void restoreError(const QString &text, int code) { m_errorText = text; m_errorCode = code; }

    /// What the last failure was, in SQLite's words, and SQLite's primary result code (https://www.sqlite.org/rescode.html).
    QString errorText() const { return m_errorText; }
    int errorCode() const { return m_errorCode; }
    bool isBusy() const { return m_errorCode == 5; }
    bool isReadOnly() const { return m_errorCode == 8; }
    bool isFull() const { return m_errorCode == 13; }
    bool cantOpen() const { return m_errorCode == 14; }

private:
    QString m_name;
    bool m_open = false;
    QString m_errorText;
    int m_errorCode = 0;
};

/// True where Qt brings its SQLite driver; else what to install.
std::optional<QString> missingDriver();

} // namespace sweepbench
