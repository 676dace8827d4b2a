// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/dialler.h"

#include <cerrno>

namespace sweepbench {

namespace {

/// Tried one after the other for one connect, each with a whole range of ports: 28,000 of them by default.
constexpr int mostSources = 64;

SocketAddress loopbackSource(int number)
{
    return socketAddress(QHostAddress(0x7F000001U + static_cast<quint32>(number)), 0);
}

} // namespace

Dialler::Dialler(const std::vector<QHostAddress> &addresses, quint16 port, bool noDelay) : m_noDelay(noDelay)
{
    for (const QHostAddress &address : addresses) {
        bool isV4 = false;
        const quint32 v4 = address.toIPv4Address(&isV4);
        m_destinations.push_back({socketAddress(address, port), isV4 && v4 >> 24 == 127});
    }
}

std::variant<FileDescriptor, OpenFailure> Dialler::dial(std::size_t number)
{
    Destination &destination = m_destinations[number % m_destinations.size()];
    int error = 0;
    for (int attempt = 0; attempt < mostSources; ++attempt) {
        auto opened = destination.source == 0 ? startConnect(destination.address, m_noDelay)
                                              : startConnect(destination.address, m_noDelay, loopbackSource(destination.source));
        if (auto *fd = std::get_if<FileDescriptor>(&opened))
            return std::move(*fd);
        error = std::get<int>(opened);
        if (connectErrorKind(error) != ErrorKind::LocalPorts || !destination.isLoopbackV4)
            break;
        // The next connects begin with the source that had ports left: to find out that none is left costs a search of them all.
        destination.source = (destination.source + 1) % mostSources;
    }
    if (error == EADDRNOTAVAIL && !hasLocalAddressFor(destination.address))
        return OpenFailure{ErrorKind::Connect, connectErrorText(error)};
    return OpenFailure{connectErrorKind(error), connectErrorText(error)};
}

std::optional<OpenFailure> Dialler::outcome(int fd)
{
    if (const int error = connectResult(fd); error != 0)
        return OpenFailure{connectErrorKind(error), connectErrorText(error)};
    return std::nullopt;
}

} // namespace sweepbench
