// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sweepbench-cli/commandline.h"
#include "app/sweepbench-cli/exitcodes.h"
#include "core/model/environment.h"

#include <QCoreApplication>

#include <cstdlib>
#include <iterator>

using namespace Qt::StringLiterals;
using namespace sweepbench;

int main(int argc, char *argv[])
{
    // Before the first thread starts: workers then get Qt's poll dispatcher, which costs less per pass than glib's.
    qputenv("QT_NO_THREADED_GLIB", "1");
    qputenv("QT_NO_GLIB", "1");
    QCoreApplication app(argc, argv);
    QCoreApplication::setApplicationName(u"sweepbench"_s);
    QCoreApplication::setApplicationVersion(programVersion());

    QStringList arguments = app.arguments().mid(1);
    if (arguments.isEmpty()) {
        printError(u"no command was given; 'sweepbench-cli --help' lists them"_s);
        return exitUsage;
    }
    const QString name = arguments.takeFirst();
    if (name == u"--help" || name == u"-h" || name == u"help") {
        printOut(usageText());
        return exitDone;
    }
    if (name == u"--version" || name == u"-v") {
        printOut(u"sweepbench-cli %1 (Qt %2)\n"_s.arg(programVersion(), QString::fromLatin1(qVersion())));
        return exitDone;
    }
    for (const char *known : {"compare", "run", "plan", "extend", "equal-rate", "show", "judge", "export", "import", "compare-sessions", "selftest", "serve"})
        if (name == QLatin1StringView(known))
            return commandNamed(known).run(arguments);
    printError(u"\"%1\" is not a command; compare, run, plan, extend, equal-rate, show, judge, export, import, compare-sessions, selftest and serve are"_s.arg(name));
    return exitUsage;
}
