// SPDX-License-Identifier: GPL-3.0-or-later
// Starts TCP connects to the addresses of one target, with the kernel's own error, so that each failure gets its right kind.
// Thread contract: belongs to one thread at a time.
#pragma once

#include "core/transport/bytestream.h"
#include "core/transport/filedescriptor.h"
#include "core/transport/tcpconnect.h"

#include <QHostAddress>

#include <variant>
#include <vector>

namespace sweepbench {

class Dialler
{
public:
    /// \a noDelay: writes don't wait for the acknowledgement of the ones before (TCP_NODELAY).
    Dialler(const std::vector<QHostAddress> &addresses, quint16 port, bool noDelay);

    /// A descriptor that is connecting to the \a number-th address, counted round and round. Where the local ports of a
    /// loopback target have run out, another source address of 127.0.0.0/8 has a full range of them.
    std::variant<FileDescriptor, OpenFailure> dial(std::size_t number);
    /// The outcome of a connect whose descriptor became writable: a failure, or nothing.
    static std::optional<OpenFailure> outcome(int fd);

private:
    struct Destination
    {
        SocketAddress address;
        bool isLoopbackV4 = false;
        int source = 0; ///< 0: the kernel's choice; n: 127.0.0.(n + 1)
    };
    std::vector<Destination> m_destinations;
    bool m_noDelay;
};

} // namespace sweepbench
