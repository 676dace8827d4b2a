// SPDX-License-Identifier: GPL-3.0-or-later
// import, and what the other commands make of an imported session: what a script gets.
#include "tests/cli/cliprogram.h"
#include "tests/support/realserver.h"
#include "tests/support/warningguard.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace sweepbench;
using namespace sweepbench::test;
using namespace Qt::StringLiterals;

class TestImport : public GuardedTest
{
    Q_OBJECT

private:
    QString path(const QString &name) const { return m_folder.filePath(name); }
    QString written(const QString &name, const QByteArray &content)
    {
        QFile file(path(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
            qFatal("can't write");
        return file.fileName();
    }
    QString vegeta(const QString &name, double throughput)
    {
        return written(name, u"{\"latencies\": {\"mean\": 1000000, \"50th\": 900000, \"99th\": 5000000}, \"duration\": 1000000000, \"wait\": 1000, "
                             "\"requests\": 2000, \"rate\": 2000, \"throughput\": %1, \"status_codes\": {\"200\": 2000}}"_s.arg(throughput).toUtf8());
    }
    /// Runs another tool to its end and gives what it printed.
    static QByteArray outputOf(const QString &program, const QStringList &arguments)
    {
        QProcess process;
        process.start(program, arguments);
        if (!process.waitForFinished(60'000))
            process.kill();
        return process.readAllStandardOutput();
    }
    QTemporaryDir m_folder;

private slots:
    void importsShowsAndExports()
    {
        QStringList files;
        QStringList names;
        for (int i = 0; i < 3; ++i) {
            files << vegeta(u"a%1.json"_s.arg(i), 1900 + i) << vegeta(u"b%1.json"_s.arg(i), 1000 + i);
            names << u"--name"_s << u"nginx"_s << u"--name"_s << u"apache"_s;
        }
        const QString session = path(u"imported.sweep"_s);
        const CliResult result = runCli(QStringList{u"import"_s} + files + names + QStringList{u"-o"_s, session});
        QVERIFY2(result.exitCode == 0, result.err.constData());
        QVERIFY2(result.out.contains("(simultaneous 95 % interval") || result.out.contains("3 against 3 runs"), result.out.constData());
        QVERIFY(result.out.contains("Imported from results of vegeta"));
        QVERIFY(result.err.contains("a0.json: vegeta JSON report, 1 run"));

        const CliResult shown = runCli({u"show"_s, session, u"--runs"_s, u"--ranking"_s, u"--phases"_s});
        QCOMPARE(shown.exitCode, 0);
        QVERIFY(shown.out.contains("apache"));
        const CliResult json = runCli({u"export"_s, session, u"--format"_s, u"json"_s});
        QCOMPARE(json.json()[u"trials"_s].toArray().size(), 6);
        QCOMPARE(json.json()[u"comparison"_s].toArray()[0].toObject()[u"verdict"_s].toString(), u"slower"_s);
        for (const QString &format : {u"csv"_s, u"md"_s, u"org"_s})
            QCOMPARE(runCli({u"export"_s, session, u"--format"_s, format}).exitCode, 0);
        const CliResult across = runCli({u"compare-sessions"_s, session, session});
        QVERIFY2(across.exitCode == 0, across.err.constData());

        for (const QStringList &refused : {QStringList{u"extend"_s, session, u"-r"_s, u"1"_s}, QStringList{u"equal-rate"_s, session}}) {
            const CliResult more = runCli(refused);
            QCOMPARE(more.exitCode, 2);
            QVERIFY2(more.err.contains("another tool measured"), more.err.constData());
        }
        const CliResult again = runCli(QStringList{u"import"_s, files.first(), u"-o"_s, session});
        QCOMPARE(again.exitCode, 2);
        QVERIFY(again.err.contains("exists and is not replaced"));
    }

    void oneBadFileWritesNothing()
    {
        const QString good = vegeta(u"good.json"_s, 100);
        const QString bad = written(u"bad.json"_s, "{\"latencies\": ");
        const CliResult result = runCli({u"import"_s, good, bad, u"-o"_s, path(u"none.sweep"_s)});
        QCOMPARE(result.exitCode, 2);
        QVERIFY2(result.err.contains("bad.json: the JSON ends early (byte 14)"), result.err.constData());
        QCOMPARE(result.err.count('\n'), 1);
        QVERIFY(result.out.isEmpty());
        QVERIFY(!QFile::exists(path(u"none.sweep"_s)));
    }

    void mistakes_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("no file") << QStringList{u"-o"_s, u"x.sweep"_s} << QByteArray("FILE: none was given");
        QTest::newRow("no output") << QStringList{u"a.json"_s} << QByteArray("--output: missing");
        QTest::newRow("connections") << QStringList{u"a.json"_s, u"-o"_s, u"x.sweep"_s, u"-c"_s, u"many"_s} << QByteArray("--connections");
        QTest::newRow("names") << QStringList{u"a"_s, u"b"_s, u"c"_s, u"-o"_s, u"x.sweep"_s, u"--name"_s, u"a"_s, u"--name"_s, u"b"_s}
                               << QByteArray("2 were given for 3 files");
    }

    void mistakes()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, says);
        const CliResult result = runCli(QStringList{u"import"_s} + arguments);
        QCOMPARE(result.exitCode, 2);
        QVERIFY2(result.err.contains(says), result.err.constData());
    }

    // The tools themselves, against a server on this machine.
    void realTools()
    {
        SWEEPBENCH_NEED_SERVER(RealServer::Kind::Nginx);
        if (QStandardPaths::findExecutable(u"wrk"_s).isEmpty() || QStandardPaths::findExecutable(u"ab"_s).isEmpty())
            QSKIP("wrk or ab is not installed");
        RealServer nginx(RealServer::Kind::Nginx);
        QVERIFY2(nginx.start(), qPrintable(nginx.error()));
        const QString url = nginx.url();
        const QString ab = written(u"ab.txt"_s, outputOf(u"ab"_s, {u"-q"_s, u"-n"_s, u"300"_s, u"-c"_s, u"3"_s, u"-e"_s, path(u"e.csv"_s),
                                                                   u"-g"_s, path(u"g.tsv"_s), url}));
        const QString wrk = written(u"wrk.txt"_s, outputOf(u"wrk"_s, {u"-t1"_s, u"-c3"_s, u"-d1s"_s, u"--latency"_s, url}));
        const CliResult result = runCli({u"import"_s, ab, wrk, path(u"e.csv"_s), path(u"g.tsv"_s), u"-q"_s, u"-o"_s, path(u"real.sweep"_s)});
        QVERIFY2(result.exitCode == 0, result.err.constData());
        const QJsonArray trials = runCli({u"export"_s, path(u"real.sweep"_s), u"--format"_s, u"json"_s}).json()[u"trials"_s].toArray();
        QCOMPARE(trials.size(), 4);
        QCOMPARE(trials[0].toObject()[u"requests"_s].toInt(), 300);
        QCOMPARE(trials[0].toObject()[u"connections"_s].toInt(), 3);
        QCOMPARE(trials[0].toObject()[u"target"_s], trials[1].toObject()[u"target"_s]); // one URL
        QVERIFY(trials[1].toObject()[u"rps"_s].toDouble() > 0);
        QVERIFY(trials[1].toObject()[u"latency_ns"_s].toObject().contains(u"p99"_s));
        QVERIFY(!trials[2].toObject().contains(u"requests"_s));
        QCOMPARE(trials[3].toObject()[u"requests"_s].toInt(), 300);
    }
};

QTEST_GUILESS_MAIN(TestImport)
#include "tst_import.moc"
