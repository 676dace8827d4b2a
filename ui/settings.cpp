// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings.h"

#include <QDir>
#include <QFileInfo>
#include <QSettings>

#include <cerrno>
#include <signal.h>

namespace sweepbench {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype recentLimit = 10;

QString hostKey(const QString &host)
{
    return host.trimmed().toLower();
}

} // namespace

bool Settings::isHostAllowed(const QString &host) const
{
    return m_store.value(u"allowedHosts"_s).toStringList().contains(hostKey(host));
}

void Settings::allowHost(const QString &host)
{
    QStringList hosts = m_store.value(u"allowedHosts"_s).toStringList();
    if (!hosts.contains(hostKey(host)))
        hosts.append(hostKey(host));
    m_store.setValue(u"allowedHosts"_s, hosts);
}

QStringList Settings::recentFiles() const
{
    return m_store.value(u"recentFiles"_s).toStringList();
}

void Settings::addRecentFile(const QString &path)
{
    const QString absolute = QFileInfo(path).absoluteFilePath();
    QStringList files = recentFiles();
    files.removeAll(absolute);
    files.prepend(absolute);
    m_store.setValue(u"recentFiles"_s, QStringList(files.first(std::min(files.size(), recentLimit))));
}

void Settings::removeRecentFile(const QString &path)
{
    QStringList files = recentFiles();
    files.removeAll(QFileInfo(path).absoluteFilePath());
    m_store.setValue(u"recentFiles"_s, files);
}

QStringList Settings::pinnedFiles() const
{
    return m_store.value(u"pinnedFiles"_s).toStringList();
}

void Settings::setPinned(const QString &path, bool pinned)
{
    QStringList files = pinnedFiles();
    files.removeAll(path);
    if (pinned)
        files.append(path);
    m_store.setValue(u"pinnedFiles"_s, files);
}

void Settings::setRunUnderWay(const QString &path, qint64 process)
{
    const QString key = u"runsUnderWay/%1"_s.arg(process);
    if (path.isEmpty())
        m_store.remove(key);
    else
        m_store.setValue(key, path);
    m_store.sync(); // a crash would take what is not written yet
}

QString Settings::takeBrokenOffRun()
{
    m_store.beginGroup(u"runsUnderWay"_s);
    const QStringList processes = m_store.childKeys();
    m_store.endGroup();
    QString found;
    for (const QString &process : processes) {
        if (::kill(static_cast<pid_t>(process.toLongLong()), 0) == 0 || errno != ESRCH)
            continue; // another window's
        const QString path = m_store.value(u"runsUnderWay/"_s + process).toString();
        if (QFileInfo::exists(path))
            found = path;
        m_store.remove(u"runsUnderWay/"_s + process);
    }
    return found;
}

QString Settings::folder(const QString &purpose) const
{
    const QString folder = m_store.value(u"folders/"_s + purpose).toString();
    return folder.isEmpty() || !QDir(folder).exists() ? QDir::homePath() : folder;
}

void Settings::setFolderOf(const QString &purpose, const QString &filePath)
{
    m_store.setValue(u"folders/"_s + purpose, QFileInfo(filePath).absolutePath());
}

Appearance Settings::appearance() const
{
    const QString id = m_store.value(u"appearance"_s).toString();
    return id == u"light" ? Appearance::Light : id == u"dark" ? Appearance::Dark : Appearance::System;
}

void Settings::setAppearance(Appearance appearance)
{
    m_store.setValue(u"appearance"_s, appearance == Appearance::Light ? u"light"_s
                                      : appearance == Appearance::Dark ? u"dark"_s
                                                                       : u"system"_s);
}

QByteArray Settings::bytes(const QString &key) const
{
    return m_store.value(u"window/"_s + key).toByteArray();
}

void Settings::setBytes(const QString &key, const QByteArray &value)
{
    m_store.setValue(u"window/"_s + key, value);
}

} // namespace sweepbench
