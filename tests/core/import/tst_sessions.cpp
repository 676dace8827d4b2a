// SPDX-License-Identifier: GPL-3.0-or-later
// What becomes of several reports: targets, levels and repeats, what is concluded from them, and that nothing they lack turns up later.
#include "core/import/import.h"
#include "core/session/export.h"
#include "core/session/sessionfile.h"
#include "core/stats/acrosssessions.h"
#include "core/stats/analysis.h"
#include "core/stats/equalrate.h"
#include "tests/support/warningguard.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace sweepbench;
using namespace sweepbench::test;
using namespace Qt::StringLiterals;

class TestImportedSessions : public GuardedTest
{
    Q_OBJECT

private:
    static QString data(const QString &name) { return QStringLiteral(IMPORT_DATA) + name; }
    static QStringList dataFiles(const QStringList &names)
    {
        QStringList paths;
        for (const QString &name : names)
            paths << data(name);
        return paths;
    }
    static Session imported(const QStringList &paths, const ImportOptions &options = {})
    {
        auto result = importFiles(paths, options);
        if (!result)
            qFatal("%s", qPrintable(result.problem().line()));
        return std::move(result).value().session;
    }
    QString path(const QString &name) const { return m_folder.filePath(name); }
    /// A wrk report of this URL, number of connections and rate.
    QString wrk(const QString &url, int connections, double rps)
    {
        const QString name = path(u"wrk %1.txt"_s.arg(++m_files));
        QFile file(name);
        if (!file.open(QIODevice::WriteOnly))
            qFatal("no file");
        file.write(u"Running 1s test @ %1\n  1 threads and %2 connections\n  Thread Stats   Avg      Stdev     Max   +/- Stdev\n"
                   "    Latency     1.00ms    1.00ms   2.00ms   90.00%\n  %3 requests in 1.00s, 1.00MB read\nRequests/sec: %4\nTransfer/sec: 1.00MB\n"_s
                       .arg(url).arg(connections).arg(qRound64(rps)).arg(rps, 0, 'f', 2).toUtf8());
        return name;
    }
    static QStringList kinds(const Session &session)
    {
        QStringList kinds;
        for (const Finding &finding : analyse(session).findings)
            kinds << finding.kind;
        return kinds;
    }
    static QByteArray exported(const Session &session, ExportFormat format)
    {
        QByteArray all;
        for (const ExportedFile &file : exportSession(session, analyse(session), format, u"run"_s))
            all += file.content;
        return all;
    }

    QTemporaryDir m_folder;
    int m_files = 0;

private slots:
    void repeatsLevelsAndTargets()
    {
        QStringList files;
        for (const double rps : {1000.0, 1010.0, 1020.0})
            files << wrk(u"http://127.0.0.1:8081/"_s, 10, rps) << wrk(u"http://127.0.0.1:8082/"_s, 10, 1.5 * rps);
        files << wrk(u"127.0.0.1:8081"_s, 20, 1100);
        const Session session = imported(files);
        QVERIFY(session.plan.imported);
        QCOMPARE(session.environment, Environment());
        QCOMPARE(session.plan.targets.size(), std::size_t(2)); // two spellings of one URL are one target
        QCOMPARE(session.plan.targets[0].name, u"127.0.0.1:8081"_s);
        QCOMPARE(session.plan.sweep.levels, (std::vector<int>{10, 20}));
        QCOMPARE(session.plan.repeats, 3);
        const Analysis analysis = analyse(session);
        QCOMPARE(analysis.cell(0, 10)->trials, 3);
        QCOMPARE(analysis.cell(1, 10)->trials, 3);
        QCOMPARE(analysis.cell(0, 20)->trials, 1);
    }

    // Three runs on both sides are enough, though they make no pairs: Welch's t on the logarithms. t = ln 1.5 / hypot(s/√3, s/√3) with
    // s = 0.0099 of ln {1000, 1010, 1020}, df 4.
    void unpairedVerdict()
    {
        QStringList files;
        for (const double rps : {1000.0, 1010.0, 1020.0})
            files << wrk(u"http://127.0.0.1:8081/"_s, 10, rps) << wrk(u"http://127.0.0.1:8082/"_s, 10, 1.5 * rps);
        const Session session = imported(files);
        const Comparison verdict = analyse(session).verdicts().front();
        QVERIFY(verdict.unpaired);
        QCOMPARE(verdict.verdict, Verdict::Faster);
        QCOMPARE(verdict.baselineTrials, 3);
        QVERIFY(std::abs(*verdict.ratio - 1.5) < 1e-9);
        QVERIFY(*verdict.p < 1e-5 && *verdict.p > 1e-8);
        QVERIFY2(verdict.sentence.contains(u"3 against 3 runs"), qPrintable(verdict.sentence));
        QVERIFY(kinds(session).contains(u"unpaired"_s));
        for (const QString &foreign : {u"one_start"_s, u"sign_flip"_s, u"drift"_s, u"single_runs"_s, u"open_loop"_s})
            QVERIFY2(!kinds(session).contains(foreign), qPrintable(foreign));
        const QByteArray json = exported(session, ExportFormat::Json);
        QVERIFY(!json.contains("\"pairs\"") && json.contains("\"baseline_runs\": 3"));
    }

    void twoRunsAreTooFew()
    {
        QStringList files;
        for (const double rps : {1000.0, 1010.0})
            files << wrk(u"http://127.0.0.1:8081/"_s, 10, rps) << wrk(u"http://127.0.0.1:8082/"_s, 10, 1.5 * rps);
        const Comparison verdict = analyse(imported(files)).verdicts().front();
        QCOMPARE(verdict.verdict, Verdict::NotCompared);
        QVERIFY2(verdict.sentence.contains(u"a verdict needs 3 of each"), qPrintable(verdict.sentence));
        QVERIFY(verdict.ratio);
    }

    void oneRunPerCell()
    {
        const Session session = imported(dataFiles({u"wrk.txt"_s, u"ab.txt"_s}));
        const QStringList found = kinds(session);
        QVERIFY(found.contains(u"imported"_s));
        QVERIFY(found.contains(u"single_runs"_s));
        QVERIFY(found.contains(u"transports"_s)); // two tools
        QVERIFY(found.contains(u"resolution"_s));
    }

    // A report without a URL is of a target of its own, named after its file, unless its reader says more.
    void namesOfFilesAndNamesGiven()
    {
        const QStringList files = dataFiles({u"oha.json"_s, u"k6-nested.json"_s});
        const Session bare = imported(files);
        QCOMPARE(bare.plan.targets.size(), std::size_t(2));
        QCOMPARE(bare.plan.targets[0].name, u"oha"_s);
        QCOMPARE(bare.plan.targets[0].url, QString());
        QCOMPARE(bare.plan.sweep.levels, std::vector<int>{unknownLevel});
        const Session named = imported(files, {{u"nginx"_s, u"apache"_s}, {}});
        QCOMPARE(named.plan.targets[1].name, u"apache"_s);
        const Session one = imported(files, {{u"nginx"_s}, {50}});
        QCOMPARE(one.plan.targets.size(), std::size_t(1));
        QCOMPARE(one.plan.repeats, 2);
        QCOMPARE(one.plan.sweep.levels, std::vector<int>{50});
        QVERIFY(!kinds(bare).contains(u"same_server"_s)); // two targets without a URL are not one server
    }

    void pathsTellTargetsOfOneHostApart()
    {
        const Session session = imported(dataFiles({u"wrk-two-runs.txt"_s}));
        QCOMPARE(session.plan.targets[0].name, u"127.0.0.1:8080/x"_s);
        QCOMPARE(session.plan.targets[1].name, u"127.0.0.1:8080/y"_s);
    }

    void ratesAreLevelsWhereAllHaveOne()
    {
        const Session rates = imported(dataFiles({u"vegeta.json"_s, u"vegeta-failed.json"_s}));
        QCOMPARE(rates.plan.sweep.axis, SweepAxis::Rate);
        QCOMPARE(rates.plan.sweep.levels, (std::vector<int>{40, 50}));
        QVERIFY(!isOpenLoop(rates.plan)); // its latencies count from when requests were sent
        const Session mixed = imported(dataFiles({u"vegeta.json"_s, u"wrk.txt"_s}));
        QCOMPARE(mixed.plan.sweep.axis, SweepAxis::Connections);
        QCOMPARE(mixed.plan.sweep.levels, (std::vector<int>{unknownLevel, 64}));
    }

    void primaryMetricThatAllHave()
    {
        QCOMPARE(imported(dataFiles({u"ab-e.csv"_s, u"ab-g.tsv"_s})).plan.primaryMetric, Metric::P50Ns);
        QCOMPARE(imported(dataFiles({u"ab.txt"_s, u"wrk.txt"_s})).plan.primaryMetric, Metric::Rps);
    }

    // A mean of 0 ms is what is left of anything below half a millisecond: it has no ratio, and no table shows it.
    void roundedToZero()
    {
        Session session = imported(dataFiles({u"ab.txt"_s}));
        Trial trial = *session.trials.front();
        trial.imported->meanNs = 0;
        QVERIFY(!metricValue(trial, Metric::MeanNs));
        QVERIFY(metricValue(trial, Metric::P99Ns));
    }

    void survivesItsFile_data()
    {
        QTest::addColumn<QStringList>("files");
        QTest::newRow("tools") << dataFiles({u"ab.txt"_s, u"ab-g.tsv"_s, u"hey.csv"_s, u"wrk2.txt"_s, u"oha.json"_s, u"autocannon.json"_s,
                                              u"own.dat"_s, u"ab-e.csv"_s});
        QTest::newRow("rates") << dataFiles({u"vegeta.json"_s, u"vegeta-failed.json"_s});
        QTest::newRow("nothing") << dataFiles({u"wrk-nothing.txt"_s, u"oha-failed.json"_s, u"hey-header-only.csv"_s});
    }

    void survivesItsFile()
    {
        QFETCH(QStringList, files);
        const Session session = imported(files);
        const QString name = path(QString::fromLatin1(QTest::currentDataTag()) + u".sweep"_s);
        const auto saved = SessionFile::create(name, session);
        QVERIFY2(saved, saved ? "" : qPrintable(saved.problem().line()));
        const auto read = loadSession(name);
        QVERIFY2(read, read ? "" : qPrintable(read.problem().line()));
        QCOMPARE(read->plan, session.plan);
        QCOMPARE(read->environment, Environment());
        QCOMPARE(read->trials.size(), session.trials.size());
        for (std::size_t i = 0; i < session.trials.size(); ++i)
            QVERIFY2(*read->trials[i] == *session.trials[i], qPrintable(session.trials[i]->imported->file));
        for (const ExportFormat format : allExportFormats)
            QCOMPARE(exported(*read, format), exported(session, format));
        terminalTable(*read, analyse(*read), {true, true, true});
        const auto across = compareSessions({{u"a"_s, &session}, {u"b"_s, &*read}}, {});
        QVERIFY2(across, across ? "" : qPrintable(across.problem().line()));
    }

    void exportsLeaveOutWhatIsAbsent()
    {
        const Session session = imported(dataFiles({u"ab-e.csv"_s}));
        const QJsonObject root = QJsonDocument::fromJson(exported(session, ExportFormat::Json)).object();
        const QJsonObject trial = root[u"trials"_s].toArray().first().toObject();
        for (const QString &absent : {u"requests"_s, u"sent"_s, u"errors"_s, u"status"_s, u"connections"_s, u"duration_ns"_s, u"bytes_received"_s,
                                      u"transport"_s,
                                      u"client_cpu"_s, u"rps"_s, u"rate"_s, u"cancelled"_s, u"started_at"_s, u"order"_s})
            QVERIFY2(!trial.contains(absent), qPrintable(absent));
        QCOMPARE(trial[u"imported"_s].toObject()[u"tool"_s].toString(), u"ab"_s);
        QVERIFY(std::abs(trial[u"latency_ns"_s].toObject()[u"p99"_s].toDouble() - 4.76e6) < 1);
        QVERIFY(!root[u"plan"_s].toObject().contains(u"load"_s));
        QVERIFY(root[u"environment"_s].toObject().isEmpty());
        QVERIFY(root[u"reductions"_s].toArray().isEmpty());
        const QJsonObject cell = root[u"cells"_s].toArray().first().toObject();
        QVERIFY(!cell.contains(u"connections"_s) && !cell.contains(u"rps"_s));

        const QList<QByteArray> csv = exported(session, ExportFormat::Csv).split('\n');
        const QList<QByteArray> names = csv[0].trimmed().split(',');
        const QList<QByteArray> fields = csv[1].split(',');
        for (const char *empty : {"connections", "transport", "duration_ns", "sent", "requests", "errors", "errors_timeout", "bytes_received", "rps",
                                        "client_user_s", "threads", "latency_mean_ns", "latency_p99_9_ns", "connect_count"})
            QVERIFY2(names.contains(empty) && fields[names.indexOf(empty)].isEmpty(), empty);
        QVERIFY(exported(session, ExportFormat::Dat).contains("\n? ? 4.76"));
        static const QRegularExpression impossible(u"\\b(nan|inf|infinity)\\b"_s, QRegularExpression::CaseInsensitiveOption);
        for (const ExportFormat format : allExportFormats) {
            const QString text = QString::fromUtf8(exported(session, format));
            QVERIFY2(!impossible.match(text).hasMatch(), qPrintable(exportFormatId(format)));
            QVERIFY2(!text.contains(u"1 s per trial"_s), qPrintable(exportFormatId(format)));
        }
    }

    // A title and a URL that want to be a formula, markup or two lines.
    void hostileTexts()
    {
        const Session session = imported(dataFiles({u"autocannon.json"_s}), {{u"=cmd|' /C calc'!A0"_s}, {}});
        const QByteArray csv = exported(session, ExportFormat::Csv);
        QVERIFY(csv.contains("\n'=cmd"));
        QCOMPARE(csv.count("\r\n"), 2);
        QVERIFY(!exported(session, ExportFormat::Markdown).contains("<b>"));
    }

    void cantBeMeasuredFurther()
    {
        const Session session = imported(dataFiles({u"wrk.txt"_s, u"ab.txt"_s}));
        const auto problems = checkPlan(session.plan, {});
        QCOMPARE(problems.size(), std::size_t(1));
        QVERIFY2(problems.front().text.contains(u"another tool measured"), qPrintable(problems.front().line()));
        QVERIFY(!equalRateOf(session, analyse(session)));
    }

    // Trials of our own and imported ones do not mix within a session.
    void noMixture()
    {
        Session session = imported(dataFiles({u"wrk.txt"_s}));
        Trial own;
        own.connections = 64;
        own.repeat = 1;
        own.sent = own.requests = 10;
        session.trials.push_back(std::make_shared<const Trial>(own));
        QVERIFY(!SessionFile::create(path(u"mixed.sweep"_s), session));
    }
};

QTEST_GUILESS_MAIN(TestImportedSessions)
#include "tst_sessions.moc"
