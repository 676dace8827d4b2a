// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/tlsconfiguration.h"

#include "core/transport/filedescriptor.h"

#include <QFile>
#include <QSslCertificate>
#include <QSslKey>
#include <QSslSocket>

#include <sys/socket.h>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

Result<QByteArray> content(const QString &field, const QString &path)
{
    constexpr qint64 most = 16 * 1024 * 1024; // the bundle of all authorities has 220 KB
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return Problem{field, u"%1 can't be read: %2"_s.arg(path, file.errorString())};
    const QByteArray bytes = file.read(most + 1);
    if (bytes.size() > most)
        return Problem{field, u"%1 is larger than 16 MiB; a PEM file with certificates is expected"_s.arg(path)};
    return bytes;
}

Result<QList<QSslCertificate>> certificates(const QString &field, const QString &path)
{
    const auto pem = content(field, path);
    if (!pem)
        return pem.problem();
    const QList<QSslCertificate> found = QSslCertificate::fromData(*pem, QSsl::Pem);
    if (found.isEmpty())
        return Problem{field, u"%1 has no certificate in it; a PEM file is expected (-----BEGIN CERTIFICATE-----)"_s.arg(path)};
    return found;
}

Result<QSslKey> privateKey(const QString &field, const QString &path)
{
    const auto pem = content(field, path);
    if (!pem)
        return pem.problem();
    if (!pem->contains("PRIVATE KEY-----"))
        return Problem{field, u"%1 has no private key in it; a PEM file is expected (-----BEGIN PRIVATE KEY-----)"_s.arg(path)};
    if (pem->contains("-----BEGIN ENCRYPTED PRIVATE KEY-----") || pem->contains("Proc-Type: 4,ENCRYPTED"))
        return Problem{field, u"the private key in %1 is encrypted; give one without a passphrase (openssl pkey -in … -out …)"_s.arg(path)};
    for (const auto algorithm : {QSsl::Rsa, QSsl::Ec, QSsl::Dsa}) {
        const QSslKey key(*pem, algorithm, QSsl::Pem, QSsl::PrivateKey);
        if (!key.isNull())
            return key;
    }
    return Problem{field, u"the private key in %1 can't be used; RSA, EC and DSA keys can"_s.arg(path)};
}

/// Starts a handshake with nobody: Qt checks only then whether the key belongs to the certificate.
QString handshakeProblem(const QSslConfiguration &configuration)
{
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends) != 0)
        return {};
    FileDescriptor near(ends[0]);
    const FileDescriptor far(ends[1]);
    QSslSocket socket;
    if (!socket.setSocketDescriptor(near.get()))
        return {};
    near.release();
    socket.setSslConfiguration(configuration);
    socket.setPeerVerifyName(u"localhost"_s);
    socket.startClientEncryption();
    return socket.error() == QAbstractSocket::SslInvalidUserDataError || socket.error() == QAbstractSocket::SslInternalError
        ? socket.errorString()
        : QString();
}

} // namespace

Result<QSslConfiguration> tlsConfiguration(const TlsOptions &options)
{
    if (!QSslSocket::supportsSsl())
        return Problem{u"tls"_s, u"https needs OpenSSL %1, which was not found"_s.arg(QSslSocket::sslLibraryBuildVersionString())};
    QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
    configuration.setPeerVerifyMode(options.insecure ? QSslSocket::VerifyNone : QSslSocket::VerifyPeer);
    configuration.setProtocol(options.minimum == TlsVersion::Tls13 ? QSsl::TlsV1_3OrLater : QSsl::TlsV1_2OrLater);
    for (const auto option : {QSsl::SslOptionDisableSessionTickets, QSsl::SslOptionDisableSessionSharing, QSsl::SslOptionDisableSessionPersistence})
        configuration.setSslOption(option, !options.resumption);

    const QString caField = u"tls.ca_file"_s;
    const QString certificateField = u"tls.certificate_file"_s;
    const QString keyField = u"tls.key_file"_s;
    if (!options.caFile.isEmpty()) { // in place of the system's, as most programs take such a file
        const auto authorities = certificates(caField, options.caFile);
        if (!authorities)
            return authorities.problem();
        configuration.setCaCertificates(*authorities);
    } else if (options.insecure) {
        configuration.setCaCertificates({}); // nobody looks at them
    }
    if (options.certificateFile.isEmpty()) {
        if (!options.keyFile.isEmpty())
            return Problem{keyField, u"%1 was given without a certificate (certificate_file)"_s.arg(options.keyFile)};
        return configuration;
    }
    const auto chain = certificates(certificateField, options.certificateFile);
    if (!chain)
        return chain.problem();
    const QString keyFile = options.keyFile.isEmpty() ? options.certificateFile : options.keyFile;
    const auto key = privateKey(keyField, keyFile);
    if (!key)
        return key.problem();
    configuration.setLocalCertificateChain(*chain);
    configuration.setPrivateKey(*key);
    if (const QString problem = handshakeProblem(configuration); !problem.isEmpty())
        return Problem{keyField, u"the key in %1 does not go with the certificate in %2: %3"_s.arg(keyFile, options.certificateFile, problem)};
    return configuration;
}

} // namespace sweepbench
