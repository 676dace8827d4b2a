// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/closingsockets.h"

#include <sys/epoll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>

namespace sweepbench {

class ClosingSockets::Socket : private EpollHandler
{
public:
    explicit Socket(EpollSet &set) : m_set(set) {}
    ~Socket() { release(); }

    /// \a number counts up: the lower one has waited longer.
    void adopt(FileDescriptor socket, qint64 number)
    {
        m_number = number;
        m_excess = 0;
        m_socket = std::move(socket);
        if (!m_set.add(m_socket.get(), EPOLLIN | EPOLLRDHUP, this))
            m_socket.reset();
    }
    qint64 adoptedAs() const { return m_number; }
    bool isOpen() const { return static_cast<bool>(m_socket); }
    void release()
    {
        if (m_socket)
            m_set.remove(m_socket.get());
        m_socket.reset();
    }

private:
    void onEpollEvents(std::uint32_t) override
    {
        if (!m_socket)
            return;
        char rest[4096];
        const ssize_t count = ::recv(m_socket.get(), rest, sizeof rest, 0);
        if (count < 0 && (errno == EAGAIN || errno == EINTR))
            return;
        if (count > 0 && (m_excess += count) <= mostExcess)
            return; // TLS says goodbye with some bytes before it closes
        release();  // the end, an error, or more than anybody asked for
    }

    static constexpr qint64 mostExcess = 64 * 1024;
    EpollSet &m_set;
    FileDescriptor m_socket;
    qint64 m_number = 0;
    qint64 m_excess = 0;
};

ClosingSockets::ClosingSockets(EpollSet &set, int most) : m_set(set), m_most(most) {}

ClosingSockets::ClosingSockets(ClosingSockets &&) noexcept = default;

ClosingSockets::~ClosingSockets() = default;

void ClosingSockets::adopt(FileDescriptor socket)
{
    const auto isOpen = [](const auto &closing) { return closing->isOpen(); };
    const auto open = std::count_if(m_sockets.begin(), m_sockets.end(), isOpen);
    auto place = std::find_if_not(m_sockets.begin(), m_sockets.end(), isOpen);
    if (open >= m_most) {
        place = std::min_element(m_sockets.begin(), m_sockets.end(),
                                 [](const auto &a, const auto &b) { return a->adoptedAs() < b->adoptedAs(); });
        (*place)->release();
    } else if (place == m_sockets.end()) {
        place = m_sockets.insert(place, std::make_unique<Socket>(m_set));
    }
    (*place)->adopt(std::move(socket), ++m_adopted);
}

} // namespace sweepbench
