// SPDX-License-Identifier: GPL-3.0-or-later
// Streams where there is no epoll: over QTcpSocket and QSslSocket.
#include "core/transport/qtstream.h"
#include "core/transport/streamcontext.h"

namespace sweepbench {

std::unique_ptr<ByteStream> makePlainStream(StreamContext &context, StreamUser &user, std::size_t addressNumber)
{
    return std::make_unique<QtStream>(context, user, addressNumber);
}

std::unique_ptr<ByteStream> makeTlsStream(StreamContext &context, StreamUser &user, std::size_t addressNumber)
{
    return std::make_unique<QtStream>(context, user, addressNumber);
}

} // namespace sweepbench
