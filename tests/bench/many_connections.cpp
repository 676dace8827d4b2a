// SPDX-License-Identifier: GPL-3.0-or-later
// Far more connections without keep-alive than there are local ports: 100,000 (or the number given) to nginx on loopback, by
// default in about 10 s. Ends with 1 when a single request failed. Thread contract: a program.
//
//     many_connections [NUMBER]
#include "tests/bench/options.h"
#include "tests/engine/runplan.h"
#include "tests/support/realserver.h"

#include <QTextStream>

using namespace sweepbench;
using namespace sweepbench::test;
using namespace Qt::StringLiterals;

int main(int argc, char **argv)
{
    qputenv("QT_NO_THREADED_GLIB", "1"); // as the programs do
    const QCoreApplication app(argc, argv);
    QTextStream out(stdout);
    QCommandLineParser parser;
    parser.addPositionalArgument(u"NUMBER"_s, u"connections, 100000 by default"_s, u"[NUMBER]"_s);
    bench::readOptions(parser, app, 1);
    const int connections = bench::wholeArgument(parser, u"NUMBER"_s, 1, 10'000'000, 100'000);
    RealServer server(RealServer::Kind::Nginx);
    if (!server.start()) {
        out << server.error() << Qt::endl;
        return 2;
    }
    Plan plan = requestsPlan(server.url(), connections, 100);
    plan.load.requestsPerConnection = 1;
    const RunOutcome outcome = runPlan(plan, {}, std::chrono::minutes(10));
    if (outcome.trials.empty()) {
        out << u"no result: "_s << outcome.failure << Qt::endl;
        return 2;
    }
    const Trial &trial = outcome.only();
    out << trial.connectionsOpened << u" connections in "_s << static_cast<double>(trial.duration.count()) / 1e9 << u" s, "_s
        << trial.errors.total() << u" errors, "_s << trial.errors[ErrorKind::LocalPorts] << u" of them for want of a local port "_s
        << trial.errorDetail << Qt::endl;
    return trial.errors.total() == 0 ? 0 : 1;
}
