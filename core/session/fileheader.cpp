// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/fileheader.h"

#include "core/session/schema.h"
#include "core/session/textwidth.h"

#include <QByteArray>
#include <QFile>
#include <QFileInfo>
#include <QtEndian>

#include <algorithm>

#ifdef Q_OS_UNIX
#include <sys/stat.h>
#endif

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

constexpr qsizetype headerBytes = 100;
constexpr QByteArrayView magic("SQLite format 3\0", 16);

std::uint32_t number32(const QByteArray &header, qsizetype offset)
{
    return qFromBigEndian<quint32>(header.constData() + offset);
}

qint64 pageBytes(const QByteArray &header)
{
    const int stored = qFromBigEndian<quint16>(header.constData() + 16);
    return stored == 1 ? 65536 : stored;
}

/// The first bytes of a file, or why there are none.
Result<QByteArray> firstBytes(const QString &path)
{
    const QFileInfo info(path);
    if (path.isEmpty() || path.contains(QChar(u'\0')) || !info.exists())
        return fileProblem(path, u"there is no such file"_s);
    if (info.isDir())
        return fileProblem(path, u"a folder; a session is a file"_s);
    if (!info.isFile())
        return fileProblem(path, u"not a regular file"_s);
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return fileProblem(path, u"can't be read: "_s + file.errorString());
    return file.read(headerBytes);
}

std::optional<Problem> checkCompanions(const QString &path)
{
    // Should be there in journal_mode=WAL only, which session files never use; SQLite would read it all the same.
    if (const QFileInfo wal(path + u"-wal"_s); wal.exists() && (!wal.isFile() || wal.size() > 0))
        return fileProblem(path, u"a file ending in -wal lies beside it, which no session has; move it away if it belongs to something else"_s);
    QFile journal(journalPath(path));
    if (!QFileInfo::exists(journal.fileName()))
        return std::nullopt;
    if (!QFileInfo(journal.fileName()).isFile())
        return fileProblem(path, u"what lies beside it with the ending -journal is not a regular file"_s);
    // A journal may name a second file, which SQLite looks into and deletes. Ours never do: one session, one database.
    constexpr QByteArrayView journalMagic("\xd9\xd5\x05\xf9\x20\xa1\x63\xd7", 8);
    if (!journal.open(QIODevice::ReadOnly) || journal.size() < 8)
        return std::nullopt;
    journal.seek(journal.size() - 8);
    if (journal.read(8) == journalMagic && journal.size() > 512)
        return fileProblem(path, u"the journal beside it refers to another file, which no session's journal does"_s);
    return std::nullopt;
}

} // namespace

Problem fileProblem(const QString &path, const QString &text)
{
    // SQLite's words may quote what is in the file: nothing that a terminal would obey.
    const QString name = printable(QFileInfo(path).fileName());
    return Problem{name.isEmpty() ? u"file"_s : name, printable(text)};
}

std::optional<Problem> checkFileHeader(const QString &path)
{
    const auto bytes = firstBytes(path);
    if (!bytes)
        return bytes.problem();
    const QByteArray &header = *bytes;
    if (header.isEmpty())
        return fileProblem(path, u"empty (0 bytes); it holds no session"_s);
    if (std::all_of(header.begin(), header.end(), [](char c) { return c == 0; }))
        return fileProblem(path, u"filled with zero bytes, as after a crash of the machine; it holds no session"_s);
    if (!header.startsWith(magic.first(std::min<qsizetype>(header.size(), magic.size()))))
        return fileProblem(path, u"not a session file (it does not begin like an SQLite database)"_s);
    if (header.size() < headerBytes)
        return fileProblem(path, u"cut off after %1 bytes; not even its header is whole"_s.arg(header.size()));
    if (const std::uint32_t id = number32(header, 68); id != sessionApplicationId)
        return fileProblem(path, u"an SQLite database of another program (application id 0x%1)"_s.arg(id, 8, 16, QChar(u'0')));
    const std::uint32_t format = number32(header, 60);
    if (format > sessionFormat && format <= 0x7FFFFFFF)
        return fileProblem(path, u"made by a newer version of this program (format %1; this one reads up to %2)"_s.arg(format).arg(sessionFormat));
    if (format < 1 || format > sessionFormat)
        return fileProblem(path, u"damaged: its format can't be %1"_s.arg(static_cast<qint32>(format)));
    if (header[18] != 1 || header[19] != 1)
        return fileProblem(path, u"it was switched to another journal mode by some other program; switch it back with "
                                 "PRAGMA journal_mode=DELETE"_s);
    if (const qint64 page = pageBytes(header); page < 512 || (page & (page - 1)) != 0)
        return fileProblem(path, u"damaged: pages of %1 bytes"_s.arg(page));
    if (const auto problem = checkCompanions(path))
        return problem;
    // The page count is valid where both change counters agree (1.3.7 of the file format), and SQLite always writes both.
    if (number32(header, 24) != number32(header, 92) && !QFileInfo::exists(journalPath(path)))
        return fileProblem(path, u"damaged: its header does not agree with itself"_s);
    return std::nullopt;
}

std::optional<Problem> checkFileSize(const QString &path)
{
    const auto bytes = firstBytes(path);
    if (!bytes)
        return bytes.problem();
    if (bytes->size() < headerBytes)
        return fileProblem(path, u"cut off after %1 bytes"_s.arg(bytes->size()));
    const qint64 expected = pageBytes(*bytes) * number32(*bytes, 28);
    const qint64 size = QFileInfo(path).size();
    if (size < expected)
        return fileProblem(path, u"cut off: %1 of %2 bytes are there"_s.arg(size).arg(expected));
    if (size > expected)
        return fileProblem(path, u"damaged: it goes on for %1 bytes after its end at byte %2"_s.arg(size - expected).arg(expected));
    return std::nullopt;
}

QString journalPath(const QString &path)
{
    return path + u"-journal"_s;
}

QString fileIdentity(const QString &path)
{
#ifdef Q_OS_UNIX
    struct stat facts;
    if (::stat(QFile::encodeName(path).constData(), &facts) != 0)
        return QString();
    return u"%1:%2"_s.arg(facts.st_dev).arg(facts.st_ino);
#else
    return QFileInfo::exists(path) ? u"there"_s : QString();
#endif
}

} // namespace sweepbench
