// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/import.h"

#include "core/import/assembly.h"
#include "core/import/importedrun.h"
#include "core/import/textlines.h"
#include "core/session/fileheader.h"

#include <QFile>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

/// Never more than the limit, of pipes neither.
Result<QByteArray> readBytes(const QString &path)
{
    const QFileInfo info(path);
    if (path.isEmpty() || path.contains(QChar(u'\0')) || !info.exists())
        return fileProblem(path, u"there is no such file"_s);
    if (info.isDir())
        return fileProblem(path, u"a folder; results are files"_s);
    constexpr qint64 mib = 1024 * 1024;
    const QString tooLarge = u"%1 MiB are the most that are read of one file"_s.arg(mostImportBytes / mib);
    if (info.size() > mostImportBytes)
        return fileProblem(path, u"%1 MiB large; "_s.arg(info.size() / mib) + tooLarge);
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return fileProblem(path, u"can't be read: "_s + file.errorString());
    const QByteArray bytes = file.read(mostImportBytes + 1);
    if (file.error() != QFileDevice::NoError)
        return fileProblem(path, u"can't be read: "_s + file.errorString());
    if (bytes.size() > mostImportBytes)
        return fileProblem(path, u"larger than that: "_s + tooLarge);
    return bytes;
}

template<typename T>
bool fits(qsizetype given, const T &files)
{
    return given == 0 || given == 1 || given == files.size();
}

std::optional<Problem> checkOptions(const QStringList &paths, const ImportOptions &options)
{
    if (paths.isEmpty())
        return Problem{u"files"_s, u"none was given; name the results to import"_s};
    if (paths.size() > mostImportFiles)
        return Problem{u"files"_s, u"%1 were given; at most %2 are imported at once"_s.arg(paths.size()).arg(mostImportFiles)};
    if (!fits(options.names.size(), paths))
        return Problem{u"names"_s, u"%1 were given for %2 files; give one for each, or one for all"_s.arg(options.names.size()).arg(paths.size())};
    if (!fits(static_cast<qsizetype>(options.connections.size()), paths))
        return Problem{u"connections"_s, u"%1 numbers were given for %2 files; give one for each, or one for all"_s
                                             .arg(options.connections.size()).arg(paths.size())};
    for (const int connections : options.connections)
        if (connections < 1 || connections > highestLevel)
            return Problem{u"connections"_s, u"%1 is not from 1 to %2"_s.arg(connections).arg(highestLevel)};
    return std::nullopt;
}

template<typename List>
auto entryFor(const List &list, qsizetype file)
{
    return list.size() == 1 ? list[0] : list[static_cast<typename List::size_type>(file)];
}

/// What the caller knows, at odds with nothing that the file says.
std::optional<Problem> complete(ImportedRun &run, const ImportOptions &options, qsizetype file)
{
    if (!options.names.isEmpty())
        run.target = cleaned(entryFor(options.names, file), 200);
    if (options.connections.empty())
        return std::nullopt;
    const int connections = entryFor(options.connections, file);
    if (run.trial.connections != unknownLevel && run.trial.connections != connections)
        return Problem{u"connections"_s,
                       u"the file says %1, and %2 were given; leave them out for this file"_s.arg(run.trial.connections).arg(connections)};
    run.trial.connections = connections;
    run.rate = 0; // the level is what was given
    return std::nullopt;
}

} // namespace

Result<ImportedSession> importFiles(const QStringList &paths, const ImportOptions &options)
{
    if (const auto problem = checkOptions(paths, options))
        return *problem;
    ImportedSession imported;
    Assembly assembly(paths);
    for (qsizetype file = 0; file < paths.size(); ++file) {
        const QString &path = paths[file];
        const auto bytes = readBytes(path);
        if (!bytes)
            return bytes.problem();
        ImportedFile told{path, {}, 0, {}};
        auto runs = readResults(*bytes, &told.format);
        if (!runs)
            return fileProblem(path, runs.problem().line());
        for (ImportedRun &run : *runs) {
            if (const auto problem = complete(run, options, file))
                return fileProblem(path, problem->line());
            for (const QString &note : run.notes)
                if (!told.notes.contains(note))
                    told.notes << note;
            ++told.runs;
            if (const auto problem = assembly.add(std::move(run), path))
                return fileProblem(path, problem->line());
        }
        imported.files.push_back(std::move(told));
    }
    auto session = assembly.session();
    if (!session)
        return session.problem();
    imported.session = std::move(session).value();
    return imported;
}

} // namespace sweepbench
