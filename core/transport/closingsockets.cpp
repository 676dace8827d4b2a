// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/closingsockets.h"

#include <sys/socket.h>

#include <cerrno>

namespace sweepbench {

namespace {

constexpr qint64 mostExcess = 64 * 1024; ///< TLS says goodbye with some bytes before it closes

} // namespace

ClosingSockets::ClosingSockets(EpollSet &set, int most) : m_set(set), m_most(static_cast<std::size_t>(most)) {}

ClosingSockets::~ClosingSockets()
{
    while (!m_waiting.empty())
        closeAt(m_waiting.begin());
}

void ClosingSockets::adopt(std::unique_ptr<EpollSocket> socket)
{
    socket->setOwner(*this);
    keep(std::move(socket));
}

void ClosingSockets::adopt(FileDescriptor descriptor)
{
    if (auto socket = EpollSocket::watch(m_set, std::move(descriptor), *this))
        keep(std::move(socket));
}

void ClosingSockets::keep(std::unique_ptr<EpollSocket> socket)
{
    if (m_waiting.size() >= m_most)
        closeAt(m_waiting.begin());
    const EpollSocket *key = socket.get();
    m_places[key] = m_waiting.insert(m_waiting.end(), Waiting{std::move(socket)});
}

void ClosingSockets::onSocketEvents(EpollSocket &socket, std::uint32_t)
{
    const Place place = m_places.at(&socket);
    char rest[4096];
    while (true) {
        const ssize_t count = ::recv(socket.descriptor(), rest, sizeof rest, 0);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0 && errno == EAGAIN)
            return;
        if (count <= 0 || (place->excess += count) > mostExcess)
            break;
    }
    closeAt(place);
}

void ClosingSockets::closeAt(Place place)
{
    m_places.erase(place->socket.get());
    EpollSocket::close(std::move(place->socket));
    m_waiting.erase(place);
}

} // namespace sweepbench
