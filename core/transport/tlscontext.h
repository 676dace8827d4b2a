// SPDX-License-Identifier: GPL-3.0-or-later
// What the TLS connections of one transport share: OpenSSL's settings, and the newest session that a server gave.
// Thread contract: as its transport.
#pragma once

#include "core/model/target.h"

#include <QByteArray>
#include <QString>

#include <memory>

struct ssl_ctx_st;
struct ssl_session_st;
struct ssl_st;

namespace sweepbench {

struct SslDeleter
{
    void operator()(ssl_st *ssl) const;
    void operator()(ssl_ctx_st *context) const;
    void operator()(ssl_session_st *session) const;
};
using SslPointer = std::unique_ptr<ssl_st, SslDeleter>;

class TlsContext
{
public:
    /// Told of each fatal alert that a peer sends: the connection's user, and the alert's name.
    using AlertHandler = void (*)(void *user, const QString &alert);

    /// The files were checked before the run (tlsConfiguration()). \a peerName: whom the certificate has to name, and SNI.
    TlsContext(const TlsOptions &options, const QString &peerName, AlertHandler onAlert);
    ~TlsContext();
    TlsContext(const TlsContext &) = delete;
    TlsContext &operator=(const TlsContext &) = delete;

    /// The client's side of a new connection, offering http/1.1. Null: failure() says why.
    SslPointer newConnection(void *user);
    QString failure() const { return m_failure; }

private:
    void load(const TlsOptions &options);
    void keepSession(ssl_session_st *session);

    std::unique_ptr<ssl_ctx_st, SslDeleter> m_context;
    std::unique_ptr<ssl_session_st, SslDeleter> m_session;
    AlertHandler m_onAlert;
    QByteArray m_peerName;
    bool m_peerIsAddress;
    bool m_resumes;
    QString m_failure;
};

/// OpenSSL's words for the last thing that went wrong in this thread.
QString opensslReason();

} // namespace sweepbench
