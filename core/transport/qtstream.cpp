// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/qtstream.h"

#include "core/transport/streamcontext.h"

#include <QCoreApplication>
#include <QNetworkProxy>
#include <QSocketNotifier>
#include <QStringList>

#include <fcntl.h>
#include <sys/socket.h>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

/// What a stream lets Qt buffer: a request of many megabytes must not be encrypted and kept whole for each connection.
constexpr qint64 mostBuffered = 256 * 1024;

} // namespace

QtStream::QtStream(StreamContext &context, StreamUser &user, std::size_t addressNumber)
    : m_context(context), m_user(user), m_addressNumber(addressNumber)
{
}

QtStream::~QtStream()
{
    close();
}

std::optional<OpenFailure> QtStream::open()
{
    auto opened = m_context.dialler.dial(m_addressNumber);
    if (auto *failure = std::get_if<OpenFailure>(&opened))
        return std::move(*failure);
    m_connecting = std::get<FileDescriptor>(std::move(opened));
    m_stage = Stage::Connecting;
    m_connectWatch = std::make_unique<QSocketNotifier>(m_connecting.get(), QSocketNotifier::Write);
    connect(m_connectWatch.get(), &QSocketNotifier::activated, this, &QtStream::onConnected);
    return std::nullopt;
}

void QtStream::onConnected()
{
    m_connectWatch->setEnabled(false);
    m_connectWatch.release()->deleteLater(); // this is its signal
    if (const auto failure = Dialler::outcome(m_connecting.get())) {
        failOpen(failure->kind, failure->text);
        return;
    }
    m_twin = FileDescriptor(::fcntl(m_connecting.get(), F_DUPFD_CLOEXEC, 0));
    makeSocket();
    if (!m_twin || !m_socket->setSocketDescriptor(m_connecting.get())) {
        failOpen(ErrorKind::LocalDescriptors, u"no file descriptor is left for another connection"_s);
        return;
    }
    m_connecting.release(); // Qt's now
    if (m_context.tunnelRequest.isEmpty())
        goOn();
    else
        askForTunnel();
}

void QtStream::makeSocket()
{
    if (m_context.tls) {
        m_ssl = new QSslSocket;
        m_socket.reset(m_ssl);
        connect(m_ssl, &QSslSocket::encrypted, this, &QtStream::onEncrypted);
        connect(m_ssl, &QSslSocket::alertReceived, this, &QtStream::onAlert);
        if (m_context.tlsOptions.resumption)
            connect(m_ssl, &QSslSocket::newSessionTicketReceived, this, &QtStream::keepSession);
    } else {
        m_socket = std::make_unique<QTcpSocket>();
    }
    m_socket->setProxy(QNetworkProxy::NoProxy); // whatever the system's settings say
    connect(m_socket.get(), &QTcpSocket::readyRead, this, &QtStream::onReadyRead);
    connect(m_socket.get(), &QTcpSocket::errorOccurred, this, &QtStream::onError);
}

void QtStream::askForTunnel()
{
    m_stage = Stage::Tunnelling;
    m_tunnelReply = std::make_unique<TunnelReply>();
    m_socket->write(m_context.tunnelRequest);
    m_socket->flush();
}

void QtStream::readTunnelReply()
{
    auto &buffer = m_context.readBuffer;
    const qint64 count = m_socket->read(buffer.data(), static_cast<qint64>(buffer.size()));
    if (count <= 0)
        return;
    const auto state = m_tunnelReply->feed(buffer.data(), count);
    if (state == TunnelReply::State::Refused)
        failOpen(ErrorKind::Proxy, m_tunnelReply->refusal());
    else if (state == TunnelReply::State::Open)
        goOn();
}

/// The TCP connection to the server, or the tunnel to it, is there.
void QtStream::goOn()
{
    m_tunnelReply.reset();
    m_connectedAt = steadyNow();
    if (m_ssl) {
        startTls();
        return;
    }
    m_stage = Stage::Open;
    m_user.onOpened(m_connectedAt, m_connectedAt);
}

void QtStream::startTls()
{
    m_stage = Stage::Handshaking;
    QSslConfiguration configuration = *m_context.tls;
    if (m_context.tlsOptions.resumption && !m_context.tlsSession.isEmpty())
        configuration.setSessionTicket(m_context.tlsSession);
    m_ssl->setSslConfiguration(configuration);
    m_ssl->setPeerVerifyName(m_context.tlsPeerName); // SNI too, unless it is an address
    m_ssl->startClientEncryption();
}

void QtStream::onEncrypted()
{
    m_stage = Stage::Open;
    if (m_context.tlsOptions.resumption)
        keepSession(); // TLS 1.2 has it by now; in 1.3 it comes later
    m_user.onOpened(m_connectedAt, steadyNow());
}

void QtStream::keepSession()
{
    const QByteArray session = m_ssl->sslConfiguration().sessionTicket();
    if (!session.isEmpty())
        m_context.tlsSession = session;
}

void QtStream::onReadyRead()
{
    if (m_stage == Stage::Tunnelling)
        readTunnelReply();
    else if (m_stage == Stage::Open)
        deliver();
}

/// False when the user wants no more, or the stream is no longer what it was.
bool QtStream::receive()
{
    auto &buffer = m_context.readBuffer;
    const auto size = static_cast<qint64>(buffer.size());
    while (true) {
        const qint64 count = m_socket->read(buffer.data(), size);
        if (count <= 0)
            return true;
        if (!m_user.onReceived(buffer.data(), count))
            return false;
        if (count < size)
            return true;
    }
}

/// Hands out what has arrived, and then the end, if the stream has ended.
void QtStream::deliver()
{
    if (m_writing) {
        m_deliveryDue = true;
        return;
    }
    const QTcpSocket *const socket = m_socket.get();
    if (!receive()) {
        if (m_end && m_socket.get() == socket)
            deliverLater();
        return;
    }
    if (m_end) {
        const StreamEnd end = *m_end; // the user closes the stream
        m_user.onEnded(end);
    }
}

void QtStream::deliverLater()
{
    QMetaObject::invokeMethod(this, [this, socket = m_socket.get()] {
        if (m_socket.get() == socket)
            deliver();
    }, Qt::QueuedConnection);
}

qint64 QtStream::write(const char *data, qint64 size)
{
    if (m_end)
        return size; // lost, as bytes are that go to a peer that has left; onEnded() is on its way
    // What Qt reports meanwhile, bytes or the end, the user must not hear of before it knows what it has written.
    m_writing = true;
    qint64 taken = 0;
    while (taken < size && !m_end) {
        const qint64 room = size <= mostBuffered && !m_waitsForRoom ? size : mostBuffered - buffered();
        if (room <= 0)
            break;
        const qint64 count = std::min(room, size - taken);
        m_socket->write(data + taken, count);
        flush();
        taken += count;
    }
    m_writing = false;
    if (std::exchange(m_deliveryDue, false))
        deliverLater();
    if (taken < size && !std::exchange(m_waitsForRoom, true)) {
        if (m_ssl)
            connect(m_ssl, &QSslSocket::encryptedBytesWritten, this, &QtStream::onRoom, Qt::QueuedConnection);
        else
            connect(m_socket.get(), &QTcpSocket::bytesWritten, this, &QtStream::onRoom, Qt::QueuedConnection);
    }
    return taken;
}

qint64 QtStream::buffered() const
{
    return m_socket->bytesToWrite() + (m_ssl ? m_ssl->encryptedBytesToWrite() : 0);
}

/// Encrypts and sends at once: Qt would wait for its event loop, twice.
void QtStream::flush()
{
    // QSslSocket posts itself an event to flush by, and no second one while that is under way: with the first one taken away
    // it is spared the event and a second round through TLS for each request.
    if (m_ssl && !std::exchange(m_flushesAlone, true))
        QCoreApplication::removePostedEvents(m_ssl, QEvent::MetaCall);
    m_socket->flush();
}

void QtStream::onRoom()
{
    if (m_stage == Stage::Open && m_waitsForRoom && !m_end)
        m_user.onWritable();
}

void QtStream::onAlert(QSsl::AlertLevel level, QSsl::AlertType type, const QString &description)
{
    if (type == QSsl::AlertType::CloseNotify)
        m_sawClosureAlert = true;
    else if (level == QSsl::AlertLevel::Fatal)
        m_alert = type == QSsl::AlertType::CertificateRequired ? u"certificate required"_s // OpenSSL 3.0 has no words for it
                                                               : description;
}

void QtStream::onError(QAbstractSocket::SocketError error)
{
    switch (m_stage) {
    case Stage::Tunnelling:
        failOpen(ErrorKind::Proxy, TunnelReply::endedText(wasReset()));
        break;
    case Stage::Handshaking:
        failOpen(ErrorKind::Tls, handshakeFailure(error));
        break;
    case Stage::Open:
        if (!m_end) {
            m_end = endAfter(error);
            deliver();
        }
        break;
    case Stage::Closed:
    case Stage::Connecting:
        break;
    }
}

void QtStream::failOpen(ErrorKind kind, const QString &text)
{
    close();
    m_user.onOpenFailed({kind, text});
}

QString QtStream::handshakeFailure(QAbstractSocket::SocketError error) const
{
    QStringList reasons;
    for (const QSslError &reason : m_ssl->sslHandshakeErrors())
        if (!reasons.contains(reason.errorString()))
            reasons << reason.errorString();
    if (!reasons.isEmpty())
        return u"the certificate is not accepted: "_s + reasons.join(u"; "_s);
    if (!m_alert.isEmpty())
        return u"the server refused the TLS handshake: "_s + m_alert;
    if (error == QAbstractSocket::RemoteHostClosedError)
        return wasReset() ? u"the server reset the connection during the TLS handshake"_s
                          : u"the server closed the connection during the TLS handshake"_s;
    return m_ssl->errorString();
}

StreamEnd QtStream::endAfter(QAbstractSocket::SocketError error) const
{
    if (!m_alert.isEmpty())
        return {StreamEnd::How::Broken, ErrorKind::Tls, u"the server ended the TLS connection: "_s + m_alert};
    if (error == QAbstractSocket::RemoteHostClosedError) {
        if (m_sawClosureAlert)
            return {};
        if (wasReset())
            return {StreamEnd::How::Broken, ErrorKind::Reset, u"Connection reset by peer"_s};
        return {m_ssl ? StreamEnd::How::Truncated : StreamEnd::How::Finished};
    }
    const bool ofTls = error == QAbstractSocket::SslHandshakeFailedError || error == QAbstractSocket::SslInternalError
        || error == QAbstractSocket::SslInvalidUserDataError;
    return {StreamEnd::How::Broken, ofTls ? ErrorKind::Tls : ErrorKind::Reset, m_socket->errorString()};
}

/// A socket that was reset has no peer any more; one whose peer has only ended still does.
bool QtStream::wasReset() const
{
    sockaddr_storage peer{};
    socklen_t length = sizeof peer;
    return ::getpeername(m_twin.get(), reinterpret_cast<sockaddr *>(&peer), &length) != 0;
}

void QtStream::close()
{
    m_stage = Stage::Closed;
    if (m_connectWatch) {
        m_connectWatch->setEnabled(false);
        m_connectWatch.release()->deleteLater();
    }
    m_connecting.reset();
    m_twin.reset();
    m_tunnelReply.reset();
    m_ssl = nullptr;
    if (m_socket) {
        disconnect(m_socket.get(), nullptr, this, nullptr);
        m_socket.release()->deleteLater(); // this may be its signal
    }
    m_alert.clear();
    m_sawClosureAlert = false;
    m_waitsForRoom = false;
    m_flushesAlone = false;
    m_deliveryDue = false;
    m_end.reset();
}

void QtStream::closeAfterPeer()
{
    FileDescriptor twin = std::move(m_twin);
    disconnect(m_socket.get(), nullptr, this, nullptr);
    m_socket->disconnectFromHost(); // TLS's closure alert; the twin keeps TCP open
    close();
    m_context.closing.adopt(std::move(twin));
}

} // namespace sweepbench
