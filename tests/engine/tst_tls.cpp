// SPDX-License-Identifier: GPL-3.0-or-later
// https through the whole engine: whom it trusts, what it says of itself, how each failure is named, and that nothing is lost
// between TLS and HTTP.
#include "tests/engine/runplan.h"
#include "tests/support/certificates.h"
#include "tests/support/realserver.h"
#include "tests/support/scriptedserver.h"
#include "tests/support/warningguard.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QTest>

#include <algorithm>

#include <sys/resource.h>

using namespace sweepbench;
using namespace sweepbench::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using ServerTls = sweepbench::test::TlsOptions;
using ServerTlsVersion = sweepbench::test::TlsVersion;

namespace {

const Answer ok("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class TestTls : public GuardedTest
{
    Q_OBJECT

private slots:
    void initTestCase();
    void everyRequestIsAnswered_data();
    void everyRequestIsAnswered();
    void certificatesAreVerified_data();
    void certificatesAreVerified();
    void namesTheServer_data();
    void namesTheServer();
    void showsAClientCertificate_data();
    void showsAClientCertificate();
    void checksFilesBeforeTheRun_data();
    void checksFilesBeforeTheRun();
    void keepsToTheMinimumVersion();
    void resumesSessions_data();
    void resumesSessions();
    void handshakesFail_data();
    void handshakesFail();
    void truncationIsNoEnd_data();
    void truncationIsNoEnd();
    void recordsAreReadToTheirEnd_data();
    void recordsAreReadToTheirEnd();
    void quietClosesAreSentOnceMore();
    void largeRequestsArriveWhole();
    void realServers_data();
    void realServers();
    void stopsAtAnyMoment();
    void descriptorsRunOut();

private:
    ScriptedServer::Options serving(ServerTls tls = {}) const
    {
        if (tls.certificate.certificate.isEmpty())
            tls.certificate = m_certificates->server();
        ScriptedServer::Options options;
        options.tls = tls;
        return options;
    }
    Plan trusting(Plan plan) const
    {
        plan.targets[0].tls.caFile = m_certificates->ca();
        return plan;
    }
    std::unique_ptr<TestCertificates> m_certificates;
};

void TestTls::initTestCase()
{
    SWEEPBENCH_NEED(TestCertificates::missing());
    m_certificates = std::make_unique<TestCertificates>();
}

void TestTls::everyRequestIsAnswered_data()
{
    QTest::addColumn<int>("version");
    QTest::addColumn<int>("perConnection");
    for (const auto version : {ServerTlsVersion::V1_2, ServerTlsVersion::V1_3})
        for (int perConnection : {0, 1, 3})
            QTest::addRow("TLS 1.%d, per connection %d", version == ServerTlsVersion::V1_2 ? 2 : 3, perConnection)
                << static_cast<int>(version) << perConnection;
}

void TestTls::everyRequestIsAnswered()
{
    QFETCH(int, version);
    QFETCH(int, perConnection);
    ServerTls tls;
    tls.lowest = tls.highest = static_cast<ServerTlsVersion>(version);
    ScriptedServer server([](const ReceivedRequest &) { return ok; }, serving(tls));
    Plan plan = trusting(requestsPlan(server.url(), 60, 5));
    plan.load.requestsPerConnection = perConnection;
    const Trial trial = runPlan(plan).only();
    QVERIFY(addsUp(trial));
    QVERIFY2(trial.requests == 60, qPrintable(trial.errorDetail));
    QCOMPARE(server.requests(), 60);
    QCOMPARE(trial.bytesReceived, server.bytesSent());
    QCOMPARE(trial.bytesSent, server.bytesReceived());
    QCOMPARE(trial.connectionsOpened, server.connections());
    QCOMPARE(static_cast<qint64>(trial.connect.count), trial.connectionsOpened);
    QCOMPARE(static_cast<qint64>(trial.tls.count), trial.connectionsOpened);
    QVERIFY(trial.tls.minNs > 0);
    if (perConnection == 0)
        QVERIFY(server.connections() <= 5);
    if (perConnection == 1)
        QCOMPARE(server.connections(), 60);
    for (const TlsHandshake &handshake : server.handshakes()) {
        QVERIFY(handshake.complete);
        QCOMPARE(handshake.alpnOffered, std::vector<QByteArray>{"http/1.1"});
    }
}

void TestTls::certificatesAreVerified_data()
{
    QTest::addColumn<QString>("which");
    QTest::addColumn<QString>("words"); // OpenSSL's X509_verify_cert_error_string() by way of QSslError
    QTest::newRow("self-signed") << u"self"_s << u"self-signed"_s;
    QTest::newRow("expired") << u"expired"_s << u"expired"_s;
    QTest::newRow("for another host") << u"wrong"_s << u"host name did not match"_s;
    QTest::newRow("of an authority that the system does not know") << u"server"_s << u"issuer certificate"_s;
}

void TestTls::certificatesAreVerified()
{
    QFETCH(QString, which);
    QFETCH(QString, words);
    ServerTls tls;
    tls.certificate = which == u"self"      ? m_certificates->selfSigned()
                      : which == u"expired" ? m_certificates->expired()
                      : which == u"wrong"   ? m_certificates->wrongHost()
                                            : m_certificates->server();
    ScriptedServer server([](const ReceivedRequest &) { return ok; }, serving(tls));
    Plan plan = requestsPlan(server.url(), 6, 2);
    if (which != u"server")
        plan = trusting(plan);
    const Trial trial = runPlan(plan).only();
    QCOMPARE(trial.errors[ErrorKind::Tls], 6);
    QVERIFY(addsUp(trial));
    QCOMPARE(server.requests(), 0);
    QVERIFY2(trial.errorDetail.contains(words), qPrintable(trial.errorDetail));
    QVERIFY(trial.errorDetail.startsWith(u"127.0.0.1:%1: "_s.arg(server.port())));

    plan.targets[0].tls.insecure = true;
    const Trial accepted = runPlan(plan).only();
    QVERIFY2(accepted.requests == 6, qPrintable(accepted.errorDetail));
}

void TestTls::namesTheServer_data()
{
    QTest::addColumn<QString>("host");
    QTest::addColumn<QByteArray>("serverName");
    QTest::newRow("name") << u"localhost"_s << QByteArray("localhost");
    QTest::newRow("upper case") << u"LocalHost"_s << QByteArray("localhost");
    QTest::newRow("trailing dot") << u"bench.test."_s << QByteArray("bench.test");
    QTest::newRow("international") << u"bücher.test"_s << QByteArray("xn--bcher-kva.test");
    QTest::newRow("IPv4") << u"127.0.0.1"_s << QByteArray();
    QTest::newRow("IPv6") << u"[::1]"_s << QByteArray();
}

void TestTls::namesTheServer()
{
    QFETCH(QString, host);
    QFETCH(QByteArray, serverName);
    ScriptedServer::Options options = serving();
    if (host == u"[::1]")
        options.address = u"::1"_s;
    ScriptedServer server([](const ReceivedRequest &) { return ok; }, options);
    Plan plan = requestsPlan(u"https://%1:%2/"_s.arg(host).arg(server.port()), 1, 1);
    plan.targets[0].headers = {{u"Host"_s, u"other.test"_s}}; // names the site, not the TLS server
    plan.targets[0].tls.insecure = true;
    plan.targets[0].address = host == u"[::1]" ? u"::1"_s : u"127.0.0.1"_s;
    const Trial trial = runPlan(plan).only();
    QVERIFY2(trial.requests == 1, qPrintable(trial.errorDetail));
    QCOMPARE(server.handshakes().at(0).serverName, serverName.isEmpty() ? std::nullopt : std::optional(serverName));
    if (host.endsWith(u'.') || host.contains(u':') || host == u"localhost") { // the certificate is for these: verified too
        plan.targets[0].tls = {};
        const Trial verified = runPlan(trusting(plan)).only();
        QVERIFY2(verified.requests == 1, qPrintable(verified.errorDetail));
    }
}

void TestTls::showsAClientCertificate_data()
{
    QTest::addColumn<int>("version");
    QTest::addColumn<QString>("which");
    for (const auto version : {ServerTlsVersion::V1_2, ServerTlsVersion::V1_3})
        for (const QString &which : {u"none"_s, u"right"_s, u"in one file"_s, u"stranger"_s})
            QTest::addRow("TLS 1.%d, %s", version == ServerTlsVersion::V1_2 ? 2 : 3, qPrintable(which)) << static_cast<int>(version) << which;
}

void TestTls::showsAClientCertificate()
{
    QFETCH(int, version);
    QFETCH(QString, which);
    ServerTls tls;
    tls.clientCa = m_certificates->clientCa();
    tls.lowest = tls.highest = static_cast<ServerTlsVersion>(version);
    ScriptedServer server([](const ReceivedRequest &) { return ok; }, serving(tls));
    Plan plan = trusting(requestsPlan(server.url(), 5, 1));
    const CertificatePair pair = which == u"stranger" ? m_certificates->clientOfAnotherCa() : m_certificates->client();
    QTemporaryDir folder;
    if (which == u"in one file") {
        QFile both(folder.filePath(u"both.pem"_s));
        QVERIFY(both.open(QIODevice::WriteOnly));
        both.write(contentOf(pair.certificate) + contentOf(pair.key));
        plan.targets[0].tls.certificateFile = both.fileName();
    } else if (which != u"none") {
        plan.targets[0].tls.certificateFile = pair.certificate;
        plan.targets[0].tls.keyFile = pair.key;
    }
    const RunOutcome outcome = runPlan(plan);
    QVERIFY2(outcome.end == RunEnd::Completed, qPrintable(outcome.failure));
    const Trial &trial = outcome.only();
    QVERIFY(addsUp(trial));
    if (which == u"none" || which == u"stranger") {
        // In TLS 1.3 the client is through with the handshake before the server refuses it: the same kind all the same.
        QVERIFY2(trial.errors[ErrorKind::Tls] == 5, qPrintable(trial.errorDetail));
        QVERIFY2(trial.errorDetail.contains(which == u"none" ? u"certificate required"_s : u"unknown CA"_s)
                     || trial.errorDetail.contains(u"handshake failure"_s),
                 qPrintable(trial.errorDetail));
        QCOMPARE(server.requests(), 0);
    } else {
        QVERIFY2(trial.requests == 5, qPrintable(trial.errorDetail));
        QCOMPARE(server.handshakes().at(0).clientSubject, QByteArray("CN=") + TestCertificates::clientName);
    }
}

void TestTls::checksFilesBeforeTheRun_data()
{
    QTest::addColumn<QString>("ca");
    QTest::addColumn<QString>("certificate");
    QTest::addColumn<QString>("key");
    QTest::addColumn<QStringList>("words");
    const QString none;
    const QString client = m_certificates->client().certificate;
    const QString clientKey = m_certificates->client().key;
    const QString missing = QDir::tempPath() + u"/no-such-file.pem"_s;
    QTest::newRow("missing authorities") << missing << none << none << QStringList{u"targets[0].tls.ca_file: "_s, missing, u"can't be read"_s};
    QTest::newRow("authorities without a certificate")
        << clientKey << none << none << QStringList{u"targets[0].tls.ca_file: "_s, clientKey, u"no certificate"_s};
    QTest::newRow("missing certificate") << none << missing << none << QStringList{u"targets[0].tls.certificate_file: "_s, missing};
    QTest::newRow("key instead of a certificate")
        << none << clientKey << none << QStringList{u"targets[0].tls.certificate_file: "_s, u"no certificate"_s};
    QTest::newRow("no key") << none << client << none << QStringList{u"targets[0].tls.key_file: "_s, client, u"no private key"_s};
    QTest::newRow("missing key") << none << client << missing << QStringList{u"targets[0].tls.key_file: "_s, missing};
    QTest::newRow("key alone") << none << none << clientKey << QStringList{u"targets[0].tls.key_file: "_s, u"without a certificate"_s};
    QTest::newRow("encrypted key") << none << client << m_certificates->clientEncrypted().key
                                   << QStringList{u"targets[0].tls.key_file: "_s, u"encrypted"_s};
    QTest::newRow("key of another certificate") << none << client << m_certificates->server().key
                                                << QStringList{u"targets[0].tls.key_file: "_s, u"does not go with"_s, client};
}

void TestTls::checksFilesBeforeTheRun()
{
    QFETCH(QString, ca);
    QFETCH(QString, certificate);
    QFETCH(QString, key);
    QFETCH(QStringList, words);
    ScriptedServer server([](const ReceivedRequest &) { return ok; }, serving());
    Plan plan = requestsPlan(server.url(), 1, 1);
    plan.targets[0].tls.caFile = ca;
    plan.targets[0].tls.certificateFile = certificate;
    plan.targets[0].tls.keyFile = key;
    const RunOutcome outcome = runPlan(plan);
    QCOMPARE(outcome.end, RunEnd::Failed);
    for (const QString &word : words)
        QVERIFY2(outcome.failure.contains(word), qPrintable(outcome.failure));
    QVERIFY(!outcome.failure.contains(u'\n'));
    QCOMPARE(server.connections(), 0);
}

void TestTls::keepsToTheMinimumVersion()
{
    ServerTls tls;
    tls.highest = ServerTlsVersion::V1_2;
    ScriptedServer server([](const ReceivedRequest &) { return ok; }, serving(tls));
    Plan plan = trusting(requestsPlan(server.url(), 2, 1));
    QCOMPARE(runPlan(plan).only().requests, 2);
    plan.targets[0].tls.minimum = sweepbench::TlsVersion::Tls13;
    const Trial trial = runPlan(plan).only();
    QCOMPARE(trial.errors[ErrorKind::Tls], 2);
    QVERIFY2(trial.errorDetail.contains(u"protocol version"), qPrintable(trial.errorDetail));
}

void TestTls::resumesSessions_data()
{
    QTest::addColumn<int>("version");
    QTest::addColumn<bool>("resumption");
    for (const auto version : {ServerTlsVersion::V1_2, ServerTlsVersion::V1_3})
        for (bool resumption : {true, false})
            QTest::addRow("TLS 1.%d, %s", version == ServerTlsVersion::V1_2 ? 2 : 3, resumption ? "on" : "off")
                << static_cast<int>(version) << resumption;
}

void TestTls::resumesSessions()
{
    QFETCH(int, version);
    QFETCH(bool, resumption);
    ServerTls tls;
    tls.lowest = tls.highest = static_cast<ServerTlsVersion>(version);
    ScriptedServer server([](const ReceivedRequest &) { return ok; }, serving(tls));
    Plan plan = trusting(requestsPlan(server.url(), 20, 1));
    plan.load.requestsPerConnection = 1;
    plan.targets[0].tls.resumption = resumption;
    const Trial trial = runPlan(plan).only();
    QVERIFY2(trial.requests == 20, qPrintable(trial.errorDetail));
    const auto handshakes = server.handshakes();
    QCOMPARE(handshakes.size(), 20U);
    QCOMPARE(std::count_if(handshakes.begin(), handshakes.end(), [](const TlsHandshake &handshake) { return handshake.resumed; }),
             resumption ? 19 : 0);
}

void TestTls::handshakesFail_data()
{
    QTest::addColumn<int>("afterHello");
    QTest::addColumn<ErrorKind>("kind");
    QTest::addColumn<QString>("words");
    QTest::newRow("alert") << static_cast<int>(AfterHello::Alert) << ErrorKind::Tls << u"handshake failure"_s;
    QTest::newRow("closed") << static_cast<int>(AfterHello::Fin) << ErrorKind::Tls << u"closed the connection during"_s;
    QTest::newRow("reset") << static_cast<int>(AfterHello::Reset) << ErrorKind::Tls << u"reset the connection during"_s;
    QTest::newRow("silence") << static_cast<int>(AfterHello::Silence) << ErrorKind::ConnectTimeout << u"within the time-out"_s;
    QTest::newRow("no TLS") << -1 << ErrorKind::Tls << u""_s;
}

void TestTls::handshakesFail()
{
    QFETCH(int, afterHello);
    QFETCH(ErrorKind, kind);
    QFETCH(QString, words);
    ScriptedServer::Options options;
    if (afterHello >= 0) {
        ServerTls tls;
        tls.afterHello = static_cast<AfterHello>(afterHello);
        options = serving(tls);
    } else {
        options.onConnect = [](int) { return Answer("SSH-2.0-OpenSSH_9.2\r\n"); };
    }
    ScriptedServer server([](const ReceivedRequest &) { return ok; }, options);
    Plan plan = trusting(requestsPlan(u"https://127.0.0.1:%1/"_s.arg(server.port()), 4, 2));
    if (kind == ErrorKind::ConnectTimeout)
        plan.load.timeout = 300ms;
    const Trial trial = runPlan(plan).only();
    QVERIFY(addsUp(trial));
    QVERIFY2(trial.errors[kind] == 4, qPrintable(trial.errorDetail));
    QVERIFY2(trial.errorDetail.contains(words), qPrintable(trial.errorDetail));
    QCOMPARE(trial.connectionsOpened, 0);
}

void TestTls::truncationIsNoEnd_data()
{
    QTest::addColumn<QByteArray>("answer");
    QTest::addColumn<bool>("closeNotify");
    QTest::addColumn<bool>("good");
    const QByteArray untilClose = "HTTP/1.1 200 OK\r\n\r\nbody";
    const QByteArray withLength = "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 4\r\n\r\nbody";
    QTest::newRow("until close, with the alert") << untilClose << true << true;
    QTest::newRow("until close, without") << untilClose << false << false; // RFC 9112, 8
    QTest::newRow("length, with the alert") << withLength << true << true;
    QTest::newRow("length, without") << withLength << false << true;
    QTest::newRow("too short, with the alert") << withLength.chopped(1) << true << false;
    QTest::newRow("too short, without") << withLength.chopped(1) << false << false;
}

void TestTls::truncationIsNoEnd()
{
    QFETCH(QByteArray, answer);
    QFETCH(bool, closeNotify);
    QFETCH(bool, good);
    ServerTls tls;
    tls.closeNotify = closeNotify;
    ScriptedServer server([answer](const ReceivedRequest &) { return Answer(answer, Ending::Fin); }, serving(tls));
    const Trial trial = runPlan(trusting(requestsPlan(server.url(), 10, 2))).only();
    QVERIFY(addsUp(trial));
    QVERIFY2((good ? trial.requests : trial.errors[ErrorKind::ClosedEarly]) == 10, qPrintable(trial.errorDetail));
}

void TestTls::recordsAreReadToTheirEnd_data()
{
    QTest::addColumn<QByteArray>("answer");
    QTest::newRow("16 KB in one record") << "HTTP/1.1 200 OK\r\nContent-Length: 16000\r\n\r\n" + QByteArray(16000, 'x');
    QTest::newRow("103 and 200 in one record")
        << QByteArray("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
    QTest::newRow("1 MB in many records") << "HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n" + QByteArray(1'000'000, 'x');
}

void TestTls::recordsAreReadToTheirEnd()
{
    QFETCH(QByteArray, answer);
    ScriptedServer server([answer](const ReceivedRequest &) { return Answer(answer); }, serving());
    const Trial trial = runPlan(trusting(requestsPlan(server.url(), 100, 2))).only();
    QVERIFY2(trial.requests == 100, qPrintable(trial.errorDetail));
    QCOMPARE(trial.bytesReceived, 100 * answer.size());
    QVERIFY(server.connections() <= 2);
}

void TestTls::quietClosesAreSentOnceMore()
{
    // Closes each kept-alive connection after its third answer without having said so.
    ScriptedServer server([](const ReceivedRequest &request) {
        return request.onConnection == 3 ? Answer(ok.pieces.front().bytes, Ending::Fin) : ok;
    }, serving());
    const Trial trial = runPlan(trusting(requestsPlan(server.url(), 90, 3))).only();
    QVERIFY2(trial.requests == 90, qPrintable(trial.errorDetail));
    QVERIFY(trial.reconnects > 0);
    QVERIFY(addsUp(trial));
}

void TestTls::largeRequestsArriveWhole()
{
    ScriptedServer server([](const ReceivedRequest &) { return ok; }, serving());
    Plan plan = trusting(requestsPlan(server.url(), 6, 2));
    plan.targets[0].method = u"POST"_s;
    plan.targets[0].body = QByteArray(3'000'000, 'b');
    const Trial trial = runPlan(plan).only();
    QVERIFY2(trial.requests == 6, qPrintable(trial.errorDetail));
    for (const ReceivedRequest &request : server.log())
        QCOMPARE(request.body, plan.targets[0].body);
    QCOMPARE(trial.bytesSent, server.bytesReceived());
}

void TestTls::realServers_data()
{
    QTest::addColumn<int>("kind");
    for (const auto kind : {RealServer::Kind::Nginx, RealServer::Kind::Apache, RealServer::Kind::Node})
        QTest::newRow(qPrintable(RealServer::name(kind))) << static_cast<int>(kind);
}

void TestTls::realServers()
{
    QFETCH(int, kind);
    SWEEPBENCH_NEED_SERVER(static_cast<RealServer::Kind>(kind));
    RealServer::Options options;
    options.certificate = m_certificates->server();
    RealServer server(static_cast<RealServer::Kind>(kind), options);
    QVERIFY2(server.start(), qPrintable(server.error()));
    for (int perConnection : {0, 1, 7}) {
        const int before = server.accessCount();
        Plan plan = trusting(requestsPlan(server.url(), 300, 20));
        plan.load.requestsPerConnection = perConnection;
        const Trial trial = runPlan(plan).only();
        QVERIFY2(trial.requests == 300, qPrintable(trial.errorDetail));
        QCOMPARE(server.waitForAccessCount(before + 300) - before, 300);
    }
    const Trial large = runPlan(trusting(requestsPlan(server.url(QString::fromLatin1(RealServer::largePath)), 10, 3))).only();
    QVERIFY2(large.requests == 10, qPrintable(large.errorDetail));
    QVERIFY(large.bytesReceived > 10 * RealServer::largeSize);
}

void TestTls::stopsAtAnyMoment()
{
    const auto openDescriptors = [] { return QDir(u"/proc/self/fd"_s).entryList(QDir::AllEntries | QDir::NoDotAndDotDot).size(); };
    ServerTls tls;
    tls.helloPause = 5ms;
    ScriptedServer server([](const ReceivedRequest &) { return ok; }, serving(tls));
    runPlan(trusting(requestsPlan(server.url(), 10, 5)));
    const auto before = openDescriptors();
    for (int i = 0; i < 15; ++i) {
        QElapsedTimer stopped;
        const RunOutcome outcome = runPlan(trusting(durationPlan(server.url(), 10s, 20)), [&](Runner &runner) {
            QTimer::singleShot(3 * i, &runner, [&] {
                stopped.start();
                runner.stop();
            });
        });
        QCOMPARE(outcome.end, RunEnd::Stopped);
        QVERIFY(stopped.elapsed() < 2000);
    }
    QVERIFY(server.waitUntilIdle());
    QTRY_COMPARE(openDescriptors(), before);
}

void TestTls::descriptorsRunOut()
{
    ScriptedServer server([](const ReceivedRequest &) {
        Answer slow = ok;
        slow.pieces.front().pauseBefore = 300ms;
        return slow;
    }, serving());
    rlimit before{};
    ::getrlimit(RLIMIT_NOFILE, &before);
    rlimit low = before;
    low.rlim_cur = static_cast<rlim_t>(QDir(u"/proc/self/fd"_s).entryList(QDir::AllEntries | QDir::NoDotAndDotDot).size()) + 50;
    Plan plan = requestsPlan(server.url(), 100, 100);
    plan.targets[0].tls.insecure = true;
    plan.load.timeout = 2s; // the server, in the same process, lacks descriptors too
    ::setrlimit(RLIMIT_NOFILE, &low);
    const RunOutcome outcome = runPlan(plan);
    ::setrlimit(RLIMIT_NOFILE, &before);
    QVERIFY(!outcome.hung);
    const Trial &trial = outcome.only();
    QVERIFY(addsUp(trial));
    QVERIFY2(trial.errors[ErrorKind::LocalDescriptors] > 0, qPrintable(trial.errorDetail));
    QVERIFY(isUnfit(trial));
}

QTEST_GUILESS_MAIN(TestTls)
#include "tst_tls.moc"
