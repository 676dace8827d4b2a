// SPDX-License-Identifier: GPL-3.0-or-later
// What can't be imported: the message names the file, the place in it, and what would be right.
#include "core/import/import.h"
#include "core/import/importedrun.h"
#include "tests/support/warningguard.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace sweepbench;
using namespace sweepbench::test;
using namespace Qt::StringLiterals;

class TestRefusals : public GuardedTest
{
    Q_OBJECT

private:
    static QString data(const QString &name) { return QStringLiteral(IMPORT_DATA) + name; }
    QString written(const QString &name, const QByteArray &content)
    {
        QFile file(m_folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
            qFatal("can't write");
        return file.fileName();
    }
    QTemporaryDir m_folder;

private slots:
    void files_data()
    {
        QTest::addColumn<QString>("says");
        QTest::newRow("empty.json") << u"empty.json: empty file"_s;
        QTest::newRow("cut.json") << u"cut.json: the JSON ends early (byte 300)"_s;
        QTest::newRow("binary.dat") << u"binary.dat: unknown format"_s;
        QTest::newRow("ab-aborted.txt") << u"ab-aborted.txt: line 1: an aborted run: ab stopped after 158 requests and printed no statistics"_s;
        QTest::newRow("k6-without-http.json") << u"k6-without-http.json: metrics: no http_reqs / http_req_duration in this k6 summary"_s;
        QTest::newRow("missing.txt") << u"missing.txt: there is no such file"_s;
        QTest::newRow("") << u"a folder"_s;
    }

    void files()
    {
        QFETCH(QString, says);
        const auto result = importFiles({data(u"wrk.txt"_s), data(QString::fromLatin1(QTest::currentDataTag()))});
        QVERIFY(!result);
        const QString line = result.problem().line();
        QVERIFY2(line.contains(says), qPrintable(line));
        QVERIFY(!line.contains(u'\n'));
    }

    void contents_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("says");
        const QByteArray wrk = "Running 1s test @ http://x/\n  1 threads and 2 connections\n";
        QTest::newRow("no tool") << QByteArray("hello\n") << u"known are ab"_s;
        QTest::newRow("JSON of nobody") << QByteArray("{\"a\": 1}") << u"JSON, but not of a tool"_s;
        QTest::newRow("a list") << QByteArray("[1, 2]") << u"known are ab"_s;
        QTest::newRow("a session") << QByteArray("SQLite format 3\0 and more", 25) << u"open a session as it is"_s;
        QTest::newRow("JSON twice") << QByteArray("{\"latencies\": {}, \"latencies\": {}}") << u"there twice"_s;
        QTest::newRow("broken JSON") << QByteArray("{\"latencies\": {]}") << u"line 1, column"_s;
        QTest::newRow("wrk interrupted") << wrk << u"line 1: the run that begins here has no line \"… requests in …\""_s;
        QTest::newRow("wrk connections") << QByteArray("Running 1s test @ http://x/\n  1 threads and 0 connections\n") << u"line 2: "_s;
        QTest::newRow("wrk unit") << wrk + "  10 requests in 1.00x, 1.00MB read\n" << u"line 3: \"100 requests in 30.00s"_s;
        QTest::newRow("wrk rate") << wrk + "  10 requests in 1.00s, 1.00MB read\nRequests/sec: many\n" << u"line 4: a number of requests per second"_s;
        QTest::newRow("ab count") << QByteArray("Concurrency Level: 5\nComplete requests: -3\n") << u"Complete requests: a whole number is expected"_s;
        QTest::newRow("ab -e field") << QByteArray("Percentage served,Time in ms\n0,1.0\n1,abc\n") << u"line 3: a percentage and milliseconds"_s;
        QTest::newRow("ab -e order") << QByteArray("Percentage served,Time in ms\n0,1.0\n1,0.5\n") << u"line 3: 0.5 ms is less"_s;
        QTest::newRow("ab -e nothing") << QByteArray("Percentage served,Time in ms\n") << u"no line after the header"_s;
        QTest::newRow("ab -g field") << QByteArray("starttime\tseconds\tctime\tdtime\tttime\twait\nx\t1\t0\t1\n") << u"line 2: six fields"_s;
        QTest::newRow("hey columns") << QByteArray("response-time,DNS+dialup,DNS,Request-write,Response-delay,Response-read,x\n") << u"6 or 8 columns"_s;
        QTest::newRow("hey NaN") << QByteArray("response-time,DNS+dialup,DNS,Request-write,Response-delay,Response-read\nNaN,0,0,0,0,0\n") << u"line 2: "_s;
        QTest::newRow("vegeta negative") << QByteArray("{\"latencies\": {\"mean\": -5}, \"status_codes\": {\"200\": 1}}") << u"latencies.mean: "_s;
        QTest::newRow("vegeta huge") << QByteArray("{\"latencies\": {\"mean\": 1e300}, \"status_codes\": {\"200\": 1}}") << u"latencies.mean: "_s;
        QTest::newRow("vegeta status") << QByteArray("{\"latencies\": {}, \"status_codes\": {\"99999\": 1}}") << u"\"99999\" is not a status code"_s;
        QTest::newRow("vegeta count") << QByteArray("{\"latencies\": {}, \"status_codes\": {\"200\": 1.5}}") << u"status_codes.200: a whole number"_s;
        QTest::newRow("too many") << QByteArray("{\"latencies\": {}, \"status_codes\": {\"200\": 900000000000000, \"201\": 900000000000000}}")
                                  << u"beyond all measure"_s;
        QTest::newRow("too fast") << QByteArray("Concurrency Level: 5\nComplete requests: 3\nRequests per second: 99999999999999999999\n")
                                  << u"beyond all measure"_s;
        QTest::newRow("oha text") << QByteArray("{\"summary\": {\"average\": \"fast\"}, \"latencyPercentiles\": {}}") << u"summary.average: a number"_s;
        QTest::newRow("autocannon") << QByteArray("{\"requests\": {}, \"latency\": {}}") << u"requests.total: missing"_s;
        QTest::newRow("dat") << QByteArray("# target: x\n# connections rps p99_ms\n1 fast 2\n") << u"line 3: a level, requests per second and p99"_s;
        QTest::newRow("dat without columns") << QByteArray("# target: x\n1 2 3\n") << u"line 2: figures before the line"_s;
    }

    void contents()
    {
        QFETCH(QByteArray, content);
        QFETCH(QString, says);
        const auto result = readResults(content);
        QVERIFY(!result);
        QVERIFY2(result.problem().line().contains(says), qPrintable(result.problem().line()));
    }

    // Two gigabytes of nothing: a sparse file, refused before it is read.
    void tooLarge()
    {
        const QString name = written(u"large.csv"_s, "response-time");
        QVERIFY(QFile::resize(name, 2LL * 1024 * 1024 * 1024));
        const auto result = importFiles({name});
        QVERIFY(!result);
        QVERIFY2(result.problem().line().contains(u"large.csv: 2048 MiB large; 128 MiB are the most"), qPrintable(result.problem().line()));
    }

    void options()
    {
        const QStringList files{data(u"wrk.txt"_s), data(u"ab.txt"_s), data(u"oha.json"_s)};
        const auto says = [&files](const ImportOptions &options) { return importFiles(files, options).problem().line(); };
        QVERIFY(says({{u"a"_s, u"b"_s}, {}}).contains(u"names: 2 were given for 3 files"));
        QVERIFY(says({{}, {1, 2}}).contains(u"connections: 2 numbers were given for 3 files"));
        QVERIFY(says({{}, {0}}).contains(u"0 is not from 1"));
        QVERIFY(says({{}, {10}}).contains(u"wrk.txt: connections: the file says 64, and 10 were given"));
        QVERIFY(importFiles({}, {}).problem().line().contains(u"none was given"));
    }

    void hostileName()
    {
        const QString name = written(u"bell\a.txt"_s, "x");
        const QString line = importFiles({name}).problem().line();
        for (const QChar c : line)
            QVERIFY(c.category() != QChar::Other_Control);
    }
};

QTEST_GUILESS_MAIN(TestRefusals)
#include "tst_refusals.moc"
