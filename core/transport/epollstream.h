// SPDX-License-Identifier: GPL-3.0-or-later
// A plain TCP connection as a descriptor in the epoll set: as cheap as a byte can be had.
// Thread contract: as ByteStream.
#pragma once

#include "core/transport/bytestream.h"
#include "core/transport/epollsocket.h"

#include <memory>

namespace sweepbench {

struct StreamContext;

class EpollStream final : public ByteStream, private SocketOwner
{
public:
    /// Connects to the context's \a addressNumber-th address.
    EpollStream(StreamContext &context, StreamUser &user, std::size_t addressNumber);
    ~EpollStream() override;

    std::optional<OpenFailure> open() override;
    qint64 write(const char *data, qint64 size) override;
    void close() override;
    void closeAfterPeer() override;

private:
    void onSocketEvents(EpollSocket &socket, std::uint32_t events) override;
    bool finishConnecting(std::uint32_t events);
    bool receive();

    StreamContext &m_context;
    StreamUser &m_user;
    std::size_t m_addressNumber;
    std::unique_ptr<EpollSocket> m_socket;
    bool m_connecting = false;
    bool m_hasEnded = false;   ///< the peer has closed its side, or the connection is broken: read to the end
    bool m_awaitsRoom = false; ///< a write() did not take everything
};

} // namespace sweepbench
