// SPDX-License-Identifier: GPL-3.0-or-later
// Each kind of bad input: one line that names the field and the reason, exit code 2, nothing sent, nothing lost.
#include "tests/cli/cliprogram.h"
#include "tests/support/scriptedcases.h"
#include "tests/support/scriptedserver.h"
#include "tests/support/warningguard.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace sweepbench::test;
using namespace Qt::StringLiterals;

class TestBadInput : public GuardedTest
{
    Q_OBJECT

private slots:
    void oneLineAndNothingSent_data();
    void oneLineAndNothingSent();
    void namesBothNumbersOfDescriptors();
    void badPlanFiles_data();
    void badPlanFiles();
    void badSessionFilesAreLeftAlone_data();
    void badSessionFilesAreLeftAlone();
    void outputThatCannotBeWritten_data();
    void outputThatCannotBeWritten();
    void keepsAnEarlierSession();
    void exportsNeverReplaceASession();
    void fewerRequestsThanConnectionsIsANote();

private:
    static QByteArray onlyLine(const CliResult &result)
    {
        const QByteArray line = result.err.trimmed();
        return line.count('\n') == 0 ? line : QByteArray("several lines: " + line);
    }
    QTemporaryDir m_folder;
};

void TestBadInput::oneLineAndNothingSent_data()
{
    QTest::addColumn<QStringList>("arguments"); // URL stands for a server that answers
    QTest::addColumn<QByteArray>("says");
    const auto row = [](const char *arguments, const char *says) {
        QTest::newRow(arguments[0] ? arguments : "nothing") << (arguments[0] ? QString::fromUtf8(arguments).split(u'|') : QStringList()) << QByteArray(says);
    };
    row("", "no command");
    row("bogus", "bogus");
    row("compare", "URL: none");
    row("compare|--bogus|URL", "bogus");
    row("compare|ftp://h/|URL", "ftp");
    row("compare|https://|URL", "no host");
    row("compare|https://127.0.0.1:0/|URL", "\"0\"");
    row("compare|https://example.org/|URL", "--allow-host example.org");
    row("compare|http://|URL", "no host");
    row("compare|http://127.0.0.1:0/|URL", "\"0\"");
    row("compare|http://127.0.0.1:65536/|URL", "65536");
    row("compare|http://a b/|URL", "blank");
    row("compare|URL|-c|0", "connections");
    row("compare|URL|-c|1,x", "\"x\"");
    row("compare|URL|-c|1.5", "\"1.5\"");
    row("compare|URL|-c|10-1:1", "10-1:1");
    row("compare|URL|-n|0", "--requests");
    row("compare|URL|-n|many", "many");
    row("compare|URL|-d|0s", "duration");
    row("compare|URL|-d|-5s", "--duration");
    row("compare|URL|-d|fast", "fast");
    row("compare|URL|-n|5|-d|5s", "both");
    row("compare|URL|-r|0", "--repeats");
    row("compare|URL|-r|x", "--repeats");
    row("compare|URL|-w|x", "--warmup");
    row("compare|URL|--timeout|0", "timeout");
    row("compare|URL|--depth|deep", "quick, standard, publish");
    row("compare|URL|--order|random", "blocks, sequential");
    row("compare|URL|--seed|x", "--seed");
    row("compare|URL|--keep-alive|maybe", "--keep-alive");
    row("compare|URL|--keep-alive|0", "--keep-alive");
    row("compare|URL|-t|0", "--threads");
    row("compare|URL|-t|1000", "--threads");
    row("compare|URL|--client-cpus|999", "CPU 999");
    row("compare|URL|--client-cpus|a", "--client-cpus");
    row("compare|URL|-m|G E T", "G E T");
    row("compare|URL|-H|novalue", "novalue");
    row("compare|URL|-H|Content-Length: 5", "Content-Length");
    row("compare|URL|-H|X: a\r\nEvil: 1", "line break");
    row("compare|URL|--body|@/nonexistent", "/nonexistent");
    row("compare|URL|--expect-status|20", "--expect-status");
    row("compare|URL|--name|a|--name|b", "--name");
    row("compare|URL|URL|--name|a|--name|a", "name");
    row("compare|http://192.0.2.1/", "--allow-host 192.0.2.1");
    row("compare|http://example.org/|URL", "--allow-host example.org");
    row("compare|URL|--rate|0", "--rate");
    row("compare|URL|--rate|1.5", "\"1.5\"");
    row("compare|URL|--rate|1000001", "1000000");
    row("compare|URL|--rates|5,x", "--rates: \"x\"");
    row("compare|URL|--rates|", "--rates: no level");
    row("compare|URL|--rate|5|--rates|5", "--rate and --rates");
    row("compare|URL|--rates|5|-c|1,2", "--connections");
    row("compare|URL|--rates|5|-c|100000000", "--connections");
    row("compare|URL|--rate|5|--arrivals|bursts", "uniform, poisson");
    row("compare|URL|--arrivals|poisson", "without a rate");
    row("compare|URL|--rate|5|--think|1ms", "think time");
    row("compare|URL|--rates|5|--think|1ms", "think time");
    row("compare|URL|--think|-1s", "--think");
    row("compare|URL|--ramp|soon", "--ramp");
    row("compare|URL|--metric|p42", "p99_ns");
    row("compare|URL|--transport|curl", "socket, qnam");
    row("compare|URL|--http|3", "1.1, 2");
    row("compare|URL|--http|2|--transport|socket", "HTTP/2 needs the qnam transport");
    row("compare|URL|--redirects|on", "follow, off");
    row("compare|URL|--redirects|follow|--transport|socket", "redirects");
    row("compare|URL|--cookies|maybe", "on, off");
    row("compare|URL|--cookies|on|--transport|socket", "cookies");
    row("compare|URL|--http|2|--keep-alive|5", "keep-alive: 5");
    row("compare|URL|--http|2|--keep-alive|off", "keep-alive");
    row("compare|URL|--insecure", "https://");
    row("compare|URL|--tls-resumption|off", "https://");
    row("compare|https://127.0.0.1:1/|URL|--tls-min|1.1", "1.2, 1.3");
    row("compare|https://127.0.0.1:1/|URL|--tls-resumption|maybe", "on, off");
    row("compare|https://127.0.0.1:1/|URL|--key|key.pem", "--cert");
    row("compare|https://127.0.0.1:1/|URL|--cacert|/nonexistent.pem", "/nonexistent.pem can't be read");
    row("compare|https://127.0.0.1:1/|URL|--cert|/", "/ is a folder");
    row("compare|https://127.0.0.1:1/|URL|--cacert|/etc/hostname", "not a PEM file");
    row("compare|URL|--proxy|socks5://127.0.0.1:1080", "not an HTTP proxy");
    row("compare|URL|--proxy|https://127.0.0.1:3128", "--proxy");
    row("compare|URL|--proxy|http://127.0.0.1:3128/x", "path");
    row("compare|URL|--proxy|", "--proxy");
    row("compare|URL|--proxy|http://me:secret@127.0.0.1:0/", "\"0\"");
    row("compare|URL|--proxy|http://192.0.2.1:3128", "--allow-host 192.0.2.1");
    row("compare|URL|--proxy|127.0.0.1:1|--address|127.0.0.1", "beside a proxy");
    row("compare|URL|--http|2|--proxy|127.0.0.1:1", "HTTP/2 without TLS");
    row("compare|URL|--address|localhost", "not an IP address");
    row("compare|URL|--address|192.0.2.1", "--allow-host 192.0.2.1");
    row("compare|URL|-u|me", "USER:PASSWORD");
    row("compare|URL|-u|me:secret|-u|you:secret", "--user");
    row("compare|URL|-u|me:secret|-H|Authorization: x", "Authorization");
    row("compare|--demo|URL", "--demo");
    row("compare|URL|--json|/nonexistent/x.json", "--json");
    row("compare|URL|--json|/", "folder");
    row("compare|URL|--fail-if|", "--fail-if: \"\"");
    row("compare|URL|--fail-if|rps", "--fail-if: \"rps\"");
    row("compare|URL|--fail-if|p42 > 5ms", "\"p42\" is not a metric; rps");
    row("compare|URL|--fail-if|rps.ratio < 0.9|--fail-if|p99 > 20", "\"p99 > 20\": 20 has no unit");
    row("compare|URL|--fail-if|rps.ratio@x < 1", "\"x\" is not a level");
    row("compare|URL|--strict", "--strict");
    row("compare|--demo|--fail-if|rps == 5", "one of < <= > >=");
    row("run|/nonexistent.plan.json|--fail-if|rps", "--fail-if");
    row("extend|/nonexistent.sweep|-r|1|--fail-if|rps", "--fail-if");
    row("show|/nonexistent.sweep|--fail-if|rps", "--fail-if");
    row("show|/nonexistent.sweep|--strict", "--strict");
    row("run", "PLAN");
    row("run|/nonexistent.plan.json", "nonexistent");
    row("extend|/nonexistent.sweep|-r|1", "nonexistent");
    row("extend|/nonexistent.sweep", "--repeats");
    row("show", "SESSION");
    row("show|/nonexistent.sweep", "nonexistent");
    row("export|/nonexistent.sweep|--format|pdf", "csv, json");
    row("export|/nonexistent.sweep|--format|csv", "nonexistent");
    row("serve", "--port");
    row("serve|--port|99999", "99999");
    row("serve|--port|0|--delay|x", "--delay");
    row("serve|--port|0|--listen|nowhere", "nowhere");
}

void TestBadInput::oneLineAndNothingSent()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, says);
    ScriptedServer server(scripted("ok"));
    for (QString &argument : arguments)
        if (argument == u"URL")
            argument = server.url();
    const CliResult result = runCli(arguments);
    QVERIFY(!result.crashed);
    QCOMPARE(result.exitCode, 2);
    QVERIFY2(onlyLine(result).startsWith("sweepbench-cli: "), result.err.constData());
    QVERIFY2(result.err.contains(says), result.err.constData());
    QVERIFY(!result.err.contains("secret"));
    QCOMPARE(result.out, QByteArray());
    QCOMPARE(server.requests(), 0);
}

void TestBadInput::namesBothNumbersOfDescriptors()
{
    QProcess process;
    process.start(u"/bin/sh"_s, {u"-c"_s, u"ulimit -n 200; exec \"$0\" compare http://127.0.0.1:1/ -c 1,500"_s, QStringLiteral(SWEEPBENCH_CLI)});
    QVERIFY(process.waitForFinished(30'000));
    const QByteArray err = process.readAllStandardError();
    QCOMPARE(process.exitCode(), 2);
    QVERIFY2(err.contains("500") && err.contains("200") && err.contains("connections"), err.constData());
}

void TestBadInput::badPlanFiles_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QByteArray>("says");
    const QByteArray target = R"("targets": [{"url": "http://127.0.0.1:1/"}])";
    QTest::newRow("empty") << QByteArray() << QByteArray("JSON");
    QTest::newRow("not JSON") << QByteArray("hello") << QByteArray("JSON");
    QTest::newRow("cut") << QByteArray("{\"format\": 1, \"targets\": [") << QByteArray("JSON");
    QTest::newRow("newer format") << QByteArray("{\"format\": 99, " + target + "}") << QByteArray("99");
    QTest::newRow("unknown field") << QByteArray("{\"format\": 1, \"repaets\": 3, " + target + "}") << QByteArray("repaets");
    QTest::newRow("wrong type") << QByteArray("{\"format\": 1, \"repeats\": \"x\", " + target + "}") << QByteArray("repeats");
    QTest::newRow("no target") << QByteArray("{\"format\": 1, \"targets\": []}") << QByteArray("targets");
    QTest::newRow("bad URL") << QByteArray(R"({"format": 1, "targets": [{"url": "ftp://x"}]})") << QByteArray("targets[0].url");
    QTest::newRow("repeats 0") << QByteArray("{\"format\": 1, \"repeats\": 0, " + target + "}") << QByteArray("repeats");
    QTest::newRow("both lengths") << QByteArray("{\"format\": 1, \"load\": {\"requests\": 5, \"duration_s\": 1}, " + target + "}") << QByteArray("one of them");
    QTest::newRow("rate and think time") << QByteArray("{\"load\": {\"rate\": 5, \"think_time_s\": 1}, " + target + "}") << QByteArray("think time");
    QTest::newRow("two sweeps") << QByteArray("{\"sweep\": {\"rate\": [5], \"connections\": [5]}, " + target + "}") << QByteArray("sweep.rate");
    QTest::newRow("HTTP/2 with sockets") << QByteArray("{\"load\": {\"http\": \"2\"}, " + target + "}") << QByteArray("qnam");
    QTest::newRow("TLS options on http") << QByteArray(R"({"targets": [{"url": "http://127.0.0.1:1/", "tls": {"insecure": true}}]})") << QByteArray("targets[0].tls");
    QTest::newRow("password left out") << QByteArray(R"({"targets": [{"url": "http://me:@127.0.0.1:1/"}]})") << QByteArray("-u 'me:");
    QTest::newRow("foreign proxy") << QByteArray(R"({"targets": [{"url": "http://127.0.0.1:1/", "proxy": "http://192.0.2.1"}]})") << QByteArray("--allow-host 192.0.2.1");
    QTest::newRow("foreign host") << QByteArray(R"({"format": 1, "targets": [{"url": "http://example.org/"}]})") << QByteArray("--allow-host");
}

void TestBadInput::badPlanFiles()
{
    QFETCH(QByteArray, content);
    QFETCH(QByteArray, says);
    const QString path = m_folder.filePath(u"bad.plan.json"_s);
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(content);
    file.close();
    const CliResult result = runCli({u"run"_s, path});
    QCOMPARE(result.exitCode, 2);
    QVERIFY2(onlyLine(result).contains(says), result.err.constData());
}

void TestBadInput::badSessionFilesAreLeftAlone_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("zeros") << QByteArray(413, '\0');
    QTest::newRow("text") << QByteArray("a shopping list\n");
    QTest::newRow("SQLite header alone") << QByteArray("SQLite format 3\0", 16);
}

void TestBadInput::badSessionFilesAreLeftAlone()
{
    QFETCH(QByteArray, content);
    const QString path = m_folder.filePath(u"bad.sweep"_s);
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(content);
    file.close();
    ScriptedServer server(scripted("ok"));
    for (const QStringList &arguments : {QStringList{u"show"_s, path}, QStringList{u"export"_s, path, u"--format"_s, u"json"_s},
                                         QStringList{u"extend"_s, path, u"-r"_s, u"1"_s},
                                         QStringList{u"compare"_s, server.url(), u"-d"_s, u"50ms"_s, u"-r"_s, u"1"_s, u"-o"_s, path}}) {
        const CliResult result = runCli(arguments);
        QCOMPARE(result.exitCode, 2);
        QVERIFY2(onlyLine(result).contains("bad.sweep"), result.err.constData());
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), content);
        file.close();
    }
    QCOMPARE(server.requests(), 0);
}

void TestBadInput::outputThatCannotBeWritten_data()
{
    QTest::addColumn<QString>("path");
    QTest::newRow("missing folder") << m_folder.filePath(u"no/such/folder/x.sweep"_s);
    QTest::newRow("a folder") << m_folder.path();
}

void TestBadInput::outputThatCannotBeWritten()
{
    QFETCH(QString, path);
    ScriptedServer server(scripted("ok"));
    const CliResult result = runCli({u"compare"_s, server.url(), u"-c"_s, u"1"_s, u"-d"_s, u"50ms"_s, u"-o"_s, path});
    QCOMPARE(result.exitCode, 2);
    QVERIFY2(onlyLine(result).contains(path.endsWith(u".sweep") ? QByteArray("no/such/folder") : path.toUtf8()), result.err.constData());
    QCOMPARE(server.requests(), 0);
}

void TestBadInput::keepsAnEarlierSession()
{
    ScriptedServer server(scripted("ok"));
    const QString path = m_folder.filePath(u"twice.sweep"_s);
    const QStringList arguments{u"compare"_s, server.url(), u"-c"_s, u"1"_s, u"-n"_s, u"5"_s, u"-r"_s, u"1"_s, u"-o"_s, path, u"-q"_s};
    QCOMPARE(runCli(arguments).exitCode, 0);
    QFile first(path);
    QVERIFY(first.open(QIODevice::ReadOnly));
    const QByteArray content = first.readAll();
    first.close();
    QCOMPARE(runCli(arguments).exitCode, 0);
    QFile kept(path + u'~');
    QVERIFY(kept.open(QIODevice::ReadOnly));
    QCOMPARE(kept.readAll(), content);
}

void TestBadInput::exportsNeverReplaceASession()
{
    ScriptedServer server(scripted("ok"));
    const QString path = m_folder.filePath(u"kept.sweep"_s);
    const QStringList compare{u"compare"_s, server.url(), u"-c"_s, u"1"_s, u"-n"_s, u"5"_s, u"-r"_s, u"1"_s, u"-w"_s, u"0s"_s, u"-q"_s, u"-o"_s};
    QCOMPARE(runCli(compare + QStringList{path}).exitCode, 0);
    const int sent = server.requests();
    QFile session(path);
    QVERIFY(session.open(QIODevice::ReadOnly));
    const QByteArray content = session.readAll();
    session.close();

    const QString other = m_folder.filePath(u"other.sweep"_s);
    const QString viaFolder = m_folder.filePath(u"./other.sweep"_s);
    for (const QStringList &arguments : {compare + QStringList{other, u"--json"_s, path}, compare + QStringList{other, u"--json"_s, viaFolder},
                                         QStringList{u"extend"_s, path, u"-r"_s, u"1"_s, u"--json"_s, path}}) {
        const CliResult result = runCli(arguments);
        QCOMPARE(result.exitCode, 2);
        QVERIFY2(onlyLine(result).contains("--json"), result.err.constData());
    }
    QCOMPARE(server.requests(), sent);
    QVERIFY(!QFile::exists(other));
    for (const QString &format : {u"csv"_s, u"json"_s, u"md"_s}) {
        const CliResult result = runCli({u"export"_s, path, u"--format"_s, format, u"-o"_s, path});
        QCOMPARE(result.exitCode, 1);
        QVERIFY2(onlyLine(result).contains("kept.sweep"), result.err.constData());
    }
    QCOMPARE(runCli({u"plan"_s, server.url(), u"-o"_s, path}).exitCode, 1);
    QVERIFY(session.open(QIODevice::ReadOnly));
    QCOMPARE(session.readAll(), content);
}

void TestBadInput::fewerRequestsThanConnectionsIsANote()
{
    ScriptedServer server(scripted("ok"));
    const CliResult result = runCli({u"compare"_s, server.url(), u"-c"_s, u"10"_s, u"-n"_s, u"3"_s, u"-r"_s, u"1"_s, u"-w"_s, u"0s"_s,
                                     u"-o"_s, m_folder.filePath(u"few.sweep"_s)});
    QCOMPARE(result.exitCode, 0);
    QVERIFY2(result.err.contains("at most 3 connections"), result.err.constData());
    QCOMPARE(server.requests(), 3);
    QVERIFY(server.connections() <= 3);
}

QTEST_GUILESS_MAIN(TestBadInput)
#include "tst_badinput.moc"
