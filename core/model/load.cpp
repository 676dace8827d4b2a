// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/load.h"

#include <algorithm>

namespace sweepbench {

QString transportId(Transport transport)
{
    switch (transport) {
    case Transport::Socket: break;
    }
    return QStringLiteral("socket");
}

QString keepAliveText(const Load &load)
{
    if (load.requestsPerConnection == 0)
        return QStringLiteral("on");
    if (load.requestsPerConnection == 1)
        return QStringLiteral("off");
    return QString::number(load.requestsPerConnection);
}

int effectiveThreads(const Load &load, int connections, int cores)
{
    // One worker serves tens of thousands of requests per second; half of the cores are left to a server on this machine.
    const int wanted = load.threads > 0 ? load.threads : std::clamp(cores / 2, 1, 8);
    return std::clamp(wanted, 1, std::max(1, connections));
}

} // namespace sweepbench
