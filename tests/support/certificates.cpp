// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/certificates.h"

#include "tests/support/childprocess.h"

#include <QFile>
#include <QStandardPaths>

namespace sweepbench::test {

using namespace Qt::StringLiterals;

namespace {

QString openssl()
{
    return QStandardPaths::findExecutable(u"openssl"_s);
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
    return openssl().isEmpty() ? u"openssl is not installed (Debian: openssl; packaging/test installs it)"_s : QString();
}

TestCertificates::TestCertificates()
{
    if (!m_folder.isValid())
        qFatal("no temporary folder: %s", qPrintable(m_folder.errorString()));
    if (!missing().isEmpty())
        qFatal("%s", qPrintable(missing()));
    // A file of our own in place of the system's openssl.cnf, which may add extensions or forbid something.
    write(file("openssl.cnf"), "[req]\ndistinguished_name = dn\n[dn]\n");

    const QStringList authority{u"basicConstraints=critical,CA:TRUE"_s, u"keyUsage=critical,keyCertSign"_s};
    const QString names = u"subjectAltName=DNS:localhost,IP:127.0.0.1,IP:::1,DNS:%1"_s.arg(QLatin1String(serverName));
    const QStringList forServer{u"basicConstraints=critical,CA:FALSE"_s, names};
    const QStringList forClient{u"basicConstraints=critical,CA:FALSE"_s, u"extendedKeyUsage=clientAuth"_s};

    makeSigned("ca", "Test CA", nullptr, authority);
    makeSigned("self", "localhost", nullptr, forServer);
    makeSigned("server", "localhost", "ca", forServer);
    makeSigned("wrong", wrongName, "ca",
               {u"basicConstraints=critical,CA:FALSE"_s, u"subjectAltName=DNS:%1"_s.arg(QLatin1String(wrongName))});
    makeSigned("client-ca", "Test Client CA", nullptr, authority);
    makeSigned("client", clientName, "client-ca", forClient);
    makeSigned("stranger", "Stranger", nullptr, forClient);
    makeExpired(names);
    run({u"pkcs8"_s, u"-topk8"_s, u"-in"_s, file("client.key"), u"-out"_s,
         file("client-encrypted.key"), u"-passout"_s, u"pass:%1"_s.arg(QLatin1String(passphrase))});
}

CertificatePair TestCertificates::pair(const char *name) const
{
    const QString base = file(name);
    return {base + u".pem"_s, base + u".key"_s};
}

void TestCertificates::run(const QStringList &arguments) const
{
    ChildProcess::Options options;
    options.outputFile = file("openssl.log");
    options.environment = {u"OPENSSL_CONF=%1"_s.arg(file("openssl.cnf"))};
    ChildProcess child;
    if (!child.start(openssl(), arguments, options))
        qFatal("%s", qPrintable(child.error()));
    if (child.waitForExit(std::chrono::seconds(60)) != 0)
        qFatal("openssl %s: %s", qPrintable(arguments.join(QLatin1Char(' '))), contentOf(options.outputFile).constData());
}

/// Key and certificate in one go; \a authority is the base name of its files, or null for one that signs itself.
void TestCertificates::makeSigned(const char *name, const char *commonName, const char *authority, const QStringList &extensions) const
{
    QStringList arguments{u"req"_s, u"-x509"_s, u"-newkey"_s, u"ec"_s,
                          u"-pkeyopt"_s, u"ec_paramgen_curve:prime256v1"_s, u"-nodes"_s,
                          u"-days"_s, u"30"_s, u"-subj"_s,
                          u"/CN=%1"_s.arg(QLatin1String(commonName)), u"-keyout"_s, pair(name).key,
                          u"-out"_s, pair(name).certificate};
    if (authority)
        arguments << u"-CA"_s << pair(authority).certificate << u"-CAkey"_s << pair(authority).key;
    for (const QString &extension : extensions)
        arguments << u"-addext"_s << extension;
    run(arguments);
}

/// `openssl req` knows no dates in the past; `openssl ca` does, and wants its book-keeping for it.
void TestCertificates::makeExpired(const QString &alternativeNames) const
{
    run({u"req"_s, u"-newkey"_s, u"ec"_s, u"-pkeyopt"_s,
         u"ec_paramgen_curve:prime256v1"_s, u"-nodes"_s, u"-subj"_s, u"/CN=localhost"_s,
         u"-keyout"_s, pair("expired").key, u"-out"_s, file("expired.csr")});
    write(file("index.txt"), "");
    write(file("ca.cnf"), "[ca]\ndefault_ca = test\n[test]\n"
                          "database = " + QFile::encodeName(file("index.txt")) + "\n"
                          "new_certs_dir = " + QFile::encodeName(m_folder.path()) + "\n"
                          "rand_serial = yes\ndefault_md = sha256\npolicy = any\nx509_extensions = server\n"
                          "[any]\ncommonName = supplied\n"
                          "[server]\nbasicConstraints = critical,CA:FALSE\n" + alternativeNames.toLatin1() + "\n");
    run({u"ca"_s, u"-batch"_s, u"-notext"_s, u"-config"_s, file("ca.cnf"),
         u"-cert"_s, file("ca.pem"), u"-keyfile"_s, file("ca.key"), u"-in"_s, file("expired.csr"),
         u"-out"_s, file("expired.pem"), u"-startdate"_s, u"20200101000000Z"_s, u"-enddate"_s,
         u"20200601000000Z"_s});
}

} // namespace sweepbench::test
