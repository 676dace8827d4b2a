// SPDX-License-Identifier: GPL-3.0-or-later
// What leaves for the server, over both transports: request targets, header fields, bodies, cookies, redirects. Where Qt would
// send something else than was typed, the qnam transport refuses before a run.
#include "tests/engine/conformance.h"
#include "tests/support/scriptedcases.h"
#include "tests/support/warningguard.h"

#include <QTest>

#include <algorithm>

using namespace sweepbench;
using namespace sweepbench::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

class TestConformanceRequests : public GuardedTest
{
    Q_OBJECT

private slots:
    void requestTargetsGoOutAsTyped_data();
    void requestTargetsGoOutAsTyped();
    void userHeadersAreSentOnce_data() { addTransportRows(); }
    void userHeadersAreSentOnce();
    void repeatedHeadersAreSentOrRefused();
    void bothSendTheSameHead_data();
    void bothSendTheSameHead();
    void userInfoBecomesBasicAuthentication_data() { addTransportRows(); }
    void userInfoBecomesBasicAuthentication();
    void ipv6HostsAreInBrackets_data() { addTransportRows(); }
    void ipv6HostsAreInBrackets();
    void namesStayInTheHostHeader_data() { addTransportRows(); }
    void namesStayInTheHostHeader();
    void bodiesArriveWhole_data();
    void bodiesArriveWhole();
    void noCookiesComeBack_data() { addTransportRows(); }
    void noCookiesComeBack();
    void cookiesComeBackWhenAsked();
    void redirectsAreAnswersUnlessFollowed_data() { addTransportRows(); }
    void redirectsAreAnswersUnlessFollowed();
    void redirectsAreFollowed();
    void redirectsChangeTheMethodAsTheStatusSays_data();
    void redirectsChangeTheMethodAsTheStatusSays();
    void redirectsElsewhereTakeNoSecretsAlong();
    void redirectsPutNoStrangerUnderLoad();
    void endlessRedirectsAreGivenUp();
    void refusesWhatItCannotDo_data();
    void refusesWhatItCannotDo();
    void aRefusedTargetIsNeverSent();

private:
    static Answer redirect(int status, const QByteArray &location)
    {
        return Answer("HTTP/1.1 " + QByteArray::number(status) + " R\r\nLocation: " + location + "\r\nContent-Length: 0\r\n\r\n");
    }
    static inline const QByteArray ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
};

void TestConformanceRequests::requestTargetsGoOutAsTyped_data()
{
    QTest::addColumn<int>("transport");
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QByteArray>("sent");
    QTest::addColumn<bool>("refused");
    const auto row = [](const char *name, const QString &typed, const QByteArray &sent, bool qnamRefuses = false) {
        QTest::addRow("socket %s", name) << int(TransportKind::Socket) << typed << sent << false;
        QTest::addRow("qnam %s", name) << int(TransportKind::Qnam) << typed << sent << qnamRefuses;
    };
    row("query without path", u"?key=val"_s, "/?key=val");
    row("empty query", u"/a?"_s, "/a?");
    row("no path", u""_s, "/");
    row("fragment", u"/a#frag"_s, "/a");
    row("fragment with a query in it", u"/#/route?x=1"_s, "/");
    row("encoded", u"/a%2Fb?q=a+b%2Bc;d"_s, "/a%2Fb?q=a+b%2Bc;d");
    row("encoded blank", u"/a%20b?c%20d"_s, "/a%20b?c%20d");
    row("blank", u"/a b"_s, "/a%20b");
    row("bad escape", u"/%zz"_s, "/%zz", true); // Qt makes it %25zz
    row("beyond ASCII", u"/日?é=é"_s, "/%E6%97%A5?%C3%A9=%C3%A9");
    row("dots", u"/./a/../b"_s, "/./a/../b", true); // Qt makes it /b
    row("odd characters", u"/a|b[c]{d}"_s, "/a|b[c]{d}", true); // Qt encodes them
    row("sub-delimiters", u"/a!$&'()*+,;=:@-._~b?c!$&'()*+,;=:@/?d"_s, "/a!$&'()*+,;=:@-._~b?c!$&'()*+,;=:@/?d");
    row("lower-case hex", u"/%E3%81%82%2f"_s, "/%E3%81%82%2f", true); // Qt writes %2F
    row("encoded letters", u"/%41%7e"_s, "/%41%7e", true); // Qt decodes them
    row("double slash", u"//a//b"_s, "//a//b", true); // Qt takes the first for the start of a host
}

void TestConformanceRequests::requestTargetsGoOutAsTyped()
{
    FETCH_TRANSPORT;
    QFETCH(QString, typed);
    QFETCH(QByteArray, sent);
    QFETCH(bool, refused);
    ScriptedServer server(scripted("ok"));
    const Plan plan = over(kind, requestsPlan(u"http://127.0.0.1:%1"_s.arg(server.port()) + typed, 1, 1));
    if (kind == TransportKind::Qnam) {
        const auto obstacle = qnamObstacle(plan.targets[0], plan.load);
        QVERIFY2(obstacle.has_value() == refused, qPrintable(obstacle ? obstacle->line() : QString()));
        if (refused) {
            QVERIFY(obstacle->text.contains(QString::fromLatin1(sent)));
            return;
        }
    }
    const RunOutcome outcome = runPlan(plan);
    QVERIFY2(outcome.only().requests == 1, qPrintable(tellTrial(outcome.only())));
    QCOMPARE(server.log().at(0).target(), sent);
    QCOMPARE(server.log().at(0).header("host"), std::vector<QByteArray>{"127.0.0.1:" + QByteArray::number(server.port())});
}

void TestConformanceRequests::userHeadersAreSentOnce()
{
    FETCH_TRANSPORT;
    ScriptedServer server(scripted("ok"));
    Plan plan = over(kind, requestsPlan(server.url(), 2, 1));
    plan.targets[0].headers = {{u"host"_s, u"hello"_s}, {u"User-Agent"_s, u"x"_s}, {u"X-A"_s, u"1"_s}, {u"X-Empty"_s, u""_s},
                               {u"accept-encoding"_s, u"br"_s}, {u"Accept-Language"_s, u"da"_s}, {u"Cookie"_s, u"a=b"_s}};
    QCOMPARE(runPlan(plan).only().requests, 2);
    const ReceivedRequest request = server.log().at(0);
    const auto one = [](const QByteArray &value) { return std::vector<QByteArray>{value}; };
    QCOMPARE(request.header("Host"), one("hello"));
    QCOMPARE(request.header("user-agent"), one("x"));
    QCOMPARE(request.header("x-a"), one("1"));
    QCOMPARE(request.header("x-empty"), one(""));
    QCOMPARE(request.header("Accept-Encoding"), one("br"));
    QCOMPARE(request.header("Accept-Language"), one("da"));
    QCOMPARE(request.header("Cookie"), one("a=b"));
}

void TestConformanceRequests::repeatedHeadersAreSentOrRefused()
{
    ScriptedServer server(scripted("ok"));
    Plan plan = requestsPlan(server.url(), 1, 1);
    plan.targets[0].headers = {{u"X-A"_s, u"1"_s}, {u"x-a"_s, u"2"_s}};
    QCOMPARE(runPlan(plan).only().requests, 1);
    QCOMPARE(server.log().at(0).header("x-a").size(), 2U);
    const auto obstacle = qnamObstacle(plan.targets[0], plan.load);
    QVERIFY(obstacle);
    QVERIFY(obstacle->text.contains(u"x-a"_s));
}

void TestConformanceRequests::bothSendTheSameHead_data()
{
    QTest::addColumn<QString>("method");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<int>("perConnection");
    QTest::newRow("GET") << u"GET"_s << QByteArray() << 0;
    QTest::newRow("HEAD") << u"HEAD"_s << QByteArray() << 0;
    QTest::newRow("POST") << u"POST"_s << QByteArray("a=b") << 0;
    QTest::newRow("POST without a body") << u"POST"_s << QByteArray() << 0;
    QTest::newRow("PUT") << u"PUT"_s << QByteArray(100'000, 'p') << 0;
    QTest::newRow("DELETE") << u"DELETE"_s << QByteArray() << 0;
    QTest::newRow("OPTIONS") << u"OPTIONS"_s << QByteArray() << 0;
    QTest::newRow("GET with a body") << u"GET"_s << QByteArray("q") << 0;
    QTest::newRow("unknown method") << u"PURGE"_s << QByteArray() << 0;
    QTest::newRow("without keep-alive") << u"GET"_s << QByteArray() << 1;
}

void TestConformanceRequests::bothSendTheSameHead()
{
    QFETCH(QString, method);
    QFETCH(QByteArray, body);
    QFETCH(int, perConnection);
    const auto sentBy = [&](TransportKind transport) {
        ScriptedServer server(scripted("head_cl"));
        Plan plan = over(transport, requestsPlan(server.url(u"/path?q=1"_s), 1, 1));
        plan.targets[0].method = method;
        plan.targets[0].body = body;
        plan.targets[0].headers = {{u"X-Trace"_s, u"7"_s}};
        plan.load.requestsPerConnection = perConnection;
        plan.load.timeout = 2s;
        const Trial trial = runPlan(plan).only();
        const ReceivedRequest request = server.log().at(0);
        QList<QByteArray> lines = QByteArray(request.head).replace("\r\n", "\n").replace(":" + QByteArray::number(server.port()), ":PORT").trimmed().split('\n');
        const QByteArray start = lines.takeFirst();
        std::sort(lines.begin(), lines.end(), [](const QByteArray &a, const QByteArray &b) { return a.toLower() < b.toLower(); });
        lines.prepend(start);
        lines.append("body: " + QByteArray::number(request.body.size()));
        if (trial.bytesSent != server.bytesReceived())
            lines.append("bytes sent: " + QByteArray::number(trial.bytesSent) + " for " + QByteArray::number(server.bytesReceived()));
        return lines;
    };
    QList<QByteArray> bySocket = sentBy(TransportKind::Socket);
    QList<QByteArray> byQnam = sentBy(TransportKind::Qnam);
    // All that Qt adds and can't be kept from adding, in the form that changes least.
    QVERIFY(byQnam.removeOne("Accept-Encoding: identity"));
    QVERIFY(byQnam.removeOne("Accept-Language: *"));
    if (perConnection == 0)
        QVERIFY(byQnam.removeOne("Connection: Keep-Alive"));
    const auto lower = [](const QByteArray &line) { return line.startsWith("content-length") || line.startsWith("Content-Length") ? line.toLower() : line; };
    std::transform(bySocket.begin(), bySocket.end(), bySocket.begin(), lower);
    std::transform(byQnam.begin(), byQnam.end(), byQnam.begin(), lower);
    QCOMPARE(byQnam, bySocket);
}

void TestConformanceRequests::userInfoBecomesBasicAuthentication()
{
    FETCH_TRANSPORT;
    ScriptedServer server(scripted("r401"));
    const Trial trial = runPlan(over(kind, requestsPlan(u"http://me:se%3Acret@127.0.0.1:%1/"_s.arg(server.port()), 4, 1))).only();
    QCOMPARE(trial.errors[ErrorKind::Status], 4); // a refusal is an answer; nothing is tried again
    QCOMPARE(server.requests(), 4);
    for (const ReceivedRequest &request : server.log())
        QCOMPARE(request.header("authorization"), std::vector<QByteArray>{"Basic " + QByteArray("me:se:cret").toBase64()});
}

void TestConformanceRequests::ipv6HostsAreInBrackets()
{
    FETCH_TRANSPORT;
    ScriptedServer::Options options;
    options.address = u"::1"_s;
    ScriptedServer server(scripted("ok"), options);
    const Trial trial = runPlan(over(kind, requestsPlan(u"http://[::1]:%1/x"_s.arg(server.port()), 3, 1))).only();
    QVERIFY2(trial.requests == 3, qPrintable(tellTrial(trial)));
    QCOMPARE(server.log().at(0).header("host"), std::vector<QByteArray>{"[::1]:" + QByteArray::number(server.port())});
}

void TestConformanceRequests::namesStayInTheHostHeader()
{
    FETCH_TRANSPORT;
    ScriptedServer server(scripted("ok")); // on 127.0.0.1 alone, while the name stands for ::1 too
    const Trial trial = runPlan(over(kind, requestsPlan(u"http://localhost:%1/"_s.arg(server.port()), 100, 10))).only();
    QVERIFY2(trial.requests == 100, qPrintable(tellTrial(trial)));
    QCOMPARE(server.log().at(0).header("host"), std::vector<QByteArray>{"localhost:" + QByteArray::number(server.port())});
}

void TestConformanceRequests::bodiesArriveWhole_data()
{
    QTest::addColumn<int>("transport");
    QTest::addColumn<int>("size");
    for (const TransportKind transport : bothTransports)
        for (const int size : {1, 1000, 70'000, 3'000'000})
            QTest::addRow("%s %d", qPrintable(transportId(transport)), size) << int(transport) << size;
}

void TestConformanceRequests::bodiesArriveWhole()
{
    FETCH_TRANSPORT;
    QFETCH(int, size);
    ScriptedServer server(scripted("ok"));
    Plan plan = over(kind, requestsPlan(server.url(), 4, 2));
    plan.targets[0].method = u"POST"_s;
    for (int i = 0; i < size; ++i)
        plan.targets[0].body += static_cast<char>('a' + i % 23);
    const Trial trial = runPlan(plan).only();
    QVERIFY2(trial.requests == 4, qPrintable(tellTrial(trial)));
    QCOMPARE(trial.bytesSent, server.bytesReceived());
    for (const ReceivedRequest &request : server.log())
        QVERIFY(request.body == plan.targets[0].body);
}

void TestConformanceRequests::noCookiesComeBack()
{
    FETCH_TRANSPORT;
    ScriptedServer server(scripted("cookie"));
    QCOMPARE(runPlan(over(kind, requestsPlan(server.url(), 5, 1))).only().requests, 5);
    for (const ReceivedRequest &request : server.log())
        QVERIFY(request.header("cookie").empty());
}

void TestConformanceRequests::cookiesComeBackWhenAsked()
{
    // The cookie is for a name, the connection goes to its address.
    const QByteArray answer = "HTTP/1.1 200 OK\r\nSet-Cookie: sid=abc; Domain=localhost\r\nSet-Cookie: b=2\r\nContent-Length: 2\r\n\r\nok";
    ScriptedServer server{Answer(answer)};
    for (int run = 0; run < 2; ++run) {
        Plan plan = over(TransportKind::Qnam, requestsPlan(u"http://localhost:%1/"_s.arg(server.port()), 5, 1));
        plan.load.cookies = true;
        const Trial trial = runPlan(plan).only();
        QVERIFY2(trial.requests == 5, qPrintable(tellTrial(trial)));
        QCOMPARE(trial.bytesReceived, 5 * answer.size());
    }
    for (const ReceivedRequest &request : server.log()) {
        const bool isFirstOfItsTrial = request.total % 5 == 1; // nothing is kept from one trial to the next
        QCOMPARE(request.header("cookie").empty(), isFirstOfItsTrial);
    }
    QVERIFY(server.log().back().header("cookie").at(0).contains("b=2"));
}

void TestConformanceRequests::redirectsAreAnswersUnlessFollowed()
{
    FETCH_TRANSPORT;
    ScriptedServer server(scripted("r301"));
    const Trial trial = runPlan(over(kind, requestsPlan(server.url(), 5, 1))).only();
    QCOMPARE(trial.status, (std::map<int, qint64>{{301, 5}}));
    QCOMPARE(server.requests(), 5);
}

void TestConformanceRequests::redirectsAreFollowed()
{
    ScriptedServer server([&](const ReceivedRequest &request) {
        if (request.target() == "/")
            return redirect(302, "/a/one?x=1");
        return request.target() == "/a/one?x=1" ? redirect(307, "two#part") : Answer(ok);
    });
    Plan plan = over(TransportKind::Qnam, requestsPlan(u"http://localhost:%1/"_s.arg(server.port()), 6, 2));
    plan.load.followRedirects = true;
    const Trial trial = runPlan(plan).only();
    QVERIFY2(trial.status == (std::map<int, qint64>{{200, 6}}), qPrintable(tellTrial(trial)));
    QCOMPARE(trial.reconnects, 0);
    QCOMPARE(server.requests(), 18);
    QCOMPARE(trial.bytesReceived, server.bytesSent());
    QCOMPARE(server.connections(), 2);
    const QByteArray host = "localhost:" + QByteArray::number(server.port());
    for (const ReceivedRequest &request : server.log())
        QCOMPARE(request.header("host"), std::vector<QByteArray>{host});
    QCOMPARE(server.log().back().target(), QByteArray("/a/two"));
}

void TestConformanceRequests::redirectsChangeTheMethodAsTheStatusSays_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("method");
    QTest::addColumn<QByteArray>("then");
    QTest::newRow("301 POST") << 301 << u"POST"_s << QByteArray("GET");
    QTest::newRow("302 PUT") << 302 << u"PUT"_s << QByteArray("PUT");
    QTest::newRow("303 PUT") << 303 << u"PUT"_s << QByteArray("GET");
    QTest::newRow("303 HEAD") << 303 << u"HEAD"_s << QByteArray("HEAD");
    QTest::newRow("307 POST") << 307 << u"POST"_s << QByteArray("POST");
    QTest::newRow("308 POST") << 308 << u"POST"_s << QByteArray("POST");
}

void TestConformanceRequests::redirectsChangeTheMethodAsTheStatusSays()
{
    QFETCH(int, status);
    QFETCH(QString, method);
    QFETCH(QByteArray, then);
    ScriptedServer server([&](const ReceivedRequest &request) {
        return request.target() == "/" ? redirect(status, "/next") : Answer(request.method() == "HEAD" ? ok.first(ok.size() - 2) : ok);
    });
    Plan plan = over(TransportKind::Qnam, requestsPlan(server.url(), 1, 1));
    plan.load.followRedirects = true;
    plan.targets[0].method = method;
    if (method != u"HEAD")
        plan.targets[0].body = "body";
    const Trial trial = runPlan(plan).only();
    QVERIFY2(trial.requests == 1, qPrintable(tellTrial(trial)));
    QCOMPARE(server.log().at(1).method(), then);
    QCOMPARE(server.log().at(1).body, then == "POST" || then == "PUT" ? QByteArray("body") : QByteArray());
}

void TestConformanceRequests::redirectsElsewhereTakeNoSecretsAlong()
{
    ScriptedServer other(scripted("ok"));
    ScriptedServer server{redirect(302, "http://127.0.0.1:" + QByteArray::number(other.port()) + "/there")};
    Plan plan = over(TransportKind::Qnam, requestsPlan(u"http://localhost:%1/"_s.arg(server.port()), 1, 1));
    plan.load.followRedirects = true;
    plan.targets[0].headers = {{u"Authorization"_s, u"Bearer x"_s}, {u"Host"_s, u"virtual"_s}, {u"X-Trace"_s, u"1"_s}};
    QCOMPARE(runPlan(plan).only().requests, 1);
    const ReceivedRequest request = other.log().at(0);
    QVERIFY(request.header("authorization").empty());
    QCOMPARE(request.header("host"), std::vector<QByteArray>{"127.0.0.1:" + QByteArray::number(other.port())});
    QCOMPARE(request.header("x-trace").size(), 1U);
}

void TestConformanceRequests::redirectsPutNoStrangerUnderLoad()
{
    ScriptedServer server{redirect(302, "http://192.0.2.1/")}; // RFC 5737: an address that nobody has
    Plan plan = over(TransportKind::Qnam, requestsPlan(server.url(), 2, 1));
    plan.load.followRedirects = true;
    const Trial trial = runPlan(plan).only();
    QVERIFY2(trial.errors[ErrorKind::Redirects] == 2, qPrintable(tellTrial(trial)));
    QVERIFY2(trial.errorDetail.contains(u"192.0.2.1") && trial.errorDetail.contains(u"allowed"), qPrintable(trial.errorDetail));
}

void TestConformanceRequests::endlessRedirectsAreGivenUp()
{
    ScriptedServer server{redirect(302, "/again")};
    Plan plan = over(TransportKind::Qnam, requestsPlan(server.url(), 2, 1));
    plan.load.followRedirects = true;
    const Trial trial = runPlan(plan).only();
    QVERIFY2(trial.errors[ErrorKind::Redirects] == 2, qPrintable(tellTrial(trial)));
    QVERIFY(addsUp(trial));
    ScriptedServer odd{redirect(302, "ftp://127.0.0.1/x")};
    plan.targets[0].url = odd.url();
    QCOMPARE(runPlan(plan).only().errors[ErrorKind::Redirects], 2);
}

void TestConformanceRequests::refusesWhatItCannotDo_data()
{
    QTest::addColumn<QString>("field");
    QTest::addColumn<Target>("target");
    QTest::addColumn<Load>("load");
    Target target;
    target.url = u"http://bench.test/"_s;
    Load load;
    const auto row = [](const char *name, const char *field, const Target &of, const Load &with) {
        QTest::newRow(name) << QString::fromLatin1(field) << of << with;
    };
    row("nothing wrong", "", target, load);
    Target other = target;
    other.method = u"HEAD"_s;
    other.body = "x";
    row("HEAD with a body", "body", other, load);
    other = target;
    other.headers = {{u"User-Agent"_s, u""_s}};
    row("empty User-Agent", "headers", other, load);
    Load many = load;
    many.connections = mostQnamConnections + 1;
    row("too many connections", "connections", target, many);
    load.http = HttpVersion::Http2;
    row("HTTP/2", "", target, load);
    other = target;
    other.headers = {{u"host"_s, u"x"_s}};
    row("HTTP/2 with a Host", "headers", other, load);
    other = target;
    other.address = u"127.0.0.1"_s;
    row("HTTP/2 with an address", "address", other, load);
    other.url = u"http://127.0.0.1/"_s;
    row("HTTP/2 with the same address", "", other, load);
    other = target;
    other.proxy = u"http://127.0.0.1:3128"_s;
    row("HTTP/2 without TLS through a proxy", "proxy", other, load);
    other.url = u"https://bench.test/"_s;
    row("HTTP/2 over TLS through a proxy", "", other, load);
    load.requestsPerConnection = 1;
    row("HTTP/2 without keep-alive", "keep-alive", target, load);
}

void TestConformanceRequests::refusesWhatItCannotDo()
{
    QFETCH(QString, field);
    QFETCH(Target, target);
    QFETCH(Load, load);
    const auto obstacle = qnamObstacle(target, load);
    QCOMPARE(obstacle ? obstacle->field : QString(), field);
    if (obstacle)
        QVERIFY(!obstacle->text.isEmpty() && !obstacle->text.endsWith(u'.'));
}

void TestConformanceRequests::aRefusedTargetIsNeverSent()
{
    ScriptedServer server(scripted("ok"));
    const RunOutcome outcome = runPlan(over(TransportKind::Qnam, requestsPlan(u"http://127.0.0.1:%1/./x"_s.arg(server.port()), 3, 1)));
    QCOMPARE(server.requests(), 0);
    QCOMPARE(outcome.end, RunEnd::Failed);
    QVERIFY(outcome.trials.empty());
    QVERIFY2(outcome.failure.startsWith(u"targets[0].url: "_s) && outcome.failure.contains(u"/./x"_s), qPrintable(outcome.failure));
}

QTEST_GUILESS_MAIN(TestConformanceRequests)
#include "tst_conformancerequests.moc"
