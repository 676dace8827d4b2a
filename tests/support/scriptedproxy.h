// SPDX-License-Identifier: GPL-3.0-or-later
// A forward proxy on loopback: relays absolute-form requests and CONNECT tunnels byte for byte, asks for Basic credentials
// when told, and fails a CONNECT in every way that was seen in the wild. Plain POSIX sockets.
// Thread contract: construct, start and stop in one thread; it serves in one thread of its own. The counters and the log may
// be read from any thread at any time.
#pragma once

#include "tests/support/scriptedserver.h"

#include <QByteArray>
#include <QString>

#include <chrono>
#include <map>
#include <memory>
#include <vector>

namespace sweepbench::test {

/// What follows a CONNECT (with the right credentials, where some are wanted).
enum class ConnectReply {
    Tunnel,            ///< a bare 200 and the tunnel; 502 when the origin can't be reached
    TunnelWithHeaders, ///< the same, with header fields, none of them about a body
    TunnelWithLength,  ///< the same, with a Content-Length, which the client has to ignore (RFC 9110, section 9.3.6)
    TunnelInTwo,       ///< the same, its 200 in two pieces, 30 ms apart
    Forbidden,         ///< 403 with a body; the connection stays open
    BadGateway,        ///< 502 with a body; the connection stays open
    Close,             ///< FIN instead of an answer
    Reset,             ///< RST instead of an answer
    Silence,           ///< never answers
    Garbage            ///< bytes that are no HTTP; the connection stays open
};

class ScriptedProxy
{
public:
    struct Options
    {
        QString address = QStringLiteral("127.0.0.1");
        QByteArray credentials = {}; ///< "user:password"; not empty: 407 without them
        bool closeAfter407 = false;
        ConnectReply connectReply = ConnectReply::Tunnel;
        /// Names that it can look up, with their loopback address; besides localhost and the loopback addresses themselves.
        /// Any other host is a 502.
        std::map<QByteArray, QByteArray> hosts = {};
    };

    explicit ScriptedProxy(Options options);
    ScriptedProxy() : ScriptedProxy(Options()) {}
    ~ScriptedProxy(); ///< stop()
    ScriptedProxy(const ScriptedProxy &) = delete;
    ScriptedProxy &operator=(const ScriptedProxy &) = delete;

    quint16 port() const;
    QString url() const; ///< "http://127.0.0.1:PORT"
    /// Ends everything at once. The counters and the log stay readable.
    void stop();

    int connections() const;       ///< accepted so far
    int openConnections() const;   ///< now
    int originConnections() const; ///< made to origins so far
    int tunnels() const;           ///< opened so far
    int requests() const;          ///< request heads received: CONNECTs and absolute-form ones, refused ones included
    /// As they arrived: target() is the absolute URL, or HOST:PORT of a CONNECT. Holds 100,000 at most.
    std::vector<ReceivedRequest> log() const;
    /// Waits until so many requests have arrived; false when the time is up.
    bool waitForRequests(int count, std::chrono::milliseconds timeout = std::chrono::seconds(5)) const;

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace sweepbench::test
