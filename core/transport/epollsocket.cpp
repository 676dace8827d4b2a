// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/epollsocket.h"

#include <utility>

namespace sweepbench {

EpollSocket::EpollSocket(EpollSet &set, FileDescriptor descriptor, SocketOwner &owner)
    : m_set(set), m_descriptor(std::move(descriptor)), m_owner(&owner)
{
}

std::unique_ptr<EpollSocket> EpollSocket::watch(EpollSet &set, FileDescriptor descriptor, SocketOwner &owner)
{
    std::unique_ptr<EpollSocket> socket(new EpollSocket(set, std::move(descriptor), owner));
    if (set.add(socket->descriptor(), EpollSet::everything, socket.get()))
        return socket;
    socket->m_descriptor.reset();
    return nullptr;
}

EpollSocket::~EpollSocket()
{
    release();
}

void EpollSocket::tellAgain()
{
    m_set.modify(m_descriptor.get(), EpollSet::everything, this);
}

void EpollSocket::close(std::unique_ptr<EpollSocket> socket)
{
    EpollSet &set = socket->m_set;
    socket->release();
    set.retire(std::move(socket));
}

void EpollSocket::onEpollEvents(std::uint32_t events)
{
    if (m_descriptor) // else closed earlier in the same round of events
        m_owner->onSocketEvents(*this, events);
}

void EpollSocket::release()
{
    if (m_descriptor)
        m_set.remove(m_descriptor.get());
    m_descriptor.reset();
}

} // namespace sweepbench
