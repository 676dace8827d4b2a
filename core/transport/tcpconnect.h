// SPDX-License-Identifier: GPL-3.0-or-later
// Non-blocking TCP connects with the kernel's own error, so that each failure gets its right kind.
// Thread contract: pure functions over descriptors.
#pragma once

#include "core/model/errorkind.h"
#include "core/transport/filedescriptor.h"

#include <QHostAddress>

#include <sys/socket.h>

#include <variant>

namespace sweepbench {

/// A socket address ready for connect(2).
struct SocketAddress
{
    sockaddr_storage storage{};
    socklen_t length = 0;
};
SocketAddress socketAddress(const QHostAddress &address, quint16 port);
/// "127.0.0.1:80", "[::1]:8080": for texts.
QString addressText(const QHostAddress &address, quint16 port);

/// A descriptor that is connecting (or connected), or why there is none (errno).
std::variant<FileDescriptor, int> startConnect(const SocketAddress &address, bool noDelay);
/// The same from a given local address; the kernel chooses the port when it knows the destination.
std::variant<FileDescriptor, int> startConnect(const SocketAddress &address, bool noDelay, const SocketAddress &source);
/// The outcome of a connect that became writable: 0, or its errno.
int connectResult(int fd);
/// False where no interface has an address of the destination's family: that too is EADDRNOTAVAIL. Nothing is sent.
bool hasLocalAddressFor(const SocketAddress &destination);
/// The error kind of a failed connect(2) or socket(2), and its words.
ErrorKind connectErrorKind(int error);
QString connectErrorText(int error);

} // namespace sweepbench
