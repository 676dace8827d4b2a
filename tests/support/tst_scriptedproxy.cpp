// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/rawclient.h"
#include "tests/support/realserver.h"
#include "tests/support/scriptedcases.h"
#include "tests/support/scriptedproxy.h"
#include "tests/support/tlsclient.h"
#include "tests/support/warningguard.h"

#include <QTest>

using namespace sweepbench::test;
using namespace std::chrono_literals;

namespace {

const QByteArray okAnswer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
const QByteArray originRequest = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
const QByteArray established = "HTTP/1.1 200 Connection established\r\n\r\n";

QByteArray authority(const ScriptedServer &server, const QByteArray &host = "127.0.0.1")
{
    return host + ':' + QByteArray::number(server.port());
}

QByteArray plainRequest(const ScriptedServer &server, const QByteArray &path, const QByteArray &fields = {})
{
    return "GET http://" + authority(server) + path + " HTTP/1.1\r\nHost: " + authority(server) + "\r\n" + fields + "\r\n";
}

QByteArray connectRequest(const ScriptedServer &server, const QByteArray &host = "127.0.0.1")
{
    return "CONNECT " + authority(server, host) + " HTTP/1.1\r\nHost: " + authority(server, host) + "\r\n\r\n";
}

ScriptedProxy::Options replying(ConnectReply reply)
{
    ScriptedProxy::Options options;
    options.connectReply = reply;
    return options;
}

} // namespace

class TestScriptedProxy : public GuardedTest
{
    Q_OBJECT

private slots:
    void relaysRequests();
    void followsTheRequestsToOtherOrigins();
    void relaysOddEndings();
    void tunnels_data();
    void tunnels();
    void tunnelsManyBytes();
    void tunnelsTls();
    void wantsCredentials();
    void looksUpItsOwnNames();
    void failsConnectAsTold();
    void saysWhenTheOriginRefuses();
    void stopsAmidTunnels();
};

void TestScriptedProxy::relaysRequests()
{
    ScriptedServer origin{Answer(okAnswer)};
    ScriptedProxy proxy;
    RawClient client(proxy.port());
    for (int i = 0; i < 3; ++i) {
        client.send(plainRequest(origin, "/a%2Fb?c=+", "Proxy-Connection: keep-alive\r\nX-Test: 1\r\nContent-Length: 3\r\n") + "abc");
        QCOMPARE(client.read(okAnswer.size()), okAnswer);
    }
    QCOMPARE(proxy.connections(), 1);
    QCOMPARE(proxy.requests(), 3);
    QCOMPARE(proxy.originConnections(), 1);
    QCOMPARE(origin.connections(), 1);
    const ReceivedRequest asked = proxy.log().at(2);
    QCOMPARE(asked.target(), "http://" + authority(origin) + "/a%2Fb?c=+");
    QCOMPARE(asked.onConnection, 3);
    QCOMPARE(asked.header("proxy-connection"), std::vector<QByteArray>{"keep-alive"});
    const ReceivedRequest relayed = origin.log().at(2);
    QCOMPARE(relayed.head, "GET /a%2Fb?c=+ HTTP/1.1\r\nHost: " + authority(origin) + "\r\nX-Test: 1\r\nContent-Length: 3");
    QCOMPARE(relayed.body, "abc");
    // What is not meant for a proxy is refused.
    client.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\n");
    QVERIFY(client.read(1000, 100ms).startsWith("HTTP/1.1 400 "));
}

void TestScriptedProxy::followsTheRequestsToOtherOrigins()
{
    ScriptedServer first{Answer("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n1")};
    ScriptedServer second{Answer("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n2")};
    ScriptedProxy proxy;
    RawClient client(proxy.port());
    for (int i = 0; i < 2; ++i) {
        client.send(plainRequest(first, "/"));
        QVERIFY(client.read(39).endsWith('1'));
        client.send(plainRequest(second, "/"));
        QVERIFY(client.read(39).endsWith('2'));
    }
    QCOMPARE(proxy.originConnections(), 4);
}

void TestScriptedProxy::relaysOddEndings()
{
    for (const auto &[ending, expected] : {std::pair(Ending::Fin, RawClient::End::Closed), std::pair(Ending::Reset, RawClient::End::Reset)}) {
        ScriptedServer origin(Answer("HTTP/1.1 200 OK\r\n\r\nuntil the end", ending, 50ms));
        ScriptedProxy proxy;
        RawClient client(proxy.port());
        client.send(plainRequest(origin, "/"));
        QVERIFY(client.readToEnd().endsWith("until the end"));
        QCOMPARE(client.end(), expected);
        QTRY_COMPARE(proxy.openConnections(), 0);
    }
}

void TestScriptedProxy::tunnels_data()
{
    QTest::addColumn<ConnectReply>("reply");
    QTest::addColumn<QByteArray>("part");
    QTest::newRow("bare") << ConnectReply::Tunnel << established;
    QTest::newRow("headers") << ConnectReply::TunnelWithHeaders << QByteArray("\r\nVia: 1.1 test\r\n");
    QTest::newRow("length") << ConnectReply::TunnelWithLength << QByteArray("\r\nContent-Length: 5\r\n");
    QTest::newRow("in two") << ConnectReply::TunnelInTwo << established;
}

void TestScriptedProxy::tunnels()
{
    QFETCH(const ConnectReply, reply);
    QFETCH(const QByteArray, part);
    ScriptedServer origin{Answer(okAnswer)};
    ScriptedProxy proxy(replying(reply));
    RawClient client(proxy.port());
    client.send(connectRequest(origin));
    QByteArray answer = client.read(10);
    if (reply == ConnectReply::TunnelInTwo)
        QCOMPARE(client.read(1, 5ms), "");
    while (!answer.endsWith("\r\n\r\n")) {
        const QByteArray more = client.read(1);
        QVERIFY(!more.isEmpty());
        answer += more;
    }
    QVERIFY2(answer.contains(part), answer.constData());
    for (int i = 0; i < 2; ++i) {
        client.send(originRequest);
        QCOMPARE(client.read(okAnswer.size()), okAnswer);
    }
    QCOMPARE(origin.log().at(0).head + "\r\n\r\n", originRequest);
    QCOMPARE(proxy.tunnels(), 1);
    QCOMPARE(proxy.requests(), 1);
    QCOMPARE(proxy.log().at(0).method(), "CONNECT");
    QCOMPARE(proxy.log().at(0).target(), authority(origin));
}

void TestScriptedProxy::tunnelsManyBytes()
{
    const QByteArray body(20'000'000, 'b');
    ScriptedServer origin([&](const ReceivedRequest &r) { return Answer(r.body, Ending::Fin); });
    ScriptedProxy proxy;
    RawClient client(proxy.port());
    client.send(connectRequest(origin));
    QCOMPARE(client.read(established.size()), established);
    client.send("POST / HTTP/1.1\r\nContent-Length: " + QByteArray::number(body.size()) + "\r\n\r\n" + body);
    QVERIFY(client.readToEnd(20s) == body);
    QCOMPARE(client.end(), RawClient::End::Closed);
}

void TestScriptedProxy::tunnelsTls()
{
    SWEEPBENCH_NEED(TestCertificates::missing());
    const TestCertificates certificates;
    ScriptedServer::Options options;
    options.tls = TlsOptions{certificates.server()};
    ScriptedServer origin([](const ReceivedRequest &) { return Answer(okAnswer, Ending::Fin); }, options);
    ScriptedProxy proxy;
    QCOMPARE(TlsClient::get(proxy.port(), "/", {.tunnel = connectRequest(origin, "localhost"), .serverName = "localhost"}), "ok");
    QCOMPARE(origin.handshakes().at(0).serverName, "localhost");
    QCOMPARE(proxy.tunnels(), 1);
}

void TestScriptedProxy::wantsCredentials()
{
    ScriptedServer origin{Answer(okAnswer)};
    ScriptedProxy::Options options;
    options.credentials = "user:pass word";
    for (const bool closes : {false, true}) {
        options.closeAfter407 = closes;
        ScriptedProxy proxy(options);
        for (const QByteArray &asked : {connectRequest(origin), plainRequest(origin, "/", "Proxy-Authorization: Basic d3Jvbmc=\r\n")}) {
            RawClient client(proxy.port());
            client.send(asked);
            const QByteArray refused = client.read(1000, closes ? 5000ms : 100ms);
            QVERIFY2(refused.startsWith("HTTP/1.1 407 "), refused.constData());
            QVERIFY(refused.contains("\r\nProxy-Authenticate: Basic realm="));
            QCOMPARE(client.end(), closes ? RawClient::End::Closed : RawClient::End::Open);
        }
        RawClient client(proxy.port());
        client.send(plainRequest(origin, "/", "Proxy-Authorization: Basic dXNlcjpwYXNzIHdvcmQ=\r\n"));
        QCOMPARE(client.read(okAnswer.size()), okAnswer);
        QVERIFY(!origin.log().back().head.contains("Proxy-"));
    }
    QCOMPARE(origin.requests(), 2);
}

void TestScriptedProxy::looksUpItsOwnNames()
{
    ScriptedServer origin{Answer(okAnswer)};
    ScriptedProxy::Options options;
    options.hosts = {{"bench.test", "127.0.0.1"}};
    ScriptedProxy proxy(options);
    for (const QByteArray host : {"bench.test", "localhost"}) {
        RawClient client(proxy.port());
        client.send(connectRequest(origin, host));
        QCOMPARE(client.read(established.size()), established);
    }
    for (const QByteArray host : {"elsewhere.test", "192.0.2.1", "[2001:db8::1]"}) {
        RawClient client(proxy.port());
        client.send(connectRequest(origin, host));
        QVERIFY(client.read(1000, 100ms).startsWith("HTTP/1.1 502 "));
    }
}

void TestScriptedProxy::failsConnectAsTold()
{
    ScriptedServer origin{Answer(okAnswer)};
    struct Row
    {
        ConnectReply reply;
        QByteArray begin;
        RawClient::End end;
    };
    for (const Row &row : {Row{ConnectReply::Forbidden, "HTTP/1.1 403 ", RawClient::End::Open},
                           Row{ConnectReply::BadGateway, "HTTP/1.1 502 ", RawClient::End::Open},
                           Row{ConnectReply::Close, "", RawClient::End::Closed}, Row{ConnectReply::Reset, "", RawClient::End::Reset},
                           Row{ConnectReply::Silence, "", RawClient::End::Open},
                           Row{ConnectReply::Garbage, "\x15\x03\x01", RawClient::End::Open}}) {
        ScriptedProxy proxy(replying(row.reply));
        RawClient client(proxy.port());
        client.send(connectRequest(origin));
        const QByteArray answer = client.readToEnd(row.end == RawClient::End::Open ? 100ms : 5000ms);
        QVERIFY2(row.begin.isEmpty() ? answer.isEmpty() : answer.startsWith(row.begin), answer.constData());
        QCOMPARE(client.end(), row.end);
        QCOMPARE(proxy.tunnels(), 0);
        QVERIFY(proxy.waitForRequests(1));
    }
    QCOMPARE(origin.connections(), 0);
}

void TestScriptedProxy::saysWhenTheOriginRefuses()
{
    const RefusingPort nobody;
    const QByteArray target = "127.0.0.1:" + QByteArray::number(nobody.port());
    ScriptedProxy proxy;
    RawClient client(proxy.port());
    client.send("CONNECT " + target + " HTTP/1.1\r\n\r\n");
    QVERIFY(client.read(1000, 100ms).startsWith("HTTP/1.1 502 "));
    client.send("GET http://" + target + "/ HTTP/1.1\r\n\r\n");
    QVERIFY(client.read(1000, 100ms).startsWith("HTTP/1.1 502 "));
    QCOMPARE(proxy.originConnections(), 0);
}

void TestScriptedProxy::stopsAmidTunnels()
{
    ScriptedServer origin(scripted("endless_headers"));
    ScriptedProxy proxy;
    RawClient client(proxy.port());
    client.send(connectRequest(origin) + originRequest);
    QCOMPARE(client.read(established.size() + 100'000).size(), established.size() + 100'000);
    proxy.stop();
    QCOMPARE(proxy.openConnections(), 0);
    client.readToEnd();
    QVERIFY(client.end() != RawClient::End::Open);
    QVERIFY(origin.waitUntilIdle());
}

QTEST_GUILESS_MAIN(TestScriptedProxy)
#include "tst_scriptedproxy.moc"
