// SPDX-License-Identifier: GPL-3.0-or-later
// Loopback sockets for the fixtures. Thread contract: free functions over descriptors; each aborts the test program with the
// system's reason when it can't do its work.
#pragma once

#include <QString>
#include <QtGlobal>

namespace sweepbench::test {

/// True for ::1, for every address of 127.0.0.0/8, and inside a network namespace (networknamespace.h) for its own address;
/// the functions here take no other.
bool isTestAddress(const QString &address);
/// A non-blocking socket that listens on a loopback address; port 0 takes any free one.
int listenOn(const QString &address, quint16 port, int backlog = 1024);
/// A socket bound to a free port of 127.0.0.1 that does not listen.
int bindFree();
/// A non-blocking socket that connects, or has connected; -1 with errno when that failed at once.
int startConnecting(const QString &address, quint16 port);
quint16 localPort(int fd);
/// A port of 127.0.0.1 that nobody used a moment ago.
quint16 freePort();
/// True when something accepts connections on 127.0.0.1:\a port.
bool accepts(quint16 port);
void setNoDelay(int fd);
/// close() will send RST instead of FIN.
void setResetOnClose(int fd);

} // namespace sweepbench::test
