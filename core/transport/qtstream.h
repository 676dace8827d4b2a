// SPDX-License-Identifier: GPL-3.0-or-later
// A connection over Qt's sockets in the worker's event loop: QSslSocket for TLS, straight or through a proxy's tunnel, and
// QTcpSocket for plain HTTP where there is no epoll.
// Thread contract: as ByteStream.
#pragma once

#include "core/transport/bytestream.h"
#include "core/transport/filedescriptor.h"
#include "core/transport/proxytunnel.h"

#include <QObject>
#include <QSslSocket>

#include <memory>

class QSocketNotifier;

namespace sweepbench {

struct StreamContext;

class QtStream final : public QObject, public ByteStream
{
public:
    /// Connects to the context's \a addressNumber-th address.
    QtStream(StreamContext &context, StreamUser &user, std::size_t addressNumber);
    ~QtStream() override;

    std::optional<OpenFailure> open() override;
    qint64 write(const char *data, qint64 size) override;
    void close() override;
    void closeAfterPeer() override;

private:
    enum class Stage { Closed, Connecting, Tunnelling, Handshaking, Open };

    void onConnected();
    void onReadyRead();
    void onError(QAbstractSocket::SocketError error);
    void onAlert(QSsl::AlertLevel level, QSsl::AlertType type, const QString &description);
    void onEncrypted();
    void onRoom();

    void makeSocket();
    void askForTunnel();
    void readTunnelReply();
    void goOn();
    void startTls();
    void keepSession();
    void failOpen(ErrorKind kind, const QString &text);
    qint64 buffered() const;
    void flush();
    bool receive();
    void deliver();
    void deliverLater();
    StreamEnd endAfter(QAbstractSocket::SocketError error) const;
    QString handshakeFailure(QAbstractSocket::SocketError error) const;
    bool wasReset() const;

    StreamContext &m_context;
    StreamUser &m_user;
    std::size_t m_addressNumber;
    Stage m_stage = Stage::Closed;
    FileDescriptor m_connecting;
    std::unique_ptr<QSocketNotifier> m_connectWatch;
    std::unique_ptr<QTcpSocket> m_socket; ///< one per connection
    QSslSocket *m_ssl = nullptr;          ///< the same, where it speaks TLS
    FileDescriptor m_twin; ///< a second descriptor of the socket: it outlives Qt's and tells a reset from an end, which Qt does not
    std::unique_ptr<TunnelReply> m_tunnelReply;
    Instant m_connectedAt;
    QString m_alert;              ///< the fatal one that the server sent
    bool m_sawClosureAlert = false;
    bool m_writing = false;       ///< what Qt reports meanwhile has to wait
    bool m_waitsForRoom = false;
    bool m_flushesAlone = false;  ///< nobody else flushes the socket any more
    bool m_deliveryDue = false;
    std::optional<StreamEnd> m_end; ///< to be told when what has arrived before is read
};

} // namespace sweepbench
