// SPDX-License-Identifier: GPL-3.0-or-later
// A TCP socket in an epoll set, added once and never modified: edge-triggered, for all that can happen to it. Whoever owns it may
// change without a system call.
// Thread contract: as its EpollSet.
#pragma once

#include "core/transport/epollset.h"
#include "core/transport/filedescriptor.h"

#include <memory>

namespace sweepbench {

class EpollSocket;

class SocketOwner
{
public:
    /// \a events came about since the last call: what is not read or written to its end now will not be told again.
    virtual void onSocketEvents(EpollSocket &socket, std::uint32_t events) = 0;

protected:
    ~SocketOwner() = default;
};

class EpollSocket final : public EpollHandler
{
public:
    /// Null when the kernel refuses to watch another socket.
    static std::unique_ptr<EpollSocket> watch(EpollSet &set, FileDescriptor descriptor, SocketOwner &owner);
    ~EpollSocket() override;

    int descriptor() const { return m_descriptor.get(); }
    void setOwner(SocketOwner &owner) { m_owner = &owner; }
    /// Has everything that is the case told again, to the owner of then.
    void tellAgain();
    /// At once. What has happened to it in the present round of events is not told any more.
    static void close(std::unique_ptr<EpollSocket> socket);

private:
    EpollSocket(EpollSet &set, FileDescriptor descriptor, SocketOwner &owner);
    void onEpollEvents(std::uint32_t events) override;
    void release();

    EpollSet &m_set;
    FileDescriptor m_descriptor;
    SocketOwner *m_owner;
};

} // namespace sweepbench
