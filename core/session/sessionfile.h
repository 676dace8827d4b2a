// SPDX-License-Identifier: GPL-3.0-or-later
// The session file (.sweep): one SQLite database, one transaction per trial (DESIGN.md, Session file).
// Thread contract: a SessionFile belongs to the thread that made it.
#pragma once

#include "core/model/result.h"
#include "core/model/session.h"

#include <memory>
#include <optional>

namespace sweepbench {

class SessionFile
{
public:
    /// Creates \a path anew with plan, environment, notes and whatever trials the session already has. An existing file is
    /// replaced only once the new one is complete.
    static Result<SessionFile> create(const QString &path, const Session &session);
    /// Opens an existing session to append to it; refuses everything that loadSession() refuses.
    static Result<SessionFile> open(const QString &path);

    SessionFile(SessionFile &&) noexcept;
    SessionFile &operator=(SessionFile &&) noexcept;
    ~SessionFile();

    QString path() const;
    /// One transaction: after it returns without a Problem, the trial survives a kill of the process.
    std::optional<Problem> appendTrial(const Trial &trial);
    /// The plan of an extended session (more repeats).
    std::optional<Problem> setPlan(const Plan &plan);
    std::optional<Problem> setNotes(const QString &notes);
    /// How the session is judged; the baseline must be one of the plan's targets.
    std::optional<Problem> setJudging(const Judging &judging);
    /// A whole, compact copy (VACUUM INTO), for Save As; replaces \a path only once the copy is complete.
    std::optional<Problem> saveCopy(const QString &path) const;

private:
    class Private;
    explicit SessionFile(std::unique_ptr<Private> d);
    std::unique_ptr<Private> d;
};

/// Reads a whole session. The file is opened read-only, never changed, and nothing in it is run.
/// A Problem (field: the file's name) says: no SQLite database, not a session of ours, empty, made by a newer version, cut, damaged.
Result<Session> loadSession(const QString &path);

/// A new file name in the folder for runs that were not given one: "2026-11-30 20.31.05 4711.sweep" (time and
/// process number) in the user's data folder.
QString autosavePath();
/// Where those files are; it need not exist yet.
QString autosaveFolder();

} // namespace sweepbench
