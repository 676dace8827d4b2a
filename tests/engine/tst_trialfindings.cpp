// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/trialfindings.h"
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
    void hangingRequestsDoNotVanish();
    void saysWhenFewerConnectionsAreUsed();

private:
    static Trial goodTrial(qint64 requests)
    {
        Trial trial;
        trial.connections = 10;
        trial.duration = 1s;
        trial.sent = trial.requests = requests;
        return trial;
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
    trial.clientUserS = 1.0;
    trial.clientSystemS = 0.95;
    QVERIFY(has(trialFindings(trial, Load(), {}), "client_saturated", Severity::Doubt));
    trial.clientSystemS = 0.8;
    QVERIFY(trialFindings(trial, Load(), {}).empty());
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

QTEST_APPLESS_MAIN(TestTrialFindings)
#include "tst_trialfindings.moc"
