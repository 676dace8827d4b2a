// SPDX-License-Identifier: GPL-3.0-or-later
// selftest: program and machine tested on each other, without any server of the user's.
#include "app/sweepbench-cli/commandline.h"
#include "app/sweepbench-cli/exitcodes.h"
#include "app/sweepbench-cli/progressline.h"
#include "app/sweepbench-cli/stopsignals.h"
#include "core/monitor/environment.h"
#include "core/selftest/selftest.h"

#include <QEventLoop>
#include <QRandomGenerator>

using namespace Qt::StringLiterals;

namespace sweepbench {

int selfTestCommand(const QStringList &arguments)
{
    ParsedCommand options(commandNamed("selftest"), QList<QCommandLineOption>{{{u"q"_s, u"quiet"_s}, u"No progress, and no text where all is well."_s}});
    if (!options.parse(arguments))
        return options.exitCode();
    if (!options.positional().isEmpty())
        return usageError({u"selftest"_s, u"\"%1\" is not expected; the test brings its own servers"_s.arg(options.positional().first())});

    machineLimits(); // raises the limit of open files
    QEventLoop loop;
    SelfTest test(QRandomGenerator::global()->generate());
    ProgressLine progress(options.isSet(u"quiet"_s));
    StopSignals stop([&test] { test.stop(); });
    QObject::connect(&test, &SelfTest::progressed, &loop, [&progress](const QString &doing, double fraction) {
        progress.showText(u"%1, %2 %"_s.arg(doing).arg(qRound(fraction * 100)));
    });
    QObject::connect(&test, &SelfTest::finished, &loop, &QEventLoop::quit);
    test.start();
    loop.exec();
    progress.clear();

    const SelfTestResult &result = test.result();
    if (!options.isSet(u"quiet"_s))
        printOut(selfTestText(result));
    if (result.stopped)
        return exitInterrupted;
    if (result.passed)
        return exitDone;
    printError(u"selftest: "_s + (result.sameServer.passed || result.sameServer.sentence.isEmpty() ? result.problems.join(u"; "_s) : result.sameServer.sentence));
    return exitSelfTest;
}

} // namespace sweepbench
