// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/tlsstream.h"

#include "core/transport/streamcontext.h"

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <sys/epoll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

// OpenSSL's own socket BIO writes with write(2), which raises SIGPIPE, and asks the kernel again where we know the answer.

TlsStream *streamOf(BIO *bio)
{
    return static_cast<TlsStream *>(BIO_get_data(bio));
}

int bioWrite(BIO *bio, const char *data, int size)
{
    BIO_clear_retry_flags(bio);
    const qint64 count = streamOf(bio)->writeSocket(data, static_cast<std::size_t>(size));
    if (count < 0 && errno == EAGAIN)
        BIO_set_retry_write(bio);
    return static_cast<int>(count);
}

int bioRead(BIO *bio, char *data, int size)
{
    BIO_clear_retry_flags(bio);
    const qint64 count = streamOf(bio)->readSocket(data, static_cast<std::size_t>(size));
    if (count < 0 && errno == EAGAIN)
        BIO_set_retry_read(bio);
    return static_cast<int>(count);
}

long bioControl(BIO *, int command, long, void *)
{
    return command == BIO_CTRL_FLUSH ? 1 : 0;
}

BIO *newBio(TlsStream *stream)
{
    static BIO_METHOD *const method = [] {
        BIO_METHOD *made = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "epoll socket");
        BIO_meth_set_write(made, bioWrite);
        BIO_meth_set_read(made, bioRead);
        BIO_meth_set_ctrl(made, bioControl);
        return made;
    }();
    BIO *bio = BIO_new(method);
    BIO_set_data(bio, stream);
    BIO_set_init(bio, 1);
    return bio;
}

QString verificationText(long result)
{
    if (result == X509_V_ERR_HOSTNAME_MISMATCH || result == X509_V_ERR_IP_ADDRESS_MISMATCH)
        return u"the host name did not match any that it is for"_s;
    return QString::fromLatin1(X509_verify_cert_error_string(result));
}

} // namespace

std::unique_ptr<ByteStream> makeTlsStream(StreamContext &context, StreamUser &user, std::size_t addressNumber)
{
    if (!context.tlsShared)
        context.tlsShared = std::make_shared<TlsContext>(
            context.tlsOptions, context.tlsPeerName, [](void *stream, const QString &alert) { static_cast<TlsStream *>(stream)->onAlert(alert); });
    return std::make_unique<TlsStream>(context, user, addressNumber);
}

TlsStream::TlsStream(StreamContext &context, StreamUser &user, std::size_t addressNumber)
    : m_context(context), m_user(user), m_addressNumber(addressNumber)
{
}

TlsStream::~TlsStream()
{
    close();
}

std::optional<OpenFailure> TlsStream::open()
{
    auto opened = dialWatched(m_context, m_addressNumber, *this);
    if (auto *failure = std::get_if<OpenFailure>(&opened))
        return std::move(*failure);
    m_socket = std::get<std::unique_ptr<EpollSocket>>(std::move(opened));
    m_stage = Stage::Connecting;
    m_alert.clear();
    m_socketError = 0;
    m_mayHaveBytes = false;
    m_hasEnded = false;
    m_awaitsRoom = false;
    return std::nullopt;
}

void TlsStream::onSocketEvents(EpollSocket &socket, std::uint32_t events)
{
    m_hasEnded = m_hasEnded || (events & (EPOLLRDHUP | EPOLLHUP | EPOLLERR));
    m_mayHaveBytes = m_mayHaveBytes || m_hasEnded || (events & EPOLLIN);
    if (m_stage != Stage::Open && (!goOn(events) || m_socket.get() != &socket))
        return;
    if (!receive())
        return;
    if (m_awaitsRoom) {
        m_awaitsRoom = false;
        m_user.onWritable();
    }
}

/// Comes as far as it can on the way to an open stream. False while it is not open.
bool TlsStream::goOn(std::uint32_t events)
{
    switch (m_stage) {
    case Stage::Connecting:
        return finishConnecting(events) && (m_context.tunnelRequest.isEmpty() ? startTls() : askForTunnel());
    case Stage::Tunnelling:
        return readTunnelReply();
    case Stage::Handshaking:
        return shakeHands();
    case Stage::Open:
        break;
    }
    return true;
}

bool TlsStream::finishConnecting(std::uint32_t events)
{
    if (m_hasEnded) {
        if (const auto failure = Dialler::outcome(m_socket->descriptor()))
            return failOpen(failure->kind, failure->text);
    }
    return m_hasEnded || (events & EPOLLOUT);
}

bool TlsStream::askForTunnel()
{
    m_stage = Stage::Tunnelling;
    m_tunnelReply = std::make_unique<TunnelReply>();
    const QByteArray &request = m_context.tunnelRequest; // some hundred bytes into an empty buffer
    if (writeSocket(request.constData(), static_cast<std::size_t>(request.size())) != request.size())
        return failOpen(ErrorKind::Proxy, TunnelReply::endedText(true));
    return readTunnelReply();
}

bool TlsStream::readTunnelReply()
{
    auto &buffer = m_context.readBuffer;
    while (true) {
        const qint64 count = readSocket(buffer.data(), buffer.size());
        if (count < 0 && errno == EAGAIN)
            return false;
        if (count <= 0)
            return failOpen(ErrorKind::Proxy, TunnelReply::endedText(count < 0));
        const auto state = m_tunnelReply->feed(buffer.data(), count);
        if (state == TunnelReply::State::Refused)
            return failOpen(ErrorKind::Proxy, m_tunnelReply->refusal());
        if (state == TunnelReply::State::Open)
            return startTls();
    }
}

/// The TCP connection to the server, or the tunnel to it, is there.
bool TlsStream::startTls()
{
    m_tunnelReply.reset();
    m_connectedAt = steadyNow();
    m_ssl = m_context.tlsShared->newConnection(this);
    if (!m_ssl)
        return failOpen(ErrorKind::Tls, m_context.tlsShared->failure());
    BIO *bio = newBio(this);
    SSL_set_bio(m_ssl.get(), bio, bio);
    m_stage = Stage::Handshaking;
    return shakeHands();
}

bool TlsStream::shakeHands()
{
    ERR_clear_error();
    const int result = SSL_connect(m_ssl.get());
    if (result == 1) {
        m_stage = Stage::Open;
        m_user.onOpened(m_connectedAt, steadyNow());
        return true;
    }
    const int error = SSL_get_error(m_ssl.get(), result);
    if (error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE)
        return false;
    return failOpen(ErrorKind::Tls, handshakeFailure());
}

QString TlsStream::handshakeFailure() const
{
    if (const long result = SSL_get_verify_result(m_ssl.get()); result != X509_V_OK && SSL_get_verify_mode(m_ssl.get()) != SSL_VERIFY_NONE)
        return u"the certificate is not accepted: "_s + verificationText(result);
    if (!m_alert.isEmpty())
        return u"the server refused the TLS handshake: "_s + m_alert;
    if (m_socketError != 0)
        return u"the server reset the connection during the TLS handshake"_s;
    if (m_hasEnded && !m_mayHaveBytes)
        return u"the server closed the connection during the TLS handshake"_s;
    return u"the TLS handshake failed: "_s + opensslReason();
}

/// Always false: there is no open stream.
bool TlsStream::failOpen(ErrorKind kind, const QString &text)
{
    close();
    m_user.onOpenFailed({kind, text});
    return false;
}

/// Reads until there is no more. False when the user wants no more, or the stream is no longer what it was.
bool TlsStream::receive()
{
    auto &buffer = m_context.readBuffer;
    const EpollSocket *const socket = m_socket.get();
    while (true) {
        ERR_clear_error();
        const int count = SSL_read(m_ssl.get(), buffer.data(), static_cast<int>(buffer.size()));
        if (count > 0) {
            if (m_user.onReceived(buffer.data(), count))
                continue;
            if (m_socket.get() == socket && hasMore())
                m_socket->tellAgain();
            return false;
        }
        const int error = SSL_get_error(m_ssl.get(), count);
        if (error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE)
            return true;
        m_user.onEnded(endAfter(error));
        return false;
    }
}

/// Bytes that were received and not handed out, or an end that was not told.
bool TlsStream::hasMore() const
{
    return m_mayHaveBytes || SSL_has_pending(m_ssl.get());
}

StreamEnd TlsStream::endAfter(int sslError) const
{
    if (sslError == SSL_ERROR_ZERO_RETURN)
        return {};
    if (!m_alert.isEmpty())
        return {StreamEnd::How::Broken, ErrorKind::Tls, u"the server ended the TLS connection: "_s + m_alert};
    if (m_socketError != 0)
        return {StreamEnd::How::Broken, ErrorKind::Reset, QString::fromLocal8Bit(std::strerror(m_socketError))};
    const unsigned long reason = ERR_peek_last_error();
    if (sslError == SSL_ERROR_SYSCALL || ERR_GET_REASON(reason) == SSL_R_UNEXPECTED_EOF_WHILE_READING)
        return {StreamEnd::How::Truncated};
    return {StreamEnd::How::Broken, ErrorKind::Tls, u"what the server sent is not valid TLS: "_s + opensslReason()};
}

qint64 TlsStream::write(const char *data, qint64 size)
{
    qint64 taken = 0;
    while (taken < size) {
        ERR_clear_error();
        const auto part = static_cast<int>(std::min<qint64>(size - taken, std::numeric_limits<int>::max()));
        const int count = SSL_write(m_ssl.get(), data + taken, part);
        if (count > 0) {
            taken += count;
            continue;
        }
        const int error = SSL_get_error(m_ssl.get(), count);
        if (error == SSL_ERROR_WANT_WRITE || error == SSL_ERROR_WANT_READ) {
            m_awaitsRoom = true;
            return taken;
        }
        // The peer has left. What it said before, an alert perhaps, says more than this error: it is read first.
        m_socket->tellAgain();
        return size;
    }
    return taken;
}

qint64 TlsStream::readSocket(char *data, std::size_t size)
{
    while (m_mayHaveBytes) {
        const ssize_t count = ::recv(m_socket->descriptor(), data, size, 0);
        if (count > 0) {
            if (static_cast<std::size_t>(count) < size && !m_hasEnded)
                m_mayHaveBytes = false; // the socket was empty, and what comes will be told (epoll(7), question 9)
            return count;
        }
        if (count < 0 && errno == EINTR)
            continue;
        m_mayHaveBytes = false;
        if (count < 0 && errno != EAGAIN)
            m_socketError = errno;
        return count;
    }
    errno = EAGAIN;
    return -1;
}

qint64 TlsStream::writeSocket(const char *data, std::size_t size)
{
    while (true) {
        const ssize_t count = ::send(m_socket->descriptor(), data, size, MSG_NOSIGNAL);
        if (count >= 0 || errno != EINTR)
            return count;
    }
}

void TlsStream::close()
{
    m_tunnelReply.reset();
    m_ssl.reset();
    if (m_socket)
        EpollSocket::close(std::move(m_socket));
}

void TlsStream::closeAfterPeer()
{
    SSL_shutdown(m_ssl.get()); // says goodbye; the answer to that is the connection's end
    const bool mayHaveMore = hasMore();
    m_ssl.reset();
    if (mayHaveMore)
        m_socket->tellAgain();
    m_context.closing.adopt(std::move(m_socket));
}

} // namespace sweepbench
