// SPDX-License-Identifier: GPL-3.0-or-later
// import: results of other tools become a session.
#include "app/sweepbench-cli/commandline.h"
#include "app/sweepbench-cli/exitcodes.h"
#include "app/sweepbench-cli/planoptions.h"
#include "core/import/import.h"
#include "core/model/parse.h"
#include "core/session/export.h"
#include "core/session/sessionfile.h"
#include "core/stats/analysis.h"

#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

Result<ImportOptions> importOptions(const ParsedCommand &options)
{
    ImportOptions chosen;
    chosen.names = options.values(u"name"_s);
    for (const QString &text : options.values(u"connections"_s)) {
        const auto connections = parseWhole(text, u"--connections"_s, 1, highestLevel);
        if (!connections)
            return connections.problem();
        chosen.connections.push_back(static_cast<int>(*connections));
    }
    return chosen;
}

/// Measurements can't be made again, and nothing in a name tells them from imported results: no file is ever replaced.
std::optional<Problem> outputObstacle(const QString &path)
{
    if (path.isEmpty())
        return Problem{u"--output"_s, u"missing; name the session to write, like -o imported.sweep"_s};
    if (QFileInfo::exists(path))
        return Problem{u"--output"_s, u"%1 exists and is not replaced; give another name, or move it away"_s.arg(path)};
    return std::nullopt;
}

void reportFiles(const ImportedSession &imported)
{
    for (const ImportedFile &file : imported.files) {
        const QString name = QFileInfo(file.path).fileName();
        printError(u"%1: %2, %3"_s.arg(name, file.format, file.runs == 1 ? u"1 run"_s : u"%1 runs"_s.arg(file.runs)));
        for (const QString &note : file.notes)
            printError(u"%1: note: %2"_s.arg(name, note));
    }
}

} // namespace

int importCommand(const QStringList &arguments)
{
    ParsedCommand options(commandNamed("import"), QList<QCommandLineOption>{
        {{u"o"_s, u"output"_s}, u"Session file to write."_s, u"FILE.sweep"_s},
        {u"name"_s, u"Target of a file, once for each file in their order (or once for all); files of one name are of one target."_s, u"NAME"_s},
        {{u"c"_s, u"connections"_s}, u"Connections of the files that do not say theirs, once for each file or once for all."_s, u"N"_s},
        {{u"q"_s, u"quiet"_s}, u"No table, and nothing about single files."_s},
        allFindingsOption()});
    if (!options.parse(arguments))
        return options.exitCode();
    const QStringList files = options.positional();
    if (files.isEmpty())
        return usageError({u"FILE"_s, u"none was given; name the results to import"_s});
    const auto chosen = importOptions(options);
    if (!chosen)
        return usageError(chosen.problem());
    const QString output = options.value(u"output"_s);
    if (const auto problem = outputObstacle(output))
        return usageError(*problem);
    const auto imported = importFiles(files, *chosen);
    if (!imported)
        return usageError(imported.problem());
    if (const auto saved = SessionFile::create(output, imported->session); !saved) {
        printError(saved.problem().line());
        return exitWriteFailed;
    }
    if (options.isSet(u"quiet"_s))
        return exitDone;
    reportFiles(*imported);
    ExportOptions tables;
    tables.allFindings = options.isSet(u"all-findings"_s);
    printOut(terminalTable(imported->session, analyse(imported->session), tables));
    printError(u"session: "_s + output);
    return exitDone;
}

} // namespace sweepbench
