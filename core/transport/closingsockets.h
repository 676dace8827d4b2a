// SPDX-License-Identifier: GPL-3.0-or-later
// Connections whose last answer has come: each is closed when the server has closed it, so that the server keeps the TIME_WAIT
// and no local port is used up here.
// Thread contract: as its EpollSet.
#pragma once

#include "core/transport/epollsocket.h"

#include <QtGlobal>

#include <list>
#include <memory>
#include <unordered_map>

namespace sweepbench {

class ClosingSockets final : private SocketOwner
{
public:
    /// A server that never closes must not collect descriptors: above \a most, the one that has waited longest is closed from here.
    ClosingSockets(EpollSet &set, int most);
    ~ClosingSockets();
    ClosingSockets(const ClosingSockets &) = delete;

    void adopt(std::unique_ptr<EpollSocket> socket);
    /// A descriptor that is in no epoll set.
    void adopt(FileDescriptor socket);

private:
    struct Waiting
    {
        std::unique_ptr<EpollSocket> socket;
        qint64 excess = 0; ///< bytes that nobody asked for
    };
    using Place = std::list<Waiting>::iterator;

    void onSocketEvents(EpollSocket &socket, std::uint32_t events) override;
    void keep(std::unique_ptr<EpollSocket> socket);
    void closeAt(Place place);

    EpollSet &m_set;
    std::size_t m_most;
    std::list<Waiting> m_waiting; ///< the first has waited longest
    std::unordered_map<const EpollSocket *, Place> m_places;
};

} // namespace sweepbench
