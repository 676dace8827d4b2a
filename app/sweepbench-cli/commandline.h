// SPDX-License-Identifier: GPL-3.0-or-later
// What the commands have in common: their options and how they speak.
// Thread contract: main thread only.
#pragma once

#include "core/model/result.h"

#include <QCommandLineParser>
#include <QStringList>

namespace sweepbench {

/// One command of the headless program.
struct Command
{
    const char *name;
    const char *arguments; ///< for the usage line
    const char *summary;
    int (*run)(const QStringList &arguments);
};

int compareCommand(const QStringList &arguments);
int runCommand(const QStringList &arguments);
int planCommand(const QStringList &arguments);
int extendCommand(const QStringList &arguments);
int equalRateCommand(const QStringList &arguments);
int showCommand(const QStringList &arguments);
int judgeCommand(const QStringList &arguments);
int exportCommand(const QStringList &arguments);
int importCommand(const QStringList &arguments);
int compareSessionsCommand(const QStringList &arguments);
int selfTestCommand(const QStringList &arguments);
int serveCommand(const QStringList &arguments);

/// Parses a command's arguments; answers --help itself.
class ParsedCommand
{
public:
    ParsedCommand(const Command &command, const QList<QCommandLineOption> &options);
    /// False when the command ends here, with exitCode().
    bool parse(const QStringList &arguments);
    int exitCode() const { return m_exitCode; }

    bool isSet(const QString &option) const { return m_parser.isSet(option); }
    QString value(const QString &option) const { return m_parser.value(option); }
    QStringList values(const QString &option) const { return m_parser.values(option); }
    QStringList positional() const { return m_parser.positionalArguments(); }

private:
    QCommandLineParser m_parser;
    QString m_command;
    QString m_usage;
    int m_exitCode = 0;
};

/// The one session file that a command works on.
Result<QString> onlySessionPath(const ParsedCommand &options);

const Command &commandNamed(const char *name);
/// The program's own help: what the commands are.
QString usageText();

void printOut(const QString &text);
/// One line on standard error, with the program's name in front.
void printError(const QString &line);
/// Prints the problem and gives the exit code of a usage error.
int usageError(const Problem &problem);

} // namespace sweepbench
