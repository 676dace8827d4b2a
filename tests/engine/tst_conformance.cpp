// SPDX-License-Identifier: GPL-3.0-or-later
// Every scripted answer through the whole engine and over both transports: how each request is counted, and that the server saw
// what we say we sent. Where a transport does not report what a right client would, a row of the table says what and why.
#include "tests/engine/conformance.h"
#include "tests/support/certificates.h"
#include "tests/support/realserver.h"
#include "tests/support/scriptedcases.h"
#include "tests/support/warningguard.h"

#include <QTest>

using namespace sweepbench;
using namespace sweepbench::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

class TestConformance : public GuardedTest
{
    Q_OBJECT

private slots:
    void differencesNameCases();
    void countsAsTheCaseSays_data();
    void countsAsTheCaseSays();
    void closeDelimitedIsOneConnectionEach_data() { addTransportRows(); }
    void closeDelimitedIsOneConnectionEach();
    void headHasNoBody_data();
    void headHasNoBody();
    void answersBelongToTheirRequests();
    void quietCloseIsSentOnceMore_data() { addTransportRows(); }
    void quietCloseIsSentOnceMore();
    void unansweredRequestsAreCountedAsTheServerSawThem_data();
    void unansweredRequestsAreCountedAsTheServerSawThem();
    void slowAnswersTimeOut_data() { addTransportRows(); }
    void slowAnswersTimeOut();
    void varyingLengthsAreNoErrors_data() { addTransportRows(); }
    void varyingLengthsAreNoErrors();
};

namespace {

/// What a transport makes of a case, where that is not what the case says, or where the case leaves it open.
struct Difference
{
    TransportKind transport;
    const char *name;
    std::optional<ErrorKind> error; ///< absent: counted as good
    const char *reason;
    bool onlySome = false; ///< of the requests; at least one
    std::optional<ErrorKind> orError = {}; ///< by the moment
};

constexpr auto socket_ = TransportKind::Socket;
constexpr auto qnam = TransportKind::Qnam;
constexpr auto strict = "llhttp is stricter than RFC 9112 allows: never counted as good";
constexpr auto interim = "Qt 6.4 ends a request with its interim answer, and the next one with what belongs to this";
constexpr auto manyFields = "Qt 6.4 drops all fields of a head with more than 100";
constexpr auto garbage = "Qt 6.4 sends the request up to four times and then says that the connection was closed";
constexpr auto noReset = "Qt 6.4 does not tell a reset from a close";
constexpr auto waits = "Qt 6.4 takes the bytes for the start of a chunk and waits for its end";
constexpr auto lateAnswer = "an answer that comes while the next request is under way can't be told from that one's";

const std::vector<Difference> differences{
    {socket_, "chunk_ext_trailer", ErrorKind::Protocol, strict},
    {socket_, "chunk_ws", ErrorKind::Protocol, strict},
    {socket_, "dup_cl_same", ErrorKind::Protocol, strict},
    {socket_, "cl_comma", ErrorKind::Protocol, strict},
    {socket_, "extra_bytes", ErrorKind::Protocol, "left open by the case"},
    {socket_, "extra_garbage", ErrorKind::Protocol, "left open by the case"},
    {socket_, "extra_later", ErrorKind::Status, lateAnswer, true, ErrorKind::Protocol},
    {socket_, "endless_hints", ErrorKind::Protocol, "left open by the case"},
    {socket_, "mix_status", ErrorKind::Status, "left open by the case", true},

    {qnam, "zero_chunked", ErrorKind::Protocol, "looks the same as a broken chunk size in Qt 6.4: never counted as good"},
    {qnam, "early_hints", ErrorKind::Protocol, interim},
    {qnam, "hints_split", ErrorKind::Protocol, interim},
    {qnam, "hints_twice", ErrorKind::Protocol, interim},
    {qnam, "hints_numbered", ErrorKind::Protocol, interim},
    {qnam, "chunk_ext_plain", ErrorKind::Protocol, "a trailer that was not announced looks the same as a broken chunk in Qt 6.4", true},
    {qnam, "chunk_bad_end", ErrorKind::Timeout, waits},
    {qnam, "chunk_bad_text", ErrorKind::Timeout, waits},
    {qnam, "chunk_bad_long", ErrorKind::Protocol, "shows only when the next request finds the connection closed", true},
    {qnam, "cl_short_rst", ErrorKind::ClosedEarly, noReset},
    {qnam, "reset_on_req", ErrorKind::ClosedEarly, noReset},
    {qnam, "dup_cl_same", ErrorKind::Protocol, "Qt joins equal fields: the same as \"2, 2\" in one, which it can't read"},
    {qnam, "cl_comma", ErrorKind::Protocol, "Qt 6.4 does not find the length and would wait for the connection's end"},
    {qnam, "extra_bytes", std::nullopt, "Qt 6.4 throws them away with the connection and says nothing"},
    {qnam, "extra_garbage", std::nullopt, "Qt 6.4 throws them away with the connection and says nothing"},
    {qnam, "extra_later", ErrorKind::Status, lateAnswer, true, ErrorKind::Protocol},
    {qnam, "headers_100", ErrorKind::Protocol, manyFields},
    {qnam, "headers_300", ErrorKind::Protocol, manyFields},
    {qnam, "many_headers", ErrorKind::Protocol, manyFields},
    {qnam, "endless_headers", ErrorKind::Timeout, "Qt 6.4 has no limit for a head: it grows until the time-out"},
    {qnam, "endless_field", ErrorKind::Timeout, "Qt 6.4 has no limit for a head: it grows until the time-out"},
    {qnam, "endless_hints", ErrorKind::Protocol, "left open by the case"},
    {qnam, "garbage", ErrorKind::ClosedEarly, garbage},
    {qnam, "garbage_open", ErrorKind::ClosedEarly, garbage},
    {qnam, "binary", ErrorKind::ClosedEarly, garbage},
    {qnam, "http09", ErrorKind::ClosedEarly, garbage},
    {qnam, "http2", std::nullopt, "Qt 6.4 takes any version number and does not tell it"},
    {qnam, "mix_status", ErrorKind::Status, "left open by the case", true},
};

struct Expected
{
    std::optional<ErrorKind> error;
    bool onlySome = false;
    std::optional<ErrorKind> orError = {};
};

Expected expectedOf(const ScriptedCase &which, TransportKind transport)
{
    for (const Difference &difference : differences)
        if (difference.transport == transport && which.name == difference.name)
            return {difference.error, difference.onlySome, difference.orError};
    switch (which.outcome) {
    case Outcome::Status: return {ErrorKind::Status};
    case Outcome::ClosedEarly: return {ErrorKind::ClosedEarly};
    case Outcome::Reset: return {ErrorKind::Reset};
    case Outcome::Protocol: return {ErrorKind::Protocol};
    case Outcome::Timeout: return {ErrorKind::Timeout};
    case Outcome::Good: break;
    case Outcome::Unsettled: qFatal("%s is open and has no row of its own", which.name.constData());
    }
    return {};
}

} // namespace

void TestConformance::differencesNameCases()
{
    for (const Difference &difference : differences) {
        QCOMPARE(scriptedCase(difference.name).name, QByteArray(difference.name));
        QVERIFY(difference.reason[0] != '\0');
    }
}

void TestConformance::countsAsTheCaseSays_data()
{
    QTest::addColumn<int>("transport");
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<bool>("tls");
    for (const TransportKind transport : bothTransports)
        for (const bool tls : {false, true})
            for (const ScriptedCase &scripted : scriptedCases())
                QTest::addRow("%s %s%s", qPrintable(transportId(transport)), scripted.name.constData(), tls ? " over TLS" : "") << int(transport) << scripted.name << tls;
}

void TestConformance::countsAsTheCaseSays()
{
    FETCH_TRANSPORT;
    QFETCH(QByteArray, name);
    const ScriptedCase &which = scriptedCase(name);
    const Expected expected = expectedOf(which, kind);
    QFETCH(bool, tls);
    ScriptedServer::Options options;
    if (tls) {
        SWEEPBENCH_NEED(TestCertificates::missing());
        static const TestCertificates certificates;
        options.tls = {certificates.server()};
    }
    ScriptedServer server(which.script, options);
    const bool slow = expected.error == ErrorKind::Timeout || name.contains("drip") || name.contains("bytewise");
    Plan plan = over(kind, requestsPlan(server.url(), slow ? 4 : 12, 2));
    plan.targets[0].tls.insecure = true;
    if (expected.error == ErrorKind::Timeout)
        plan.load.timeout = 300ms;
    const RunOutcome outcome = runPlan(plan);
    QVERIFY(!outcome.hung);
    const Trial &trial = outcome.only();
    const QByteArray told = tellTrial(trial).toUtf8();
    QVERIFY2(addsUp(trial), told.constData());
    QCOMPARE(trial.sent, *plan.load.requests);
    if (expected.orError) // two answers to each request: the server has read half of those that got one
        QVERIFY2(server.requests() <= trial.sent && server.requests() >= trial.sent / 2, told.constData());
    else
        QVERIFY2(serverSawWhatWasSent(trial, server), told.constData());

    const bool good = !expected.error;
    const qint64 asExpected = (expected.error ? trial.errors[*expected.error] : 0) + (expected.orError ? trial.errors[*expected.orError] : 0);
    if (expected.onlySome)
        QVERIFY2(asExpected > 0 && trial.errors.total() == asExpected, told.constData());
    else if (expected.error)
        QVERIFY2(trial.errors[*expected.error] == trial.sent, told.constData());
    else
        QVERIFY2(trial.requests == trial.sent, told.constData());
    if (which.status != 0 && (good || expected.error == ErrorKind::Status) && !expected.onlySome)
        QCOMPARE(trial.status, (std::map<int, qint64>{{which.status, trial.sent}}));
    if (expected.error != ErrorKind::Status && expected.error)
        QVERIFY(trial.errorDetail.contains(QString::number(server.port())));
    if (good && which.outcome == Outcome::Good && which.reusable && !name.startsWith("ka_") && name != "chunk_ext_trailer" && name != "conn_not_close")
        QVERIFY2(server.connections() <= 2, qPrintable(QString::number(server.connections())));
    // Where a request was broken off, Qt may open a connection more that carries nothing.
    if (kind == TransportKind::Qnam && !good)
        QVERIFY2(server.connections() >= trial.connectionsOpened && server.connections() <= trial.connectionsOpened + trial.sent, told.constData());
    else
        QCOMPARE(trial.connectionsOpened, server.connections());
    if (good && trial.reconnects == 0) {
        QCOMPARE(trial.bytesSent, server.bytesReceived());
        QVERIFY(which.bodyBytes < 0 || trial.bytesReceived >= trial.sent * which.bodyBytes);
    }
}

void TestConformance::closeDelimitedIsOneConnectionEach()
{
    FETCH_TRANSPORT;
    ScriptedServer server(scripted("close_delimited"));
    const RunOutcome outcome = runPlan(over(kind, requestsPlan(server.url(), 50, 4)));
    QCOMPARE(outcome.only().requests, 50);
    QCOMPARE(outcome.only().errors.total(), 0);
    QCOMPARE(server.connections(), 50);
    QCOMPARE(outcome.only().connectionsOpened, 50);
}

void TestConformance::headHasNoBody_data()
{
    QTest::addColumn<int>("transport");
    QTest::addColumn<QByteArray>("name");
    for (const TransportKind transport : bothTransports)
        for (const char *name : {"head_cl", "head_chunked"})
            QTest::addRow("%s %s", qPrintable(transportId(transport)), name) << int(transport) << QByteArray(name);
}

void TestConformance::headHasNoBody()
{
    FETCH_TRANSPORT;
    QFETCH(QByteArray, name);
    ScriptedServer server(scripted(name));
    Plan plan = over(kind, requestsPlan(server.url(), 20, 1));
    plan.targets[0].method = u"HEAD"_s;
    const RunOutcome outcome = runPlan(plan);
    QCOMPARE(outcome.only().requests, 20);
    QCOMPARE(server.connections(), 1);
}

void TestConformance::answersBelongToTheirRequests()
{
    ScriptedServer server(scripted("hints_numbered"));
    const RunOutcome outcome = runPlan(requestsPlan(server.url(), 20, 1));
    QCOMPARE(outcome.only().status, (std::map<int, qint64>{{200, 20}}));
    QCOMPARE(server.requests(), 20);
}

void TestConformance::quietCloseIsSentOnceMore()
{
    FETCH_TRANSPORT;
    ScriptedServer server(scripted("ka_after3_quiet"));
    const RunOutcome outcome = runPlan(over(kind, requestsPlan(server.url(), 300, 10)));
    const Trial &trial = outcome.only();
    QVERIFY(addsUp(trial));
    QCOMPARE(trial.sent, 300);
    QVERIFY2(trial.requests == 300, qPrintable(tellTrial(trial)));
    QVERIFY(serverSawWhatWasSent(trial, server));
    QVERIFY(trial.reconnects > 0);
}

void TestConformance::unansweredRequestsAreCountedAsTheServerSawThem_data()
{
    QTest::addColumn<int>("transport");
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QString>("method");
    for (const TransportKind transport : bothTransports)
        for (const char *name : {"empty", "reset_on_req", "garbage", "garbage_open", "ka_after3_quiet"})
            for (const char *method : {"GET", "POST", "DELETE"})
                QTest::addRow("%s %s %s", qPrintable(transportId(transport)), name, method) << int(transport) << QByteArray(name) << QString::fromLatin1(method);
}

void TestConformance::unansweredRequestsAreCountedAsTheServerSawThem()
{
    FETCH_TRANSPORT;
    QFETCH(QByteArray, name);
    QFETCH(QString, method);
    ScriptedServer server(scripted(name));
    Plan plan = over(kind, requestsPlan(server.url(), 14, 2));
    plan.targets[0].method = method;
    if (method == u"POST")
        plan.targets[0].body = "x=1";
    const Trial trial = runPlan(plan).only();
    QVERIFY(addsUp(trial));
    QCOMPARE(trial.sent, 14);
    QVERIFY2(server.requests() <= trial.sent + trial.reconnects, qPrintable(tellTrial(trial)));
    if (method != u"GET") { // what may have had an effect is not sent twice
        QCOMPARE(trial.reconnects, 0);
        QVERIFY(server.requests() <= 14);
    }
    if (name != "ka_after3_quiet")
        QCOMPARE(trial.errors.total(), 14);
}

void TestConformance::slowAnswersTimeOut()
{
    FETCH_TRANSPORT;
    ScriptedServer server(scripted("drip_head")); // 20 ms a byte: activity does not set the clock back
    Plan plan = over(kind, requestsPlan(server.url(), 2, 1));
    plan.load.timeout = 400ms;
    const Trial trial = runPlan(plan).only();
    QVERIFY2(trial.errors[ErrorKind::Timeout] == 2, qPrintable(tellTrial(trial)));
}

void TestConformance::varyingLengthsAreNoErrors()
{
    FETCH_TRANSPORT;
    ScriptedServer server(scripted("varlen"));
    const Trial trial = runPlan(over(kind, requestsPlan(server.url(), 70, 1))).only();
    QCOMPARE(trial.requests, 70);
    QCOMPARE(trial.bytesReceived, server.bytesSent()); // 210 bytes of bodies, and the heads
}

QTEST_GUILESS_MAIN(TestConformance)
#include "tst_conformance.moc"
