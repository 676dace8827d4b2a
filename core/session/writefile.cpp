// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/writefile.h"

#include "core/session/export.h"
#include "core/session/fileheader.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRandomGenerator>
#include <QSaveFile>

#include <filesystem>

#ifdef Q_OS_UNIX
#include <fcntl.h>
#include <unistd.h>
#endif

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

constexpr qsizetype longestName = 255; // bytes: ext4, XFS, Btrfs, APFS

/// Where a path leads to, through symbolic links.
QString destinationOf(const QString &path)
{
    const QFileInfo info(path);
    return info.isSymLink() && info.exists() ? info.canonicalFilePath() : info.absoluteFilePath();
}

/// On the disk and not only on its way there, before the name changes hands.
bool flushed(const QString &path)
{
#ifdef Q_OS_UNIX
    const int descriptor = ::open(QFile::encodeName(path).constData(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        return false;
    const bool done = ::fsync(descriptor) == 0;
    ::close(descriptor);
    return done;
#else
    return QFile::exists(path);
#endif
}

/// Pipes and devices ("/dev/stdout"), which can't be replaced.
std::optional<Problem> writeInto(const QString &path, const QByteArray &content)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly | QIODevice::Unbuffered) || file.write(content) != content.size())
        return fileProblem(path, u"can't be written: "_s + file.errorString());
    return std::nullopt;
}

} // namespace

std::optional<Problem> checkWritablePath(const QString &path, qsizetype suffixLength)
{
    const QFileInfo info(path);
    if (path.isEmpty() || path.contains(QChar(u'\0')))
        return Problem{u"file"_s, u"no file name was given"_s};
    if (info.isDir() || info.fileName().isEmpty())
        return fileProblem(path, u"a folder; a file name is needed"_s);
    if (!info.dir().exists())
        return fileProblem(path, u"can't be written: there is no folder %1"_s.arg(info.dir().absolutePath()));
    if (const qsizetype length = QFile::encodeName(info.fileName()).size(); length + suffixLength > longestName)
        return fileProblem(path, u"can't be written: the name has %1 bytes; at most %2 can be used"_s.arg(length).arg(longestName - suffixLength));
    return std::nullopt;
}

TemporaryFile::TemporaryFile(const QString &destination)
{
    const QDir folder = QFileInfo(destinationOf(destination)).dir();
    do {
        const QString random = QString::number(QRandomGenerator::system()->generate64(), 36);
        m_path = folder.absoluteFilePath(u".sweepbench-%1.part"_s.arg(random));
    } while (QFileInfo::exists(m_path));
}

TemporaryFile::~TemporaryFile()
{
    for (const QString &path : {m_path, journalPath(m_path)})
        if (QFileInfo::exists(path))
            QFile::remove(path);
}

std::optional<Problem> TemporaryFile::moveTo(const QString &destination)
{
    const QString to = destinationOf(destination);
    if (const QFileInfo info(to); info.exists() && !info.isFile())
        return fileProblem(destination, u"can't be written: something that is no regular file has this name"_s);
    if (!flushed(m_path))
        return fileProblem(destination, u"can't be written: the disk did not take it"_s);
    // An old journal beside a new file would be "rolled back" into it.
    if (const QString journal = journalPath(to); QFileInfo::exists(journal) && !QFile::remove(journal))
        return fileProblem(destination, u"can't be written: %1 is in the way"_s.arg(QFileInfo(journal).fileName()));
    std::error_code error;
    std::filesystem::rename(QFile::encodeName(m_path).toStdString(), QFile::encodeName(to).toStdString(), error);
    if (error)
        return fileProblem(destination, u"can't be written: "_s + QString::fromStdString(error.message()));
    return std::nullopt;
}

std::optional<Problem> checkExportPath(const QString &path)
{
    if (const auto problem = checkWritablePath(path, 0))
        return problem;
    if (QFileInfo(path).isFile() && !checkFileHeader(path))
        return fileProblem(path, u"a session, and not replaced by something else; give another name"_s);
    return std::nullopt;
}

std::optional<Problem> writeFile(const QString &path, const QByteArray &content)
{
    if (const auto problem = checkExportPath(path))
        return problem;
    if (const QFileInfo info(path); info.exists() && !info.isFile())
        return writeInto(path, content);
    QSaveFile file(path);
    const bool done = file.open(QIODevice::WriteOnly) && file.write(content) == content.size() && file.commit();
    if (!done)
        return fileProblem(path, u"can't be written: "_s + file.errorString());
    return std::nullopt;
}

} // namespace sweepbench
