// SPDX-License-Identifier: GPL-3.0-or-later
// Thread contract: asynchronous in the thread of the caller, which needs an event loop.
#pragma once

#include "core/transport/instant.h"

#include <QByteArray>
#include <QHostAddress>
#include <QObject>
#include <QString>

#include <functional>
#include <optional>
#include <vector>

namespace sweepbench {

struct DroppedAddress
{
    QHostAddress address;
    QString reason; ///< "refuses connections"
};

/// What a host name stands for.
struct ResolvedHost
{
    std::vector<QHostAddress> addresses;   ///< to be used, in the order of the look-up; empty when the name was not found
    std::vector<DroppedAddress> dropped;   ///< the name stands for them too, but they accept no connections
    std::optional<Nanoseconds> lookup;     ///< time that it took; absent where nothing was looked up
    QString failure;                       ///< why the name was not found
};

/// One answer of the name service.
struct NameAnswer
{
    std::vector<QHostAddress> addresses;
    QString failure;
};
using NameLookup = std::function<NameAnswer(const QByteArray &name)>;
/// getaddrinfo(3); takes as long as it takes.
NameAnswer lookUpName(const QByteArray &name);

/// Looks a host up once, and where it has several addresses connects to the port of each, all at once and for 3 s at most:
/// those that accept are kept, the others dropped; where none accepts, all are kept, so that a run shows the errors.
/// Nothing is sent. \a lookup is called in a thread of its own. \a done is called once, unless \a context is destroyed before.
void resolveHost(const QString &host, quint16 port, QObject *context, std::function<void(const ResolvedHost &)> done,
                 NameLookup lookup = lookUpName);

} // namespace sweepbench
