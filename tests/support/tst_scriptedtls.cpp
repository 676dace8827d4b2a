// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/rawclient.h"
#include "tests/support/realserver.h"
#include "tests/support/scriptedcases.h"
#include "tests/support/scriptedserver.h"
#include "tests/support/tlsclient.h"
#include "tests/support/warningguard.h"

#include <QElapsedTimer>
#include <QTest>

#include <csignal>
#include <thread>
#include <utility>

#include <openssl/ssl.h>

using namespace sweepbench::test;
using namespace std::chrono_literals;

namespace {

const QByteArray request = "GET /a HTTP/1.1\r\nHost: x\r\n\r\n";
const QByteArray okAnswer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

} // namespace

class TestScriptedTls : public GuardedTest
{
    Q_OBJECT

private slots:
    void initTestCase();
    void answersAndCounts();
    void recordsServerNameAndProtocols();
    void refusesWithoutServerName();
    void agreesOnTheHighestVersion_data();
    void agreesOnTheHighestVersion();
    void resumesWhenAllowed_data();
    void resumesWhenAllowed();
    void wantsAClientCertificate();
    void failsTheHandshakeAsTold();
    void pausesBeforeItsHello();
    void endsAsTold();
    void putsAPieceInOneRecord();
    void casesSendWhatTheyPromise_data();
    void casesSendWhatTheyPromise();
    void stopsAmidAnything();

private:
    ScriptedServer::Options options(const std::function<void(TlsOptions &)> &change = {}) const
    {
        ScriptedServer::Options o;
        o.tls = TlsOptions{m_certificates->server()};
        if (change)
            change(*o.tls);
        return o;
    }
    static Script ok()
    {
        return [](const ReceivedRequest &) { return Answer(okAnswer); };
    }

    std::unique_ptr<TestCertificates> m_certificates;
};

void TestScriptedTls::initTestCase()
{
    SWEEPBENCH_NEED(TestCertificates::missing());
    std::signal(SIGPIPE, SIG_IGN); // this client's own writes; the server's thread needs no such help
    m_certificates = std::make_unique<TestCertificates>();
}

void TestScriptedTls::answersAndCounts()
{
    ScriptedServer server(ok(), options());
    QVERIFY(server.url().startsWith(QLatin1String("https://127.0.0.1:")));
    TlsClient client(server.port());
    QVERIFY(client.isConnected());
    for (int i = 0; i < 3; ++i) {
        client.send(request);
        QCOMPARE(client.read(okAnswer.size()), okAnswer);
    }
    QCOMPARE(server.connections(), 1);
    QCOMPARE(server.requests(), 3);
    QTRY_COMPARE(server.answered(), 3);
    QCOMPARE(server.bytesReceived(), 3 * request.size());
    QCOMPARE(server.bytesSent(), 3 * okAnswer.size());
}

void TestScriptedTls::recordsServerNameAndProtocols()
{
    ScriptedServer server(ok(), options());
    QVERIFY(TlsClient(server.port(), {.serverName = "bench.test", .alpn = "\x02h2\x08http/1.1"}).isConnected());
    QVERIFY(TlsClient(server.port(), {.alpn = "\x02h2"}).isConnected());
    ScriptedServer mute(ok(), options([](TlsOptions &o) { o.alpn = {}; }));
    QVERIFY(TlsClient(mute.port(), {.alpn = "\x08http/1.1"}).isConnected());

    // TLS 1.3: the client is done before the server has read its last message.
    QTRY_VERIFY(server.handshakes().at(1).complete && mute.handshakes().at(0).complete);
    const std::vector<TlsHandshake> seen = server.handshakes();
    QCOMPARE(seen.size(), 2U);
    QVERIFY(seen[0].complete);
    QCOMPARE(seen[0].connection, 1);
    QCOMPARE(seen[0].serverName, "bench.test");
    QCOMPARE(seen[0].alpnOffered, (std::vector<QByteArray>{"h2", "http/1.1"}));
    QCOMPARE(seen[0].alpnSelected, "http/1.1");
    QCOMPARE(seen[0].version, "TLSv1.3");
    QVERIFY(!seen[0].clientSubject);
    QVERIFY(!seen[1].serverName);
    QCOMPARE(seen[1].alpnSelected, "");
    QCOMPARE(mute.handshakes().at(0).alpnOffered, std::vector<QByteArray>{"http/1.1"});
    QCOMPARE(mute.handshakes().at(0).alpnSelected, "");
}

void TestScriptedTls::refusesWithoutServerName()
{
    ScriptedServer server(ok(), options([](TlsOptions &o) { o.requireServerName = true; }));
    TlsClient nameless(server.port());
    QVERIFY(!nameless.isConnected());
    QCOMPARE(nameless.end(), TlsClient::End::Alert);
    QCOMPARE(nameless.alert(), SSL_AD_UNRECOGNIZED_NAME);
    QVERIFY(TlsClient(server.port(), {.serverName = "localhost"}).isConnected());
    QVERIFY(!server.handshakes().at(0).complete);
    QTRY_VERIFY(server.handshakes().at(1).complete);
}

void TestScriptedTls::agreesOnTheHighestVersion_data()
{
    QTest::addColumn<TlsVersion>("highest");
    QTest::addColumn<QByteArray>("name");
    QTest::newRow("1.0") << TlsVersion::V1_0 << QByteArray("TLSv1");
    QTest::newRow("1.1") << TlsVersion::V1_1 << QByteArray("TLSv1.1");
    QTest::newRow("1.2") << TlsVersion::V1_2 << QByteArray("TLSv1.2");
    QTest::newRow("1.3") << TlsVersion::V1_3 << QByteArray("TLSv1.3");
}

void TestScriptedTls::agreesOnTheHighestVersion()
{
    QFETCH(const TlsVersion, highest);
    QFETCH(const QByteArray, name);
    ScriptedServer server(ok(), options([highest = highest](TlsOptions &o) {
        o.lowest = TlsVersion::V1_0;
        o.highest = highest;
    }));
    TlsClient client(server.port());
    client.send(request);
    QCOMPARE(client.read(okAnswer.size()), okAnswer);
    QCOMPARE(server.handshakes().at(0).version, name);
}

void TestScriptedTls::resumesWhenAllowed_data()
{
    QTest::addColumn<TlsVersion>("highest");
    QTest::addColumn<bool>("allowed");
    for (const bool allowed : {true, false}) {
        QTest::addRow("1.2 %s", allowed ? "allowed" : "not allowed") << TlsVersion::V1_2 << allowed;
        QTest::addRow("1.3 %s", allowed ? "allowed" : "not allowed") << TlsVersion::V1_3 << allowed;
    }
}

void TestScriptedTls::resumesWhenAllowed()
{
    QFETCH(const TlsVersion, highest);
    QFETCH(const bool, allowed);
    ScriptedServer server(ok(), options([highest = highest, allowed = allowed](TlsOptions &o) {
        o.highest = highest;
        o.resumption = allowed;
    }));
    SSL_SESSION *session = nullptr;
    {
        TlsClient first(server.port());
        first.send(request);
        first.read(okAnswer.size()); // TLS 1.3's tickets come before it
        first.sayGoodbye();
        session = first.session();
    }
    TlsClient second(server.port(), {.session = session});
    SSL_SESSION_free(session);
    second.send(request);
    QCOMPARE(second.read(okAnswer.size()), okAnswer);
    QVERIFY(!server.handshakes().at(0).resumed);
    QCOMPARE(server.handshakes().at(1).resumed, allowed);
}

void TestScriptedTls::wantsAClientCertificate()
{
    ScriptedServer server(ok(), options([this](TlsOptions &o) { o.clientCa = m_certificates->clientCa(); }));
    TlsClient known(server.port(), {.certificate = m_certificates->client()});
    known.send(request);
    QCOMPARE(known.read(okAnswer.size()), okAnswer);
    QCOMPARE(server.handshakes().at(0).clientSubject, "CN=Test Client");
    // In TLS 1.3 the client believes in its success before the server has judged.
    TlsClient none(server.port());
    none.readToEnd();
    QCOMPARE(none.end(), TlsClient::End::Alert);
    TlsClient stranger(server.port(), {.certificate = m_certificates->clientOfAnotherCa()});
    stranger.readToEnd();
    QCOMPARE(stranger.end(), TlsClient::End::Alert);
    QVERIFY(!server.handshakes().at(1).complete);
    QVERIFY(server.handshakes().at(1).error.contains("peer did not return a certificate"));
    QVERIFY(server.handshakes().at(2).error.contains("certificate verify failed"));
    QCOMPARE(server.requests(), 1);
}

void TestScriptedTls::failsTheHandshakeAsTold()
{
    for (const auto &[how, end] : {std::pair(AfterHello::Alert, TlsClient::End::Alert), std::pair(AfterHello::Fin, TlsClient::End::Truncated),
                                   std::pair(AfterHello::Reset, TlsClient::End::Reset)}) {
        ScriptedServer server(ok(), options([how = how](TlsOptions &o) { o.afterHello = how; }));
        TlsClient client(server.port(), {.serverName = "localhost"});
        QVERIFY(!client.isConnected());
        QCOMPARE(client.end(), end);
        QCOMPARE(server.handshakes().at(0).serverName, "localhost");
        QVERIFY(!server.handshakes().at(0).complete);
    }
    // Silence lasts until the server stops.
    ScriptedServer silent(ok(), options([](TlsOptions &o) { o.afterHello = AfterHello::Silence; }));
    std::thread later([&silent] {
        QTest::qSleep(150);
        silent.stop();
    });
    TlsClient client(silent.port());
    later.join();
    QVERIFY(!client.isConnected());
    QCOMPARE(client.end(), TlsClient::End::Reset); // by stop(), nothing came before
    // What is no TLS at all gets an alert or an end, and is told apart.
    ScriptedServer server(ok(), options());
    RawClient plain(server.port());
    plain.send(request);
    plain.readToEnd();
    QVERIFY(plain.end() != RawClient::End::Open);
    QVERIFY2(server.handshakes().at(0).error.contains("http request"), server.handshakes().at(0).error.constData());
}

void TestScriptedTls::pausesBeforeItsHello()
{
    ScriptedServer server(ok(), options([](TlsOptions &o) { o.helloPause = 100ms; }));
    QElapsedTimer timer;
    timer.start();
    QVERIFY(TlsClient(server.port()).isConnected());
    QVERIFY(timer.elapsed() >= 99);
}

void TestScriptedTls::endsAsTold()
{
    for (const bool closeNotify : {true, false}) {
        ScriptedServer server([](const ReceivedRequest &r) { return Answer("abc", r.connection == 1 ? Ending::Fin : Ending::Reset, 20ms); },
                              options([closeNotify](TlsOptions &o) { o.closeNotify = closeNotify; }));
        for (const TlsClient::End expected : {closeNotify ? TlsClient::End::CloseNotify : TlsClient::End::Truncated, TlsClient::End::Reset}) {
            TlsClient client(server.port());
            client.send(request);
            QCOMPARE(client.readToEnd(), "abc");
            QCOMPARE(client.end(), expected);
        }
        QVERIFY(server.waitUntilIdle());
    }
}

void TestScriptedTls::putsAPieceInOneRecord()
{
    const QByteArray head = "HTTP/1.1 200 OK\r\nContent-Length: 16000\r\n\r\n";
    const QByteArray twoAnswers = "HTTP/1.1 103 Early Hints\r\n\r\n" + head + QByteArray(16'000, 'x');
    ScriptedServer server([&](const ReceivedRequest &r) { return r.onConnection == 1 ? Answer(twoAnswers) : Answer::splitAt(twoAnswers, 100, 0ms); },
                          options());
    TlsClient client(server.port());
    client.send(request);
    QByteArray received = client.read(1);
    QCOMPARE(client.pending(), twoAnswers.size() - 1);
    received += client.read(twoAnswers.size() - 1);
    QCOMPARE(received, twoAnswers);
    client.send(request);
    received = client.read(1);
    QCOMPARE(client.pending(), 99); // two pieces, two records
    QCOMPARE(received + client.read(twoAnswers.size() - 1), twoAnswers);
}

void TestScriptedTls::casesSendWhatTheyPromise_data()
{
    QTest::addColumn<QByteArray>("name");
    for (const ScriptedCase &candidate : scriptedCases())
        QTest::newRow(candidate.name.constData()) << candidate.name;
}

void TestScriptedTls::casesSendWhatTheyPromise()
{
    QFETCH(const QByteArray, name);
    ReceivedRequest asked;
    asked.connection = asked.onConnection = asked.total = 1;
    asked.head = request.left(request.size() - 4);
    const Answer answer = scriptedCase(name).script(asked);
    QByteArray bytes;
    for (const Piece &piece : answer.pieces)
        bytes += piece.bytes;
    if (!answer.endless.isEmpty())
        bytes += answer.endless.repeated(3);
    ScriptedServer server(scripted(name), options());
    TlsClient client(server.port());
    client.send(request);
    QCOMPARE(client.read(bytes.size()), bytes);
    if (answer.endless.isEmpty() && (answer.ending == Ending::Fin || answer.ending == Ending::Reset)) {
        QCOMPARE(client.readToEnd(), "");
        QCOMPARE(client.end(), answer.ending == Ending::Fin ? TlsClient::End::CloseNotify : TlsClient::End::Reset);
    }
}

/// Peers that go at any point neither end the test program (SIGPIPE) nor keep the server from stopping.
void TestScriptedTls::stopsAmidAnything()
{
    std::signal(SIGPIPE, SIG_DFL);
    ScriptedServer server(scripted("endless_headers"), options());
    for (int i = 0; i < 5; ++i) {
        TlsClient client(server.port());
        client.send(request);
        client.read(10'000);
    }
    RawClient mute(server.port());
    QVERIFY(server.waitForRequests(5));
    QTRY_COMPARE(server.connections(), 6);
    QTRY_COMPARE(server.openConnections(), 1); // the mute one
    std::signal(SIGPIPE, SIG_IGN);
    QElapsedTimer timer;
    timer.start();
    server.stop();
    QVERIFY(timer.elapsed() < 2000); // a hang guard
    QCOMPARE(server.handshakes().size(), 6U);
}

QTEST_GUILESS_MAIN(TestScriptedTls)
#include "tst_scriptedtls.moc"
