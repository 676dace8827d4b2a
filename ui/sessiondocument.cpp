// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sessiondocument.h"

#include "core/stats/analysis.h"
#include "ui/plantext.h"

#include <QFile>
#include <QFileInfo>

namespace sweepbench {

using namespace Qt::StringLiterals;

const Analysis &SessionDocument::analysis() const
{
    if (!m_analysis)
        m_analysis = m_session ? analyse(*m_session) : Analysis();
    return *m_analysis;
}

QString SessionDocument::title() const
{
    if (isEmpty())
        return QString();
    if (!m_path.isEmpty() && !m_autosaved)
        return QFileInfo(m_path).completeBaseName();
    return targetsTitle(m_session->plan);
}

std::optional<Problem> SessionDocument::begin(Session session, const QString &path)
{
    m_file.reset();
    m_session = std::move(session);
    m_analysis.reset();
    m_path.clear();
    m_autosaved = false;
    m_unsavedTrials = !m_session->trials.empty();

    std::optional<Problem> problem;
    Result<SessionFile> file = SessionFile::create(path, *m_session);
    if (file.ok()) {
        m_file.emplace(std::move(file).value());
        m_path = path;
        m_autosaved = true;
        m_unsavedTrials = false;
    } else {
        problem = file.problem();
    }
    emit replaced();
    emit fileChanged();
    return problem;
}

std::optional<Problem> SessionDocument::addTrial(const TrialPtr &trial)
{
    m_session->trials.push_back(trial);
    m_analysis.reset();
    std::optional<Problem> problem;
    if (m_file) {
        problem = m_file->appendTrial(*trial);
        // The file now lacks a trial: it is written anew from memory by the next Save.
        if (problem)
            m_file.reset();
    }
    if (!m_file && !m_unsavedTrials) {
        m_unsavedTrials = true;
        emit fileChanged();
    }
    return problem;
}

/// The file now lacks something: it is written anew from memory by the next Save.
std::optional<Problem> SessionDocument::loseFile(const Problem &problem)
{
    m_file.reset();
    m_unsavedTrials = true;
    emit fileChanged();
    return problem;
}

/// A session that was opened to be read: its file is opened to be written to.
std::optional<Problem> SessionDocument::openFile()
{
    if (m_file || m_unsavedTrials || m_path.isEmpty())
        return std::nullopt;
    Result<SessionFile> file = SessionFile::open(m_path);
    if (!file.ok())
        return loseFile(file.problem());
    m_file.emplace(std::move(file).value());
    return std::nullopt;
}

std::optional<Problem> SessionDocument::beginExtension(const Plan &plan, const Judging &judging)
{
    m_session->plan = plan;
    m_session->judging = judging;
    m_analysis.reset();
    if (const auto problem = openFile())
        return problem;
    if (m_file)
        if (const auto problem = m_file->setPlan(plan))
            return loseFile(*problem);
    return setJudging(judging);
}

std::optional<Problem> SessionDocument::setJudging(const Judging &judging)
{
    m_session->judging = judging;
    m_analysis.reset();
    if (const auto problem = openFile())
        return problem;
    if (m_file)
        if (const auto problem = m_file->setJudging(judging))
            return loseFile(*problem);
    return std::nullopt;
}

std::optional<Problem> SessionDocument::setNotes(const QString &notes)
{
    m_session->notes = notes;
    if (const auto problem = openFile())
        return problem;
    if (m_file)
        if (const auto problem = m_file->setNotes(notes))
            return loseFile(*problem);
    return std::nullopt;
}

std::optional<Problem> SessionDocument::open(const QString &path)
{
    Result<Session> session = loadSession(path);
    if (!session.ok())
        return session.problem();
    m_file.reset();
    m_session = std::move(session).value();
    m_analysis.reset();
    m_path = QFileInfo(path).absoluteFilePath();
    m_autosaved = m_path.startsWith(autosaveFolder() + u'/');
    m_unsavedTrials = false;
    emit replaced();
    emit fileChanged();
    return std::nullopt;
}

std::optional<Problem> SessionDocument::writeAllTo(const QString &path)
{
    if (m_file && !m_unsavedTrials) {
        if (auto problem = m_file->saveCopy(path))
            return problem;
        Result<SessionFile> copy = SessionFile::open(path);
        if (!copy.ok())
            return copy.problem();
        m_file.emplace(std::move(copy).value());
        return std::nullopt;
    }
    Result<SessionFile> file = SessionFile::create(path, *m_session);
    if (!file.ok())
        return file.problem();
    m_file.emplace(std::move(file).value());
    return std::nullopt;
}

std::optional<Problem> SessionDocument::saveAs(const QString &path)
{
    const QString absolute = QFileInfo(path).absoluteFilePath();
    if (absolute != m_path || m_unsavedTrials) {
        const QString before = m_autosaved ? m_path : QString();
        if (auto problem = writeAllTo(absolute))
            return problem;
        // The user's file holds everything that the automatic one held.
        if (!before.isEmpty() && before != absolute)
            QFile::remove(before);
    }
    m_path = absolute;
    m_autosaved = false;
    m_unsavedTrials = false;
    emit fileChanged();
    return std::nullopt;
}

void SessionDocument::close()
{
    m_file.reset();
    m_session.reset();
    m_analysis.reset();
    m_path.clear();
    m_autosaved = false;
    m_unsavedTrials = false;
    emit replaced();
    emit fileChanged();
}

void SessionDocument::dropEmptyAutosave()
{
    if (!m_session || !m_session->trials.empty() || !m_autosaved)
        return;
    m_file.reset();
    QFile::remove(m_path);
    m_path.clear();
    m_autosaved = false;
    emit fileChanged();
}

} // namespace sweepbench
