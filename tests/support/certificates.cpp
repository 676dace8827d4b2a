// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/certificates.h"

#include "tests/support/childprocess.h"

#include <QFile>
#include <QStandardPaths>

namespace sweepbench::test {

namespace {

QString openssl()
{
    return QStandardPaths::findExecutable(QStringLiteral("openssl"));
}

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void write(const QString &path, const QByteArray &content)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
        qFatal("can't write %s: %s", qPrintable(path), qPrintable(file.errorString()));
}

} // namespace

QString TestCertificates::missing()
{
    return openssl().isEmpty() ? QStringLiteral("openssl is not installed (Debian: openssl; packaging/test installs it)") : QString();
}

TestCertificates::TestCertificates()
{
    if (!m_folder.isValid())
        qFatal("no temporary folder: %s", qPrintable(m_folder.errorString()));
    if (!missing().isEmpty())
        qFatal("%s", qPrintable(missing()));
    // A file of our own in place of the system's openssl.cnf, which may add extensions or forbid something.
    write(file("openssl.cnf"), "[req]\ndistinguished_name = dn\n[dn]\n");

    const QStringList authority{QStringLiteral("basicConstraints=critical,CA:TRUE"), QStringLiteral("keyUsage=critical,keyCertSign")};
    const QString names = QStringLiteral("subjectAltName=DNS:localhost,IP:127.0.0.1,IP:::1,DNS:%1").arg(QLatin1String(serverName));
    const QStringList forServer{QStringLiteral("basicConstraints=critical,CA:FALSE"), names};
    const QStringList forClient{QStringLiteral("basicConstraints=critical,CA:FALSE"), QStringLiteral("extendedKeyUsage=clientAuth")};

    makeSigned("ca", "Test CA", nullptr, authority);
    makeSigned("self", "localhost", nullptr, forServer);
    makeSigned("server", "localhost", "ca", forServer);
    makeSigned("wrong", wrongName, "ca",
               {QStringLiteral("basicConstraints=critical,CA:FALSE"), QStringLiteral("subjectAltName=DNS:%1").arg(QLatin1String(wrongName))});
    makeSigned("client-ca", "Test Client CA", nullptr, authority);
    makeSigned("client", clientName, "client-ca", forClient);
    makeSigned("stranger", "Stranger", nullptr, forClient);
    makeExpired(names);
    run({QStringLiteral("pkcs8"), QStringLiteral("-topk8"), QStringLiteral("-in"), file("client.key"), QStringLiteral("-out"),
         file("client-encrypted.key"), QStringLiteral("-passout"), QStringLiteral("pass:%1").arg(QLatin1String(passphrase))});
}

CertificatePair TestCertificates::pair(const char *name) const
{
    const QString base = file(name);
    return {base + QStringLiteral(".pem"), base + QStringLiteral(".key")};
}

void TestCertificates::run(const QStringList &arguments) const
{
    ChildProcess::Options options;
    options.outputFile = file("openssl.log");
    options.environment = {QStringLiteral("OPENSSL_CONF=%1").arg(file("openssl.cnf"))};
    ChildProcess child;
    if (!child.start(openssl(), arguments, options))
        qFatal("%s", qPrintable(child.error()));
    if (child.waitForExit(std::chrono::seconds(60)) != 0)
        qFatal("openssl %s: %s", qPrintable(arguments.join(QLatin1Char(' '))), contentOf(options.outputFile).constData());
}

/// Key and certificate in one go; \a authority is the base name of its files, or null for one that signs itself.
void TestCertificates::makeSigned(const char *name, const char *commonName, const char *authority, const QStringList &extensions) const
{
    QStringList arguments{QStringLiteral("req"), QStringLiteral("-x509"), QStringLiteral("-newkey"), QStringLiteral("ec"),
                          QStringLiteral("-pkeyopt"), QStringLiteral("ec_paramgen_curve:prime256v1"), QStringLiteral("-nodes"),
                          QStringLiteral("-days"), QStringLiteral("30"), QStringLiteral("-subj"),
                          QStringLiteral("/CN=%1").arg(QLatin1String(commonName)), QStringLiteral("-keyout"), pair(name).key,
                          QStringLiteral("-out"), pair(name).certificate};
    if (authority)
        arguments << QStringLiteral("-CA") << pair(authority).certificate << QStringLiteral("-CAkey") << pair(authority).key;
    for (const QString &extension : extensions)
        arguments << QStringLiteral("-addext") << extension;
    run(arguments);
}

/// `openssl req` knows no dates in the past; `openssl ca` does, and wants its book-keeping for it.
void TestCertificates::makeExpired(const QString &alternativeNames) const
{
    run({QStringLiteral("req"), QStringLiteral("-newkey"), QStringLiteral("ec"), QStringLiteral("-pkeyopt"),
         QStringLiteral("ec_paramgen_curve:prime256v1"), QStringLiteral("-nodes"), QStringLiteral("-subj"), QStringLiteral("/CN=localhost"),
         QStringLiteral("-keyout"), pair("expired").key, QStringLiteral("-out"), file("expired.csr")});
    write(file("index.txt"), "");
    write(file("ca.cnf"), "[ca]\ndefault_ca = test\n[test]\n"
                          "database = " + QFile::encodeName(file("index.txt")) + "\n"
                          "new_certs_dir = " + QFile::encodeName(m_folder.path()) + "\n"
                          "rand_serial = yes\ndefault_md = sha256\npolicy = any\nx509_extensions = server\n"
                          "[any]\ncommonName = supplied\n"
                          "[server]\nbasicConstraints = critical,CA:FALSE\n" + alternativeNames.toLatin1() + "\n");
    run({QStringLiteral("ca"), QStringLiteral("-batch"), QStringLiteral("-notext"), QStringLiteral("-config"), file("ca.cnf"),
         QStringLiteral("-cert"), file("ca.pem"), QStringLiteral("-keyfile"), file("ca.key"), QStringLiteral("-in"), file("expired.csr"),
         QStringLiteral("-out"), file("expired.pem"), QStringLiteral("-startdate"), QStringLiteral("20200101000000Z"), QStringLiteral("-enddate"),
         QStringLiteral("20200601000000Z")});
}

} // namespace sweepbench::test
