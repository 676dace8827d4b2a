// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/options.h"

#include "core/model/parse.h"

#include <cstdio>
#include <cstdlib>

using namespace Qt::StringLiterals;

namespace sweepbench::bench {

void refuse(const Problem &problem)
{
    std::fprintf(stderr, "%s\n", qPrintable(problem.line()));
    std::exit(2);
}

void readOptions(QCommandLineParser &parser, const QCoreApplication &app, int mostPositional)
{
    const QCommandLineOption help = parser.addHelpOption();
    if (!parser.parse(app.arguments()))
        refuse({QString(), parser.errorText()});
    if (parser.isSet(help))
        parser.showHelp();
    const QStringList positional = parser.positionalArguments();
    if (positional.size() > mostPositional)
        refuse({positional[mostPositional], u"no such argument is taken; --help lists the options"_s});
}

int wholeOption(const QCommandLineParser &parser, const QString &name, int low, int high)
{
    const auto number = parseWhole(parser.value(name), u"--"_s + name, low, high);
    if (!number)
        refuse(number.problem());
    return static_cast<int>(*number);
}

std::chrono::nanoseconds timeOption(const QCommandLineParser &parser, const QString &name, std::chrono::nanoseconds low,
                                    std::chrono::nanoseconds high)
{
    const QString field = u"--"_s + name;
    const auto time = parseDuration(parser.value(name), field);
    if (!time)
        refuse(time.problem());
    if (*time < low || *time > high)
        refuse({field, u"%1 was given; write a time from %2 to %3"_s.arg(parser.value(name), durationText(low), durationText(high))});
    return *time;
}

int wholeArgument(const QCommandLineParser &parser, const QString &name, int low, int high, int otherwise)
{
    const QStringList positional = parser.positionalArguments();
    if (positional.isEmpty())
        return otherwise;
    const auto number = parseWhole(positional.front(), name, low, high);
    if (!number)
        refuse(number.problem());
    return static_cast<int>(*number);
}

} // namespace sweepbench::bench
