// SPDX-License-Identifier: GPL-3.0-or-later
// Real web servers for tests: nginx, Apache httpd, Node.js and Squid, with TLS and HTTP/2 when asked, each on a free loopback
// port with its own temporary folder, configuration and logs, as a foreground child that ends with the test. Works as root and
// as any other user.
// Thread contract: use it from one thread, the one that lives as long as the server (see ChildProcess).
#pragma once

#include "tests/support/certificates.h"
#include "tests/support/childprocess.h"

#include <QByteArray>
#include <QString>
#include <QTemporaryDir>

#include <chrono>
#include <memory>
#include <optional>
#include <vector>

namespace sweepbench::test {

class RealServer
{
public:
    enum class Kind {
        Nginx,
        Apache, ///< httpd with the event MPM
        Squid,  ///< a forward proxy (absolute-form and CONNECT) that caches nothing; it has no files of its own
        Node    ///< the http, https or http2 module of Node.js, in one process whatever the options say
    };
    enum class Protocol {
        Http1,
        /// With a certificate: by ALPN, HTTP/1.1 still there. Without: nginx and Node by prior knowledge alone, httpd by
        /// prior knowledge or upgrade with HTTP/1.1 still there. Not for Squid.
        Http2
    };
    struct Options
    {
        int workers = 1;                ///< nginx worker processes, httpd child processes
        std::optional<int> cpu;         ///< pins every process of the server to this CPU
        bool accessLog = true;
        int requestsPerConnection = 0;  ///< 0: no limit. Node announces its last answer, but does not close after it
        /// Lines for the server block (nginx), the end of the file (httpd, Squid), or JavaScript (Node) that may set
        /// routes["/path"] = (request, response) => …
        QByteArray extraConfig = {};
        std::optional<CertificatePair> certificate = std::nullopt; ///< speaks TLS alone; not for Squid
        Protocol protocol = Protocol::Http1;
    };

    explicit RealServer(Kind kind, Options options);
    explicit RealServer(Kind kind) : RealServer(kind, Options()) {}
    ~RealServer(); ///< stop()
    RealServer(const RealServer &) = delete;
    RealServer &operator=(const RealServer &) = delete;

    /// Empty when the server is installed, else one line that says what to install.
    static QString missing(Kind kind);
    static QString name(Kind kind); ///< "nginx", "Apache httpd", "Squid", "Node.js"

    /// Starts it and waits until it accepts connections. False, with an error() that quotes its log, when it does not.
    bool start();
    void stop();
    bool isRunning() { return m_child.isRunning(); }
    QString error() const { return m_error; }

    quint16 port() const { return m_port; } ///< kept over stop() and start()
    pid_t pid() const { return m_child.pid(); } ///< of the main process
    QString url(const QString &path = QStringLiteral("/small.txt")) const;
    /// Where a test may put more files to be served.
    QString documentRoot() const;
    QString logText() const; ///< error log and output

    /// Lines in the access log, one per answered request. The servers write them after the answer has left.
    int accessCount() const;
    /// Waits until the access log holds \a count lines and no more come for 50 ms; the count there was in the end.
    int waitForAccessCount(int count, std::chrono::milliseconds timeout = std::chrono::seconds(5)) const;
    std::vector<QByteArray> accessLines() const; ///< "METHOD target status"

    static constexpr auto smallPath = "/small.txt"; ///< 12 bytes
    static constexpr auto mediumPath = "/page.html"; ///< 3,072 bytes
    static constexpr auto largePath = "/large.bin"; ///< 8 MiB
    static constexpr qint64 smallSize = 12;
    static constexpr qint64 mediumSize = 3072;
    static constexpr qint64 largeSize = 8 * 1024 * 1024;

private:
    bool startOnce();
    bool waitUntilReady();
    QString file(const char *name) const;

    Kind m_kind;
    Options m_options;
    QTemporaryDir m_folder;
    ChildProcess m_child;
    quint16 m_port = 0;
    QString m_error;
};

/// True when a missing server is a failure, not a reason to skip: in CI, and under packaging/test, which installs them.
bool serversRequired();

} // namespace sweepbench::test

/// Skips the test function (or fails it, see serversRequired) when \a reason, one line that says what is missing, is not empty.
#define SWEEPBENCH_NEED(reason)                                                          \
    do {                                                                                 \
        const QString whatIsMissing = (reason);                                          \
        if (!whatIsMissing.isEmpty()) {                                                  \
            if (::sweepbench::test::serversRequired())                                   \
                QFAIL(qPrintable(whatIsMissing));                                        \
            QSKIP(qPrintable(whatIsMissing));                                            \
        }                                                                                \
    } while (false)

#define SWEEPBENCH_NEED_SERVER(kind) SWEEPBENCH_NEED(::sweepbench::test::RealServer::missing(kind))
