// SPDX-License-Identifier: GPL-3.0-or-later
// A blocking client that sends bytes and reads what comes, for tests of servers (our demo server among them).
// Thread contract: one thread per object.
#pragma once

#include <QByteArray>

#include <chrono>

namespace sweepbench::test {

class RawClient
{
public:
    enum class End {
        Open,   ///< the time was up, the connection is open
        Closed, ///< FIN
        Reset
    };

    /// Connects to 127.0.0.1 (or ::1); isConnected() tells whether that worked, error() is the errno.
    explicit RawClient(quint16 port, bool ipv6 = false);
    ~RawClient();
    RawClient(const RawClient &) = delete;
    RawClient &operator=(const RawClient &) = delete;

    bool isConnected() const { return m_error == 0; }
    int error() const { return m_error; }
    void send(const QByteArray &bytes);
    /// Reads until \a size bytes have come, the peer has ended the connection, or the time is up.
    QByteArray read(qsizetype size, std::chrono::milliseconds timeout = std::chrono::seconds(5));
    /// Reads until the peer has ended the connection or the time is up.
    QByteArray readToEnd(std::chrono::milliseconds timeout = std::chrono::seconds(5));
    /// How the last read ended.
    End end() const { return m_end; }

    /// Asks for \a path over a connection of its own that closes afterwards; the body of the answer, and its status in \a status.
    static QByteArray get(quint16 port, const QByteArray &path, int *status = nullptr);

private:
    int m_fd = -1;
    int m_error = 0;
    End m_end = End::Open;
};

} // namespace sweepbench::test
