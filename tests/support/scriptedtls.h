// SPDX-License-Identifier: GPL-3.0-or-later
// TLS for ScriptedServer, straight on OpenSSL: what a server may be told to do, what it saw of each handshake, and the
// channel that its loop reads and writes through.
// Thread contract: the two structs are values; TlsContext is made before the server's thread and then used by it alone, like
// every TlsChannel.
#pragma once

#include "tests/support/certificates.h"

#include <QByteArray>
#include <QString>

#include <chrono>
#include <memory>
#include <optional>
#include <vector>

#include <sys/types.h>

struct ssl_ctx_st;
struct ssl_st;

namespace sweepbench::test {

enum class TlsVersion { V1_0 = 0x0301, V1_1, V1_2, V1_3 };

/// What the server does when it has read the ClientHello.
enum class AfterHello {
    GoOn,    ///< completes the handshake
    Alert,   ///< refuses with the alert handshake_failure and ends the connection
    Fin,     ///< ends the connection without a word
    Reset,   ///< RST
    Silence  ///< never answers; the connection stays open
};

struct TlsOptions
{
    CertificatePair certificate;           ///< PEM files
    QString clientCa = {};                 ///< not empty: a client certificate signed by this authority is required
    TlsVersion lowest = TlsVersion::V1_2;
    TlsVersion highest = TlsVersion::V1_3;
    std::vector<QByteArray> alpn = {"http/1.1"}; ///< the first that the client offers is selected; empty: none ever
    bool requireServerName = false;        ///< without SNI, the alert unrecognized_name
    AfterHello afterHello = AfterHello::GoOn;
    std::chrono::milliseconds helloPause{0}; ///< between the ClientHello and what comes after it
    bool closeNotify = true;               ///< false: Ending::Fin looks like a truncation
    bool resumption = true;                ///< gives tickets, and takes them
};

/// What a connection has shown of its handshake so far.
struct TlsHandshake
{
    int connection = 0;                   ///< number of the connection on this server
    bool complete = false;
    std::optional<QByteArray> serverName; ///< SNI; absent when the client sent none
    std::vector<QByteArray> alpnOffered;
    QByteArray alpnSelected;              ///< empty: none
    QByteArray version;                   ///< "TLSv1.3"; empty until complete, as the following
    bool resumed = false;
    std::optional<QByteArray> clientSubject; ///< of the client's certificate, "CN=Test Client"; absent when it gave none
    QByteArray error;                     ///< OpenSSL's words for a handshake that failed on our side
};

class TlsContext
{
public:
    /// Aborts the test program when the files can't be used.
    explicit TlsContext(const TlsOptions &options);
    ~TlsContext();
    TlsContext(const TlsContext &) = delete;
    TlsContext &operator=(const TlsContext &) = delete;

    const TlsOptions &options() const { return m_options; }
    ssl_ctx_st *get() const { return m_context; }

private:
    TlsOptions m_options;
    ssl_ctx_st *m_context = nullptr;
};

/// The TLS side of one non-blocking socket, which stays the caller's.
class TlsChannel
{
public:
    enum class Progress { Waiting, Complete, Failed, Ended, Reset, Silent };

    TlsChannel(const TlsContext &context, int fd);
    ~TlsChannel();
    TlsChannel(const TlsChannel &) = delete;
    TlsChannel &operator=(const TlsChannel &) = delete;

    /// Goes on with the handshake as far as that is possible now.
    Progress shakeHands();
    /// When shakeHands() has to be called again though nothing arrives; absent most of the time.
    std::optional<std::chrono::steady_clock::time_point> due() const { return m_answerAt; }
    bool wantsToWrite() const { return m_wantsToWrite; }

    /// As recv() and send(): bytes done, 0 for the peer's end, -1 with errno EAGAIN or ECONNRESET. A write of at most 16 KiB
    /// leaves in one record.
    ssize_t read(char *buffer, std::size_t size);
    ssize_t write(const char *bytes, std::size_t size);
    /// Sends close_notify, when the options say so.
    void sayGoodbye();

    const TlsHandshake &handshake() const { return m_handshake; }

    /// Called by OpenSSL when the ClientHello is there; its result for SSL_CTX_set_client_hello_cb().
    int hello(int *alert);

private:
    ssize_t result(int done);

    const TlsOptions &m_options;
    ssl_st *m_ssl = nullptr;
    TlsHandshake m_handshake;
    bool m_sawHello = false;
    bool m_wantsToWrite = false;
    std::optional<std::chrono::steady_clock::time_point> m_answerAt;
};

} // namespace sweepbench::test
