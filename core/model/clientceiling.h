// SPDX-License-Identifier: GPL-3.0-or-later
// Thread contract: plain values.
#pragma once

#include "core/model/load.h"

#include <QDateTime>
#include <QString>

namespace sweepbench {

/// The most that this program's client was seen to do on a machine, against a server that does next to nothing.
struct ClientCeiling
{
    TransportKind transport = TransportKind::Socket;
    QDateTime measuredAt;      ///< UTC
    double rps = 0;            ///< requests per second, mean of the trials at the best number of connections
    double cpuUsPerRequest = 0; ///< CPU of the client's worker threads, microseconds; 0: not known
    double clientShare = 0;    ///< of the cores that its worker threads could fill at that; well below 1 the client was not the limit
    int connections = 0;       ///< at which it was seen
    QString clientCpus;        ///< that the client could use: "0-1"
    QString machine;           ///< CPU model and cores, by which a file that was copied elsewhere is told apart
    QString program;           ///< "sweepbench 0.1.0"
    bool operator==(const ClientCeiling &) const = default;
};

} // namespace sweepbench
