// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/epollstream.h"

#include "core/transport/streamcontext.h"

#include <sys/epoll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

using namespace Qt::StringLiterals;

namespace sweepbench {

EpollStream::EpollStream(StreamContext &context, StreamUser &user, std::size_t addressNumber)
    : m_context(context), m_user(user), m_addressNumber(addressNumber)
{
}

EpollStream::~EpollStream()
{
    close();
}

std::optional<OpenFailure> EpollStream::open()
{
    auto opened = m_context.dialler.dial(m_addressNumber);
    if (auto *failure = std::get_if<OpenFailure>(&opened))
        return std::move(*failure);
    m_socket = std::get<FileDescriptor>(std::move(opened));
    m_connecting = true;
    m_watched = EPOLLOUT;
    if (!m_context.set.add(m_socket.get(), m_watched, this)) {
        m_socket.reset();
        return OpenFailure{ErrorKind::LocalDescriptors, u"the kernel refuses to watch another socket"_s};
    }
    return std::nullopt;
}

void EpollStream::onEpollEvents(std::uint32_t events)
{
    if (!m_socket)
        return; // closed earlier in the same round of events
    if (m_connecting) {
        onConnected();
        return;
    }
    // Bytes come first: an early answer to a request that is still being written, or the end.
    if ((events & (EPOLLIN | EPOLLHUP | EPOLLERR)) && !receive())
        return;
    if (events & EPOLLOUT) {
        watch(EPOLLIN);
        m_user.onWritable();
    }
}

void EpollStream::onConnected()
{
    if (auto failure = Dialler::outcome(m_socket.get())) {
        close();
        m_user.onOpenFailed(*failure);
        return;
    }
    m_connecting = false;
    const Instant now = steadyNow();
    watch(EPOLLIN);
    m_user.onOpened(now, now);
}

/// False when the user wants no more, or the stream is no longer what it was.
bool EpollStream::receive()
{
    auto &buffer = m_context.readBuffer;
    while (true) {
        const ssize_t count = ::recv(m_socket.get(), buffer.data(), buffer.size(), 0);
        if (count > 0) {
            if (!m_user.onReceived(buffer.data(), count))
                return false;
            if (static_cast<std::size_t>(count) < buffer.size())
                return true; // the socket was empty; the set is level-triggered
        } else if (count == 0) {
            m_user.onEnded({});
            return false;
        } else if (errno == EAGAIN) {
            return true;
        } else if (errno != EINTR) {
            m_user.onEnded({StreamEnd::How::Broken, ErrorKind::Reset, QString::fromLocal8Bit(std::strerror(errno))});
            return false;
        }
    }
}

qint64 EpollStream::write(const char *data, qint64 size)
{
    while (true) {
        const ssize_t count = ::send(m_socket.get(), data, static_cast<std::size_t>(size), MSG_NOSIGNAL);
        if (count < size && (count >= 0 || errno == EAGAIN)) {
            watch(EPOLLIN | EPOLLOUT);
            return std::max<ssize_t>(0, count);
        }
        if (count >= 0 || errno != EINTR)
            return count >= 0 ? count : -errno;
    }
}

void EpollStream::close()
{
    if (m_socket)
        m_context.set.remove(m_socket.get());
    m_socket.reset();
}

void EpollStream::closeAfterPeer()
{
    m_context.set.remove(m_socket.get());
    m_context.closing.adopt(std::move(m_socket));
}

void EpollStream::watch(std::uint32_t events)
{
    if (m_watched == events)
        return;
    m_watched = events;
    m_context.set.modify(m_socket.get(), events, this);
}

} // namespace sweepbench
