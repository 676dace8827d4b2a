// SPDX-License-Identifier: GPL-3.0-or-later
// Certificates and keys for tests of TLS, made anew by the openssl program in a temporary folder (a fraction of a second: the
// keys are on the curve P-256). Nothing of them is worth keeping secret.
// Thread contract: construct in one thread (see ChildProcess); the paths may be read from any.
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>

namespace sweepbench::test {

/// Two PEM files that belong together.
struct CertificatePair
{
    QString certificate;
    QString key;
};

class TestCertificates
{
public:
    /// Empty when the openssl program is there, else one line that says what to install.
    static QString missing();

    /// Makes them all; aborts the test program, with openssl's reason, when it can't.
    TestCertificates();
    TestCertificates(const TestCertificates &) = delete;
    TestCertificates &operator=(const TestCertificates &) = delete;

    /// The authority that signs the servers' certificates.
    QString ca() const { return file("ca.pem"); }
    /// For localhost, 127.0.0.1, ::1 and serverName, signed by ca().
    CertificatePair server() const { return pair("server"); }
    /// For the same names, signed by itself.
    CertificatePair selfSigned() const { return pair("self"); }
    /// For the same names, signed by ca(), valid until a day in the year 2020.
    CertificatePair expired() const { return pair("expired"); }
    /// For wrongName alone, signed by ca().
    CertificatePair wrongHost() const { return pair("wrong"); }

    /// The authority that signs the client's certificate; not the servers' one.
    QString clientCa() const { return file("client-ca.pem"); }
    /// CN=clientName, signed by clientCa().
    CertificatePair client() const { return pair("client"); }
    /// The same, its key encrypted with passphrase.
    CertificatePair clientEncrypted() const { return {file("client.pem"), file("client-encrypted.key")}; }
    /// A client's certificate that clientCa() has not signed.
    CertificatePair clientOfAnotherCa() const { return pair("stranger"); }

    static constexpr auto serverName = "bench.test";
    static constexpr auto wrongName = "elsewhere.test";
    static constexpr auto clientName = "Test Client";
    static constexpr auto passphrase = "correct horse";

private:
    QString file(const char *name) const { return m_folder.filePath(QString::fromLatin1(name)); }
    CertificatePair pair(const char *name) const;
    void run(const QStringList &arguments) const;
    void makeSigned(const char *name, const char *commonName, const char *authority, const QStringList &extensions) const;
    void makeExpired(const QString &alternativeNames) const;

    QTemporaryDir m_folder;
};

} // namespace sweepbench::test
