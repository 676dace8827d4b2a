// SPDX-License-Identifier: GPL-3.0-or-later
// TLS over OpenSSL on a descriptor in the epoll set, straight or through a proxy's tunnel: one system call to send a request and
// one to receive a small answer.
// Thread contract: as ByteStream.
#pragma once

#include "core/transport/bytestream.h"
#include "core/transport/epollsocket.h"
#include "core/transport/proxytunnel.h"
#include "core/transport/tlscontext.h"

#include <memory>

namespace sweepbench {

struct StreamContext;

class TlsStream final : public ByteStream, private SocketOwner
{
public:
    /// Connects to the context's \a addressNumber-th address.
    TlsStream(StreamContext &context, StreamUser &user, std::size_t addressNumber);
    ~TlsStream() override;

    std::optional<OpenFailure> open() override;
    qint64 write(const char *data, qint64 size) override;
    void close() override;
    void closeAfterPeer() override;

    // For OpenSSL: as recv(2) and send(2).
    qint64 readSocket(char *data, std::size_t size);
    qint64 writeSocket(const char *data, std::size_t size);
    void onAlert(const QString &alert) { m_alert = alert; }

private:
    enum class Stage { Connecting, Tunnelling, Handshaking, Open };

    void onSocketEvents(EpollSocket &socket, std::uint32_t events) override;
    bool goOn(std::uint32_t events);
    bool finishConnecting(std::uint32_t events);
    bool askForTunnel();
    bool readTunnelReply();
    bool startTls();
    bool shakeHands();
    bool receive();
    bool failOpen(ErrorKind kind, const QString &text);
    QString handshakeFailure() const;
    StreamEnd endAfter(int sslError) const;
    bool hasMore() const;

    StreamContext &m_context;
    StreamUser &m_user;
    std::size_t m_addressNumber;
    std::unique_ptr<EpollSocket> m_socket;
    SslPointer m_ssl;
    std::unique_ptr<TunnelReply> m_tunnelReply;
    Stage m_stage = Stage::Connecting;
    Instant m_connectedAt;
    QString m_alert;             ///< the fatal one that the server sent
    int m_socketError = 0;       ///< errno of the read that failed
    bool m_mayHaveBytes = false; ///< the socket has not been read to its end since it last had something
    bool m_hasEnded = false;     ///< the peer has closed its side, or the connection is broken: there is an end to be read
    bool m_awaitsRoom = false;   ///< a write() did not take everything
};

} // namespace sweepbench
