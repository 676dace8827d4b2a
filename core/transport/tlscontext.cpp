// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/tlscontext.h"

#include <QFile>
#include <QHostAddress>

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

constexpr unsigned char http11[] = "\x08http/1.1"; // RFC 7301, 3.1: length and name

TlsContext *contextOf(const SSL *ssl)
{
    return static_cast<TlsContext *>(SSL_CTX_get_app_data(SSL_get_SSL_CTX(ssl)));
}

/// OpenSSL 3.0 has no words for some that TLS 1.3 (RFC 8446, 6) and ALPN (RFC 7301, 3.2) brought.
QString alertText(int value)
{
    switch (value & 0xFF) {
    case TLS13_AD_CERTIFICATE_REQUIRED:
        return u"certificate required"_s;
    case TLS13_AD_MISSING_EXTENSION:
        return u"missing extension"_s;
    case TLS1_AD_NO_APPLICATION_PROTOCOL:
        return u"no application protocol"_s;
    default:
        return QString::fromLatin1(SSL_alert_desc_string_long(value));
    }
}

} // namespace

void SslDeleter::operator()(ssl_st *ssl) const
{
    // Otherwise OpenSSL takes a connection that was closed at once for a reason not to resume its session.
    SSL_set_shutdown(ssl, SSL_SENT_SHUTDOWN | SSL_RECEIVED_SHUTDOWN);
    SSL_free(ssl);
}

void SslDeleter::operator()(ssl_ctx_st *context) const
{
    SSL_CTX_free(context);
}

void SslDeleter::operator()(ssl_session_st *session) const
{
    SSL_SESSION_free(session);
}

TlsContext::TlsContext(const TlsOptions &options, const QString &peerName, AlertHandler onAlert)
    : m_context(SSL_CTX_new(TLS_client_method()))
    , m_onAlert(onAlert)
    , m_peerName(peerName.toLatin1())
    , m_peerIsAddress(!QHostAddress(peerName).isNull())
    , m_resumes(options.resumption)
{
    SSL_CTX *const context = m_context.get();
    SSL_CTX_set_app_data(context, this);
    SSL_CTX_set_min_proto_version(context, options.minimum == TlsVersion::Tls13 ? TLS1_3_VERSION : TLS1_2_VERSION);
    SSL_CTX_set_verify(context, options.insecure ? SSL_VERIFY_NONE : SSL_VERIFY_PEER, nullptr);
    SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    SSL_CTX_set_read_ahead(context, 1); // a record in one system call, not its header and then the rest
    SSL_CTX_set_alpn_protos(context, http11, sizeof http11 - 1);
    SSL_CTX_set_session_cache_mode(context, m_resumes ? SSL_SESS_CACHE_CLIENT | SSL_SESS_CACHE_NO_INTERNAL : SSL_SESS_CACHE_OFF);
    if (!m_resumes)
        SSL_CTX_set_options(context, SSL_OP_NO_TICKET);
    SSL_CTX_sess_set_new_cb(context, [](SSL *ssl, SSL_SESSION *session) {
        contextOf(ssl)->keepSession(session);
        return 1; // ours now
    });
    SSL_CTX_set_info_callback(context, [](const SSL *ssl, int where, int value) {
        const bool isFatalAlert = (where & SSL_CB_READ_ALERT) == SSL_CB_READ_ALERT && value >> 8 == SSL3_AL_FATAL;
        if (isFatalAlert)
            contextOf(ssl)->m_onAlert(SSL_get_app_data(ssl), alertText(value));
    });
    load(options);
}

TlsContext::~TlsContext() = default;

void TlsContext::load(const TlsOptions &options)
{
    SSL_CTX *const context = m_context.get();
    ERR_clear_error();
    const auto encoded = [](const QString &path) { return QFile::encodeName(path); };
    const int trusted = options.caFile.isEmpty() ? SSL_CTX_set_default_verify_paths(context)
                                                 : SSL_CTX_load_verify_locations(context, encoded(options.caFile).constData(), nullptr);
    if (trusted != 1) {
        m_failure = u"the authorities can't be read: "_s + opensslReason();
        return;
    }
    if (options.certificateFile.isEmpty())
        return;
    const QString &keyFile = options.keyFile.isEmpty() ? options.certificateFile : options.keyFile;
    if (SSL_CTX_use_certificate_chain_file(context, encoded(options.certificateFile).constData()) != 1
        || SSL_CTX_use_PrivateKey_file(context, encoded(keyFile).constData(), SSL_FILETYPE_PEM) != 1)
        m_failure = u"the client's certificate can't be used: "_s + opensslReason();
}

void TlsContext::keepSession(ssl_session_st *session)
{
    m_session.reset(session);
}

SslPointer TlsContext::newConnection(void *user)
{
    if (!m_failure.isEmpty())
        return nullptr;
    ERR_clear_error();
    SslPointer ssl(SSL_new(m_context.get()));
    if (!ssl) {
        m_failure = opensslReason();
        return nullptr;
    }
    SSL_set_app_data(ssl.get(), user);
    SSL_set_connect_state(ssl.get());
    if (m_peerIsAddress) { // RFC 6066, 3: an address is no server name
        X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl.get()), m_peerName.constData());
    } else {
        SSL_set_tlsext_host_name(ssl.get(), m_peerName.constData());
        SSL_set1_host(ssl.get(), m_peerName.constData());
    }
    if (m_resumes && m_session)
        SSL_set_session(ssl.get(), m_session.get());
    return ssl;
}

QString opensslReason()
{
    const unsigned long error = ERR_peek_last_error();
    const char *reason = ERR_reason_error_string(error);
    return reason ? QString::fromLatin1(reason) : u"OpenSSL's error %1"_s.arg(error, 0, 16);
}

} // namespace sweepbench
