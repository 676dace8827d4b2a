// SPDX-License-Identifier: GPL-3.0-or-later
// What can be told about a session file from its bytes, before SQLite sees it: QSqlDatabase opens anything, and an empty
// file as an empty database. Layout: https://www.sqlite.org/fileformat2.html, sections 1.3 (header) and 3 (rollback journal).
// Thread contract: functions that read files; call from any thread.
#pragma once

#include "core/model/result.h"

#include <QString>

#include <optional>

namespace sweepbench {

/// A Problem about this file: its name and what is wrong.
Problem fileProblem(const QString &path, const QString &text);

/// Refuses what is no session file of a format that is known, and companions (-journal, -wal) that SQLite must not follow.
/// Nothing here depends on whether the last transaction was finished.
std::optional<Problem> checkFileHeader(const QString &path);

/// Refuses a file that does not end where its header says. Only meaningful while nobody writes to it.
std::optional<Problem> checkFileSize(const QString &path);

/// What SQLite leaves beside a file while a transaction is under way.
QString journalPath(const QString &path);

/// Tells one file from another of the same name; empty where there is no file.
QString fileIdentity(const QString &path);

} // namespace sweepbench
