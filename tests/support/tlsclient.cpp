// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/tlsclient.h"

#include <QFile>

#include <algorithm>
#include <cerrno>
#include <limits>

#include <netinet/in.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <sys/socket.h>
#include <unistd.h>

namespace sweepbench::test {

TlsClient::TlsClient(quint16 port, const Options &options)
    : m_context(SSL_CTX_new(TLS_client_method())), m_fd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0))
{
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const timeval hangGuard{20, 0};
    ::setsockopt(m_fd, SOL_SOCKET, SO_RCVTIMEO, &hangGuard, sizeof hangGuard);
    // The old versions too, which Debian's defaults forbid.
    SSL_CTX_set_cipher_list(m_context, "DEFAULT@SECLEVEL=0");
    SSL_CTX_set_min_proto_version(m_context, TLS1_VERSION);
    SSL_CTX_set_max_proto_version(m_context, options.highest);
    m_ssl = SSL_new(m_context);
    if (!options.serverName.isEmpty())
        SSL_set_tlsext_host_name(m_ssl, options.serverName.constData());
    if (const QByteArray &names = options.alpn; !names.isEmpty())
        SSL_set_alpn_protos(m_ssl, reinterpret_cast<const unsigned char *>(names.constData()), static_cast<unsigned>(names.size()));
    if (!options.certificate.key.isEmpty()) {
        SSL_use_certificate_file(m_ssl, QFile::encodeName(options.certificate.certificate).constData(), SSL_FILETYPE_PEM);
        SSL_use_PrivateKey_file(m_ssl, QFile::encodeName(options.certificate.key).constData(), SSL_FILETYPE_PEM);
    }
    if (options.session)
        SSL_set_session(m_ssl, options.session);
    SSL_set_fd(m_ssl, m_fd);
    if (::connect(m_fd, reinterpret_cast<const sockaddr *>(&address), sizeof address) == 0 && openTunnel(options.tunnel))
        m_connected = note(SSL_connect(m_ssl)) == 1;
}

TlsClient::~TlsClient()
{
    SSL_free(m_ssl);
    SSL_CTX_free(m_context);
    ::close(m_fd);
}

bool TlsClient::openTunnel(const QByteArray &request) const
{
    if (request.isEmpty())
        return true;
    ::send(m_fd, request.constData(), static_cast<std::size_t>(request.size()), MSG_NOSIGNAL);
    QByteArray answer;
    char byte = 0;
    while (!answer.endsWith("\r\n\r\n") && ::recv(m_fd, &byte, 1, 0) == 1)
        answer += byte;
    return answer.mid(9, 3) == "200";
}

/// Keeps how \a done, the result of an OpenSSL call, came about.
int TlsClient::note(int done)
{
    const int systemReason = errno;
    const int reason = ERR_GET_REASON(ERR_peek_last_error());
    switch (SSL_get_error(m_ssl, done)) {
    case SSL_ERROR_NONE:
        m_end = End::Data;
        break;
    case SSL_ERROR_ZERO_RETURN:
        m_end = End::CloseNotify;
        break;
    case SSL_ERROR_SYSCALL:
        m_end = systemReason == ECONNRESET ? End::Reset : End::Truncated;
        break;
    default:
        m_alert = reason - SSL_AD_REASON_OFFSET;
        m_end = reason == SSL_R_UNEXPECTED_EOF_WHILE_READING ? End::Truncated : End::Alert;
    }
    ERR_clear_error();
    return done;
}

QByteArray TlsClient::alpnSelected() const
{
    const unsigned char *selected = nullptr;
    unsigned size = 0;
    SSL_get0_alpn_selected(m_ssl, &selected, &size);
    return QByteArray(reinterpret_cast<const char *>(selected), size);
}

void TlsClient::send(const QByteArray &bytes)
{
    note(SSL_write(m_ssl, bytes.constData(), static_cast<int>(bytes.size())));
}

QByteArray TlsClient::read(qsizetype size)
{
    QByteArray received;
    while (received.size() < size) {
        char buffer[16384];
        const int n = note(SSL_read(m_ssl, buffer, static_cast<int>(std::min<qsizetype>(sizeof buffer, size - received.size()))));
        if (n <= 0)
            break;
        received.append(buffer, n);
    }
    return received;
}

QByteArray TlsClient::readToEnd()
{
    return read(std::numeric_limits<qsizetype>::max());
}

int TlsClient::pending() const
{
    return SSL_pending(m_ssl);
}

ssl_session_st *TlsClient::session() const
{
    return SSL_get1_session(m_ssl);
}

void TlsClient::sayGoodbye()
{
    SSL_shutdown(m_ssl);
}

QByteArray TlsClient::get(quint16 port, const QByteArray &path, const Options &options)
{
    TlsClient client(port, options);
    if (!client.isConnected())
        return {};
    client.send("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    const QByteArray answer = client.readToEnd();
    const qsizetype headEnd = answer.indexOf("\r\n\r\n");
    return headEnd < 0 ? QByteArray() : answer.mid(headEnd + 4);
}

} // namespace sweepbench::test
