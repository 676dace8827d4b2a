// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/transport.h"

#include "core/transport/qnamtransport.h"
#include "core/transport/sockettransport.h"

namespace sweepbench {

bool needsQtEvents(const Load &load)
{
    return load.transport == TransportKind::Qnam;
}

std::unique_ptr<Transport> makeTransport(EpollSet &set, TransportOptions options, SampleSink &sink)
{
    if (options.load.transport == TransportKind::Qnam)
        return std::make_unique<QnamTransport>(set, std::move(options), sink);
    return std::make_unique<SocketTransport>(set, std::move(options), sink);
}

} // namespace sweepbench
