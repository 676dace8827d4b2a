// SPDX-License-Identifier: GPL-3.0-or-later
// Forward proxies: what is asked of them, and that their failures are told from the server's.
#include "tests/engine/runplan.h"
#include "tests/support/certificates.h"
#include "tests/support/realserver.h"
#include "tests/support/scriptedproxy.h"
#include "tests/support/warningguard.h"

#include <QTest>

using namespace sweepbench;
using namespace sweepbench::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

const Answer ok("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");

Plan through(Plan plan, const QString &proxy)
{
    plan.targets[0].proxy = proxy;
    plan.targets[0].tls.insecure = true;
    return plan;
}

QString withCredentials(const ScriptedProxy &proxy)
{
    return u"http://us%65r:p%40ss@127.0.0.1:%1"_s.arg(proxy.port());
}

} // namespace

class TestProxy : public GuardedTest
{
    Q_OBJECT

private slots:
    void initTestCase();
    void asksInAbsoluteForm();
    void tunnelsTls_data();
    void tunnelsTls();
    void givesItsCredentials_data();
    void givesItsCredentials();
    void lacksCredentials_data();
    void lacksCredentials();
    void connectFails_data();
    void connectFails();
    void proxyIsNotThere_data();
    void proxyIsNotThere();
    void originErrorsStayTheirs();
    void badProxiesAreRefusedBeforeTheRun_data();
    void badProxiesAreRefusedBeforeTheRun();
    void squid_data();
    void squid();

private:
    ScriptedServer::Options serving(bool tls) const
    {
        ScriptedServer::Options options;
        if (tls)
            options.tls = {m_certificates->server()};
        return options;
    }
    std::unique_ptr<TestCertificates> m_certificates;
};

void TestProxy::initTestCase()
{
    SWEEPBENCH_NEED(TestCertificates::missing());
    m_certificates = std::make_unique<TestCertificates>();
}

void TestProxy::asksInAbsoluteForm()
{
    ScriptedServer server([](const ReceivedRequest &) { return ok; });
    ScriptedProxy proxy;
    const Trial trial = runPlan(through(requestsPlan(server.url(u"/a%2Fb?q=1#x"_s), 30, 3), proxy.url())).only();
    QVERIFY(addsUp(trial));
    QVERIFY2(trial.requests == 30, qPrintable(trial.errorDetail));
    QCOMPARE(trial.address, u"127.0.0.1:%1"_s.arg(proxy.port()));
    QCOMPARE(server.requests(), 30);
    QCOMPARE(proxy.requests(), 30);
    QVERIFY(proxy.connections() <= 3);
    const QByteArray authority = "127.0.0.1:" + QByteArray::number(server.port());
    for (const ReceivedRequest &request : proxy.log()) {
        QCOMPARE(request.target(), "http://" + authority + "/a%2Fb?q=1"); // RFC 9112, 3.2.2
        QCOMPARE(request.header("host"), std::vector<QByteArray>{authority});
        QVERIFY(request.header("proxy-authorization").empty());
    }
}

void TestProxy::tunnelsTls_data()
{
    QTest::addColumn<int>("reply");
    QTest::newRow("bare 200") << static_cast<int>(ConnectReply::Tunnel);
    QTest::newRow("with header fields") << static_cast<int>(ConnectReply::TunnelWithHeaders);
    QTest::newRow("with a length") << static_cast<int>(ConnectReply::TunnelWithLength);
    QTest::newRow("in two pieces") << static_cast<int>(ConnectReply::TunnelInTwo);
}

void TestProxy::tunnelsTls()
{
    QFETCH(int, reply);
    ScriptedServer server([](const ReceivedRequest &) { return ok; }, serving(true));
    ScriptedProxy proxy({.connectReply = static_cast<ConnectReply>(reply)});
    Plan plan = through(requestsPlan(u"https://localhost:%1/x"_s.arg(server.port()), 30, 3), proxy.url());
    plan.targets[0].tls = {};
    plan.targets[0].tls.caFile = m_certificates->ca(); // the origin's certificate, not the proxy's
    const Trial trial = runPlan(plan).only();
    QVERIFY(addsUp(trial));
    QVERIFY2(trial.requests == 30, qPrintable(trial.errorDetail));
    QCOMPARE(server.requests(), 30);
    QCOMPARE(proxy.tunnels(), proxy.connections());
    QVERIFY(proxy.tunnels() <= 3);
    const QByteArray authority = "localhost:" + QByteArray::number(server.port());
    QCOMPARE(proxy.log().at(0).method(), "CONNECT");
    QCOMPARE(proxy.log().at(0).target(), authority);
    QCOMPARE(proxy.log().at(0).header("host"), std::vector<QByteArray>{authority});
    QCOMPARE(server.log().at(0).target(), "/x");
    QCOMPARE(server.handshakes().at(0).serverName, std::optional<QByteArray>("localhost"));
    QCOMPARE(trial.bytesSent, server.bytesReceived()); // the CONNECT belongs to no request
}

void TestProxy::givesItsCredentials_data()
{
    QTest::addColumn<bool>("tls");
    QTest::newRow("http") << false;
    QTest::newRow("https") << true;
}

void TestProxy::givesItsCredentials()
{
    QFETCH(bool, tls);
    ScriptedServer server([](const ReceivedRequest &) { return ok; }, serving(tls));
    ScriptedProxy proxy({.credentials = "user:p@ss"});
    const Trial trial = runPlan(through(requestsPlan(server.url(), 10, 2), withCredentials(proxy))).only();
    QVERIFY2(trial.requests == 10, qPrintable(trial.errorDetail));
    QCOMPARE(proxy.log().at(0).header("proxy-authorization"), std::vector<QByteArray>{"Basic dXNlcjpwQHNz"}); // RFC 7617
    if (tls)
        QVERIFY(server.log().at(0).header("proxy-authorization").empty());
}

void TestProxy::lacksCredentials_data()
{
    QTest::addColumn<bool>("tls");
    QTest::addColumn<bool>("closes");
    for (bool tls : {false, true})
        for (bool closes : {false, true})
            QTest::addRow("%s, %s", tls ? "https" : "http", closes ? "closes" : "stays open") << tls << closes;
}

void TestProxy::lacksCredentials()
{
    QFETCH(bool, tls);
    QFETCH(bool, closes);
    ScriptedServer server([](const ReceivedRequest &) { return ok; }, serving(tls));
    ScriptedProxy proxy({.credentials = "user:p@ss", .closeAfter407 = closes});
    const Trial trial = runPlan(through(requestsPlan(server.url(), 5, 1), proxy.url())).only();
    QVERIFY(addsUp(trial));
    QVERIFY2(trial.errors[ErrorKind::Proxy] == 5, qPrintable(trial.errorDetail));
    QVERIFY2(trial.errorDetail.contains(u"407") && trial.errorDetail.startsWith(u"proxy 127.0.0.1:%1: "_s.arg(proxy.port())),
             qPrintable(trial.errorDetail));
    QCOMPARE(server.requests(), 0);
}

void TestProxy::connectFails_data()
{
    QTest::addColumn<int>("reply");
    QTest::addColumn<ErrorKind>("kind");
    QTest::addColumn<QString>("words");
    QTest::newRow("403") << static_cast<int>(ConnectReply::Forbidden) << ErrorKind::Proxy << u"status 403"_s;
    QTest::newRow("502") << static_cast<int>(ConnectReply::BadGateway) << ErrorKind::Proxy << u"status 502"_s;
    QTest::newRow("closed") << static_cast<int>(ConnectReply::Close) << ErrorKind::Proxy << u"closed the connection"_s;
    QTest::newRow("reset") << static_cast<int>(ConnectReply::Reset) << ErrorKind::Proxy << u"reset the connection"_s;
    QTest::newRow("garbage") << static_cast<int>(ConnectReply::Garbage) << ErrorKind::Proxy << u"not valid HTTP"_s;
    QTest::newRow("silence") << static_cast<int>(ConnectReply::Silence) << ErrorKind::ConnectTimeout << u"within the time-out"_s;
}

void TestProxy::connectFails()
{
    QFETCH(int, reply);
    QFETCH(ErrorKind, kind);
    QFETCH(QString, words);
    ScriptedServer server([](const ReceivedRequest &) { return ok; }, serving(true));
    ScriptedProxy proxy({.connectReply = static_cast<ConnectReply>(reply)});
    Plan plan = through(requestsPlan(server.url(), 4, 2), proxy.url());
    if (kind == ErrorKind::ConnectTimeout)
        plan.load.timeout = 300ms;
    const Trial trial = runPlan(plan).only();
    QVERIFY(addsUp(trial));
    QVERIFY2(trial.errors[kind] == 4, qPrintable(trial.errorDetail));
    QVERIFY2(trial.errorDetail.contains(words), qPrintable(trial.errorDetail));
    QCOMPARE(server.connections(), 0);
}

void TestProxy::proxyIsNotThere_data()
{
    givesItsCredentials_data();
}

void TestProxy::proxyIsNotThere()
{
    QFETCH(bool, tls);
    ScriptedServer server([](const ReceivedRequest &) { return ok; }, serving(tls));
    RefusingPort refusing;
    Trial trial = runPlan(through(requestsPlan(server.url(), 4, 2), refusing.url())).only();
    QVERIFY2(trial.errors[ErrorKind::Proxy] == 4, qPrintable(trial.errorDetail));
    QVERIFY2(trial.errorDetail.contains(u"refused"), qPrintable(trial.errorDetail));

    UnansweringPort unanswering;
    Plan plan = through(requestsPlan(server.url(), 2, 2), unanswering.url());
    plan.load.timeout = 300ms;
    trial = runPlan(plan).only();
    QVERIFY2(trial.errors[ErrorKind::ConnectTimeout] == 2, qPrintable(trial.errorDetail));

    trial = runPlan(through(requestsPlan(server.url(), 2, 2), u"http://no-such-proxy.invalid:3128"_s)).only();
    QCOMPARE(trial.errors[ErrorKind::Proxy], 1);
    QVERIFY2(trial.errorDetail.contains(u"no-such-proxy.invalid"), qPrintable(trial.errorDetail));
    QCOMPARE(server.connections(), 0);
}

void TestProxy::originErrorsStayTheirs()
{
    ScriptedServer server([](const ReceivedRequest &) { return Answer("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"); });
    ScriptedProxy proxy;
    Trial trial = runPlan(through(requestsPlan(server.url(), 4, 2), proxy.url())).only();
    QCOMPARE(trial.errors[ErrorKind::Status], 4);

    RefusingPort refusing; // a proxy says 502, as a server might
    trial = runPlan(through(requestsPlan(refusing.url(), 4, 2), proxy.url())).only();
    QCOMPARE(trial.errors[ErrorKind::Status], 4);
    QCOMPARE(trial.status, (std::map<int, qint64>{{502, 4}}));
}

void TestProxy::badProxiesAreRefusedBeforeTheRun_data()
{
    QTest::addColumn<QString>("proxy");
    QTest::addColumn<QString>("address");
    QTest::addColumn<QString>("words");
    QTest::newRow("TLS with the proxy") << u"https://127.0.0.1:3128"_s << QString() << u"targets[0].proxy: "_s;
    QTest::newRow("no proxy's scheme") << u"socks5://127.0.0.1:1080"_s << QString() << u"targets[0].proxy: "_s;
    QTest::newRow("with an address") << u"http://127.0.0.1:3128"_s << u"127.0.0.1"_s << u"targets[0].address: "_s;
}

void TestProxy::badProxiesAreRefusedBeforeTheRun()
{
    QFETCH(QString, proxy);
    QFETCH(QString, address);
    QFETCH(QString, words);
    Plan plan = through(requestsPlan(u"http://127.0.0.1:9/"_s, 1, 1), proxy);
    plan.targets[0].address = address;
    const RunOutcome outcome = runPlan(plan);
    QCOMPARE(outcome.end, RunEnd::Failed);
    QVERIFY2(outcome.failure.startsWith(words), qPrintable(outcome.failure));
}

void TestProxy::squid_data()
{
    givesItsCredentials_data();
}

void TestProxy::squid()
{
    QFETCH(bool, tls);
    SWEEPBENCH_NEED_SERVER(RealServer::Kind::Squid);
    SWEEPBENCH_NEED_SERVER(RealServer::Kind::Nginx);
    RealServer squid(RealServer::Kind::Squid);
    QVERIFY2(squid.start(), qPrintable(squid.error()));
    RealServer::Options options;
    if (tls)
        options.certificate = m_certificates->server();
    RealServer nginx(RealServer::Kind::Nginx, options);
    QVERIFY2(nginx.start(), qPrintable(nginx.error()));
    const Trial trial = runPlan(through(requestsPlan(nginx.url(), 200, 10), u"http://127.0.0.1:%1"_s.arg(squid.port()))).only();
    QVERIFY2(trial.requests == 200, qPrintable(trial.errorDetail));
    QCOMPARE(nginx.waitForAccessCount(200), 200);
}

QTEST_GUILESS_MAIN(TestProxy)
#include "tst_proxy.moc"
