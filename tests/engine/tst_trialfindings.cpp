// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/trialfindings.h"

#include "core/stats/clientlimit.h"
#include "core/stats/histogram.h"
#include "tests/support/warningguard.h"

#include <QTest>

using namespace sweepbench;
using namespace sweepbench::test;
using namespace std::chrono_literals;

class TestTrialFindings : public GuardedTest
{
    Q_OBJECT

private slots:
    void unfitExactlyAsDefined_data();
    void unfitExactlyAsDefined();
    void namesASaturatedClient();
    void namesALateClient_data();
    void namesALateClient();
    void aSaturatedClientIsLateWithAllRequests();
    void connectionsThatAreIdle_data();
    void connectionsThatAreIdle();
    void hangingRequestsDoNotVanish();
    void saysWhenFewerConnectionsAreUsed();
    void fewAnswersPerConnection_data();
    void fewAnswersPerConnection();
    void fewConnections_data();
    void fewConnections();
    void requestsThatWereNotSent();
    void behindSchedule();
    void anOpenLoopWithoutAnswers();

private:
    static Trial goodTrial(qint64 requests)
    {
        Trial trial;
        trial.connections = 10;
        trial.duration = 1s;
        trial.sent = trial.requests = requests;
        return trial;
    }
    /// Answers that all took as long, and were all sent as late.
    static Trial openTrial(qint64 requests, std::chrono::nanoseconds latency, std::chrono::nanoseconds slip)
    {
        Trial trial = goodTrial(requests);
        trial.rate = 1000;
        Histogram latencies;
        Histogram slips;
        for (qint64 i = 0; i < requests; ++i) {
            latencies.record(latency.count());
            slips.record(slip.count());
        }
        trial.latency = latencies.distribution();
        trial.slip = slips.distribution();
        return trial;
    }
    static Load openLoad()
    {
        Load load;
        load.rate = 1000;
        return load;
    }
    static bool has(const std::vector<Finding> &findings, const char *kind, Severity severity)
    {
        return std::any_of(findings.begin(), findings.end(), [&](const Finding &finding) {
            return finding.kind == QLatin1StringView(kind) && finding.severity == severity && !finding.text.isEmpty();
        });
    }
};

void TestTrialFindings::unfitExactlyAsDefined_data()
{
    QTest::addColumn<qint64>("requests");
    QTest::addColumn<qint64>("timeouts");
    QTest::addColumn<qint64>("localPorts");
    QTest::addColumn<qint64>("jumpMs");
    QTest::addColumn<QByteArray>("kind"); // empty: fit
    QTest::newRow("clean") << 1000LL << 0LL << 0LL << 0LL << QByteArray();
    QTest::newRow("1 % errors") << 990LL << 10LL << 0LL << 0LL << QByteArray();
    QTest::newRow("over 1 % errors") << 989LL << 11LL << 0LL << 0LL << QByteArray("errors");
    QTest::newRow("no answer") << 0LL << 5LL << 0LL << 0LL << QByteArray("no_answer");
    QTest::newRow("nothing at all") << 0LL << 0LL << 0LL << 0LL << QByteArray("no_answer");
    QTest::newRow("one local port error") << 100000LL << 0LL << 1LL << 0LL << QByteArray("local_ports");
    QTest::newRow("clock set") << 1000LL << 0LL << 0LL << -900LL << QByteArray("clock_jump");
    QTest::newRow("clock slewed") << 1000LL << 0LL << 0LL << 20LL << QByteArray();
}

void TestTrialFindings::unfitExactlyAsDefined()
{
    QFETCH(qint64, requests);
    QFETCH(qint64, timeouts);
    QFETCH(qint64, localPorts);
    QFETCH(qint64, jumpMs);
    QFETCH(QByteArray, kind);
    Trial trial = goodTrial(requests);
    trial.errors[ErrorKind::Timeout] = timeouts;
    trial.errors[ErrorKind::LocalPorts] = localPorts;
    trial.sent += timeouts + localPorts;
    TrialCircumstances circumstances;
    circumstances.clockJump = std::chrono::milliseconds(jumpMs);
    trial.findings = trialFindings(trial, Load(), circumstances);
    QCOMPARE(isUnfit(trial), !kind.isEmpty());
    if (!kind.isEmpty())
        QVERIFY(has(trial.findings, kind.constData(), Severity::Unfit));
    if (kind.isEmpty() && timeouts > 0)
        QVERIFY(has(trial.findings, "errors", Severity::Doubt));
}

void TestTrialFindings::namesASaturatedClient()
{
    Trial trial = goodTrial(1000);
    trial.threads = 2;
    trial.busiestThread = 0.951; // one of both is enough
    const auto findings = trialFindings(trial, Load(), {});
    QVERIFY(has(findings, "client_saturated", Severity::Doubt));
    QVERIFY(findings[0].text.contains(QStringLiteral("its busiest thread used 95")));
    trial.findings = findings;
    QVERIFY(isClientLimited(trial));
    for (const double share : {0.95, 0.5, -1.0}) { // the last: nobody knows
        trial.busiestThread = share;
        QVERIFY(trialFindings(trial, Load(), {}).empty());
    }
    trial.busiestThread = 1;
    trial.duration = 49ms; // too short to tell
    QVERIFY(trialFindings(trial, Load(), {}).empty());
    trial.duration = 1s;
    trial.latency = openTrial(1000, 2ms, 0ns).latency; // an open loop that is in time may keep its thread busy
    QVERIFY(trialFindings(trial, openLoad(), {}).empty());
}

void TestTrialFindings::namesALateClient_data()
{
    QTest::addColumn<qint64>("medianUs");
    QTest::addColumn<qint64>("lateUs"); // -1: every request waited for a connection
    QTest::addColumn<bool>("late");
    QTest::newRow("100 us") << 500LL << 100LL << false;
    QTest::newRow("over 100 us") << 500LL << 102LL << true;
    QTest::newRow("a tenth of the median") << 2000LL << 198LL << false;
    QTest::newRow("over a tenth") << 2000LL << 203LL << true;
    QTest::newRow("no free connection") << 500LL << -1LL << false;
}

void TestTrialFindings::namesALateClient()
{
    QFETCH(qint64, medianUs);
    QFETCH(qint64, lateUs);
    Trial trial = openTrial(1000, std::chrono::microseconds(medianUs), 500us);
    TrialCircumstances circumstances;
    if (lateUs >= 0)
        circumstances.ownLateness = std::chrono::microseconds(lateUs);
    trial.findings = trialFindings(trial, openLoad(), circumstances);
    QTEST(has(trial.findings, "client_late", Severity::Doubt), "late");
    QTEST(isClientLimited(trial), "late");
    QVERIFY(!isUnfit(trial));
    QVERIFY(trialFindings(trial, Load(), circumstances).empty()); // in a closed loop nothing is due
}

// A thread without time left sees connections as busy whose answers came long ago.
void TestTrialFindings::aSaturatedClientIsLateWithAllRequests()
{
    Trial trial = openTrial(1000, 2ms, 300us);
    QVERIFY(trialFindings(trial, openLoad(), {}).empty());
    trial.busiestThread = 0.99;
    const auto findings = trialFindings(trial, openLoad(), {});
    QVERIFY(has(findings, "client_late", Severity::Doubt));
    QVERIFY(findings[0].text.contains(QStringLiteral("99")));
    // What is told of the client is not told again of its p99.
    QCOMPARE(trialFindings([] { Trial late = openTrial(1000, 20ms, 4ms); late.busiestThread = 1; return late; }(), openLoad(), {}).size(), 1U);
}

void TestTrialFindings::connectionsThatAreIdle_data()
{
    QTest::addColumn<qint64>("busyMs"); // of 10 connections in a second
    QTest::addColumn<qint64>("requests"); // -1: a timed trial
    QTest::addColumn<qint64>("thinkMs");
    QTest::addColumn<QByteArray>("advice"); // empty: no doubt
    QTest::newRow("all busy") << 10'000LL << -1LL << 0LL << QByteArray();
    QTest::newRow("95 %") << 9'500LL << -1LL << 0LL << QByteArray();
    QTest::newRow("under 95 %") << 9'490LL << -1LL << 0LL << QByteArray("lower the level");
    QTest::newRow("think time") << 100LL << -1LL << 10LL << QByteArray();
    QTest::newRow("nobody knows") << -1LL << -1LL << 0LL << QByteArray();
    QTest::newRow("a number of requests") << 8'000LL << 1000LL << 0LL << QByteArray("more requests");
    QTest::newRow("as many connections as requests") << 4'000LL << 4LL << 0LL << QByteArray();
}

void TestTrialFindings::connectionsThatAreIdle()
{
    QFETCH(qint64, busyMs);
    QFETCH(qint64, requests);
    QFETCH(qint64, thinkMs);
    QFETCH(QByteArray, advice);
    Trial trial = goodTrial(1000);
    trial.busyNs = busyMs < 0 ? -1 : busyMs * 1'000'000;
    Load load;
    load.thinkTime = std::chrono::milliseconds(thinkMs);
    if (requests > 0) {
        load.duration.reset();
        load.requests = requests;
    }
    const auto findings = trialFindings(trial, load, {});
    const auto found = std::find_if(findings.begin(), findings.end(), [](const Finding &finding) { return finding.kind == QLatin1StringView("idle_connections"); });
    QCOMPARE(found != findings.end(), !advice.isEmpty());
    if (found == findings.end())
        return;
    QVERIFY(found->severity == Severity::Doubt);
    QVERIFY2(found->text.contains(QString::fromLatin1(advice)), qPrintable(found->text));
    if (requests < 0) { // why, where it is known
        trial.errors[ErrorKind::Reset] = 1;
        QVERIFY(trialFindings(trial, load, {}).back().text.contains(QStringLiteral("pause after a request that failed")));
        load.warmup = {};
        trial.errors = {};
        QVERIFY(trialFindings(trial, load, {}).back().text.contains(QStringLiteral("a warm-up")));
    }
}

void TestTrialFindings::hangingRequestsDoNotVanish()
{
    Trial trial = goodTrial(1000);
    trial.cancelled = 1;
    trial.latency.maxNs = 2'000'000;
    TrialCircumstances circumstances;
    circumstances.longestWait = 13s;
    const auto findings = trialFindings(trial, Load(), circumstances);
    QVERIFY(has(findings, "hanging", Severity::Doubt));
    QVERIFY(findings.front().text.contains(QStringLiteral("13.0")));
    trial.latency.maxNs = 9'000'000'000; // answers take that long here
    QVERIFY(trialFindings(trial, Load(), circumstances).empty());
    circumstances.longestWait = 1ms;
    trial.latency.maxNs = 0;
    QVERIFY(trialFindings(trial, Load(), circumstances).empty());
}

void TestTrialFindings::saysWhenFewerConnectionsAreUsed()
{
    Load load;
    load.duration.reset();
    load.requests = 5;
    Trial trial = goodTrial(5);
    QVERIFY(has(trialFindings(trial, load, {}), "few_requests", Severity::Note));
}

void TestTrialFindings::fewAnswersPerConnection_data()
{
    QTest::addColumn<qint64>("answers"); // of 10 connections
    QTest::addColumn<bool>("timed");
    QTest::addColumn<bool>("open");
    QTest::addColumn<bool>("doubted");
    QTest::newRow("20 each") << 200LL << true << false << false;
    QTest::newRow("19.9 each") << 199LL << true << false << true;
    QTest::newRow("0.1 each") << 1LL << true << false << true;
    QTest::newRow("a number of requests") << 50LL << false << false << false;
    QTest::newRow("a rate") << 50LL << true << true << false;
}

void TestTrialFindings::fewAnswersPerConnection()
{
    QFETCH(qint64, answers);
    QFETCH(bool, timed);
    QFETCH(bool, open);
    Trial trial = goodTrial(answers);
    trial.bytesReceived = 12'345'678;
    Load load;
    if (!timed) {
        load.duration.reset();
        load.requests = answers;
    }
    if (open)
        load.rate = 100;
    const auto findings = trialFindings(trial, load, {});
    QTEST(has(findings, "few_answers", Severity::Doubt), "doubted");
    if (!findings.empty())
        QVERIFY(findings[0].text.contains(QStringLiteral("12.3")) && findings[0].text.contains(QStringLiteral("MB/s")));
}

void TestTrialFindings::fewConnections_data()
{
    QTest::addColumn<qint64>("opened"); // of 10
    QTest::addColumn<HttpVersion>("http");
    QTest::addColumn<bool>("open");
    QTest::addColumn<bool>("doubted");
    QTest::newRow("all") << 10LL << HttpVersion::Http1 << false << false;
    QTest::newRow("more, in turn") << 500LL << HttpVersion::Http1 << false << false;
    QTest::newRow("six") << 6LL << HttpVersion::Http1 << false << true;
    QTest::newRow("streams") << 1LL << HttpVersion::Http2 << false << false;
    QTest::newRow("as many as the rate needs") << 2LL << HttpVersion::Http1 << true << false;
}

void TestTrialFindings::fewConnections()
{
    QFETCH(qint64, opened);
    QFETCH(HttpVersion, http);
    QFETCH(bool, open);
    Trial trial = goodTrial(1000);
    trial.connectionsOpened = opened;
    Load load;
    load.http = http;
    load.transport = TransportKind::Qnam;
    if (open)
        load.rate = 100;
    QTEST(has(trialFindings(trial, load, {}), "few_connections", Severity::Doubt), "doubted");
}

void TestTrialFindings::requestsThatWereNotSent()
{
    Trial trial = openTrial(1000, 2ms, 0ns);
    QVERIFY(trialFindings(trial, openLoad(), {}).empty());
    trial.notSent = 1; // of 1,001
    QVERIFY(has(trialFindings(trial, openLoad(), {}), "not_sent", Severity::Note));
    trial.notSent = 2;
    QVERIFY(has(trialFindings(trial, openLoad(), {}), "not_sent", Severity::Doubt));
    QVERIFY(!isUnfit(trial));
}

void TestTrialFindings::behindSchedule()
{
    QVERIFY(trialFindings(openTrial(1000, 2ms, 900us), openLoad(), {}).empty()); // below a millisecond
    QVERIFY(trialFindings(openTrial(1000, 50ms, 4ms), openLoad(), {}).empty());  // below a tenth of the response time
    const Trial late = openTrial(1000, 20ms, 4ms);
    const auto client = trialFindings(late, openLoad(), {});
    QVERIFY(has(client, "behind_schedule", Severity::Doubt));
    QVERIFY(client[0].text.startsWith(QStringLiteral("The client was late")));
    TrialCircumstances circumstances;
    circumstances.waitedForConnection = 300;
    const auto connections = trialFindings(late, openLoad(), circumstances);
    QVERIFY(has(connections, "behind_schedule", Severity::Doubt));
    QVERIFY(connections[0].text.startsWith(QStringLiteral("300 of")));
}

void TestTrialFindings::anOpenLoopWithoutAnswers()
{
    Trial trial = goodTrial(0);
    trial.notSent = 500;
    const auto findings = trialFindings(trial, openLoad(), {});
    QVERIFY(has(findings, "no_answer", Severity::Unfit));
    QVERIFY(findings[0].text.contains(QStringLiteral("500")));
}

QTEST_APPLESS_MAIN(TestTrialFindings)
#include "tst_trialfindings.moc"
