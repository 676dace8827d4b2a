// SPDX-License-Identifier: GPL-3.0-or-later
// Every scripted answer through the whole engine: how each request is counted, and that the server saw what we say we sent.
#include "tests/engine/runplan.h"
#include "tests/support/certificates.h"
#include "tests/support/realserver.h"
#include "tests/support/scriptedcases.h"
#include "tests/support/warningguard.h"

#include <QTest>

using namespace sweepbench;
using namespace sweepbench::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

class TestWireCases : public GuardedTest
{
    Q_OBJECT

private slots:
    void countsAsTheCaseSays_data();
    void countsAsTheCaseSays();
    void closeDelimitedIsOneConnectionEach();
    void headHasNoBody_data();
    void headHasNoBody();
    void answersBelongToTheirRequests();
    void quietCloseIsSentOnceMore();
    void postIsNeverSentTwice();
    void requestTargetsGoOutAsTyped_data();
    void requestTargetsGoOutAsTyped();
    void userHeadersAreSentOnce();
    void noCookiesComeBack();
};

namespace {

std::optional<ErrorKind> expectedError(Outcome outcome)
{
    switch (outcome) {
    case Outcome::Status: return ErrorKind::Status;
    case Outcome::ClosedEarly: return ErrorKind::ClosedEarly;
    case Outcome::Reset: return ErrorKind::Reset;
    case Outcome::Protocol: return ErrorKind::Protocol;
    case Outcome::Timeout: return ErrorKind::Timeout;
    case Outcome::Good:
    case Outcome::Unsettled: break;
    }
    return std::nullopt;
}

/// Each request reached the server; one that was sent once more may have died with the connection that it was first put on.
bool serverSawWhatWasSent(const Trial &trial, const ScriptedServer &server)
{
    return server.requests() >= trial.sent && server.requests() <= trial.sent + trial.reconnects;
}

// Where llhttp is stricter than RFC 9112 allows: stated in the manual, counted as protocol errors (never as good).
const QList<QByteArray> strictnessOfLlhttp{"chunk_ext_trailer", "chunk_ws", "dup_cl_same", "cl_comma"};

} // namespace

void TestWireCases::countsAsTheCaseSays_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<bool>("tls");
    for (bool tls : {false, true})
        for (const ScriptedCase &scripted : scriptedCases())
            if (scripted.outcome != Outcome::Unsettled)
                QTest::addRow("%s%s", scripted.name.constData(), tls ? " over TLS" : "") << scripted.name << tls;
}

void TestWireCases::countsAsTheCaseSays()
{
    QFETCH(QByteArray, name);
    QFETCH(bool, tls);
    const ScriptedCase &which = scriptedCase(name);
    ScriptedServer::Options options;
    if (tls) {
        SWEEPBENCH_NEED(TestCertificates::missing());
        static const TestCertificates certificates;
        options.tls = {certificates.server()};
    }
    ScriptedServer server(which.script, options);
    const bool slow = which.outcome == Outcome::Timeout || name.contains("drip") || name.contains("bytewise");
    Plan plan = requestsPlan(server.url(), slow ? 4 : 20, 2);
    plan.targets[0].tls.insecure = true;
    if (which.outcome == Outcome::Timeout)
        plan.load.timeout = 300ms;
    const RunOutcome outcome = runPlan(plan);
    QVERIFY(!outcome.hung);
    const Trial &trial = outcome.only();
    QVERIFY(addsUp(trial));
    QCOMPARE(trial.sent, *plan.load.requests);
    QVERIFY(serverSawWhatWasSent(trial, server));

    const bool good = which.outcome == Outcome::Good;
    if (strictnessOfLlhttp.contains(name)) {
        QCOMPARE(trial.errors[ErrorKind::Protocol], trial.sent);
        return;
    }
    if (const auto kind = expectedError(which.outcome))
        QVERIFY2(trial.errors[*kind] == trial.sent, qPrintable(trial.errorDetail));
    else if (good)
        QVERIFY2(trial.requests == trial.sent, qPrintable(trial.errorDetail));
    if (which.status != 0 && (good || which.outcome == Outcome::Status))
        QCOMPARE(trial.status, (std::map<int, qint64>{{which.status, trial.sent}}));
    if (good && which.reusable && !name.startsWith("ka_"))
        QVERIFY2(server.connections() <= 2, qPrintable(QString::number(server.connections())));
}

void TestWireCases::closeDelimitedIsOneConnectionEach()
{
    ScriptedServer server(scripted("close_delimited"));
    const RunOutcome outcome = runPlan(requestsPlan(server.url(), 50, 4));
    QCOMPARE(outcome.only().requests, 50);
    QCOMPARE(outcome.only().errors.total(), 0);
    QCOMPARE(server.connections(), 50);
}

void TestWireCases::headHasNoBody_data()
{
    QTest::addColumn<QByteArray>("name");
    for (const char *name : {"head_cl", "head_chunked"})
        QTest::newRow(name) << QByteArray(name);
}

void TestWireCases::headHasNoBody()
{
    QFETCH(QByteArray, name);
    ScriptedServer server(scripted(name));
    Plan plan = requestsPlan(server.url(), 20, 1);
    plan.targets[0].method = u"HEAD"_s;
    const RunOutcome outcome = runPlan(plan);
    QCOMPARE(outcome.only().requests, 20);
    QCOMPARE(server.connections(), 1);
}

void TestWireCases::answersBelongToTheirRequests()
{
    ScriptedServer server(scripted("hints_numbered"));
    const RunOutcome outcome = runPlan(requestsPlan(server.url(), 20, 1));
    QCOMPARE(outcome.only().status, (std::map<int, qint64>{{200, 20}}));
    QCOMPARE(server.requests(), 20);
}

void TestWireCases::quietCloseIsSentOnceMore()
{
    ScriptedServer server(scripted("ka_after3_quiet"));
    const RunOutcome outcome = runPlan(requestsPlan(server.url(), 300, 10));
    const Trial &trial = outcome.only();
    QVERIFY(addsUp(trial));
    QCOMPARE(trial.sent, 300);
    QCOMPARE(trial.requests, 300);
    QVERIFY(serverSawWhatWasSent(trial, server));
    QVERIFY(trial.reconnects > 0);
}

void TestWireCases::postIsNeverSentTwice()
{
    ScriptedServer server(scripted("ka_after3_quiet"));
    Plan plan = requestsPlan(server.url(), 60, 2);
    plan.targets[0].method = u"POST"_s;
    plan.targets[0].body = "x=1";
    const RunOutcome outcome = runPlan(plan);
    QVERIFY(addsUp(outcome.only()));
    QCOMPARE(outcome.only().reconnects, 0);
    QVERIFY(server.requests() <= 60);
}

void TestWireCases::requestTargetsGoOutAsTyped_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QByteArray>("sent");
    QTest::newRow("query without path") << u"?key=val"_s << QByteArray("/?key=val");
    QTest::newRow("fragment") << u"/a#frag"_s << QByteArray("/a");
    QTest::newRow("fragment with a query in it") << u"/#/route?x=1"_s << QByteArray("/");
    QTest::newRow("encoded") << u"/a%2Fb?q=a+b%2Bc;d"_s << QByteArray("/a%2Fb?q=a+b%2Bc;d");
    QTest::newRow("blank") << u"/a b"_s << QByteArray("/a%20b");
    QTest::newRow("bad escape") << u"/%zz"_s << QByteArray("/%zz");
    QTest::newRow("beyond ASCII") << u"/日?é=é"_s << QByteArray("/%E6%97%A5?%C3%A9=%C3%A9");
    QTest::newRow("dots") << u"/./a/../b"_s << QByteArray("/./a/../b");
    QTest::newRow("odd characters") << u"/a|b[c]{d}"_s << QByteArray("/a|b[c]{d}");
    QTest::newRow("lower-case hex") << u"/%E3%81%82%2f"_s << QByteArray("/%E3%81%82%2f");
}

void TestWireCases::requestTargetsGoOutAsTyped()
{
    QFETCH(QString, typed);
    QFETCH(QByteArray, sent);
    ScriptedServer server(scripted("ok"));
    const RunOutcome outcome = runPlan(requestsPlan(u"http://127.0.0.1:%1"_s.arg(server.port()) + typed, 1, 1));
    QCOMPARE(outcome.only().requests, 1);
    QCOMPARE(server.log().at(0).target(), sent);
    QCOMPARE(server.log().at(0).header("host"), std::vector<QByteArray>{"127.0.0.1:" + QByteArray::number(server.port())});
}

void TestWireCases::userHeadersAreSentOnce()
{
    ScriptedServer server(scripted("ok"));
    Plan plan = requestsPlan(server.url(), 2, 1);
    plan.targets[0].headers = {{u"host"_s, u"hello"_s}, {u"User-Agent"_s, u"x"_s}, {u"X-A"_s, u"1"_s}, {u"X-A"_s, u"1"_s}};
    QCOMPARE(runPlan(plan).only().requests, 2);
    const ReceivedRequest request = server.log().at(0);
    QCOMPARE(request.header("Host"), std::vector<QByteArray>{"hello"});
    QCOMPARE(request.header("user-agent"), std::vector<QByteArray>{"x"});
    QCOMPARE(request.header("x-a").size(), 2U);
}

void TestWireCases::noCookiesComeBack()
{
    ScriptedServer server{Answer("HTTP/1.1 200 OK\r\nSet-Cookie: sid=abc\r\nContent-Length: 2\r\n\r\nok")};
    QCOMPARE(runPlan(requestsPlan(server.url(), 5, 1)).only().requests, 5);
    for (const ReceivedRequest &request : server.log())
        QVERIFY(request.header("cookie").empty());
}

QTEST_GUILESS_MAIN(TestWireCases)
#include "tst_wirecases.moc"
