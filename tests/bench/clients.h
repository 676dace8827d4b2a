// SPDX-License-Identifier: GPL-3.0-or-later
// The load generators that the benchmarks compare, each with the command line for one piece of work and a reader of its report.
// Thread contract: pure functions over values.
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <functional>

namespace sweepbench::bench {

/// One piece of work, the same for every client.
struct Work
{
    QString url;
    int connections = 1;
    int seconds = 3;
    int threads = 1;
    bool keepAlive = true;
};

/// What a client says it did.
struct Done
{
    double requests = 0;
    double bytes = 0; ///< received; 0 where it does not say
};

struct Client
{
    QString name;
    std::function<QStringList(const Work &)> command;
    std::function<Done(const QByteArray &output)> done;
};

/// \a session: a file that may be overwritten. \a more: further options.
Client sweepbenchCli(const QString &session, const QStringList &more = {});
Client wrk();
Client ab();
Client h2load(); ///< speaking HTTP/1.1

} // namespace sweepbench::bench
