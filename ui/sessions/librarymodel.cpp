// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sessions/librarymodel.h"

#include "core/session/sessionfile.h"
#include "core/stats/analysis.h"
#include "ui/charts/thumbnail.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QPointer>
#include <QSet>
#include <QThreadPool>

#include <algorithm>

namespace sweepbench {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype mostAutosaved = 100; ///< newest first

/// Reads and judges a session, and lets go of what a list has no use for.
LibraryEntry readEntry(LibraryEntry entry)
{
    auto session = loadSession(entry.path);
    if (!session) {
        entry.problem = session.problem().text;
        return entry;
    }
    entry.analysis = analyse(*session);
    entry.trials = int(session->trials.size());
    entry.verdict = headline(entry.analysis);
    session->trials.clear();
    entry.session = std::make_shared<const Session>(*std::move(session));
    return entry;
}

QStringList newestIn(const QString &folder)
{
    const QFileInfoList files = QDir(folder).entryInfoList({u"*.sweep"_s}, QDir::Files, QDir::Time);
    QStringList paths;
    for (const QFileInfo &file : files.first(std::min(mostAutosaved, files.size())))
        paths += file.absoluteFilePath();
    return paths;
}

} // namespace

LibraryModel::LibraryModel(QObject *parent) : QAbstractListModel(parent) {}

void LibraryModel::setFiles(const QStringList &pinned, const QStringList &recent, const QString &autosaveFolder)
{
    const QStringList autosaved = newestIn(autosaveFolder);
    std::vector<Row> rows;
    QSet<QString> known;
    for (const QString &path : pinned + recent + autosaved) {
        const QFileInfo file(path);
        const bool isPinned = pinned.contains(path);
        if (known.contains(path) || !path.endsWith(u".sweep"_s) || (!file.exists() && !isPinned))
            continue;
        known.insert(path);
        Row row;
        const auto old = std::find_if(m_rows.begin(), m_rows.end(), [&path](const Row &one) { return one.entry.path == path; });
        if (old != m_rows.end() && old->entry.changedAt == file.lastModified())
            row = *old;
        row.entry.path = path;
        row.entry.changedAt = file.lastModified();
        row.entry.pinned = isPinned;
        row.entry.autosaved = file.absolutePath() == QFileInfo(autosaveFolder).absoluteFilePath();
        if (!file.exists())
            row.entry.problem = tr("The file is not there any more");
        rows.push_back(std::move(row));
    }
    std::stable_sort(rows.begin(), rows.end(), [](const Row &a, const Row &b) {
        return a.entry.pinned != b.entry.pinned ? a.entry.pinned : a.entry.changedAt > b.entry.changedAt;
    });
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
    readNext();
}

void LibraryModel::setReading(bool reading)
{
    m_reading = reading;
    readNext();
}

void LibraryModel::setNotes(const QString &path, const QString &notes)
{
    for (Row &row : m_rows) {
        if (row.entry.path != path || !row.entry.session)
            continue;
        Session session = *row.entry.session;
        session.notes = notes;
        row.entry.session = std::make_shared<const Session>(std::move(session));
    }
}

const LibraryEntry *LibraryModel::entry(const QString &path) const
{
    for (const Row &row : m_rows)
        if (row.entry.path == path)
            return &row.entry;
    return nullptr;
}

void LibraryModel::readNext()
{
    if (!m_reading || m_busy)
        return;
    const auto next = std::find_if(m_rows.begin(), m_rows.end(), [](const Row &row) { return !row.entry.session && row.entry.problem.isEmpty(); });
    if (next == m_rows.end())
        return;
    m_busy = true;
    QThreadPool::globalInstance()->start([model = QPointer<LibraryModel>(this), entry = next->entry] {
        LibraryEntry read = readEntry(entry);
        QMetaObject::invokeMethod(qApp, [model, read = std::move(read)] {
            if (model)
                model->take(read);
        });
    });
}

void LibraryModel::take(LibraryEntry read)
{
    m_busy = false;
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        Row &row = m_rows[i];
        if (row.entry.path != read.path)
            continue;
        read.pinned = row.entry.pinned;
        row.entry = std::move(read);
        row.thumbnail = thumbnailOf(row.entry);
        emit dataChanged(index(int(i)), index(int(i)));
        break;
    }
    readNext();
}

QPixmap LibraryModel::thumbnailOf(const LibraryEntry &entry) const
{
    return entry.session ? sweepThumbnail(*entry.session, entry.analysis, thumbnailSize, m_theme, m_ratio) : QPixmap();
}

void LibraryModel::setTheme(ChartTheme theme, double devicePixelRatio)
{
    m_theme = theme;
    m_ratio = devicePixelRatio;
    for (Row &row : m_rows)
        row.thumbnail = thumbnailOf(row.entry);
    if (!m_rows.empty())
        emit dataChanged(index(0), index(rowCount() - 1));
}

int LibraryModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

QVariant LibraryModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const Row &row = m_rows[std::size_t(index.row())];
    switch (role) {
    case Qt::DisplayRole: return entryTitle(row.entry);
    case Qt::ToolTipRole:
    case PathRole: return row.entry.path;
    case FactsRole: return entryFacts(row.entry);
    case VerdictRole: return row.entry.verdict;
    case PinnedRole: return row.entry.pinned;
    case ThumbnailRole: return row.thumbnail;
    case ProblemRole: return row.entry.problem;
    case TimeRole: return row.entry.changedAt;
    case Qt::AccessibleTextRole:
        return QStringList{entryTitle(row.entry), entryFacts(row.entry), row.entry.verdict}.join(u". "_s);
    default: return {};
    }
}

} // namespace sweepbench
