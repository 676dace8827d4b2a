// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sweepbench-cli/commandline.h"

#include "app/sweepbench-cli/exitcodes.h"
#include "core/session/textwidth.h"

#include <array>
#include <cstdio>
#include <cstring>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

constexpr std::array commands{
    Command{"compare", "URL_A [URL_B …]", "measure the targets and compare them with the first one", compareCommand},
    Command{"run", "PLAN.plan.json", "run a plan", runCommand},
    Command{"plan", "URL_A [URL_B …] -o FILE.plan.json", "write the plan of a comparison without running it", planCommand},
    Command{"extend", "SESSION.sweep -r N", "measure N more blocks of a session's plan", extendCommand},
    Command{"equal-rate", "SESSION.sweep [--share 70%]", "compare latency at a rate that every target of a sweep can serve", equalRateCommand},
    Command{"show", "SESSION.sweep", "print a session's table and verdicts", showCommand},
    Command{"judge", "SESSION.sweep [--baseline NAME] [--outliers leave-out]", "choose how a session is judged, and print it", judgeCommand},
    Command{"export", "SESSION.sweep --format FORMAT [-o FILE]", "write a session as csv, json, dat, gnuplot, md or org", exportCommand},
    Command{"import", "FILE... -o SESSION.sweep", "bring results of ab, wrk, hey, oha, k6, vegeta and autocannon into a session", importCommand},
    Command{"compare-sessions", "OLD.sweep NEW.sweep [MORE.sweep …]", "compare what was measured in different sessions", compareSessionsCommand},
    Command{"selftest", "", "test this program and this machine, without a server of yours", selfTestCommand},
    Command{"serve", "--port P", "run the demo server", serveCommand},
};

} // namespace

const Command &commandNamed(const char *name)
{
    for (const Command &command : commands)
        if (std::strcmp(command.name, name) == 0)
            return command;
    Q_UNREACHABLE();
}

QString usageText()
{
    QString text = u"Compares HTTP servers: repeated trials in random blocks, intervals on the ratio, verdicts in words.\n\n"
                   "Usage: sweepbench-cli COMMAND [options]\n\nCommands:\n"_s;
    for (const Command &command : commands)
        text += u"  %1 %2\n"_s.arg(QString::fromUtf8(command.name), -16).arg(QString::fromUtf8(command.summary));
    text += u"\n'sweepbench-cli COMMAND --help' lists a command's options.\n\n"
            "Exit codes: 0 done; 1 a --fail-if holds or can't be judged, the self-test has not passed, or a file could not be written;\n"
            "2 usage or plan error, nothing was sent; 3 a target could not be measured;\n"
            "130 interrupted, what was measured is saved.\n"_s;
    return text;
}

ParsedCommand::ParsedCommand(const Command &command, const QList<QCommandLineOption> &options)
    : m_command(QString::fromUtf8(command.name))
    , m_usage(u"%1\n\nUsage: sweepbench-cli %2 [options] %3\n\n"_s.arg(QString::fromUtf8(command.summary), m_command,
                                                                      QString::fromUtf8(command.arguments)))
{
    m_parser.addOptions(options);
    m_parser.addOption({{u"h"_s, u"help"_s}, u"Show this help."_s});
    m_parser.addPositionalArgument(m_command, QString::fromUtf8(command.summary), QString::fromUtf8(command.arguments));
}

bool ParsedCommand::parse(const QStringList &arguments)
{
    // The parser takes the first entry for the program's name.
    if (!m_parser.parse(QStringList(u"sweepbench-cli "_s + m_command) + arguments)) {
        printError(m_command + u": "_s + m_parser.errorText());
        m_exitCode = exitUsage;
        return false;
    }
    if (m_parser.isSet(u"help"_s)) {
        // The parser's own usage line knows nothing of commands.
        const QString help = m_parser.helpText();
        const qsizetype options = help.indexOf(u"Options:"_s);
        printOut(m_usage + help.sliced(options, help.indexOf(u"\nArguments:"_s) - options));
        return false;
    }
    return true;
}

Result<QString> onlySessionPath(const ParsedCommand &options)
{
    if (options.positional().size() != 1)
        return Problem{u"SESSION.sweep"_s, u"one session file is needed, %1 were given"_s.arg(options.positional().size())};
    return options.positional().first();
}

void printOut(const QString &text)
{
    const QByteArray bytes = text.toUtf8();
    std::fwrite(bytes.constData(), 1, static_cast<std::size_t>(bytes.size()), stdout);
    std::fflush(stdout);
}

void printError(const QString &line)
{
    // Names and paths may come from a file of any origin: nothing of them may steer the terminal.
    std::fprintf(stderr, "sweepbench-cli: %s\n", printable(line).toUtf8().constData());
}

int usageError(const Problem &problem)
{
    printError(problem.line());
    return exitUsage;
}

} // namespace sweepbench
