// SPDX-License-Identifier: GPL-3.0-or-later
// The ways to a server that the options open: TLS, proxies, pinned addresses, rates; what arrives, and what the JSON says of it.
#include "tests/cli/cliprogram.h"
#include "tests/support/certificates.h"
#include "tests/support/realserver.h"
#include "tests/support/scriptedcases.h"
#include "tests/support/scriptedproxy.h"
#include "tests/support/scriptedserver.h"
#include "tests/support/warningguard.h"

#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <memory>

using namespace sweepbench::test;
using namespace Qt::StringLiterals;

class TestWays : public GuardedTest
{
    Q_OBJECT

private slots:
    void initTestCase();
    void httpsNeedsAnAuthorityThatIsTrusted();
    void httpsOfEitherKindOfTrust_data();
    void httpsOfEitherKindOfTrust();
    void clientCertificates();
    void lowestTlsVersion();
    void resumption_data();
    void resumption();
    void throughAProxy();
    void proxyPasswordsComeBack();
    void pinnedAddresses();
    void namesAreLookedUpOnce();
    void oneRate();
    void sweepOverRates();
    void thinkTime();

private:
    /// One block of a few requests on two connections, its JSON on standard output.
    CliResult compare(const QStringList &arguments, const QStringList &length = {u"-n"_s, u"10"_s}) const
    {
        return runCli(QStringList{u"compare"_s} + arguments + length
                      + QStringList{u"-r"_s, u"1"_s, u"-w"_s, u"0s"_s, u"-o"_s, m_folder.filePath(u"ways.sweep"_s), u"--json"_s, u"-"_s});
    }
    static QJsonObject firstTrial(const CliResult &result) { return result.json()[u"trials"_s][0].toObject(); }
    static ScriptedServer::Options over(const TlsOptions &tls)
    {
        ScriptedServer::Options options;
        options.tls = tls;
        return options;
    }
    TlsOptions trusted() const
    {
        TlsOptions tls;
        tls.certificate = m_certificates->server();
        return tls;
    }
    QTemporaryDir m_folder;
    std::unique_ptr<TestCertificates> m_certificates;
};

void TestWays::initTestCase()
{
    SWEEPBENCH_NEED(TestCertificates::missing());
    m_certificates = std::make_unique<TestCertificates>();
}

void TestWays::httpsNeedsAnAuthorityThatIsTrusted()
{
    ScriptedServer server(scripted("ok"), over(trusted()));
    const CliResult result = compare({server.url(), u"-c"_s, u"2"_s}, {u"-d"_s, u"200ms"_s});
    QCOMPARE(result.exitCode, 3);
    QCOMPARE(firstTrial(result)[u"errors"_s].toObject().keys(), QStringList{u"tls"_s});
    QVERIFY2(result.err.contains("certificate"), result.err.constData());
    QVERIFY(!firstTrial(result).contains(u"latency_ns"_s));
    QCOMPARE(server.requests(), 0);
}

void TestWays::httpsOfEitherKindOfTrust_data()
{
    QTest::addColumn<bool>("insecure");
    QTest::newRow("--cacert") << false;
    QTest::newRow("--insecure") << true;
}

void TestWays::httpsOfEitherKindOfTrust()
{
    QFETCH(bool, insecure);
    ScriptedServer server(scripted("ok"), over(trusted()));
    const CliResult result = compare(QStringList{server.url(), u"-c"_s, u"2"_s}
                                     + (insecure ? QStringList{u"--insecure"_s} : QStringList{u"--cacert"_s, m_certificates->ca()}));
    QVERIFY2(result.exitCode == 0, result.err.constData());
    QCOMPARE(result.err.contains("any certificate is accepted"), insecure);
    const QJsonObject trial = firstTrial(result);
    QCOMPARE(trial[u"requests"_s].toInt(), 10);
    QCOMPARE(trial[u"connections_opened"_s].toInt(), 2);
    QCOMPARE(trial[u"phases"_s][u"tls_ns"_s][u"count"_s].toInt(), 2);
    QVERIFY(trial[u"phases"_s][u"tls_ns"_s][u"min"_s].toDouble() > 0);
    QCOMPARE(server.requests(), 10);
}

void TestWays::clientCertificates()
{
    TlsOptions tls = trusted();
    tls.clientCa = m_certificates->clientCa();
    ScriptedServer server(scripted("ok"), over(tls));
    const QStringList url{server.url(), u"-c"_s, u"1"_s, u"--cacert"_s, m_certificates->ca()};
    QCOMPARE(compare(url, {u"-d"_s, u"200ms"_s}).exitCode, 3);
    const CertificatePair client = m_certificates->client();
    const CliResult result = compare(url + QStringList{u"--cert"_s, client.certificate, u"--key"_s, client.key});
    QVERIFY2(result.exitCode == 0, result.err.constData());
    QCOMPARE(firstTrial(result)[u"requests"_s].toInt(), 10);
}

void TestWays::lowestTlsVersion()
{
    TlsOptions tls = trusted();
    tls.highest = TlsVersion::V1_2;
    ScriptedServer server(scripted("ok"), over(tls));
    const QStringList url{server.url(), u"-c"_s, u"1"_s, u"--cacert"_s, m_certificates->ca()};
    QCOMPARE(compare(url).exitCode, 0);
    const CliResult refused = compare(url + QStringList{u"--tls-min"_s, u"1.3"_s}, {u"-d"_s, u"200ms"_s});
    QCOMPARE(refused.exitCode, 3);
    QCOMPARE(firstTrial(refused)[u"errors"_s].toObject().keys(), QStringList{u"tls"_s});
}

void TestWays::resumption_data()
{
    QTest::addColumn<bool>("on");
    QTest::newRow("on") << true;
    QTest::newRow("off") << false;
}

void TestWays::resumption()
{
    QFETCH(bool, on);
    ScriptedServer server(scripted("ok"), over(trusted()));
    const CliResult result = compare({server.url(), u"-c"_s, u"1"_s, u"--keep-alive"_s, u"off"_s, u"--cacert"_s, m_certificates->ca(),
                                      u"--tls-resumption"_s, on ? u"on"_s : u"off"_s});
    QVERIFY2(result.exitCode == 0, result.err.constData());
    const auto handshakes = server.handshakes();
    QCOMPARE(handshakes.size(), 10U);
    const auto resumed = std::count_if(handshakes.begin(), handshakes.end(), [](const TlsHandshake &handshake) { return handshake.resumed; });
    QCOMPARE(resumed > 0, on);
}

void TestWays::throughAProxy()
{
    ScriptedServer server(scripted("ok"));
    ScriptedServer secure(scripted("ok"), over(trusted()));
    ScriptedProxy::Options options;
    options.credentials = "gate:open";
    ScriptedProxy proxy(options);
    QString url = proxy.url();
    url.insert(7, u"gate:open@"_s);
    const CliResult result = compare({server.url(), secure.url(), u"-c"_s, u"2"_s, u"--proxy"_s, url, u"--cacert"_s, m_certificates->ca()});
    QVERIFY2(result.exitCode == 0, result.err.constData());
    QCOMPARE(server.requests(), 10);
    QCOMPARE(secure.requests(), 10);
    QVERIFY(proxy.tunnels() >= 2);
    QVERIFY(!result.out.contains("gate:open") && !result.err.contains("gate:open"));
    QVERIFY(server.log().at(0).header("proxy-authorization").empty()); // the proxy's own business
}

void TestWays::proxyPasswordsComeBack()
{
    ScriptedServer server(scripted("ok"));
    ScriptedProxy::Options options;
    options.credentials = "gate:open";
    ScriptedProxy proxy(options);
    QString url = proxy.url();
    url.insert(7, u"gate:open@"_s);
    QCOMPARE(compare({server.url(), u"-c"_s, u"1"_s, u"--proxy"_s, url}).exitCode, 0);
    const QString session = m_folder.filePath(u"ways.sweep"_s);
    QCOMPARE(runCli({u"extend"_s, session, u"-r"_s, u"1"_s}).exitCode, 2);
    const CliResult more = runCli({u"extend"_s, session, u"-r"_s, u"1"_s, u"-u"_s, u"gate:open"_s});
    QVERIFY2(more.exitCode == 0, more.err.constData());
    QCOMPARE(server.requests(), 20);
}

void TestWays::pinnedAddresses()
{
    ScriptedServer server(scripted("ok"));
    const QString url = u"http://bench.test:%1/"_s.arg(server.port()); // a name of RFC 6761 that nobody looks up
    const CliResult result = compare({url, u"-c"_s, u"1"_s, u"--address"_s, u"127.0.0.1"_s});
    QVERIFY2(result.exitCode == 0, result.err.constData());
    QCOMPARE(server.requests(), 10);
    QCOMPARE(server.log().at(0).header("host"), std::vector<QByteArray>{"bench.test:" + QByteArray::number(server.port())});
    QVERIFY(!firstTrial(result)[u"phases"_s].toObject().contains(u"name_ns"_s));
}

void TestWays::namesAreLookedUpOnce()
{
    ScriptedServer server(scripted("ok"));
    const QString url = u"http://localhost:%1/"_s.arg(server.port());
    const CliResult result = runCli({u"compare"_s, url, u"-c"_s, u"1"_s, u"-n"_s, u"5"_s, u"-r"_s, u"3"_s, u"-w"_s, u"0s"_s, u"-o"_s,
                                     m_folder.filePath(u"names.sweep"_s), u"--json"_s, u"-"_s});
    QVERIFY2(result.exitCode == 0, result.err.constData());
    int lookedUp = 0;
    for (const QJsonValue &trial : result.json()[u"trials"_s].toArray())
        lookedUp += trial[u"phases"_s][u"name_ns"_s][u"count"_s].toInt();
    QCOMPARE(lookedUp, 1);
}

void TestWays::oneRate()
{
    ScriptedServer server(scripted("ok"));
    const CliResult result = compare({server.url(), u"-c"_s, u"4"_s, u"--rate"_s, u"200"_s, u"--arrivals"_s, u"poisson"_s}, {u"-d"_s, u"500ms"_s});
    QVERIFY2(result.exitCode == 0, result.err.constData());
    const QJsonObject trial = firstTrial(result);
    QCOMPARE(trial[u"rate"_s].toInt(), 200);
    QCOMPARE(trial[u"connections"_s].toInt(), 4);
    qint64 errors = 0;
    for (const QJsonValue &count : trial[u"errors"_s].toObject())
        errors += count.toInteger();
    QCOMPARE(trial[u"sent"_s].toInteger(), trial[u"requests"_s].toInteger() + errors + trial[u"cancelled"_s].toInteger());
    QVERIFY(trial[u"slip_ns"_s][u"count"_s].toInteger() > 0);
    // What waited before it was sent is in the response time and not in the service time.
    for (const QString &figure : {u"min"_s, u"mean"_s, u"p50"_s, u"p99"_s, u"max"_s})
        QVERIFY2(trial[u"service_ns"_s][figure].toDouble() <= trial[u"latency_ns"_s][figure].toDouble() * 1.001, qPrintable(figure));
    QCOMPARE(result.json()[u"plan"_s][u"primary_metric"_s].toString(), u"p99_ns"_s);
}

void TestWays::sweepOverRates()
{
    ScriptedServer server(scripted("ok"));
    const QString session = m_folder.filePath(u"rates.sweep"_s);
    const CliResult result = runCli({u"compare"_s, server.url(), server.url(u"/b"_s), u"--rates"_s, u"100,200"_s, u"-c"_s, u"5"_s, u"-d"_s, u"200ms"_s,
                                     u"-r"_s, u"3"_s, u"-w"_s, u"0s"_s, u"-o"_s, session});
    QVERIFY2(result.exitCode == 0, result.err.constData());
    QVERIFY2(result.out.contains("Requests/s due") && result.out.contains("p99 service"), result.out.constData());
    QVERIFY2(result.out.contains("at 100 requests per second due") && result.out.contains("p99 response time"), result.out.constData());
    const QJsonObject json = runCli({u"export"_s, session, u"--format"_s, u"json"_s}).json();
    QCOMPARE(json[u"trials"_s].toArray().size(), 12);
    QCOMPARE(json[u"cells"_s].toArray().size(), 4);
    QCOMPARE(json[u"cells"_s][3][u"rate"_s].toInt(), 200);
    QCOMPARE(json[u"cells"_s][3][u"connections"_s].toInt(), 5);
    QCOMPARE(runCli({u"extend"_s, session, u"-r"_s, u"1"_s, u"-q"_s}).exitCode, 0);
    QCOMPARE(runCli({u"export"_s, session, u"--format"_s, u"json"_s}).json()[u"trials"_s].toArray().size(), 16);
}

void TestWays::thinkTime()
{
    ScriptedServer server(scripted("ok"));
    const CliResult result = compare({server.url(), u"-c"_s, u"1"_s, u"--think"_s, u"20ms"_s, u"--ramp"_s, u"10ms"_s}, {u"-n"_s, u"6"_s});
    QVERIFY2(result.exitCode == 0, result.err.constData());
    const QJsonObject trial = firstTrial(result);
    QCOMPARE(trial[u"requests"_s].toInt(), 6);
    QVERIFY(trial[u"duration_ns"_s].toInteger() >= 100'000'000); // five pauses between six requests
    QVERIFY(!trial.contains(u"rate"_s) && !trial.contains(u"service_ns"_s));
}

QTEST_GUILESS_MAIN(TestWays)
#include "tst_ways.moc"
