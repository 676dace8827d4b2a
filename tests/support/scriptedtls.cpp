// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/scriptedtls.h"

#include <QFile>

#include <algorithm>
#include <cerrno>

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

namespace sweepbench::test {

namespace {

using Clock = std::chrono::steady_clock;

QByteArray opensslReason()
{
    char text[256] = "";
    if (const unsigned long code = ERR_peek_last_error())
        ERR_error_string_n(code, text, sizeof text);
    ERR_clear_error();
    return text;
}

void require(bool done, const char *what)
{
    if (!done)
        qFatal("scripted server: %s: %s", what, opensslReason().constData());
}

/// The content of a ClientHello's extension; empty when it is not there.
QByteArray extension(SSL *ssl, unsigned type, bool *present = nullptr)
{
    const unsigned char *data = nullptr;
    std::size_t size = 0;
    const bool found = SSL_client_hello_get0_ext(ssl, type, &data, &size) == 1;
    if (present)
        *present = found;
    return found ? QByteArray(reinterpret_cast<const char *>(data), static_cast<qsizetype>(size)) : QByteArray();
}

qsizetype number(const QByteArray &bytes, qsizetype at, int size)
{
    qsizetype value = 0;
    for (qsizetype i = at; i < at + size && i < bytes.size(); ++i)
        value = value << 8 | static_cast<unsigned char>(bytes[i]);
    return value;
}

/// RFC 6066, section 3: list size, type, name size, name. Nobody sends more than one name.
std::optional<QByteArray> serverNameIn(SSL *ssl)
{
    bool present = false;
    const QByteArray content = extension(ssl, TLSEXT_TYPE_server_name, &present);
    return present ? std::optional(content.mid(5, number(content, 3, 2))) : std::nullopt;
}

/// RFC 7301, section 3.1: list size, then each name after its size.
std::vector<QByteArray> protocolsIn(SSL *ssl)
{
    const QByteArray content = extension(ssl, TLSEXT_TYPE_application_layer_protocol_negotiation);
    std::vector<QByteArray> names;
    for (qsizetype at = 2; at < content.size();) {
        const qsizetype size = number(content, at, 1);
        names.push_back(content.mid(at + 1, size));
        at += 1 + size;
    }
    return names;
}

int onHello(SSL *ssl, int *alert, void *)
{
    return static_cast<TlsChannel *>(SSL_get_app_data(ssl))->hello(alert);
}

int onProtocols(SSL *, const unsigned char **out, unsigned char *outSize, const unsigned char *in, unsigned inSize, void *context)
{
    for (const QByteArray &wanted : static_cast<const TlsContext *>(context)->options().alpn) {
        for (unsigned at = 0; at < inSize; at += 1U + in[at]) {
            if (QByteArrayView(in + at + 1, in[at]) == wanted) {
                *out = in + at + 1;
                *outSize = in[at];
                return SSL_TLSEXT_ERR_OK;
            }
        }
    }
    return SSL_TLSEXT_ERR_NOACK;
}

std::optional<QByteArray> subjectOfPeer(SSL *ssl)
{
    X509 *certificate = SSL_get1_peer_certificate(ssl);
    if (!certificate)
        return std::nullopt;
    BIO *text = BIO_new(BIO_s_mem());
    X509_NAME_print_ex(text, X509_get_subject_name(certificate), 0, XN_FLAG_RFC2253);
    char *data = nullptr;
    const long size = BIO_get_mem_data(text, &data);
    QByteArray subject(data, size);
    BIO_free(text);
    X509_free(certificate);
    return subject;
}

} // namespace

TlsContext::TlsContext(const TlsOptions &options) : m_options(options), m_context(SSL_CTX_new(TLS_server_method()))
{
    const QByteArray certificate = QFile::encodeName(m_options.certificate.certificate);
    const QByteArray key = QFile::encodeName(m_options.certificate.key);
    require(SSL_CTX_use_certificate_chain_file(m_context, certificate.constData()) == 1, certificate.constData());
    require(SSL_CTX_use_PrivateKey_file(m_context, key.constData(), SSL_FILETYPE_PEM) == 1, key.constData());
    // Debian allows neither the old versions nor their algorithms by default.
    if (m_options.lowest < TlsVersion::V1_2)
        require(SSL_CTX_set_cipher_list(m_context, "DEFAULT@SECLEVEL=0") == 1, "ciphers");
    require(SSL_CTX_set_min_proto_version(m_context, static_cast<int>(m_options.lowest)) == 1, "lowest TLS version");
    require(SSL_CTX_set_max_proto_version(m_context, static_cast<int>(m_options.highest)) == 1, "highest TLS version");
    SSL_CTX_set_mode(m_context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    SSL_CTX_set_client_hello_cb(m_context, onHello, nullptr);
    SSL_CTX_set_alpn_select_cb(m_context, onProtocols, this);
    const unsigned char id[] = "sweepbench";
    SSL_CTX_set_session_id_context(m_context, id, sizeof id - 1);
    if (!m_options.resumption) {
        SSL_CTX_set_session_cache_mode(m_context, SSL_SESS_CACHE_OFF);
        SSL_CTX_set_options(m_context, SSL_OP_NO_TICKET);
        SSL_CTX_set_num_tickets(m_context, 0);
    }
    if (!m_options.clientCa.isEmpty()) {
        const QByteArray authority = QFile::encodeName(m_options.clientCa);
        require(SSL_CTX_load_verify_file(m_context, authority.constData()) == 1, authority.constData());
        SSL_CTX_set_client_CA_list(m_context, SSL_load_client_CA_file(authority.constData()));
        SSL_CTX_set_verify(m_context, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nullptr);
    }
}

TlsContext::~TlsContext()
{
    SSL_CTX_free(m_context);
}

TlsChannel::TlsChannel(const TlsContext &context, int fd) : m_options(context.options()), m_ssl(SSL_new(context.get()))
{
    SSL_set_fd(m_ssl, fd);
    SSL_set_app_data(m_ssl, this);
    SSL_set_accept_state(m_ssl);
}

TlsChannel::~TlsChannel()
{
    SSL_free(m_ssl);
}

int TlsChannel::hello(int *alert)
{
    if (!m_sawHello) {
        m_sawHello = true;
        m_handshake.serverName = serverNameIn(m_ssl);
        m_handshake.alpnOffered = protocolsIn(m_ssl);
        m_answerAt = Clock::now() + m_options.helloPause;
    }
    if (m_answerAt && Clock::now() < *m_answerAt)
        return SSL_CLIENT_HELLO_RETRY;
    m_answerAt.reset();
    if (m_options.requireServerName && !m_handshake.serverName) {
        *alert = SSL_AD_UNRECOGNIZED_NAME;
        return SSL_CLIENT_HELLO_ERROR;
    }
    if (m_options.afterHello == AfterHello::Alert) {
        *alert = SSL_AD_HANDSHAKE_FAILURE;
        return SSL_CLIENT_HELLO_ERROR;
    }
    return m_options.afterHello == AfterHello::GoOn ? SSL_CLIENT_HELLO_SUCCESS : SSL_CLIENT_HELLO_RETRY;
}

TlsChannel::Progress TlsChannel::shakeHands()
{
    ERR_clear_error();
    const int done = SSL_do_handshake(m_ssl);
    const int reason = SSL_get_error(m_ssl, done);
    m_wantsToWrite = reason == SSL_ERROR_WANT_WRITE;
    switch (reason) {
    case SSL_ERROR_NONE: {
        m_handshake.complete = true;
        m_handshake.version = SSL_get_version(m_ssl);
        m_handshake.resumed = SSL_session_reused(m_ssl) == 1;
        m_handshake.clientSubject = subjectOfPeer(m_ssl);
        const unsigned char *selected = nullptr;
        unsigned size = 0;
        SSL_get0_alpn_selected(m_ssl, &selected, &size);
        m_handshake.alpnSelected = QByteArray(reinterpret_cast<const char *>(selected), size);
        return Progress::Complete;
    }
    case SSL_ERROR_WANT_CLIENT_HELLO_CB:
        if (m_answerAt)
            return Progress::Waiting;
        return m_options.afterHello == AfterHello::Fin     ? Progress::Ended
               : m_options.afterHello == AfterHello::Reset ? Progress::Reset
                                                           : Progress::Silent;
    case SSL_ERROR_WANT_READ:
    case SSL_ERROR_WANT_WRITE:
        return Progress::Waiting;
    default:
        m_handshake.error = opensslReason();
        return Progress::Failed;
    }
}

ssize_t TlsChannel::read(char *buffer, std::size_t size)
{
    ERR_clear_error();
    return result(SSL_read(m_ssl, buffer, static_cast<int>(std::min<std::size_t>(size, 1U << 20))));
}

ssize_t TlsChannel::write(const char *bytes, std::size_t size)
{
    ERR_clear_error();
    return result(SSL_write(m_ssl, bytes, static_cast<int>(std::min<std::size_t>(size, 1U << 20))));
}

ssize_t TlsChannel::result(int done)
{
    switch (SSL_get_error(m_ssl, done)) {
    case SSL_ERROR_NONE:
        return done;
    case SSL_ERROR_ZERO_RETURN:
        return 0;
    case SSL_ERROR_WANT_READ:
    case SSL_ERROR_WANT_WRITE:
        errno = EAGAIN;
        return -1;
    default:
        ERR_clear_error();
        errno = ECONNRESET;
        return -1;
    }
}

void TlsChannel::sayGoodbye()
{
    if (m_options.closeNotify)
        SSL_shutdown(m_ssl);
    ERR_clear_error();
}

} // namespace sweepbench::test
