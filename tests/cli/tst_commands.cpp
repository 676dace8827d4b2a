// SPDX-License-Identifier: GPL-3.0-or-later
// compare, run, plan, extend, show, export, serve: what a script gets.
#include "core/session/sessionfile.h"
#include "tests/cli/cliprogram.h"
#include "tests/support/realserver.h"
#include "tests/support/scriptedcases.h"
#include "tests/support/scriptedserver.h"
#include "tests/support/rawclient.h"
#include "tests/support/warningguard.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using namespace sweepbench;
using namespace sweepbench::test;
using namespace Qt::StringLiterals;

class TestCommands : public GuardedTest
{
    Q_OBJECT

private slots:
    void comparesTwoRealServers();
    void jsonHoldsWhatItPromises();
    void jsonAloneOnStandardOutput();
    void oneTargetIsMeasuredAlone();
    void demoFindsItsSlowerServer();
    void planThenRun();
    void extendAddsBlocks();
    void showAndExport();
    void judgeKeepsWhatIsChosen();
    void optionsReachTheServer();
    void unreachableTargetsAreNamed();
    void quietSaysNothing();
    void noProgressIntoAPipe();
    void serveAnswers();
    void sequentialOrder();
    void sameFilesInEveryLocale();
    void linksNoQtGui();
    void helpNamesTheCommand();

private:
    QString path(const QString &name) const { return m_folder.filePath(name); }
    static QByteArray contentOf(const QString &file)
    {
        QFile in(file);
        return in.open(QIODevice::ReadOnly) ? in.readAll() : QByteArray();
    }
    QTemporaryDir m_folder;
};

void TestCommands::comparesTwoRealServers()
{
    SWEEPBENCH_NEED_SERVER(RealServer::Kind::Nginx);
    SWEEPBENCH_NEED_SERVER(RealServer::Kind::Apache);
    RealServer nginx(RealServer::Kind::Nginx);
    RealServer apache(RealServer::Kind::Apache);
    QVERIFY2(nginx.start(), qPrintable(nginx.error()));
    QVERIFY2(apache.start(), qPrintable(apache.error()));
    const CliResult result = runCli({u"compare"_s, nginx.url(), apache.url(), u"--name"_s, u"nginx"_s, u"--name"_s, u"Apache httpd"_s, u"-c"_s,
                                     u"1,10"_s, u"-n"_s, u"500"_s, u"-r"_s, u"4"_s, u"-w"_s, u"0s"_s, u"-o"_s, path(u"real.sweep"_s)});
    QVERIFY2(result.exitCode == 0, result.err.constData());
    QVERIFY2(result.out.contains("nginx") && result.out.contains("Apache httpd") && result.out.contains("Requests/s"), result.out.constData());
    QVERIFY2(result.out.contains("at 1 connection ") && result.out.contains("at 10 connections"), result.out.constData());
    QCOMPARE(nginx.waitForAccessCount(4000), 4000);
    QCOMPARE(apache.waitForAccessCount(4000), 4000);
    QCOMPARE(loadSession(path(u"real.sweep"_s))->trials.size(), 16U);
}

void TestCommands::jsonHoldsWhatItPromises()
{
    ScriptedServer a(scripted("ok"));
    ScriptedServer b(scripted("ok"));
    const CliResult result = runCli({u"compare"_s, a.url(), b.url(), u"-c"_s, u"1,2"_s, u"-n"_s, u"50"_s, u"-r"_s, u"3"_s, u"-w"_s, u"0s"_s, u"--seed"_s,
                                     u"7"_s, u"--json"_s, u"-"_s, u"-o"_s, path(u"json.sweep"_s)});
    QCOMPARE(result.exitCode, 0);
    const QJsonObject json = result.json();
    QCOMPARE(json["format"_L1].toInt(), 1);
    QCOMPARE(json["plan"_L1]["seed"_L1].toInt(), 7);
    QVERIFY(!json["environment"_L1].toObject().isEmpty());
    const QJsonArray trials = json["trials"_L1].toArray();
    QCOMPARE(trials.size(), 12);
    for (const QJsonValue &trial : trials) {
        for (const char *key : {"target", "connections", "transport", "repeat", "order", "started_at", "duration_ns", "sent", "requests", "errors",
                                "cancelled", "not_sent", "reconnects", "status", "bytes_received", "bytes_sent", "rps", "latency_ns", "connect_ns",
                                "client_cpu", "findings"})
            QVERIFY2(!trial[QLatin1StringView(key)].isUndefined(), key);
        for (const char *key : {"min", "mean", "stdev", "p50", "p75", "p90", "p95", "p99", "p99_9", "max"})
            QVERIFY2(trial["latency_ns"_L1][QLatin1StringView(key)].isDouble(), key);
        QCOMPARE(trial["requests"_L1].toInt(), 50);
        QCOMPARE(trial["sent"_L1].toInt(), 50);
        QCOMPARE(trial["status"_L1]["200"_L1].toInt(), 50);
        const double rps = trial["rps"_L1].toDouble();
        QVERIFY(qAbs(rps * trial["duration_ns"_L1].toDouble() / 1e9 - 50) < 1e-6);
    }
    const QJsonArray cells = json["cells"_L1].toArray();
    QCOMPARE(cells.size(), 4);
    for (const QJsonValue &cell : cells) {
        QCOMPARE(cell["rps"_L1]["n"_L1].toInt(), 3);
        QVERIFY(cell["runtime_s"_L1]["mean"_L1].toDouble() > 0);
    }
    bool primary = false;
    for (const QJsonValue &comparison : json["comparison"_L1].toArray()) {
        QCOMPARE(comparison["pairs"_L1].toInt(), 3);
        QVERIFY(!comparison["sentence"_L1].toString().isEmpty());
        primary = primary || (comparison["metric"_L1].toString() == u"rps" && comparison["p_holm"_L1].isDouble());
    }
    QVERIFY(primary);
    QVERIFY(!result.out.contains("null"));
}

void TestCommands::jsonAloneOnStandardOutput()
{
    ScriptedServer server(scripted("r500"));
    const CliResult result = runCli({u"compare"_s, server.url(), u"-c"_s, u"1"_s, u"-n"_s, u"5"_s, u"-r"_s, u"2"_s, u"--json"_s, u"-"_s, u"-o"_s, path(u"r500.sweep"_s)});
    QCOMPARE(result.exitCode, 3);
    QVERIFY(!result.json().isEmpty());
    QVERIFY(!result.out.contains('\033') && !result.out.toLower().contains("nan") && !result.out.contains("null"));
    const QJsonObject trial = result.json()["trials"_L1][0].toObject();
    QCOMPARE(trial["errors"_L1].toObject(), (QJsonObject{{u"status"_s, 5}}));
    QVERIFY(!trial.contains(u"latency_ns"_s));
}

void TestCommands::oneTargetIsMeasuredAlone()
{
    ScriptedServer server(scripted("ok"));
    const CliResult result = runCli({u"compare"_s, server.url(), u"-c"_s, u"1,2"_s, u"-n"_s, u"20"_s, u"-r"_s, u"3"_s, u"--json"_s, u"-"_s, u"-o"_s, path(u"one.sweep"_s)});
    QCOMPARE(result.exitCode, 0);
    QCOMPARE(result.json()["cells"_L1].toArray().size(), 2);
    QVERIFY(result.json()["comparison"_L1].toArray().isEmpty());
}

void TestCommands::demoFindsItsSlowerServer()
{
    const CliResult result = runCli({u"compare"_s, u"--demo"_s, u"-c"_s, u"1,10"_s, u"-d"_s, u"300ms"_s, u"-w"_s, u"50ms"_s, u"-r"_s, u"5"_s, u"--json"_s, u"-"_s,
                                     u"-o"_s, path(u"demo.sweep"_s)});
    QVERIFY2(result.exitCode == 0, result.err.constData());
    for (const QJsonValue &comparison : result.json()["comparison"_L1].toArray()) {
        if (comparison["metric"_L1].toString() != u"rps")
            continue;
        QCOMPARE(comparison["verdict"_L1].toString(), u"slower"_s);
        // 6 ms against 5 ms: five sixths of the requests, give or take what both spend outside the delay.
        QVERIFY(comparison["ratio"_L1].toDouble() > 0.78 && comparison["ratio"_L1].toDouble() < 0.92);
    }
}

void TestCommands::planThenRun()
{
    ScriptedServer server(scripted("ok"));
    const QString plan = path(u"x.plan.json"_s);
    QCOMPARE(runCli({u"plan"_s, server.url(), server.url(u"/b"_s), u"-c"_s, u"1"_s, u"-n"_s, u"10"_s, u"-r"_s, u"2"_s, u"-w"_s, u"0s"_s, u"-H"_s,
                     u"Authorization: Bearer secret"_s, u"-o"_s, plan}).exitCode, 0);
    QCOMPARE(server.requests(), 0);
    QVERIFY(!contentOf(plan).contains("secret"));
    const CliResult refused = runCli({u"run"_s, plan});
    QCOMPARE(refused.exitCode, 2);
    QVERIFY2(refused.err.contains("Authorization"), refused.err.constData());
    const CliResult result = runCli({u"run"_s, plan, u"-H"_s, u"Authorization: Bearer secret"_s, u"-o"_s, path(u"x.sweep"_s)});
    QVERIFY2(result.exitCode == 0, result.err.constData());
    QCOMPARE(server.requests(), 40);
    QCOMPARE(server.log().at(0).header("authorization"), std::vector<QByteArray>{"Bearer secret"});
    QVERIFY(!contentOf(path(u"x.sweep"_s)).contains("secret"));
}

void TestCommands::extendAddsBlocks()
{
    ScriptedServer server(scripted("ok"));
    const QString session = path(u"extend.sweep"_s);
    QCOMPARE(runCli({u"compare"_s, server.url(), server.url(u"/b"_s), u"-c"_s, u"1,2"_s, u"-n"_s, u"10"_s, u"-r"_s, u"2"_s, u"-o"_s, session, u"-q"_s}).exitCode, 0);
    const CliResult more = runCli({u"extend"_s, session, u"-r"_s, u"3"_s});
    QVERIFY2(more.exitCode == 0, more.err.constData());
    const auto loaded = loadSession(session);
    QVERIFY(loaded.ok());
    QCOMPARE(loaded->trials.size(), 20U);
    QCOMPARE(loaded->plan.repeats, 5);
    for (std::size_t i = 0; i < loaded->trials.size(); ++i)
        QCOMPARE(loaded->trials[i]->order, int(i));
    QVERIFY2(more.out.contains("5 pairs"), more.out.constData());
}

void TestCommands::showAndExport()
{
    ScriptedServer server(scripted("ok"));
    const QString session = path(u"show.sweep"_s);
    const CliResult compared = runCli({u"compare"_s, server.url(), server.url(u"/b"_s), u"-c"_s, u"1,2"_s, u"-n"_s, u"10"_s, u"-r"_s, u"3"_s, u"-o"_s, session});
    QCOMPARE(compared.exitCode, 0);
    QCOMPARE(runCli({u"show"_s, session}).out, compared.out);
    for (const QString &format : {u"csv"_s, u"json"_s, u"md"_s, u"org"_s}) {
        const CliResult exported = runCli({u"export"_s, session, u"--format"_s, format});
        QCOMPARE(exported.exitCode, 0);
        const QString file = path(u"out."_s + format);
        QCOMPARE(runCli({u"export"_s, session, u"--format"_s, format, u"-o"_s, file}).exitCode, 0);
        QVERIFY(!exported.out.isEmpty());
        QCOMPARE(contentOf(file), exported.out);
    }
    QCOMPARE(runCli({u"export"_s, session, u"--format"_s, u"dat"_s}).exitCode, 2);
    QCOMPARE(runCli({u"export"_s, session, u"--format"_s, u"dat"_s, u"-o"_s, path(u"points.dat"_s)}).exitCode, 0);
    QCOMPARE(QDir(m_folder.path()).entryList({u"points*.dat"_s}).size(), 2);
    QCOMPARE(runCli({u"export"_s, session, u"--format"_s, u"gnuplot"_s, u"-o"_s, path(u"graph.gp"_s)}).exitCode, 0);
    QVERIFY(contentOf(path(u"graph.gp"_s)).contains("plot"));
}

void TestCommands::judgeKeepsWhatIsChosen()
{
    ScriptedServer a(scripted("ok"));
    ScriptedServer b(scripted("ok"));
    const QString session = path(u"judged.sweep"_s);
    QCOMPARE(runCli({u"compare"_s, a.url(), b.url(), u"--name"_s, u"first"_s, u"--name"_s, u"second"_s, u"-c"_s, u"1"_s, u"-n"_s, u"20"_s, u"-r"_s, u"3"_s,
                     u"-w"_s, u"0s"_s, u"-q"_s, u"-o"_s, session}).exitCode, 0);
    const CliResult chosen = runCli({u"judge"_s, session, u"--baseline"_s, u"second"_s, u"--outliers"_s, u"leave-out"_s});
    QVERIFY2(chosen.exitCode == 0 && chosen.out.contains("second"), chosen.err.constData());
    QCOMPARE(loadSession(session)->judging.baseline, 1);
    QVERIFY(loadSession(session)->judging.leaveOutOutliers);
    QCOMPARE(runCli({u"judge"_s, session, u"--outliers"_s, u"keep"_s}).exitCode, 0);
    QCOMPARE(loadSession(session)->judging.baseline, 1); // what was not named stays
    QVERIFY(!loadSession(session)->judging.leaveOutOutliers);
    const CliResult nobody = runCli({u"judge"_s, session, u"--baseline"_s, u"third"_s});
    QCOMPARE(nobody.exitCode, 2);
    QVERIFY2(nobody.err.contains("--baseline") && nobody.err.contains("third") && nobody.err.contains("first, second"), nobody.err.constData());
    const CliResult wrong = runCli({u"judge"_s, session, u"--outliers"_s, u"drop"_s});
    QCOMPARE(wrong.exitCode, 2);
    QVERIFY2(wrong.err.contains("--outliers") && wrong.err.contains("drop"), wrong.err.constData());
    QCOMPARE(loadSession(session)->judging.baseline, 1);
}

void TestCommands::optionsReachTheServer()
{
    ScriptedServer server(scripted("ok"));
    const CliResult result = runCli({u"compare"_s, server.url(), u"-c"_s, u"2"_s, u"-n"_s, u"6"_s, u"-r"_s, u"1"_s, u"-w"_s, u"0s"_s, u"--keep-alive"_s, u"off"_s,
                                     u"-m"_s, u"PUT"_s, u"-H"_s, u"X-A: b"_s, u"--body"_s, u"hello"_s, u"--timeout"_s, u"5s"_s, u"-t"_s, u"2"_s, u"-o"_s, path(u"put.sweep"_s)});
    QVERIFY2(result.exitCode == 0, result.err.constData());
    QCOMPARE(server.requests(), 6);
    QCOMPARE(server.connections(), 6);
    for (const ReceivedRequest &request : server.log()) {
        QCOMPARE(request.method(), "PUT");
        QCOMPARE(request.body, "hello");
        QCOMPARE(request.header("x-a"), std::vector<QByteArray>{"b"});
    }
}

void TestCommands::unreachableTargetsAreNamed()
{
    ScriptedServer good(scripted("ok"));
    RefusingPort refusing;
    const CliResult result = runCli({u"compare"_s, good.url(), refusing.url(), u"--name"_s, u"good"_s, u"--name"_s, u"gone"_s, u"-c"_s, u"1"_s, u"-d"_s,
                                     u"100ms"_s, u"-r"_s, u"3"_s, u"-o"_s, path(u"gone.sweep"_s)});
    QCOMPARE(result.exitCode, 3);
    QVERIFY2(result.err.contains("gone") && result.err.contains(QByteArray::number(refusing.port())), result.err.constData());
    QVERIFY2(result.out.contains("no data"), result.out.constData());
    QVERIFY(!result.out.toLower().contains("nan") && !result.out.toLower().contains("inf "));
    QCOMPARE(loadSession(path(u"gone.sweep"_s))->trials.size(), 6U);
}

void TestCommands::quietSaysNothing()
{
    ScriptedServer server(scripted("ok"));
    const CliResult result = runCli({u"compare"_s, server.url(), u"-c"_s, u"1"_s, u"-n"_s, u"5"_s, u"-r"_s, u"1"_s, u"-q"_s, u"-o"_s, path(u"q.sweep"_s)});
    QCOMPARE(result.exitCode, 0);
    QCOMPARE(result.out, QByteArray());
    QCOMPARE(result.err, QByteArray());
}

void TestCommands::noProgressIntoAPipe()
{
    ScriptedServer server(scripted("ok"));
    const CliResult result = runCli({u"compare"_s, server.url(), u"-c"_s, u"1"_s, u"-d"_s, u"300ms"_s, u"-r"_s, u"3"_s, u"-o"_s, path(u"pipe.sweep"_s)});
    QCOMPARE(result.exitCode, 0);
    QVERIFY(!result.err.contains('\r') && !result.err.contains('\033') && !result.err.contains("left"));
    QVERIFY(!result.out.contains('\r') && !result.out.contains('\033'));
}

void TestCommands::serveAnswers()
{
    QProcess process;
    process.start(QStringLiteral(SWEEPBENCH_CLI), {u"serve"_s, u"--port"_s, u"0"_s});
    QVERIFY(process.waitForReadyRead(10'000));
    const QByteArray line = process.readLine().trimmed();
    QVERIFY2(line.startsWith("Listening on http://127.0.0.1:"), line.constData());
    const quint16 port = line.mid(line.lastIndexOf(':') + 1).chopped(1).toUShort();
    RawClient client(port);
    client.send("GET /?n=5 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    QVERIFY(client.readToEnd().endsWith("\r\n\r\n6"));
    ::kill(static_cast<pid_t>(process.processId()), SIGTERM);
    QVERIFY(process.waitForFinished(5000));
    QCOMPARE(process.exitCode(), 0);
}

void TestCommands::sequentialOrder()
{
    ScriptedServer server(scripted("ok"));
    const CliResult result = runCli({u"compare"_s, server.url(), server.url(u"/b"_s), u"-c"_s, u"1"_s, u"-n"_s, u"3"_s, u"-r"_s, u"3"_s, u"--order"_s, u"sequential"_s,
                                     u"-w"_s, u"0s"_s, u"-o"_s, path(u"seq.sweep"_s), u"-q"_s});
    QCOMPARE(result.exitCode, 0);
    const auto log = server.log();
    QCOMPARE(log.size(), 18U);
    for (std::size_t i = 0; i < log.size(); ++i)
        QCOMPARE(log[i].target(), i < 9 ? "/" : "/b");
}

void TestCommands::sameFilesInEveryLocale()
{
    ScriptedServer server(scripted("ok"));
    const QString session = path(u"locale.sweep"_s);
    QCOMPARE(runCli({u"compare"_s, server.url(), u"-c"_s, u"1"_s, u"-n"_s, u"10"_s, u"-r"_s, u"3"_s, u"-o"_s, session, u"-q"_s}).exitCode, 0);
    for (const QString &format : {u"csv"_s, u"json"_s, u"md"_s, u"org"_s}) {
        const QByteArray plain = runCli({u"export"_s, session, u"--format"_s, format}, {u"LC_ALL=C.UTF-8"_s}).out;
        for (const QString &locale : {u"LC_ALL=de_DE.UTF-8"_s, u"LC_ALL=ar_EG.UTF-8"_s, u"LANG=fr_FR.UTF-8"_s})
            QCOMPARE(runCli({u"export"_s, session, u"--format"_s, format}, {locale}).out, plain);
    }
}

void TestCommands::linksNoQtGui()
{
    QProcess ldd;
    ldd.start(u"ldd"_s, {QStringLiteral(SWEEPBENCH_CLI)});
    QVERIFY(ldd.waitForFinished(10'000));
    const QByteArray libraries = ldd.readAllStandardOutput();
    QVERIFY(libraries.contains("libQt6Core"));
    for (const char *window : {"libQt6Gui", "libQt6Widgets", "libX11", "qcustomplot"})
        QVERIFY2(!libraries.contains(window), window);
}

void TestCommands::helpNamesTheCommand()
{
    const CliResult all = runCli({u"--help"_s});
    QCOMPARE(all.exitCode, 0);
    for (const char *command : {"compare", "run", "plan", "extend", "show", "export", "serve"}) {
        QVERIFY(all.out.contains(command));
        const CliResult help = runCli({QString::fromLatin1(command), u"--help"_s});
        QCOMPARE(help.exitCode, 0);
        QVERIFY2(help.out.contains(QByteArray("Usage: sweepbench-cli ") + command + " [options]"), help.out.constData());
        QVERIFY(help.out.contains("--help") && !help.out.contains("Arguments:"));
    }
}

QTEST_GUILESS_MAIN(TestCommands)
#include "tst_commands.moc"
