// SPDX-License-Identifier: GPL-3.0-or-later
// The open session: its values, the file that holds it and what has been worked out from it.
// Thread contract: the GUI thread.
#pragma once

#include "core/model/analysis.h"
#include "core/model/result.h"
#include "core/model/session.h"
#include "core/session/sessionfile.h"

#include <QObject>

#include <memory>
#include <optional>

namespace sweepbench {

class SessionDocument : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    bool isEmpty() const { return !m_session.has_value(); }
    /// The open session; only while not empty.
    const Session &session() const { return *m_session; }
    /// Worked out on the first call after a change.
    const Analysis &analysis() const;

    QString path() const { return m_path; } ///< the file that holds it; empty when none does
    bool isAutosaved() const { return m_autosaved; } ///< held by a file that the user did not name
    /// True where a trial was measured that no file holds: only then would closing lose something.
    bool hasUnsavedTrials() const { return m_unsavedTrials; }
    QString title() const; ///< "nginx and Apache", or the file's name once the user has given one

    /// A new session takes the place of the open one and is kept at \a path. A Problem says that the file could not be
    /// written; the session is open all the same, in memory.
    std::optional<Problem> begin(Session session, const QString &path);
    std::optional<Problem> addTrial(const TrialPtr &trial);
    /// The open session goes on with this plan, and its file is opened for more trials. A Problem says that it can't be written;
    /// the session goes on all the same, in memory.
    std::optional<Problem> beginExtension(const Plan &plan, const Judging &judging);
    /// Passwords and secret headers that no file keeps, typed again: in memory alone.
    void setTargets(const std::vector<Target> &targets) { m_session->plan.targets = targets; }
    std::optional<Problem> setJudging(const Judging &judging);
    std::optional<Problem> setNotes(const QString &notes);
    /// On a Problem the open session stays.
    std::optional<Problem> open(const QString &path);
    /// Further trials go to the new file too.
    std::optional<Problem> saveAs(const QString &path);
    void close();
    /// Removes the automatic file of a run that measured nothing.
    void dropEmptyAutosave();
    /// The values as the pages share them; trials are not copied.
    std::shared_ptr<const Session> shared() const { return std::make_shared<const Session>(*m_session); }

signals:
    void replaced();   ///< another session is open
    void fileChanged(); ///< path(), isAutosaved() or hasUnsavedTrials()

private:
    std::optional<Problem> openFile();
    std::optional<Problem> loseFile(const Problem &problem);
    std::optional<Problem> writeAllTo(const QString &path);

    std::optional<Session> m_session;
    mutable std::optional<Analysis> m_analysis;
    std::optional<SessionFile> m_file; ///< open for more trials
    QString m_path;
    bool m_autosaved = false;
    bool m_unsavedTrials = false;
};

} // namespace sweepbench
