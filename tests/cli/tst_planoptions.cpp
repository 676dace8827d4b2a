// SPDX-License-Identifier: GPL-3.0-or-later
// What the options make of a plan, as "plan" writes it down; and secrets, which it does not.
#include "tests/cli/cliprogram.h"
#include "tests/support/scriptedcases.h"
#include "tests/support/scriptedserver.h"
#include "tests/support/warningguard.h"

#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

using namespace sweepbench::test;
using namespace Qt::StringLiterals;

class TestPlanOptions : public GuardedTest
{
    Q_OBJECT

private slots:
    void loads_data();
    void loads();
    void defaultsAreLeftOut();
    void targetsGetTheirOptions();
    void tlsOptionsGoToHttpsTargets();
    void primaryMetrics_data();
    void primaryMetrics();
    void passwordsAreSentAndNotKept();
    void passwordsAreAskedForAgain();
    void proxyPasswordsAreAskedForAgain();
    void filesAreLookedAtWhenItRuns();
    void whereTheLoadGoes_data();
    void whereTheLoadGoes();
    void phasesAreShownOnRequest();
    void runsAndRankingAreShownOnRequest();

private:
    /// The plan that the options make of these URLs.
    static QJsonObject plan(const QStringList &arguments)
    {
        const CliResult result = runCli(QStringList{u"plan"_s} + arguments);
        if (result.exitCode != 0)
            qWarning("%s", result.err.constData());
        return result.json();
    }
    QString path(const QString &name) const { return m_folder.filePath(name); }
    QByteArray contentOf(const QString &name) const
    {
        QFile file(path(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    QTemporaryDir m_folder;
};

void TestPlanOptions::loads_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("field"); // of the load
    QTest::addColumn<QJsonValue>("value");
    const auto row = [](const char *arguments, const char *field, const QJsonValue &value) {
        QTest::addRow("%s: %s", arguments, field) << QString::fromLatin1(arguments).split(u' ') << QString::fromLatin1(field) << value;
    };
    row("--rate 2000", "rate", 2000);
    row("--rate 2000", "arrivals", u"uniform"_s);
    row("--rate 2000 --arrivals poisson", "arrivals", u"poisson"_s);
    row("--rates 500,1000", "connections", 100);
    row("--rates 500,1000 -c 7", "connections", 7);
    row("--rates 500 --arrivals poisson", "arrivals", u"poisson"_s);
    row("--rates 1000-3000:1000", "arrivals", u"uniform"_s);
    row("--think 5ms", "think_time_s", 0.005);
    row("--ramp 2s", "ramp_up_s", 2);
    row("--transport socket", "transport", u"socket"_s);
    row("--transport qnam", "transport", u"qnam"_s);
    row("--transport qnam", "http", u"1.1"_s);
    row("--transport qnam", "redirects", u"off"_s);
    row("--transport qnam --http 2", "http", u"2"_s);
    // Who asks for what only qnam has, gets it.
    row("--http 2", "transport", u"qnam"_s);
    row("--redirects follow", "transport", u"qnam"_s);
    row("--redirects follow", "redirects", u"follow"_s);
    row("--cookies on", "transport", u"qnam"_s);
    row("--cookies on", "cookies", u"on"_s);
    row("--http 1.1", "transport", u"socket"_s);
    row("--redirects off", "transport", u"socket"_s);
    row("--cookies off", "transport", u"socket"_s);
}

void TestPlanOptions::loads()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, field);
    QFETCH(QJsonValue, value);
    const QJsonObject made = plan(QStringList{u"http://127.0.0.1:1/"_s} + arguments);
    QCOMPARE(made[u"load"_s][field], value);
    const bool rates = arguments.contains(u"--rates"_s);
    QCOMPARE(made[u"sweep"_s].toObject().keys(), QStringList{rates ? u"rate"_s : u"connections"_s});
}

void TestPlanOptions::defaultsAreLeftOut()
{
    const QJsonObject made = plan({u"http://127.0.0.1:1/"_s});
    QCOMPARE(made[u"load"_s].toObject().keys(), (QStringList{u"duration_s"_s, u"http"_s, u"keep_alive"_s, u"threads"_s, u"timeout_s"_s, u"transport"_s, u"warmup_s"_s}));
    QCOMPARE(made[u"targets"_s][0].toObject().keys(), (QStringList{u"method"_s, u"name"_s, u"url"_s}));
    QCOMPARE(made[u"sweep"_s][u"connections"_s].toArray(), (QJsonArray{1, 10, 100}));
    QCOMPARE(made[u"primary_metric"_s].toString(), u"rps"_s);
}

void TestPlanOptions::targetsGetTheirOptions()
{
    const QJsonObject made = plan({u"http://127.0.0.1:1/"_s, u"http://127.0.0.1:2/"_s, u"--proxy"_s, u"http://me:pw@127.0.0.1:3128"_s});
    for (int i = 0; i < 2; ++i)
        QCOMPARE(made[u"targets"_s][i][u"proxy"_s].toString(), u"http://me:@127.0.0.1:3128"_s);
    QCOMPARE(plan({u"http://localhost:1/"_s, u"--address"_s, u"::1"_s})[u"targets"_s][0][u"address"_s].toString(), u"::1"_s);
    QCOMPARE(plan({u"http://localhost:1/x"_s, u"-u"_s, u"me@home:p:w"_s})[u"targets"_s][0][u"url"_s].toString(), u"http://me%40home:@localhost:1/x"_s);
    QCOMPARE(plan({u"localhost:1"_s, u"-u"_s, u"me:"_s})[u"targets"_s][0][u"url"_s].toString(), u"http://me@localhost:1"_s);
}

void TestPlanOptions::tlsOptionsGoToHttpsTargets()
{
    const QJsonObject made = plan({u"http://127.0.0.1:1/"_s, u"https://127.0.0.1:2/"_s, u"--insecure"_s, u"--cacert"_s, u"ca.pem"_s, u"--cert"_s,
                                   u"me.pem"_s, u"--key"_s, u"key.pem"_s, u"--tls-min"_s, u"1.3"_s, u"--tls-resumption"_s, u"off"_s});
    QVERIFY(!made[u"targets"_s][0].toObject().contains(u"tls"_s));
    QCOMPARE(made[u"targets"_s][1][u"tls"_s].toObject(),
             (QJsonObject{{u"insecure"_s, true}, {u"ca_file"_s, u"ca.pem"_s}, {u"certificate_file"_s, u"me.pem"_s}, {u"key_file"_s, u"key.pem"_s},
                          {u"minimum_version"_s, u"1.3"_s}, {u"resumption"_s, false}}));
}

void TestPlanOptions::primaryMetrics_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("metric");
    QTest::newRow("closed loop") << QStringList() << u"rps"_s;
    QTest::newRow("rate") << QStringList{u"--rate"_s, u"5"_s} << u"p99_ns"_s;
    QTest::newRow("rates") << QStringList{u"--rates"_s, u"5"_s} << u"p99_ns"_s;
    QTest::newRow("given") << QStringList{u"--rates"_s, u"5"_s, u"--metric"_s, u"rps"_s} << u"rps"_s;
    QTest::newRow("given in a closed loop") << QStringList{u"--metric"_s, u"mean_ns"_s} << u"mean_ns"_s;
}

void TestPlanOptions::primaryMetrics()
{
    QFETCH(QStringList, arguments);
    const QJsonObject made = plan(QStringList{u"http://127.0.0.1:1/"_s} + arguments);
    QTEST(made[u"primary_metric"_s].toString(), "metric");
}

void TestPlanOptions::passwordsAreSentAndNotKept()
{
    ScriptedServer server(scripted("ok"));
    const QStringList once{u"-c"_s, u"1"_s, u"-n"_s, u"1"_s, u"-r"_s, u"1"_s, u"-w"_s, u"0s"_s, u"-o"_s, path(u"secret.sweep"_s), u"--json"_s, u"-"_s};
    QString inUrl = server.url();
    inUrl.insert(7, u"Aladdin:open%20sesame@"_s);
    const CliResult typed = runCli(QStringList{u"compare"_s, inUrl} + once);
    QVERIFY2(typed.exitCode == 0, typed.err.constData());
    const CliResult given = runCli(QStringList{u"compare"_s, server.url(), u"-u"_s, u"Aladdin:open sesame"_s} + once);
    QVERIFY2(given.exitCode == 0, given.err.constData());
    QCOMPARE(server.requests(), 2);
    for (const ReceivedRequest &request : server.log())
        QCOMPARE(request.header("authorization"), std::vector<QByteArray>{"Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="}); // RFC 7617, 2
    for (const QByteArray &text : {typed.out, typed.err, given.out, given.err, contentOf(u"secret.sweep"_s)})
        QVERIFY(!text.contains("sesame") && !text.contains("QWxhZGRpb"));
}

void TestPlanOptions::passwordsAreAskedForAgain()
{
    ScriptedServer server(scripted("ok"));
    const QString session = path(u"again.sweep"_s);
    QCOMPARE(runCli({u"compare"_s, server.url(), u"-u"_s, u"me:pw"_s, u"-c"_s, u"1"_s, u"-n"_s, u"1"_s, u"-r"_s, u"1"_s, u"-w"_s, u"0s"_s, u"-o"_s, session, u"-q"_s}).exitCode, 0);
    const CliResult refused = runCli({u"extend"_s, session, u"-r"_s, u"1"_s});
    QCOMPARE(refused.exitCode, 2);
    QVERIFY2(refused.err.contains("-u 'me:"), refused.err.constData());
    const CliResult other = runCli({u"extend"_s, session, u"-r"_s, u"1"_s, u"-u"_s, u"you:pw"_s});
    QCOMPARE(other.exitCode, 2);
    QVERIFY2(other.err.contains("\"you\""), other.err.constData());
    QCOMPARE(server.requests(), 1);
    const CliResult more = runCli({u"extend"_s, session, u"-r"_s, u"1"_s, u"-u"_s, u"me:pw"_s, u"-q"_s});
    QVERIFY2(more.exitCode == 0, more.err.constData());
    QCOMPARE(server.requests(), 2);
    QCOMPARE(server.log().at(1).header("authorization"), server.log().at(0).header("authorization"));
    QCOMPARE(runCli({u"extend"_s, session, u"-r"_s, u"1"_s}).exitCode, 2); // it was not kept this time either
    // An empty password is one, too, when somebody says so.
    QCOMPARE(runCli({u"extend"_s, session, u"-r"_s, u"1"_s, u"-u"_s, u"me:"_s, u"-q"_s}).exitCode, 0);
    QCOMPARE(server.log().at(2).header("authorization"), std::vector<QByteArray>{"Basic " + QByteArray("me:").toBase64()});
}

void TestPlanOptions::proxyPasswordsAreAskedForAgain()
{
    const QString file = path(u"proxy.plan.json"_s);
    QCOMPARE(runCli({u"plan"_s, u"http://127.0.0.1:1/"_s, u"--proxy"_s, u"http://gate:hunter2@127.0.0.1:2"_s, u"-o"_s, file}).exitCode, 0);
    QVERIFY(!contentOf(u"proxy.plan.json"_s).contains("hunter2"));
    const CliResult refused = runCli({u"run"_s, file});
    QCOMPARE(refused.exitCode, 2);
    QVERIFY2(refused.err.contains("-u 'gate:"), refused.err.constData());
}

void TestPlanOptions::filesAreLookedAtWhenItRuns()
{
    // The plan may be meant for another machine.
    const QString file = path(u"tls.plan.json"_s);
    QCOMPARE(runCli({u"plan"_s, u"https://127.0.0.1:1/"_s, u"--cacert"_s, u"/nonexistent/ca.pem"_s, u"-o"_s, file}).exitCode, 0);
    const CliResult refused = runCli({u"run"_s, file});
    QCOMPARE(refused.exitCode, 2);
    QVERIFY2(refused.err.contains("targets[0].tls.ca_file: /nonexistent/ca.pem"), refused.err.constData());
}

void TestPlanOptions::whereTheLoadGoes_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("host"); // that has to be allowed
    const auto row = [](const char *arguments, const char *host) {
        QTest::newRow(arguments) << QString::fromLatin1(arguments).split(u' ') << QByteArray(host);
    };
    row("https://example.org/", "example.org");
    row("http://127.0.0.1:1/ --proxy http://proxy.example:3128", "proxy.example");
    row("http://127.0.0.1:1/ --proxy 192.0.2.1:3128", "192.0.2.1");
    row("http://example.org/ --proxy http://127.0.0.1:1", "example.org");
    row("http://localhost:1/ --address 192.0.2.1", "192.0.2.1");
    row("http://localhost:1/ --address 2001:db8::1", "2001:db8::1");
    row("http://example.org/ --address 192.0.2.1 --allow-host example.org", "192.0.2.1");
}

void TestPlanOptions::whereTheLoadGoes()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, host);
    const CliResult refused = runCli(QStringList{u"compare"_s} + arguments);
    QCOMPARE(refused.exitCode, 2);
    QVERIFY2(refused.err.contains("--allow-host " + host + '\n'), refused.err.constData());
}

void TestPlanOptions::phasesAreShownOnRequest()
{
    ScriptedServer server(scripted("ok"));
    const QString session = path(u"phases.sweep"_s);
    const QStringList compare{u"compare"_s, server.url(), u"-c"_s, u"2"_s, u"-n"_s, u"10"_s, u"-r"_s, u"2"_s, u"-w"_s, u"0s"_s, u"-o"_s, session};
    const CliResult without = runCli(compare);
    QVERIFY(!without.out.contains("Phase"));
    const CliResult with = runCli(compare + QStringList{u"--phases"_s});
    QCOMPARE(with.exitCode, 0);
    QVERIFY2(with.out.contains("Phase") && with.out.contains("Connect "), with.out.constData());
    QVERIFY(with.out.contains("Measured with the socket transport"));
    QCOMPARE(runCli({u"show"_s, session, u"--phases"_s}).out, with.out);
    QVERIFY(!runCli({u"show"_s, session}).out.contains("Phase"));
    // All findings where they are asked for, and none of the hints how to see them.
    const QByteArray all = runCli({u"show"_s, session, u"--all-findings"_s}).out;
    QVERIFY2(all.contains("for this one start of each server") && !all.contains("--all-findings"), all.constData());
    for (const QString &format : {u"md"_s, u"org"_s}) {
        QVERIFY(runCli({u"export"_s, session, u"--format"_s, format, u"--phases"_s}).out.contains("| Connect |"));
        QVERIFY(!runCli({u"export"_s, session, u"--format"_s, format}).out.contains("| Connect |"));
    }
    const CliResult csv = runCli({u"export"_s, session, u"--format"_s, u"csv"_s, u"--phases"_s});
    QCOMPARE(csv.exitCode, 2);
    QVERIFY(csv.err.contains("--phases"));
}

void TestPlanOptions::runsAndRankingAreShownOnRequest()
{
    ScriptedServer server(scripted("ok"));
    const QString session = path(u"runs.sweep"_s);
    QCOMPARE(runCli({u"compare"_s, server.url(), u"-c"_s, u"1,2"_s, u"-n"_s, u"10"_s, u"-r"_s, u"3"_s, u"-w"_s, u"0s"_s, u"-o"_s, session}).exitCode, 0);
    const QByteArray plain = runCli({u"show"_s, session}).out;
    QVERIFY(!plain.contains("Mean ± standard error") && !plain.contains("best first"));
    const QByteArray both = runCli({u"show"_s, session, u"--runs"_s, u"--ranking"_s}).out;
    QVERIFY2(both.contains("Run time (s) at 2 connections; 10 requests per trial:") && both.contains("best first"), both.constData());
    for (const QString &format : {u"md"_s, u"org"_s}) {
        const CliResult result = runCli({u"export"_s, session, u"--format"_s, format, u"--runs"_s});
        QCOMPARE(result.exitCode, 0);
        QCOMPARE(result.out.count("| Mean ± standard error |"), 2);
        QVERIFY(runCli({u"export"_s, session, u"--format"_s, format, u"--ranking"_s}).out.contains("best first"));
    }
    for (const QString &option : {u"--runs"_s, u"--ranking"_s}) {
        const CliResult json = runCli({u"export"_s, session, u"--format"_s, u"json"_s, option});
        QCOMPARE(json.exitCode, 2);
        QVERIFY(json.err.contains(option.toUtf8()));
    }
}

QTEST_GUILESS_MAIN(TestPlanOptions)
#include "tst_planoptions.moc"
