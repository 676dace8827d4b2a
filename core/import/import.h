// SPDX-License-Identifier: GPL-3.0-or-later
// Results of other tools as a session: ab, wrk, wrk2, hey, oha, k6, vegeta, autocannon, and the .dat files of our own export.
// Thread contract: functions that read files; call from any thread.
#pragma once

#include "core/model/result.h"
#include "core/model/session.h"

#include <QStringList>

#include <vector>

namespace sweepbench {

/// Bytes of one file, at most; a larger one is refused before it is read.
inline constexpr qint64 mostImportBytes = 128 * 1024 * 1024;
inline constexpr int mostImportFiles = 1000;

/// What the files do not say and their reader knows. Each list is empty, has one entry for all files, or one for each, in their order.
struct ImportOptions
{
    QStringList names;            ///< of the targets; files of the same name are of one target, whatever their URLs are
    std::vector<int> connections; ///< of the files that do not say theirs; at odds with what a file says they are a Problem
};

/// What became of one file.
struct ImportedFile
{
    QString path;
    QString format; ///< "ab text", "hey CSV"
    int runs = 0;
    QStringList notes; ///< what a reader should know of it, one sentence each without a final full stop
};

struct ImportedSession
{
    Session session; ///< its plan is marked as imported, its environment unknown; to be saved by SessionFile::create()
    std::vector<ImportedFile> files;
};

/// Reads all files, or none: the Problem names the file (its field), the line or JSON field in it, what is wrong and what would be right.
/// Runs of one target at one level are repeats of a cell. A target is a name that was given, or a URL, or a file without one; a level is a
/// number of connections, or the rate where every run was sent at one (resources/manual/import.md). Nothing is written.
Result<ImportedSession> importFiles(const QStringList &paths, const ImportOptions &options = {});

} // namespace sweepbench
