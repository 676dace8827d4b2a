// SPDX-License-Identifier: GPL-3.0-or-later
// Connections whose last answer has come: each is closed when the server has closed it, so that the server keeps the TIME_WAIT
// and no local port is used up here.
// Thread contract: as its EpollSet.
#pragma once

#include "core/transport/epollset.h"
#include "core/transport/filedescriptor.h"

#include <memory>
#include <vector>

namespace sweepbench {

class ClosingSockets
{
public:
    /// A server that never closes must not collect descriptors: above \a most, the one that has waited longest is closed from here.
    ClosingSockets(EpollSet &set, int most);
    ClosingSockets(ClosingSockets &&) noexcept;
    ~ClosingSockets();

    /// The descriptor is in no epoll set any more.
    void adopt(FileDescriptor socket);

private:
    class Socket;

    EpollSet &m_set;
    int m_most;
    std::vector<std::unique_ptr<Socket>> m_sockets;
    qint64 m_adopted = 0;
};

} // namespace sweepbench
