// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/certificates.h"
#include "tests/support/realserver.h"
#include "tests/support/warningguard.h"

#include <QFile>
#include <QTest>

#include <memory>

#include <openssl/pem.h>
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>

using namespace sweepbench::test;

namespace {

using X509Ptr = std::unique_ptr<X509, decltype(&X509_free)>;
using KeyPtr = std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)>;

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

X509Ptr certificateAt(const QString &path)
{
    const QByteArray text = contentOf(path);
    BIO *bio = BIO_new_mem_buf(text.constData(), static_cast<int>(text.size()));
    X509Ptr certificate(PEM_read_bio_X509(bio, nullptr, nullptr, nullptr), X509_free);
    BIO_free(bio);
    return certificate;
}

KeyPtr keyAt(const QString &path, const char *passphrase = "")
{
    const QByteArray text = contentOf(path);
    BIO *bio = BIO_new_mem_buf(text.constData(), static_cast<int>(text.size()));
    KeyPtr key(PEM_read_bio_PrivateKey(bio, nullptr, nullptr, const_cast<char *>(passphrase)), EVP_PKEY_free);
    BIO_free(bio);
    return key;
}

/// X509_V_OK, or why the certificate would not do for \a host (a name or an address).
int verify(const QString &path, const QString &authority, const char *host)
{
    const X509Ptr certificate = certificateAt(path);
    const X509Ptr trusted = certificateAt(authority);
    X509_STORE *store = X509_STORE_new();
    X509_STORE_add_cert(store, trusted.get());
    X509_STORE_CTX *context = X509_STORE_CTX_new();
    X509_STORE_CTX_init(context, store, certificate.get(), nullptr);
    X509_VERIFY_PARAM *parameters = X509_STORE_CTX_get0_param(context);
    if (host && X509_VERIFY_PARAM_set1_ip_asc(parameters, host) != 1)
        X509_VERIFY_PARAM_set1_host(parameters, host, 0);
    X509_verify_cert(context);
    const int result = X509_STORE_CTX_get_error(context);
    X509_STORE_CTX_free(context);
    X509_STORE_free(store);
    return result;
}

} // namespace

class TestTestCertificates : public GuardedTest
{
    Q_OBJECT

private slots:
    void initTestCase();
    void verifyAsTheyShould();
    void keysBelongToThem();
    void encryptedKeyNeedsThePassphrase();

private:
    std::unique_ptr<TestCertificates> m_certificates;
};

void TestTestCertificates::initTestCase()
{
    SWEEPBENCH_NEED(TestCertificates::missing());
    m_certificates = std::make_unique<TestCertificates>();
}

void TestTestCertificates::verifyAsTheyShould()
{
    const TestCertificates &c = *m_certificates;
    for (const char *host : {"localhost", "127.0.0.1", "::1", TestCertificates::serverName}) {
        QCOMPARE(verify(c.server().certificate, c.ca(), host), X509_V_OK);
        QCOMPARE(verify(c.selfSigned().certificate, c.selfSigned().certificate, host), X509_V_OK);
        QCOMPARE(verify(c.expired().certificate, c.ca(), host), X509_V_ERR_CERT_HAS_EXPIRED);
    }
    QCOMPARE(verify(c.selfSigned().certificate, c.ca(), "localhost"), X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT);
    QCOMPARE(verify(c.wrongHost().certificate, c.ca(), "localhost"), X509_V_ERR_HOSTNAME_MISMATCH);
    QCOMPARE(verify(c.wrongHost().certificate, c.ca(), "127.0.0.1"), X509_V_ERR_IP_ADDRESS_MISMATCH);
    QCOMPARE(verify(c.wrongHost().certificate, c.ca(), TestCertificates::wrongName), X509_V_OK);
    QCOMPARE(verify(c.client().certificate, c.clientCa(), nullptr), X509_V_OK);
    QVERIFY(verify(c.client().certificate, c.ca(), nullptr) != X509_V_OK);
    QVERIFY(verify(c.clientOfAnotherCa().certificate, c.clientCa(), nullptr) != X509_V_OK);
}

void TestTestCertificates::keysBelongToThem()
{
    const TestCertificates &c = *m_certificates;
    for (const CertificatePair &pair : {c.server(), c.selfSigned(), c.expired(), c.wrongHost(), c.client(), c.clientOfAnotherCa()}) {
        const X509Ptr certificate = certificateAt(pair.certificate);
        const KeyPtr key = keyAt(pair.key);
        QVERIFY2(certificate && key, qPrintable(pair.certificate));
        QCOMPARE(X509_check_private_key(certificate.get(), key.get()), 1);
    }
}

void TestTestCertificates::encryptedKeyNeedsThePassphrase()
{
    const CertificatePair pair = m_certificates->clientEncrypted();
    QVERIFY(contentOf(pair.key).startsWith("-----BEGIN ENCRYPTED PRIVATE KEY-----"));
    QVERIFY(!keyAt(pair.key, "wrong"));
    const KeyPtr key = keyAt(pair.key, TestCertificates::passphrase);
    QVERIFY(key != nullptr);
    QCOMPARE(X509_check_private_key(certificateAt(pair.certificate).get(), key.get()), 1);
}

QTEST_GUILESS_MAIN(TestTestCertificates)
#include "tst_certificates.moc"
