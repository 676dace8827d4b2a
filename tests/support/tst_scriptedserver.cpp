// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/rawclient.h"
#include "tests/support/scriptedcases.h"
#include "tests/support/scriptedserver.h"
#include "tests/support/warningguard.h"

#include <QElapsedTimer>
#include <QSet>
#include <QTest>

#include <cerrno>

#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

using namespace sweepbench::test;
using namespace std::chrono_literals;

namespace {
const QByteArray request = "GET /a?b=1 HTTP/1.1\r\nHost: x\r\n\r\n";
const QByteArray okAnswer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
} // namespace

class TestScriptedServer : public GuardedTest
{
    Q_OBJECT

private slots:
    void answersKeepAliveRequests();
    void answersPipelinedRequestsInOrder();
    void readsRequestBodies();
    void sendsPiecesWithPauses();
    void endsAsTold();
    void delaysTheEnding();
    void greetsBeforeTheRequest();
    void goesDownAndComesBack();
    void stopsAtOnce_data();
    void stopsAtOnce();
    void servesManyConnections();
    void listensOnIpv6();
    void refusingPortRefuses();
    void unansweringPortNeitherAcceptsNorRefuses();
    void casesHaveDistinctNames();
    void casesSendWhatTheyPromise_data();
    void casesSendWhatTheyPromise();
    void casesThatDependOnTheRequest();
};

void TestScriptedServer::answersKeepAliveRequests()
{
    ScriptedServer server{Answer(okAnswer)};
    RawClient client(server.port());
    for (int i = 0; i < 3; ++i) {
        client.send(request);
        QCOMPARE(client.read(okAnswer.size()), okAnswer);
    }
    QCOMPARE(server.connections(), 1);
    QCOMPARE(server.requests(), 3);
    QTRY_COMPARE(server.answered(), 3);
    QCOMPARE(server.bytesReceived(), 3 * request.size());
    QCOMPARE(server.bytesSent(), 3 * okAnswer.size());
    const std::vector<ReceivedRequest> log = server.log();
    QCOMPARE(log.size(), 3U);
    QCOMPARE(log[2].connection, 1);
    QCOMPARE(log[2].onConnection, 3);
    QCOMPARE(log[2].total, 3);
    QCOMPARE(log[2].method(), "GET");
    QCOMPARE(log[2].target(), "/a?b=1");
    QCOMPARE(log[2].header("host"), std::vector<QByteArray>{"x"});
}

void TestScriptedServer::answersPipelinedRequestsInOrder()
{
    ScriptedServer server(scripted("ok_numbered"));
    RawClient client(server.port());
    client.send(request + request + request);
    const QByteArray received = client.read(3 * (okAnswer.size() - 1));
    QCOMPARE(received.count("HTTP/1.1 200"), 3);
    QVERIFY(received.endsWith("\r\n\r\n3"));
}

void TestScriptedServer::readsRequestBodies()
{
    ScriptedServer server{Answer(okAnswer)};
    RawClient client(server.port());
    client.send("POST / HTTP/1.1\r\ncontent-length: 5\r\n\r\nhel");
    QVERIFY(!server.waitForRequests(1, 50ms));
    client.send("lo" + request);
    QCOMPARE(client.read(2 * okAnswer.size()), okAnswer + okAnswer);
    QCOMPARE(server.log().at(0).body, "hello");
    QCOMPARE(server.log().at(1).body, "");
    client.send("GET /bare HTTP/1.0\r\n\r\n");
    QCOMPARE(client.read(okAnswer.size()), okAnswer);
    QCOMPARE(server.log().at(2).target(), "/bare");
}

void TestScriptedServer::sendsPiecesWithPauses()
{
    ScriptedServer server(Answer::splitAt(okAnswer, 10, 100ms));
    RawClient client(server.port());
    client.send(request);
    QElapsedTimer timer;
    timer.start();
    QCOMPARE(client.read(okAnswer.size(), 50ms), okAnswer.left(10));
    QCOMPARE(client.read(okAnswer.size() - 10), okAnswer.mid(10));
    QVERIFY(timer.elapsed() >= 90);
}

void TestScriptedServer::endsAsTold()
{
    ScriptedServer server([](const ReceivedRequest &r) {
        return Answer("abc", r.connection == 1 ? Ending::Fin : r.connection == 2 ? Ending::Reset : Ending::Hang, 20ms);
    });
    for (const RawClient::End expected : {RawClient::End::Closed, RawClient::End::Reset, RawClient::End::Open}) {
        RawClient client(server.port());
        client.send(request);
        QCOMPARE(client.read(3), "abc");
        QCOMPARE(client.readToEnd(expected == RawClient::End::Open ? 100ms : 5000ms), "");
        QCOMPARE(client.end(), expected);
    }
    QVERIFY(server.waitUntilIdle());
}

void TestScriptedServer::delaysTheEnding()
{
    ScriptedServer server(Answer(okAnswer, Ending::Fin, 100ms));
    RawClient client(server.port());
    client.send(request);
    QCOMPARE(client.read(1000, 50ms), okAnswer);
    QCOMPARE(client.end(), RawClient::End::Open);
    client.readToEnd();
    QCOMPARE(client.end(), RawClient::End::Closed);
}

void TestScriptedServer::greetsBeforeTheRequest()
{
    ScriptedServer::Options options;
    options.onConnect = [](int connection) { return connection == 1 ? std::optional(Answer("HELLO")) : std::optional(Answer("", Ending::Reset)); };
    ScriptedServer server(scripted("ok"), options);
    RawClient client(server.port());
    QCOMPARE(client.read(5), "HELLO");
    client.send(request);
    QCOMPARE(client.read(okAnswer.size()), okAnswer);
    QTRY_COMPARE(server.answered(), 1);
    RawClient second(server.port());
    second.readToEnd();
    QCOMPARE(second.end(), RawClient::End::Reset);
}

void TestScriptedServer::goesDownAndComesBack()
{
    ScriptedServer server{Answer(okAnswer)};
    for (const Ending how : {Ending::Fin, Ending::Reset}) {
        RawClient client(server.port());
        client.send(request);
        QCOMPARE(client.read(okAnswer.size()), okAnswer);
        server.goDown(how);
        client.readToEnd();
        QCOMPARE(client.end(), how == Ending::Fin ? RawClient::End::Closed : RawClient::End::Reset);
        QCOMPARE(RawClient(server.port()).error(), ECONNREFUSED);
        server.comeBack();
        QVERIFY(RawClient(server.port()).isConnected());
    }
}

void TestScriptedServer::stopsAtOnce_data()
{
    QTest::addColumn<QByteArray>("name");
    for (const char *name : {"silence", "drip_head", "endless_headers", "slow", "ok"})
        QTest::newRow(name) << QByteArray(name);
}

void TestScriptedServer::stopsAtOnce()
{
    QFETCH(const QByteArray, name);
    ScriptedServer server(scripted(name));
    RawClient client(server.port());
    client.send(request);
    QVERIFY(server.waitForRequests(1));
    QElapsedTimer timer;
    timer.start();
    server.stop();
    QVERIFY(timer.elapsed() < 2000); // a hang guard: 200 ms are promised
    QCOMPARE(server.openConnections(), 0);
    QCOMPARE(server.requests(), 1);
    server.goDown(); // obeys nothing any more, and does not hang
}

void TestScriptedServer::servesManyConnections()
{
    ScriptedServer server([](const ReceivedRequest &r) {
        return Answer("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n" + QByteArray::number(r.total).rightJustified(3, '0'));
    });
    std::vector<std::unique_ptr<RawClient>> clients;
    for (int i = 0; i < 300; ++i) {
        clients.push_back(std::make_unique<RawClient>(server.port()));
        clients.back()->send(request);
    }
    QSet<QByteArray> answers;
    for (const auto &client : clients)
        answers.insert(client->read(okAnswer.size() + 1));
    QVERIFY(server.waitForRequests(300));
    QCOMPARE(answers.size(), 300);
    QCOMPARE(server.connections(), 300);
    QCOMPARE(server.maxOpenConnections(), 300);
    clients.clear();
    QVERIFY(server.waitUntilIdle());
}

void TestScriptedServer::listensOnIpv6()
{
    const int probe = ::socket(AF_INET6, SOCK_STREAM, 0);
    sockaddr_in6 loopback{};
    loopback.sin6_family = AF_INET6;
    loopback.sin6_addr = in6addr_loopback;
    const bool available = probe >= 0 && ::bind(probe, reinterpret_cast<const sockaddr *>(&loopback), sizeof loopback) == 0;
    ::close(probe);
    if (!available)
        QSKIP("this machine has no IPv6 loopback");
    ScriptedServer::Options options;
    options.address = QStringLiteral("::1");
    ScriptedServer server(scripted("ok"), options);
    QVERIFY(server.url().startsWith(QLatin1String("http://[::1]:")));
    RawClient client(server.port(), true);
    client.send(request);
    QCOMPARE(client.read(okAnswer.size()), okAnswer);
    QCOMPARE(RawClient(server.port()).error(), ECONNREFUSED);
}

void TestScriptedServer::refusingPortRefuses()
{
    const RefusingPort port;
    QCOMPARE(RawClient(port.port()).error(), ECONNREFUSED);
}

void TestScriptedServer::unansweringPortNeitherAcceptsNorRefuses()
{
    const UnansweringPort port;
    const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port.port());
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    QCOMPARE(::connect(fd, reinterpret_cast<const sockaddr *>(&address), sizeof address), -1);
    QCOMPARE(errno, EINPROGRESS);
    pollfd writable{fd, POLLOUT, 0};
    QCOMPARE(::poll(&writable, 1, 200), 0);
    ::close(fd);
}

void TestScriptedServer::casesHaveDistinctNames()
{
    QSet<QByteArray> names;
    for (const ScriptedCase &candidate : scriptedCases())
        names.insert(candidate.name);
    QCOMPARE(names.size(), static_cast<qsizetype>(scriptedCases().size()));
}

void TestScriptedServer::casesSendWhatTheyPromise_data()
{
    QTest::addColumn<QByteArray>("name");
    for (const ScriptedCase &candidate : scriptedCases())
        QTest::newRow(candidate.name.constData()) << candidate.name;
}

/// What arrives on the wire is the script's answer, byte for byte, and the connection ends as the script says.
void TestScriptedServer::casesSendWhatTheyPromise()
{
    QFETCH(const QByteArray, name);
    const ScriptedCase &wanted = scriptedCase(name);
    ReceivedRequest asked;
    asked.connection = asked.onConnection = asked.total = 1;
    asked.head = request.left(request.size() - 4);
    const Answer answer = wanted.script(asked);
    QByteArray bytes;
    for (const Piece &piece : answer.pieces)
        bytes += piece.bytes;
    ScriptedServer server(wanted.script);
    RawClient client(server.port());
    client.send(request);
    if (!answer.endless.isEmpty()) {
        const QByteArray received = client.read(bytes.size() + 3 * answer.endless.size());
        QCOMPARE(received, bytes + answer.endless.repeated(3));
        return;
    }
    QCOMPARE(client.read(bytes.size()), bytes);
    const bool ends = answer.ending == Ending::Fin || answer.ending == Ending::Reset;
    QCOMPARE(client.readToEnd(ends ? 5000ms : 20ms), "");
    const RawClient::End expected = answer.ending == Ending::Fin ? RawClient::End::Closed
                                    : ends                       ? RawClient::End::Reset
                                                                 : RawClient::End::Open;
    QCOMPARE(client.end(), expected);
    QCOMPARE(server.requests(), 1);
    // A good case that is not to be reused says so in its answer or by ending the connection.
    if (wanted.outcome == Outcome::Good && !wanted.reusable && answer.ending == Ending::KeepOpen)
        QVERIFY(bytes.contains("Transfer-Encoding: chunked") && bytes.contains("Content-Length"));
}

void TestScriptedServer::casesThatDependOnTheRequest()
{
    {
        ScriptedServer server(scripted("varlen"));
        RawClient client(server.port());
        client.send(request.repeated(70));
        const QByteArray received = client.read(1'000'000, 300ms);
        QCOMPARE(received.count('v'), 210);
    }
    {
        ScriptedServer server(scripted("mix_status"));
        RawClient client(server.port());
        client.send(request.repeated(8));
        const QByteArray received = client.read(1'000'000, 300ms);
        QCOMPARE(received.count("HTTP/1.1 200"), 4);
        QCOMPARE(received.count("HTTP/1.1 404"), 2);
        QCOMPARE(received.count("HTTP/1.1 500"), 2);
    }
    {
        ScriptedServer server(scripted("head_cl"));
        RawClient client(server.port());
        client.send("HEAD / HTTP/1.1\r\n\r\n");
        QVERIFY(client.read(10'000, 100ms).endsWith("Content-Length: 1192\r\n\r\n"));
    }
    for (const char *name : {"ka_after3", "ka_after3_quiet", "ka_after3_announced"}) {
        ScriptedServer server(scripted(name));
        RawClient client(server.port());
        client.send(request.repeated(4));
        QCOMPARE(client.readToEnd().count("HTTP/1.1 200"), 3);
        QCOMPARE(server.requests(), 3);
    }
}

QTEST_GUILESS_MAIN(TestScriptedServer)
#include "tst_scriptedserver.moc"
