// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/transport.h"

#include "core/transport/sockettransport.h"

namespace sweepbench {

std::unique_ptr<Transport> makeTransport(EpollSet &set, TransportOptions options, SampleSink &sink)
{
    return std::make_unique<SocketTransport>(set, std::move(options), sink);
}

} // namespace sweepbench
