// SPDX-License-Identifier: GPL-3.0-or-later
// What the window remembers between two starts. The store is passed in, so that tests bring their own.
// Thread contract: the GUI thread.
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

class QSettings;

namespace sweepbench {

enum class Appearance { System, Light, Dark };

class Settings
{
public:
    /// \a store must outlive this object.
    explicit Settings(QSettings &store) : m_store(store) {}

    /// Hosts that the user said may be put under load. Compared without regard to case.
    bool isHostAllowed(const QString &host) const;
    void allowHost(const QString &host);

    /// Newest first, at most ten.
    QStringList recentFiles() const;
    void addRecentFile(const QString &path);
    void removeRecentFile(const QString &path);

    /// Sessions that stay in the library's list, whatever was opened since; in the order of pinning.
    QStringList pinnedFiles() const;
    void setPinned(const QString &path, bool pinned);

    /// The file of a process's run under way, to find what a crash left behind; an empty path ends it.
    void setRunUnderWay(const QString &path, qint64 process);
    /// The file that a run of a process that is gone was writing, told once; empty for none. Runs of other windows are left alone.
    QString takeBrokenOffRun();

    /// Folder that was used last for \a purpose ("session", "chart", "numbers"); the home folder at first.
    QString folder(const QString &purpose) const;
    void setFolderOf(const QString &purpose, const QString &filePath);

    Appearance appearance() const;
    void setAppearance(Appearance appearance);

    QByteArray bytes(const QString &key) const; ///< window geometry and splitter positions
    void setBytes(const QString &key, const QByteArray &value);

private:
    QSettings &m_store;
};

} // namespace sweepbench
