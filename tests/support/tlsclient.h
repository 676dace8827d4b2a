// SPDX-License-Identifier: GPL-3.0-or-later
// A blocking TLS client that trusts anybody, for tests of servers and proxies: straight on OpenSSL.
// Thread contract: one thread per object. Writing to a peer that has gone raises SIGPIPE, unless the test ignores it.
#pragma once

#include "tests/support/certificates.h"

#include <QByteArray>

struct ssl_ctx_st;
struct ssl_st;
struct ssl_session_st;

namespace sweepbench::test {

class TlsClient
{
public:
    /// How the handshake, or the last read, ended.
    enum class End {
        Data, ///< it did not: the bytes asked for are there
        CloseNotify,
        Truncated, ///< FIN without close_notify
        Reset,
        Alert
    };
    struct Options
    {
        QByteArray tunnel = {};     ///< a CONNECT request to send to the port, a proxy's, before the handshake
        QByteArray serverName = {}; ///< SNI; empty: none
        QByteArray alpn = {};       ///< each name after its size in one byte: "\x02h2"
        int highest = 0;            ///< TLS version as OpenSSL numbers it; 0: any
        CertificatePair certificate = {};
        ssl_session_st *session = nullptr; ///< to be resumed; stays the caller's
    };

    /// Connects to 127.0.0.1.
    TlsClient(quint16 port, const Options &options);
    explicit TlsClient(quint16 port) : TlsClient(port, Options()) {}
    ~TlsClient();
    TlsClient(const TlsClient &) = delete;
    TlsClient &operator=(const TlsClient &) = delete;

    bool isConnected() const { return m_connected; } ///< the handshake is complete, as far as the client can tell
    QByteArray alpnSelected() const;                 ///< empty: none
    void send(const QByteArray &bytes);
    /// Reads until \a size bytes have come or the peer has ended the connection; gives up when nothing comes for 20 s.
    QByteArray read(qsizetype size);
    QByteArray readToEnd();
    /// Decrypted bytes of the last record that read() has not returned yet.
    int pending() const;
    End end() const { return m_end; }
    int alert() const { return m_alert; } ///< its number, when end() is Alert
    ssl_session_st *session() const;      ///< to be freed by the caller with SSL_SESSION_free()
    void sayGoodbye();                    ///< sends close_notify

    /// Asks for \a path over a connection of its own that closes afterwards; the body of the answer.
    static QByteArray get(quint16 port, const QByteArray &path, const Options &options);
    static QByteArray get(quint16 port, const QByteArray &path) { return get(port, path, Options()); }

private:
    bool openTunnel(const QByteArray &request) const;
    int note(int done);

    ssl_ctx_st *m_context = nullptr;
    ssl_st *m_ssl = nullptr;
    int m_fd = -1;
    bool m_connected = false;
    End m_end = End::Truncated;
    int m_alert = 0;
};

} // namespace sweepbench::test
