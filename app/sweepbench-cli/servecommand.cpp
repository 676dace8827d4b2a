// SPDX-License-Identifier: GPL-3.0-or-later
// serve: the demo server until it is stopped.
#include "app/sweepbench-cli/commandline.h"
#include "app/sweepbench-cli/exitcodes.h"
#include "app/sweepbench-cli/stopsignals.h"
#include "core/demo/demoserver.h"
#include "core/model/parse.h"
#include "core/monitor/environment.h"

#include <QEventLoop>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

Result<DemoServerOptions> serverOptions(const ParsedCommand &options)
{
    DemoServerOptions server;
    const auto port = parseWhole(options.value(u"port"_s), u"--port"_s, 0, 65535);
    if (!port)
        return port.problem();
    server.port = static_cast<quint16>(*port);
    const auto delay = parseDuration(options.value(u"delay"_s), u"--delay"_s);
    if (!delay)
        return delay.problem();
    server.delay = *delay;
    const auto jitter = parseDuration(options.value(u"jitter"_s), u"--jitter"_s);
    if (!jitter)
        return jitter.problem();
    server.jitter = *jitter;
    constexpr qint64 mostBytes = 1024 * 1024 * 1024;
    const auto size = parseWhole(options.value(u"body-size"_s), u"--body-size"_s, 0, mostBytes);
    if (!size)
        return size.problem();
    server.bodySize = *size;
    server.address = QHostAddress(options.value(u"listen"_s));
    if (server.address.isNull())
        return Problem{u"--listen"_s, u"\"%1\" is not an IP address"_s.arg(options.value(u"listen"_s))};
    return server;
}

} // namespace

int serveCommand(const QStringList &arguments)
{
    ParsedCommand options(commandNamed("serve"), QList<QCommandLineOption>{
        {u"port"_s, u"Port to listen on; 0 takes a free one."_s, u"P"_s},
        {u"delay"_s, u"Time before each answer."_s, u"TIME"_s, u"0s"_s},
        {u"jitter"_s, u"Random time on top of it, from 0 to this."_s, u"TIME"_s, u"0s"_s},
        {u"body-size"_s, u"Bytes of an answer (default 12)."_s, u"N"_s, u"12"_s},
        {u"listen"_s, u"Address to listen on (default: loopback only)."_s, u"ADDRESS"_s, u"127.0.0.1"_s}});
    if (!options.parse(arguments))
        return options.exitCode();
    if (!options.isSet(u"port"_s))
        return usageError({u"--port"_s, u"no port was given; 0 takes a free one"_s});
    if (!options.positional().isEmpty())
        return usageError({u"serve"_s, u"\"%1\" is not expected"_s.arg(options.positional().first())});
    auto serverChoice = serverOptions(options);
    if (!serverChoice)
        return usageError(serverChoice.problem());

    QEventLoop loop;
    StopSignals stop([&loop] { loop.quit(); });
    machineLimits(); // raises the limit of open files for the clients to come
    DemoServer server(*serverChoice);
    const auto port = server.start();
    if (!port)
        return usageError(port.problem());
    const QString host = serverChoice->address.protocol() == QAbstractSocket::IPv6Protocol ? u"[%1]"_s.arg(options.value(u"listen"_s))
                                                                                         : options.value(u"listen"_s);
    printOut(u"Listening on http://%1:%2/\n"_s.arg(host).arg(*port));
    loop.exec();
    return exitDone;
}

} // namespace sweepbench
