// SPDX-License-Identifier: GPL-3.0-or-later
// A plain TCP connection as a descriptor in the epoll set: as cheap as a byte can be had.
// Thread contract: as ByteStream.
#pragma once

#include "core/transport/bytestream.h"
#include "core/transport/epollset.h"
#include "core/transport/filedescriptor.h"

namespace sweepbench {

struct StreamContext;

class EpollStream final : public ByteStream, private EpollHandler
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
    void onEpollEvents(std::uint32_t events) override;
    void onConnected();
    bool receive();
    void watch(std::uint32_t events);

    StreamContext &m_context;
    StreamUser &m_user;
    std::size_t m_addressNumber;
    FileDescriptor m_socket;
    std::uint32_t m_watched = 0;
    bool m_connecting = false;
};

} // namespace sweepbench
