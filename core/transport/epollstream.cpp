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

std::variant<std::unique_ptr<EpollSocket>, OpenFailure> dialWatched(StreamContext &context, std::size_t addressNumber, SocketOwner &owner)
{
    auto opened = context.dialler.dial(addressNumber);
    if (auto *failure = std::get_if<OpenFailure>(&opened))
        return std::move(*failure);
    if (auto socket = EpollSocket::watch(context.set, std::get<FileDescriptor>(std::move(opened)), owner))
        return socket;
    return OpenFailure{ErrorKind::LocalDescriptors, u"the kernel refuses to watch another socket"_s};
}

std::unique_ptr<ByteStream> makePlainStream(StreamContext &context, StreamUser &user, std::size_t addressNumber)
{
    return std::make_unique<EpollStream>(context, user, addressNumber);
}

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
    auto opened = dialWatched(m_context, m_addressNumber, *this);
    if (auto *failure = std::get_if<OpenFailure>(&opened))
        return std::move(*failure);
    m_socket = std::get<std::unique_ptr<EpollSocket>>(std::move(opened));
    m_connecting = true;
    m_hasEnded = false;
    m_awaitsRoom = false;
    return std::nullopt;
}

void EpollStream::onSocketEvents(EpollSocket &socket, std::uint32_t events)
{
    m_hasEnded = events & (EPOLLRDHUP | EPOLLHUP | EPOLLERR);
    if (m_connecting && (!finishConnecting(events) || m_socket.get() != &socket))
        return;
    // Bytes come first: an early answer to a request that is still being written, or the end.
    if ((m_hasEnded || events & EPOLLIN) && !receive())
        return;
    if ((events & EPOLLOUT) && m_awaitsRoom) {
        m_awaitsRoom = false;
        m_user.onWritable();
    }
}

/// False while there is no connection. Afterwards the user has had its turn: it may have closed the stream, or opened it anew.
bool EpollStream::finishConnecting(std::uint32_t events)
{
    if (m_hasEnded) {
        if (auto failure = Dialler::outcome(m_socket->descriptor())) {
            close();
            m_user.onOpenFailed(*failure);
            return false;
        }
    } else if (!(events & EPOLLOUT)) {
        return false;
    }
    m_connecting = false;
    const Instant now = steadyNow();
    m_user.onOpened(now, now);
    return true;
}

/// Reads until there is no more. False when the user wants no more, or the stream is no longer what it was.
bool EpollStream::receive()
{
    auto &buffer = m_context.readBuffer;
    const EpollSocket *const socket = m_socket.get();
    while (true) {
        const ssize_t count = ::recv(socket->descriptor(), buffer.data(), buffer.size(), 0);
        if (count > 0) {
            const bool mayHaveMore = m_hasEnded || static_cast<std::size_t>(count) == buffer.size();
            if (!m_user.onReceived(buffer.data(), count)) {
                if (mayHaveMore && m_socket.get() == socket)
                    m_socket->tellAgain();
                return false;
            }
            if (!mayHaveMore)
                return true; // the socket was empty, and what comes will be told (epoll(7), question 9)
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
        const ssize_t count = ::send(m_socket->descriptor(), data, static_cast<std::size_t>(size), MSG_NOSIGNAL);
        if (count < size && (count >= 0 || errno == EAGAIN)) {
            m_awaitsRoom = true;
            return std::max<ssize_t>(0, count);
        }
        if (count >= 0 || errno != EINTR)
            return count >= 0 ? count : -errno;
    }
}

void EpollStream::close()
{
    if (m_socket)
        EpollSocket::close(std::move(m_socket));
}

void EpollStream::closeAfterPeer()
{
    if (m_hasEnded)
        close(); // it has closed already
    else
        m_context.closing.adopt(std::move(m_socket));
}

} // namespace sweepbench
