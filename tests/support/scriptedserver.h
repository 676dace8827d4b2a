// SPDX-License-Identifier: GPL-3.0-or-later
// A loopback TCP server that answers each request exactly as its script says: bytes in pieces with pauses, then keep open,
// FIN, reset or silence; over TLS too. Plain POSIX sockets and OpenSSL, so that it shares no code with what it tests.
// Thread contract: construct, start and stop in one thread; it serves in one thread of its own, where the script is called
// (one call at a time). The counters and the log may be read from any thread at any time.
#pragma once

#include "tests/support/scriptedtls.h"

#include <QByteArray>
#include <QList>
#include <QString>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace sweepbench::test {

/// Bytes that leave in one send, after a pause.
struct Piece
{
    QByteArray bytes;
    std::chrono::milliseconds pauseBefore{0};
};

/// What happens to the connection after the last piece.
enum class Ending {
    KeepOpen, ///< the next request is answered
    Fin,      ///< half-close, read what still comes for a moment, close
    Reset,    ///< RST
    Hang      ///< stays open; nothing is sent any more and what comes is thrown away
};

struct Answer
{
    std::vector<Piece> pieces;
    Ending ending = Ending::KeepOpen;
    std::chrono::milliseconds endingDelay{0}; ///< between the last piece and the ending
    QByteArray endless;                       ///< not empty: sent over and over after the pieces, until the peer goes

    Answer() = default;
    Answer(QByteArray bytes, Ending end = Ending::KeepOpen, std::chrono::milliseconds delay = {});
    Answer(const char *bytes, Ending end = Ending::KeepOpen, std::chrono::milliseconds delay = {});
    /// Every byte on its own, \a pause apart.
    static Answer byteByByte(const QByteArray &bytes, std::chrono::milliseconds pause, const QByteArray &rest = {});
    /// The bytes cut in two: the first \a at bytes, a pause, the others.
    static Answer splitAt(const QByteArray &bytes, qsizetype at, std::chrono::milliseconds pause);
};

/// A request as it arrived. Numbers count from 1.
struct ReceivedRequest
{
    int connection = 0;   ///< number of the connection on this server
    int onConnection = 0; ///< number of the request on its connection
    int total = 0;        ///< number of the request on this server
    QByteArray head;      ///< request line and header fields, without the blank line
    QByteArray body;
    std::chrono::steady_clock::time_point at;

    QByteArray method() const;
    QByteArray target() const; ///< as sent: path and query
    /// Values of every field of that name (any case), trimmed, in order.
    std::vector<QByteArray> header(const QByteArray &name) const;
};

using Script = std::function<Answer(const ReceivedRequest &)>;

class ScriptedServer
{
public:
    struct Options
    {
        QString address = QStringLiteral("127.0.0.1"); ///< or "::1"; see isTestAddress()
        quint16 port = 0;                              ///< 0: any free one
        int keepLog = 100'000;                         ///< requests that the log holds at most; counting goes on beyond
        /// What a connection gets before it has asked anything (a greeting, or an ending at once).
        std::function<std::optional<Answer>(int connection)> onConnect = {};
        /// Speaks TLS. Each piece of up to 16 KiB leaves in one record (two answers in one piece share it). The counted bytes
        /// are those inside TLS, and a greeting of onConnect follows the handshake.
        std::optional<TlsOptions> tls = std::nullopt;
    };

    /// Starts serving; aborts the test program when no port can be had. `ScriptedServer server(Answer("…"))` answers all alike.
    explicit ScriptedServer(Script script, Options options);
    explicit ScriptedServer(Script script) : ScriptedServer(std::move(script), Options()) {}
    explicit ScriptedServer(Answer always);
    ~ScriptedServer(); ///< stop()
    ScriptedServer(const ScriptedServer &) = delete;
    ScriptedServer &operator=(const ScriptedServer &) = delete;

    quint16 port() const;
    QString url(const QString &path = QStringLiteral("/")) const;

    /// Ends every connection (Fin or Reset) and stops listening on the port until comeBack(): refused meanwhile.
    void goDown(Ending how = Ending::Fin);
    /// Listens on the same port again.
    void comeBack();
    /// Ends everything within 200 ms. The counters and the log stay readable.
    void stop();

    int connections() const;     ///< accepted so far
    int openConnections() const; ///< now
    int maxOpenConnections() const;
    int requests() const;        ///< complete requests received
    int answered() const;        ///< answers sent to their last byte; may lag a moment behind the client that got it
    qint64 bytesReceived() const;
    qint64 bytesSent() const;    ///< handed to the kernel; what was lost by a reset included
    std::vector<ReceivedRequest> log() const;
    /// With TLS: one for each connection, in the order of their numbers, complete or not. In TLS 1.3 the client is done
    /// before the server is: look after the first answer, or wait.
    std::vector<TlsHandshake> handshakes() const;
    /// Waits until so many requests have arrived; false when the time is up.
    bool waitForRequests(int count, std::chrono::milliseconds timeout = std::chrono::seconds(5)) const;
    /// Waits until no connection is open.
    bool waitUntilIdle(std::chrono::milliseconds timeout = std::chrono::seconds(5)) const;

private:
    class Private;
    std::unique_ptr<Private> d;
};

/// A loopback port that refuses connections as long as this lives (nobody else can take it meanwhile).
class RefusingPort
{
public:
    RefusingPort();
    ~RefusingPort();
    RefusingPort(const RefusingPort &) = delete;
    RefusingPort &operator=(const RefusingPort &) = delete;
    quint16 port() const { return m_port; }
    QString url() const;

private:
    int m_fd = -1;
    quint16 m_port = 0;
};

/// A loopback port whose queue of connections is full: connecting to it neither succeeds nor fails.
class UnansweringPort
{
public:
    UnansweringPort();
    ~UnansweringPort();
    UnansweringPort(const UnansweringPort &) = delete;
    UnansweringPort &operator=(const UnansweringPort &) = delete;
    quint16 port() const { return m_port; }
    QString url() const;

private:
    int m_fd = -1;
    quint16 m_port = 0;
    std::vector<int> m_fillers;
};

} // namespace sweepbench::test
