// SPDX-License-Identifier: GPL-3.0-or-later
// Thread contract: asynchronous in the thread of the caller, which needs an event loop.
#pragma once

#include <QHostAddress>
#include <QObject>

#include <functional>

namespace sweepbench {

/// What a host name stands for.
struct ResolvedHost
{
    QHostAddress address; ///< null when the name was not found
    QString failure;      ///< why not
};

/// Looks a host up once and picks the address to be used: the first one that accepts a connection on the port, so that
/// "localhost" works where the server listens on only one of 127.0.0.1 and ::1; where none does, the first one.
/// Nothing is sent. \a done is called once, unless \a context is destroyed before.
void resolveHost(const QString &host, quint16 port, QObject *context, std::function<void(const ResolvedHost &)> done);

} // namespace sweepbench
