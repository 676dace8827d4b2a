// SPDX-License-Identifier: GPL-3.0-or-later
// What each tool's report says, figure by figure, and what it does not say. The files of data/ are made in the shape that the tools
// print; the figures expected here were read off them by hand.
#include "core/import/importedrun.h"
#include "core/session/importedjson.h"
#include "core/stats/trialfigure.h"
#include "tests/support/warningguard.h"

#include <QFile>
#include <QTest>

using namespace sweepbench;
using namespace sweepbench::test;
using namespace Qt::StringLiterals;

#include <cmath>
#include <map>
#include <string>

namespace {

/// Figures by name, times in ms; what is not named must be absent.
using Figures = std::map<std::string, double>;

ImportedRuns runsOf(const QString &file)
{
    QFile source(QStringLiteral(IMPORT_DATA) + file);
    if (!source.open(QIODevice::ReadOnly))
        qFatal("%s is missing", qPrintable(file));
    auto runs = readResults(source.readAll());
    if (!runs)
        qFatal("%s: %s", qPrintable(file), qPrintable(runs.problem().line()));
    return std::move(runs).value();
}

void putFigure(Figures &figures, const std::string &name, std::optional<double> value, double unit = 1)
{
    if (value)
        figures[name] = *value / unit;
}

Figures figuresOf(const ImportedRun &run)
{
    const ImportedFigures &told = *run.trial.imported;
    const Trial &trial = run.trial;
    constexpr double ms = 1e6;
    Figures figures;
    if (told.tellsRequests)
        figures["requests"] = static_cast<double>(trial.requests);
    if (told.tellsErrors)
        for (int i = 0; i < errorKindCount; ++i)
            if (const auto kind = static_cast<ErrorKind>(i); trial.errors[kind] > 0)
                figures[errorKindId(kind).toStdString()] = static_cast<double>(trial.errors[kind]);
    if (told.tellsSent)
        figures["sent"] = static_cast<double>(trial.sent);
    if (told.tellsBytesReceived)
        figures["bytes"] = static_cast<double>(trial.bytesReceived);
    if (told.bodyBytes)
        figures["body"] = static_cast<double>(*told.bodyBytes);
    if (trial.connections > 0)
        figures["connections"] = trial.connections;
    if (trial.duration.count() > 0)
        figures["duration_s"] = static_cast<double>(trial.duration.count()) / 1e9;
    putFigure(figures, "rps", told.rps);
    putFigure(figures, "printed_rps", told.printedRps);
    putFigure(figures, "min", told.minNs, ms);
    putFigure(figures, "mean", told.meanNs, ms);
    putFigure(figures, "stdev", told.stdevNs, ms);
    putFigure(figures, "max", told.maxNs, ms);
    putFigure(figures, "first_byte", told.firstByteNs, ms);
    for (const auto &[fraction, ns] : told.quantilesNs)
        figures[quantileName(fraction).toStdString()] = ns / ms;
    return figures;
}

QString differences(const Figures &got, const Figures &expected)
{
    QStringList texts;
    for (const auto &[name, value] : expected)
        if (!got.contains(name))
            texts << QString::fromStdString(name) + u" is missing"_s;
        else if (std::abs(got.at(name) - value) > 1e-9 * std::max(1.0, std::abs(value)))
            texts << u"%1 is %2 and not %3"_s.arg(QString::fromStdString(name)).arg(got.at(name), 0, 'g', 15).arg(value, 0, 'g', 15);
    for (const auto &[name, value] : got)
        if (!expected.contains(name))
            texts << u"%1 is %2 out of nowhere"_s.arg(QString::fromStdString(name)).arg(value);
    return texts.join(u"; "_s);
}

} // namespace

class TestFormats : public GuardedTest
{
    Q_OBJECT

private slots:
    void figures_data()
    {
        QTest::addColumn<Figures>("expected");
        // The two lines "Time per request" are no latencies: the mean is that of the row "Total:".
        QTest::newRow("ab.txt") << Figures{{"requests", 4000}, {"bytes", 3760000}, {"body", 2960000}, {"connections", 16},
            {"duration_s", 1.6}, {"rps", 2500}, {"printed_rps", 2500}, {"min", 1}, {"mean", 6}, {"stdev", 2.2}, {"max", 31},
            {"first_byte", 5}, {"p50", 5}, {"p66", 6}, {"p75", 7}, {"p80", 8}, {"p90", 9}, {"p95", 11}, {"p98", 14}, {"p99", 19},
            {"p100", 31}};
        // 240 of 600 are "failed" by their length alone: no errors.
        QTest::newRow("ab-length.txt") << Figures{{"requests", 600}, {"bytes", 3300000}, {"body", 3072000}, {"connections", 4},
            {"duration_s", 8}, {"rps", 75}, {"printed_rps", 75}, {"min", 31}, {"mean", 52}, {"stdev", 12}, {"max", 160},
            {"first_byte", 37}, {"p50", 49}, {"p90", 70}, {"p99", 98}, {"p100", 160}};
        // CRLF, a warning between the tables, a POST.
        QTest::newRow("ab-errors.txt") << Figures{{"requests", 40}, {"status", 9}, {"reset", 1}, {"bytes", 15000}, {"body", 5000},
            {"connections", 8}, {"duration_s", 20}, {"rps", 2}, {"printed_rps", 2.5}, {"min", 60}, {"mean", 3104}, {"stdev", 900},
            {"max", 7100}, {"p50", 3060}, {"p99", 7100}, {"p100", 7100}};
        Figures percentiles{{"min", 0.8}, {"max", 4.8}};
        for (int percent = 1; percent < 100; ++percent)
            percentiles["p" + std::to_string(percent)] = 0.8 + percent * 0.04;
        QTest::newRow("ab-e.csv") << percentiles;
        percentiles = {{"min", 2}};
        for (int percent = 1; percent < 100; ++percent)
            percentiles["p" + std::to_string(percent)] = 2 + percent * 0.1;
        QTest::newRow("ab-e-without-100.csv") << percentiles;
        QTest::newRow("ab-g.tsv") << Figures{{"requests", 10}, {"min", 1}, {"mean", 19.8}, {"stdev", std::sqrt(7815.6 / 9)}, {"max", 90},
            {"p50", 6}, {"p75", 20}, {"p90", 55}, {"p95", 90}, {"p99", 90}};
        QTest::newRow("ab-g-cut.tsv") << Figures{{"requests", 4}, {"min", 1}, {"mean", 2.5}, {"stdev", std::sqrt(5.0 / 3)}, {"max", 4},
            {"p50", 2}, {"p75", 3}, {"p90", 4}, {"p95", 4}, {"p99", 4}};
        // Of requests without an answer hey writes no rows: how many there were is unknown, not 0.
        QTest::newRow("hey.csv") << Figures{{"requests", 4}, {"min", 0}, {"mean", 150.68}, {"stdev", std::sqrt(448983.068 / 4)},
            {"max", 750}, {"p50", 0.9}, {"p75", 2.1}, {"p90", 750}, {"p95", 750}, {"p99", 750}};
        QTest::newRow("hey-six-columns.csv") << Figures{{"requests", 2}, {"min", 31}, {"mean", 32}, {"stdev", std::sqrt(2.0)}, {"max", 33},
            {"p50", 31}, {"p75", 33}, {"p90", 33}, {"p95", 33}, {"p99", 33}};
        QTest::newRow("hey-header-only.csv") << Figures{{"requests", 0}};
        // "0% in 0.0000 secs" is padding.
        QTest::newRow("hey.txt") << Figures{{"requests", 199}, {"connect", 1}, {"body", 40000}, {"duration_s", 0.5}, {"rps", 398},
            {"printed_rps", 400}, {"min", 0.2}, {"mean", 2.4}, {"max", 12}, {"first_byte", 2.2}, {"p10", 0.4}, {"p50", 2}, {"p90", 5},
            {"p99", 11}};
        // us and ms, k of 1000, GB of 1024 MB.
        QTest::newRow("wrk.txt") << Figures{{"requests", 2084000}, {"bytes", 1610612736}, {"connections", 64}, {"duration_s", 20},
            {"rps", 104200}, {"printed_rps", 104200}, {"mean", 0.7315}, {"stdev", 1.1}, {"max", 21.4}, {"p50", 0.61}, {"p75", 0.84},
            {"p90", 1.31}, {"p99", 5.2}};
        QTest::newRow("wrk-refused.txt") << Figures{{"requests", 0}, {"status", 6000}, {"bytes", 716800}, {"connections", 5},
            {"duration_s", 5}, {"rps", 0}, {"printed_rps", 1199.5}, {"mean", 4.2}, {"stdev", 1.1}, {"max", 9.9}};
        QTest::newRow("wrk-errors.txt") << Figures{{"requests", 131960}, {"status", 40}, {"connect", 4}, {"closed_early", 310},
            {"reset", 25}, {"timeout", 12}, {"bytes", 10485760}, {"connections", 500}, {"duration_s", 60},
            {"rps", 2200.0 * 131960 / 132000}, {"printed_rps", 2200}, {"mean", 60.1}, {"stdev", 100}, {"max", 1200}};
        // 0.00us and nan% of a run without an answer are no figures.
        QTest::newRow("wrk-nothing.txt") << Figures{{"requests", 0}, {"connect", 300}, {"bytes", 0}, {"connections", 10},
            {"duration_s", 3.1}, {"printed_rps", 0}};
        // "m" is a minute.
        QTest::newRow("wrk-minutes.txt") << Figures{{"requests", 24}, {"bytes", 614}, {"connections", 4}, {"duration_s", 240},
            {"rps", 0.1}, {"printed_rps", 0.1}, {"mean", 50400}, {"stdev", 54000}, {"max", 150000}, {"p50", 45000}, {"p75", 54000},
            {"p90", 90000}, {"p99", 150000}};
        // The first distribution is the corrected one; the spectrum's lines and the second distribution are left alone.
        QTest::newRow("wrk2.txt") << Figures{{"requests", 45015}, {"bytes", 15728640}, {"connections", 50}, {"duration_s", 30},
            {"rps", 1500.5}, {"printed_rps", 1500.5}, {"mean", 5.1}, {"stdev", 1.2}, {"max", 10.2}, {"p50", 5}, {"p90", 7.1}, {"p99", 9.2},
            {"p99_9", 10}, {"p100", 10.2}};
        // Seconds, not the milliseconds that stand beside them.
        QTest::newRow("oha.json") << Figures{{"requests", 20000}, {"sent", 20000}, {"body", 20480000}, {"duration_s", 4}, {"rps", 5000},
            {"printed_rps", 5000}, {"min", 0.3}, {"mean", 1.2}, {"max", 31.1}, {"first_byte", 0.9}, {"p10", 0.5}, {"p50", 1}, {"p90", 1.9},
            {"p99", 4.1}, {"p99_9", 15}};
        QTest::newRow("oha-failed.json") << Figures{{"requests", 0}, {"connect", 12}, {"sent", 15}, {"body", 0}, {"duration_s", 0.004},
            {"printed_rps", 3000}};
        // The "passes" of http_req_failed are the failures; the plain metric counts, not that of expected responses.
        QTest::newRow("k6.json") << Figures{{"requests", 498}, {"unspecified", 2}, {"bytes", 900000}, {"connections", 4},
            {"rps", 49.8 * 498 / 500}, {"printed_rps", 49.8}, {"min", 1.4}, {"mean", 6.2}, {"max", 70.1}, {"p50", 5.5}, {"p90", 8.1},
            {"p95", 10.5}};
        QTest::newRow("k6-nested.json") << Figures{{"requests", 640}, {"duration_s", 8.0045}, {"rps", 79.96}, {"printed_rps", 79.96},
            {"mean", 33.3}, {"p98", 250.5}};
        // Nanoseconds; the throughput is what was answered.
        QTest::newRow("vegeta.json") << Figures{{"requests", 1200}, {"body", 51600}, {"duration_s", 24.05}, {"rps", 49.9},
            {"printed_rps", 49.9}, {"min", 60}, {"mean", 75}, {"max", 240}, {"p50", 71}, {"p90", 99}, {"p95", 120}, {"p99", 180}};
        // "0" is no status.
        QTest::newRow("vegeta-failed.json") << Figures{{"requests", 40}, {"status", 20}, {"unspecified", 740}, {"body", 100},
            {"duration_s", 20.000001}, {"rps", 2}, {"printed_rps", 2}, {"mean", 75}, {"max", 240}, {"p50", 71}, {"p99", 180}};
        // A duration of 0: the rate of 1 is a placeholder.
        QTest::newRow("vegeta-old.json") << Figures{{"requests", 1}, {"body", 512}, {"duration_s", 5.2}, {"mean", 5200}, {"max", 5200},
            {"p50", 5200}, {"p95", 5200}, {"p99", 5200}};
        // requests.average is no rate, p97_5 is not p95, and what is neither answered nor failed was in flight at the end.
        QTest::newRow("autocannon.json") << Figures{{"requests", 835}, {"status", 5}, {"timeout", 1}, {"unspecified", 1}, {"sent", 870},
            {"bytes", 168000}, {"connections", 28}, {"duration_s", 2.1}, {"rps", 835 / 2.1}, {"min", 12}, {"mean", 52.5}, {"stdev", 20.1},
            {"max", 300}, {"p50", 40}, {"p90", 90}, {"p97_5", 150}, {"p99", 210}, {"p99_9", 300}};
        QTest::newRow("autocannon-null.json") << Figures{{"requests", 840}, {"sent", 840}, {"bytes", 168000}, {"connections", 28},
            {"duration_s", 2.1}, {"rps", 400}, {"min", 12}, {"stdev", 20.1}, {"max", 300}, {"p99", 210}};
    }

    void figures()
    {
        QFETCH(Figures, expected);
        const ImportedRuns runs = runsOf(QString::fromLatin1(QTest::currentDataTag()));
        QCOMPARE(runs.size(), std::size_t(1));
        const QString wrong = differences(figuresOf(runs.front()), expected);
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
    }

    void notes_data()
    {
        QTest::addColumn<QString>("says");
        QTest::newRow("ab-length.txt") << u"240 of 600 answers had another length"_s;
        QTest::newRow("ab-g-cut.tsv") << u"last line is incomplete"_s;
        QTest::newRow("hey.csv") << u"leaves failed requests out"_s;
        QTest::newRow("hey-header-only.csv") << u"there are no rows: hey writes none for failed requests"_s;
        QTest::newRow("wrk-refused.txt") << u"every response was an error status"_s;
        QTest::newRow("wrk2.txt") << u"corrected for coordinated omission"_s;
        QTest::newRow("oha-failed.json") << u"no successful request"_s;
        QTest::newRow("vegeta-old.json") << u"placeholder"_s;
        QTest::newRow("k6.json") << u"virtual users"_s;
    }

    void notes()
    {
        QFETCH(QString, says);
        const QString notes = runsOf(QString::fromLatin1(QTest::currentDataTag())).front().notes.join(u'\n');
        QVERIFY2(notes.contains(says), qPrintable(notes));
    }

    void targets()
    {
        const ImportedRun ab = runsOf(u"ab.txt"_s).front();
        QCOMPARE(ab.url, u"http://web.example.test:8081/page?n=7"_s);
        QCOMPARE(ab.server, u"nginx/1.22.1"_s);
        const ImportedRun tls = runsOf(u"ab-length.txt"_s).front();
        QCOMPARE(tls.url, u"https://secure.example.test/news"_s);
        QCOMPARE(tls.server, QString());
        QCOMPARE(runsOf(u"oha.json"_s).front().url, QString());
        QCOMPARE(runsOf(u"vegeta.json"_s).front().rate, 50.04);
        QCOMPARE(runsOf(u"vegeta.json"_s).front().trial.startedAt, QDateTime(QDate(2024, 6, 7), QTime(8, 0, 0, 500), Qt::UTC));
        const ImportedRun hostile = runsOf(u"autocannon.json"_s).front();
        QVERIFY(!hostile.url.contains(u'\n'));
        QCOMPARE(hostile.title, u"=HYPERLINK(\"http://x\")"_s);
    }

    void twoRunsOfOneFile()
    {
        const ImportedRuns runs = runsOf(u"wrk-two-runs.txt"_s);
        QCOMPARE(runs.size(), std::size_t(2));
        QCOMPARE(runs[0].url, u"http://127.0.0.1:8080/x"_s);
        QCOMPARE(runs[0].trial.imported->printedRps, std::optional(20000.0));
        QCOMPARE(runs[1].url, u"http://127.0.0.1:8080/y"_s);
        QCOMPARE(runs[1].trial.requests, 19800);
    }

    void ownDat()
    {
        const ImportedRuns runs = runsOf(u"own.dat"_s);
        QCOMPARE(runs.size(), std::size_t(3));
        QCOMPARE(runs[0].target, u"nginx"_s);
        QCOMPARE(figuresOf(runs[1]), (Figures{{"connections", 10}, {"rps", 20400}, {"p99", 3.5}}));
        QCOMPARE(figuresOf(runs[2]), (Figures{{"connections", 1000}, {"rps", 18000}}));
    }

    // The rows of ab -g are sorted by their times: over time they stand in the order of their starts.
    void singleRequests()
    {
        const Trial trial = runsOf(u"ab-g.tsv"_s).front().trial;
        QCOMPARE(trial.latency.count, std::uint64_t(10));
        QCOMPARE(trial.series.size(), std::size_t(3));
        QCOMPARE(trial.series[0].requests, 4);
        QCOMPARE(trial.series[0].p99Ns, 90'000'000);
        QCOMPARE(trial.series[2].requests, 3);
        QCOMPARE(trial.series[2].p99Ns, 20'000'000);
        QCOMPARE(trial.startedAt, QDateTime::fromSecsSinceEpoch(1717749010, Qt::UTC));
        const Trial hey = runsOf(u"hey.csv"_s).front().trial;
        QCOMPARE(hey.latency.count, std::uint64_t(4));
        QCOMPARE(hey.statusLatency.count, std::uint64_t(1));
        QCOMPARE(hey.status, (std::map<int, qint64>{{200, 4}, {503, 1}}));
    }

    void otherEncodings()
    {
        QFile source(QStringLiteral(IMPORT_DATA "wrk.txt"));
        QVERIFY(source.open(QIODevice::ReadOnly));
        const QString text = QString::fromUtf8(source.readAll());
        const auto *units = reinterpret_cast<const char *>(text.utf16());
        const QByteArray utf16 = QByteArray("\xFF\xFE") + QByteArray(units, text.size() * 2); // as PowerShell redirects
        for (const QByteArray &bytes : {utf16, "\xEF\xBB\xBF" + text.toUtf8()}) {
            const auto runs = readResults(bytes);
            QVERIFY2(runs, runs ? "" : qPrintable(runs.problem().line()));
            QCOMPARE(runs->front().trial.requests, 2084000);
        }
    }

    void aMillionRowsOfHey()
    {
        QByteArray csv = "response-time,DNS+dialup,DNS,Request-write,Response-delay,Response-read,status-code,offset\n";
        for (int row = 0; row < 1'000'000; ++row)
            csv += "0.0012,0.0000,0.0000,0.0000,0.0011,0.0001,200,0.0100\n";
        const auto runs = readResults(csv);
        QVERIFY(runs);
        QCOMPARE(runs->front().trial.requests, 1'000'000);
        QVERIFY(runs->front().notes.join(u' ').contains(u"first million"));
    }
};

QTEST_GUILESS_MAIN(TestFormats)
#include "tst_formats.moc"
