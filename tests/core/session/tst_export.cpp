// SPDX-License-Identifier: GPL-3.0-or-later
// The exports for machines: what is in them, and that reading them again gives the figures that are shown
// (EXP-01, EXP-02, EXP-03, EXP-06, EXP-10, STAT-01).
#include "core/session/csv.h"
#include "core/session/export.h"
#include "core/stats/analysis.h"
#include "core/stats/histogram.h"
#include "samples.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocale>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <clocale>

using namespace sweepbench;
using namespace Qt::StringLiterals;

namespace {

/// RFC 4180, read by a machine with two states; records of a text that breaks it are empty.
std::vector<QStringList> csvRead(const QByteArray &csv)
{
    std::vector<QStringList> records;
    QStringList record;
    QByteArray field;
    bool quoted = false;
    for (qsizetype i = 0; i < csv.size(); ++i) {
        const char c = csv[i];
        if (quoted) {
            if (c != '"')
                field += c;
            else if (i + 1 < csv.size() && csv[i + 1] == '"')
                field += csv[++i];
            else
                quoted = false;
        } else if (c == '"') {
            quoted = true;
        } else if (c == ',' || c == '\r') {
            record << QString::fromUtf8(field);
            field.clear();
            if (c == '\r') {
                if (i + 1 >= csv.size() || csv[++i] != '\n')
                    return {};
                records.push_back(record);
                record.clear();
            }
        } else {
            field += c;
        }
    }
    return quoted || !record.isEmpty() || !field.isEmpty() ? std::vector<QStringList>() : records;
}

bool close(double read, double expected)
{
    return std::abs(read - expected) <= 1e-9 * std::abs(expected);
}

Session hostileSession()
{
    Session session = samples::session();
    session.plan.targets[0].name = u"=HYPERLINK(\"http://x/?\"&A1)"_s;
    session.plan.targets[0].url = u"http://me:hunter2@127.0.0.1/a;b?c='`touch pwned`'"_s;
    session.plan.targets[1].name = u"<b>|`touch pwned`'; system('touch pwned') \"\n@x \x1b[31m\u202E😀"_s;
    session.plan.targets[1].headers = {{u"Authorization"_s, u"hunter2"_s}};
    Trial odd = *session.trials[0];
    odd.errorDetail = u"a,\"b\"\r\nc\rd"_s;
    odd.address = u"-1+1|cmd"_s;
    odd.findings = {{u"errors"_s, Severity::Doubt, u"@SUM(1)\n| \\ "_s}};
    session.trials[0] = samples::shared(odd);
    return session;
}

} // namespace

class ExportTest : public QObject
{
    Q_OBJECT

    static QByteArray exported(const Session &session, ExportFormat format)
    {
        QByteArray all;
        for (const ExportedFile &file : exportSession(session, analyse(session), format, u"run"_s))
            all += file.content;
        return all;
    }
    static QJsonObject json(const Session &session)
    {
        QJsonParseError error;
        const QJsonDocument document = QJsonDocument::fromJson(exported(session, ExportFormat::Json), &error);
        return error.error == QJsonParseError::NoError ? document.object() : QJsonObject();
    }
    static QStringList sortedKeys(const QJsonValue &value) { return value.toObject().keys(); }

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void formatNames()
    {
        QStringList ids;
        for (const ExportFormat format : allExportFormats) {
            ids << exportFormatId(format);
            QCOMPARE(exportFormatFromId(ids.back()), std::optional(format));
        }
        QCOMPARE(ids, (QStringList{u"csv"_s, u"json"_s, u"dat"_s, u"gnuplot"_s, u"md"_s, u"org"_s}));
        QVERIFY(!exportFormatFromId(u"xls"_s));
    }

    void jsonFields()
    {
        const QJsonObject root = json(samples::session());
        QCOMPARE(root.keys(), (QStringList{u"cells"_s, u"comparison"_s, u"environment"_s, u"findings"_s, u"format"_s, u"judging"_s, u"plan"_s,
                                           u"reductions"_s, u"trials"_s}));
        QCOMPARE(root[u"format"_s].toInt(), 1);
        QCOMPARE(root[u"trials"_s].toArray().size(), 18);
        QCOMPARE(root[u"cells"_s].toArray().size(), 6);
        const QJsonObject trial = root[u"trials"_s][0].toObject();
        QCOMPARE(trial.keys(), (QStringList{u"busy_ns"_s, u"bytes_received"_s, u"bytes_sent"_s, u"cancelled"_s, u"client_cpu"_s, u"connect_ns"_s, u"connections"_s,
                                            u"connections_opened"_s, u"duration_ns"_s, u"errors"_s, u"findings"_s, u"http"_s, u"latency_ns"_s, u"load_average_before"_s,
                                            u"not_sent"_s, u"order"_s, u"other_cpu_s"_s, u"phases"_s, u"reconnects"_s,
                                            u"repeat"_s, u"requests"_s, u"rps"_s, u"sent"_s, u"started_at"_s, u"status"_s, u"target"_s, u"transport"_s}));
        QCOMPARE(sortedKeys(trial[u"latency_ns"_s]),
                 (QStringList{u"max"_s, u"mean"_s, u"min"_s, u"p50"_s, u"p75"_s, u"p90"_s, u"p95"_s, u"p99"_s, u"p99_9"_s, u"stdev"_s}));
        QCOMPARE(sortedKeys(trial[u"connect_ns"_s]), (QStringList{u"count"_s, u"max"_s, u"mean"_s, u"min"_s}));
        QCOMPARE(sortedKeys(trial[u"client_cpu"_s]), (QStringList{u"busiest_thread"_s, u"system_s"_s, u"user_s"_s}));
        QCOMPARE(trial[u"errors"_s].toObject(), (QJsonObject{{u"closed_early"_s, 1}, {u"status"_s, 3}}));
        QCOMPARE(trial[u"findings"_s][0].toObject(), (QJsonObject{{u"kind"_s, u"errors"_s}, {u"severity"_s, u"note"_s},
                                                                  {u"text"_s, samples::session().trials[0]->findings[0].text}}));
        QCOMPARE(trial[u"started_at"_s].toString(), u"2026-11-30T20:31:05.123Z"_s);
        QCOMPARE(trial[u"target"_s].toString(), u"nginx"_s);
        QCOMPARE(sortedKeys(root[u"cells"_s][0][u"rps"_s]), (QStringList{u"max"_s, u"mean"_s, u"median"_s, u"min"_s, u"n"_s, u"se"_s, u"stdev"_s}));
        const QJsonObject comparison = root[u"comparison"_s][0].toObject();
        QCOMPARE(comparison[u"baseline"_s].toString(), u"nginx"_s);
        QCOMPARE(comparison[u"candidate"_s].toString(), u"apache"_s);
        for (const QString &key : {u"connections"_s, u"metric"_s, u"ratio"_s, u"ci_low"_s, u"ci_high"_s, u"simultaneous_low"_s, u"simultaneous_high"_s,
                                   u"p"_s, u"p_holm"_s, u"pairs"_s, u"sd_log"_s, u"method"_s, u"verdict"_s, u"sentence"_s})
            QVERIFY2(comparison.contains(key), qPrintable(key));
    }

    void jsonRecordsThresholds()
    {
        const Session session = samples::session();
        const Analysis analysis = analyse(session);
        std::vector<Threshold> thresholds;
        for (const QString &text : {u"rps.ratio@10 >= 0.01"_s, u"errors > 1000k"_s, u"nginx:p99 > 1h"_s, u"rps@77 < 5"_s, u"p99_ns > 5s"_s})
            if (const auto threshold = parseThreshold(text, u"--fail-if"_s))
                thresholds.push_back(*threshold);
        QCOMPARE(thresholds.size(), 4U); // there are no hours
        ExportOptions options;
        options.thresholds = judgeThresholds(thresholds, session, analysis, false);
        const QByteArray text = exportSession(session, analysis, ExportFormat::Json, {}, options).front().content;
        QVERIFY(!text.contains("null"));
        const QJsonArray list = QJsonDocument::fromJson(text)[u"thresholds"_s].toArray();
        QCOMPARE(list.size(), 4);

        const QJsonObject ratio = list[0].toObject();
        QCOMPARE(ratio.keys(), (QStringList{u"baseline"_s, u"candidate"_s, u"cases"_s, u"ci_high"_s, u"ci_low"_s, u"connections"_s, u"expression"_s, u"failed"_s,
                                            u"judged_on"_s, u"limit"_s, u"metric"_s, u"not_judged"_s, u"outcome"_s, u"ratio"_s}));
        QCOMPARE(ratio[u"expression"_s].toString(), u"rps.ratio@10 >= 0.01"_s);
        QCOMPARE(ratio[u"outcome"_s].toString(), u"failed"_s);
        QCOMPARE(ratio[u"judged_on"_s].toString(), u"interval"_s);
        QCOMPARE(ratio[u"metric"_s].toString(), u"rps"_s);
        QCOMPARE(ratio[u"limit"_s].toDouble(), 0.01);
        QCOMPARE(ratio[u"connections"_s].toInt(), 10);
        QCOMPARE(ratio[u"candidate"_s].toString(), u"apache"_s);
        for (const Comparison &comparison : analysis.comparisons) {
            if (comparison.metric != Metric::Rps || comparison.level != 10)
                continue;
            QVERIFY(close(ratio[u"ratio"_s].toDouble(), *comparison.ratio));
            QVERIFY(close(ratio[u"ci_low"_s].toDouble(), *comparison.ciLow));
            QVERIFY(close(ratio[u"ci_high"_s].toDouble(), *comparison.ciHigh));
        }

        const QJsonObject errors = list[1].toObject();
        QCOMPARE(errors[u"outcome"_s].toString(), u"passed"_s);
        QCOMPARE(errors[u"judged_on"_s].toString(), u"count"_s);
        QCOMPARE(errors[u"limit"_s].toDouble(), 1e6);
        QVERIFY(errors.contains(u"target"_s) && errors.contains(u"value"_s) && !errors.contains(u"ci_low"_s) && !errors.contains(u"baseline"_s));

        QCOMPARE(list[2].toObject().keys(), (QStringList{u"cases"_s, u"expression"_s, u"failed"_s, u"judged_on"_s, u"limit"_s, u"metric"_s, u"not_judged"_s,
                                                         u"outcome"_s, u"reason"_s}));
        QCOMPARE(list[2][u"outcome"_s].toString(), u"not_judged"_s);
        QCOMPARE(list[3][u"metric"_s].toString(), u"p99_ns"_s);
        QCOMPARE(list[3][u"limit"_s].toDouble(), 5e9);
    }

    void jsonOfAClosedLoopHasPhasesAndNoRate()
    {
        const Session session = samples::session();
        const QJsonObject root = json(session);
        const QJsonObject trial = root[u"trials"_s][0].toObject();
        QCOMPARE(trial[u"phases"_s].toObject().keys(), (QStringList{u"body_ns"_s, u"connect_ns"_s, u"first_byte_ns"_s, u"name_ns"_s, u"tls_ns"_s}));
        for (const QString &phase : trial[u"phases"_s].toObject().keys())
            QCOMPARE(sortedKeys(trial[u"phases"_s][phase]), (QStringList{u"count"_s, u"max"_s, u"mean"_s, u"min"_s, u"p50"_s, u"p99"_s}));
        const Trial &first = *session.trials[0];
        QCOMPARE(trial[u"phases"_s][u"tls_ns"_s][u"max"_s].toInteger(), first.tls.maxNs);
        QCOMPARE(trial[u"phases"_s][u"first_byte_ns"_s][u"count"_s].toInteger(), first.requests);
        QVERIFY(close(trial[u"phases"_s][u"body_ns"_s][u"p99"_s].toDouble(), *quantileNs(first.body, 0.99)));
        QCOMPARE(trial[u"connections_opened"_s].toInteger(), first.connectionsOpened);
        QCOMPARE(trial[u"http"_s].toString(), u"1.1"_s);
        QVERIFY(!trial.contains(u"rate"_s) && !trial.contains(u"service_ns"_s) && !trial.contains(u"slip_ns"_s));
        QVERIFY(!root[u"trials"_s][5][u"phases"_s].toObject().contains(u"name_ns"_s)); // looked up once
        QVERIFY(!root[u"cells"_s][0].toObject().contains(u"rate"_s));
    }

    void jsonOfAnOpenLoop()
    {
        const Session session = samples::rateSession();
        const QJsonObject root = json(session);
        const Trial &first = *session.trials[0];
        const QJsonObject trial = root[u"trials"_s][0].toObject();
        QCOMPARE(trial[u"rate"_s].toInt(), 500);
        QCOMPARE(trial[u"connections"_s].toInt(), 50);
        QCOMPARE(trial[u"transport"_s].toString(), u"qnam"_s);
        QCOMPARE(trial[u"http"_s].toString(), u"2"_s);
        QCOMPARE(trial[u"not_sent"_s].toInt(), 4);
        QVERIFY(close(trial[u"latency_ns"_s][u"p99"_s].toDouble(), *quantileNs(first.latency, 0.99)));
        QVERIFY(close(trial[u"service_ns"_s][u"p99"_s].toDouble(), *quantileNs(first.service, 0.99)));
        QCOMPARE(sortedKeys(trial[u"service_ns"_s]), sortedKeys(trial[u"latency_ns"_s]));
        QCOMPARE(sortedKeys(trial[u"slip_ns"_s]), (QStringList{u"count"_s, u"max"_s, u"mean"_s, u"min"_s, u"p50"_s, u"p99"_s}));
        QCOMPARE(trial[u"slip_ns"_s][u"count"_s].toInteger(), first.sent);
        for (const QString &list : {u"cells"_s, u"comparison"_s}) {
            QCOMPARE(root[list][0][u"rate"_s].toInt(), 500);
            QCOMPARE(root[list][0][u"connections"_s].toInt(), 50);
        }
        QCOMPARE(root[u"plan"_s][u"load"_s][u"arrivals"_s].toString(), u"poisson"_s);

        // Sweeping connections at one rate, both are there too.
        Session fixed = samples::session();
        fixed.plan.load.rate = 750;
        QCOMPARE(json(fixed)[u"cells"_s][2][u"connections"_s].toInt(), 10);
        QCOMPARE(json(fixed)[u"cells"_s][2][u"rate"_s].toInt(), 750);
    }

    void timeoutsInTheTailOfServiceTimes()
    {
        Session session = samples::rateSession();
        Trial slow = *session.trials[0];
        slow.errors[ErrorKind::Timeout] = slow.requests / 20;
        slow.sent += slow.errors[ErrorKind::Timeout];
        session.trials[0] = samples::shared(slow);
        const QJsonObject service = json(session)[u"trials"_s][0][u"service_ns"_s].toObject();
        QVERIFY(service.contains(u"p90"_s) && !service.contains(u"p99"_s));
    }

    void csvOfAnOpenLoop()
    {
        const Session session = samples::rateSession();
        const auto records = csvRead(exported(session, ExportFormat::Csv));
        QCOMPARE(records.size(), session.trials.size() + 1);
        const auto value = [&](const QString &column) { return records[1].value(records[0].indexOf(column)); };
        const Trial &first = *session.trials[0];
        QCOMPARE(value(u"rate"_s), u"500"_s);
        QCOMPARE(value(u"http"_s), u"2"_s);
        QCOMPARE(value(u"connections_opened"_s).toLongLong(), first.connectionsOpened);
        QVERIFY(close(value(u"service_p99_ns"_s).toDouble(), *quantileNs(first.service, 0.99)));
        QCOMPARE(value(u"slip_max_ns"_s).toLongLong(), first.slip.maxNs);
        QCOMPARE(value(u"name_count"_s), u"1"_s);
        for (const QString &phase : {u"connect"_s, u"tls"_s, u"first_byte"_s, u"body"_s})
            for (const QString &figure : {u"min"_s, u"mean"_s, u"p50"_s, u"p99"_s, u"max"_s})
                QVERIFY2(value(phase + u'_' + figure + u"_ns"_s).toDouble() > 0, qPrintable(phase + figure));
        const auto closed = csvRead(exported(samples::session(), ExportFormat::Csv));
        QCOMPARE(closed[0], records[0]);
        for (const QString &column : {u"rate"_s, u"service_p99_ns"_s, u"slip_max_ns"_s})
            QCOMPARE(closed[1].value(closed[0].indexOf(column)), QString());
    }

    void plotsNameTheAxisAndTheTransport()
    {
        const QByteArray rate = exported(samples::rateSession(), ExportFormat::Gnuplot);
        QVERIFY(rate.contains("set xlabel 'requests per second due'"));
        QVERIFY(rate.contains("set ylabel 'p99 response time in ms'"));
        QVERIFY(rate.contains("qnam transport, HTTP/2"));
        QVERIFY(rate.contains("# rate_due rps p99_ms\n500 "));
        const QByteArray closed = exported(samples::session(), ExportFormat::Gnuplot);
        QVERIFY(closed.contains("set xlabel 'connections'") && closed.contains("set ylabel 'p99 latency in ms'"));
        QVERIFY(closed.contains("socket transport") && closed.contains("# connections rps p99_ms\n1 "));
    }

    // EXP-06: whole numbers beyond 2^53 to the last digit.
    void jsonLargeCounters()
    {
        Session session = samples::session();
        Trial large = *session.trials[0];
        large.bytesReceived = (qint64(1) << 53) + 1;
        large.sent = large.requests = (qint64(1) << 60) + 1;
        large.errors = {};
        large.cancelled = 0;
        session.trials[0] = samples::shared(large);
        const QByteArray text = exported(session, ExportFormat::Json);
        QVERIFY(text.contains("\"bytes_received\": 9007199254740993,"));
        QVERIFY(text.contains("\"sent\": 1152921504606846977,"));
        QVERIFY(exported(session, ExportFormat::Csv).contains(",9007199254740993,"));
    }

    // STAT-01, EXP-06: nothing to show is nothing at all, in every format.
    void nothingAnswered()
    {
        const Session failed = samples::failedSession();
        Session never = failed;
        never.trials.clear();
        Session one = failed;
        one.trials.resize(1);
        static const QRegularExpression impossible(u"nan|inf|null|-1\\.|2147483647|9007199254740991"_s, QRegularExpression::CaseInsensitiveOption);
        for (const Session &session : {failed, never, one}) {
            for (const ExportFormat format : allExportFormats) {
                const QString text = QString::fromUtf8(exported(session, format));
                const auto match = impossible.match(text);
                QVERIFY2(!match.hasMatch(), qPrintable(exportFormatId(format) + u": "_s + text.mid(match.capturedStart() - 40, 100)));
            }
            QVERIFY(!impossible.match(terminalTable(session, analyse(session))).hasMatch());
        }
        const QJsonObject trial = json(failed)[u"trials"_s][0].toObject();
        QVERIFY(!trial.contains(u"latency_ns"_s) && !trial.contains(u"connect_ns"_s));
        QCOMPARE(trial[u"requests"_s].toInteger(-1), 0);
        QCOMPARE(trial[u"errors"_s].toObject(), (QJsonObject{{u"connect"_s, 40}}));
        QVERIFY(exported(failed, ExportFormat::Dat).contains("# 10: no data\n"));
        QVERIFY(exported(failed, ExportFormat::Markdown).contains("| no data |"));
    }

    // A value that is no number must not get out even if some calculation let it through.
    void numbersThatAreNone()
    {
        const Session session = samples::session();
        Analysis analysis = analyse(session);
        const double nan = std::numeric_limits<double>::quiet_NaN();
        const double infinity = std::numeric_limits<double>::infinity();
        for (CellSummary &cell : analysis.cells)
            for (auto &[metric, summary] : cell.metrics)
                summary = {3, nan, infinity, nan, -infinity, nan, nan, nan, nan};
        for (Comparison &comparison : analysis.comparisons)
            comparison.ratio = comparison.p = comparison.ciHigh = nan;
        static const QRegularExpression impossible(u"\\b(nan|inf|null)"_s, QRegularExpression::CaseInsensitiveOption);
        for (const ExportFormat format : allExportFormats)
            for (const ExportedFile &file : exportSession(session, analysis, format, u"run"_s))
                QVERIFY2(!impossible.match(QString::fromUtf8(file.content)).hasMatch(), qPrintable(exportFormatId(format)));
        QVERIFY(!impossible.match(terminalTable(session, analysis)).hasMatch());
    }

    void timeoutsInTheTail()
    {
        Session session = samples::session();
        Trial slow = *session.trials[0];
        slow.errors[ErrorKind::Timeout] = slow.requests / 20; // five in a hundred and five: p99 is among them, p90 is not
        slow.sent += slow.errors[ErrorKind::Timeout];
        session.trials[0] = samples::shared(slow);
        const QJsonObject latency = json(session)[u"trials"_s][0][u"latency_ns"_s].toObject();
        QVERIFY(latency.contains(u"p90"_s));
        QVERIFY(!latency.contains(u"p99"_s));
        QVERIFY(!latency.contains(u"p99_9"_s));
    }

    // EXP-10
    void jsonRoundTrip()
    {
        const Session session = samples::session();
        const Analysis analysis = analyse(session);
        const QJsonObject root = json(session);
        for (std::size_t i = 0; i < session.trials.size(); ++i) {
            const Trial &trial = *session.trials[i];
            const QJsonObject read = root[u"trials"_s][static_cast<qsizetype>(i)].toObject();
            QCOMPARE(read[u"duration_ns"_s].toInteger(), qint64(trial.duration.count()));
            QCOMPARE(read[u"sent"_s].toInteger(), trial.sent);
            QCOMPARE(read[u"bytes_received"_s].toInteger(), trial.bytesReceived);
            QVERIFY(close(read[u"rps"_s].toDouble(), *metricValue(trial, Metric::Rps)));
            QVERIFY(close(read[u"latency_ns"_s][u"mean"_s].toDouble(), *meanNs(trial.latency)));
            QVERIFY(close(read[u"latency_ns"_s][u"p99"_s].toDouble(), *quantileNs(trial.latency, 0.99)));
            QVERIFY(close(read[u"client_cpu"_s][u"user_s"_s].toDouble(), trial.clientUserS));
        }
        for (std::size_t i = 0; i < analysis.cells.size(); ++i)
            for (const auto &[metric, summary] : analysis.cells[i].metrics) {
                const QJsonObject read = root[u"cells"_s][static_cast<qsizetype>(i)][metricId(metric)].toObject();
                QVERIFY(close(read[u"mean"_s].toDouble(), summary.mean));
                QVERIFY(close(read[u"se"_s].toDouble(), summary.se));
                QCOMPARE(read[u"n"_s].toInt(), summary.n);
            }
        QVERIFY(close(root[u"comparison"_s][0][u"ratio"_s].toDouble(), *analysis.comparisons[0].ratio));
    }

    void csvRoundTrip()
    {
        const Session session = samples::session();
        const auto records = csvRead(exported(session, ExportFormat::Csv));
        QCOMPARE(records.size(), session.trials.size() + 1);
        const QStringList &names = records[0];
        QCOMPARE(QSet<QString>(names.begin(), names.end()).size(), names.size());
        for (std::size_t i = 0; i < session.trials.size(); ++i) {
            const Trial &trial = *session.trials[i];
            const QStringList &fields = records[i + 1];
            const auto field = [&](const QString &name) { return fields[names.indexOf(name)]; };
            QCOMPARE(fields.size(), names.size());
            QCOMPARE(field(u"target"_s), session.plan.targets[static_cast<std::size_t>(trial.target)].name);
            QCOMPARE(field(u"sent"_s).toLongLong(), trial.sent);
            QCOMPARE(field(u"errors"_s).toLongLong(), trial.errors.total());
            QCOMPARE(field(u"errors_closed_early"_s), u"1"_s);
            QCOMPARE(field(u"status"_s), u"200=%1;503=3"_s.arg(trial.requests));
            QVERIFY(close(field(u"rps"_s).toDouble(), *metricValue(trial, Metric::Rps)));
            QVERIFY(close(field(u"latency_stdev_ns"_s).toDouble(), *stdevNs(trial.latency)));
            QVERIFY(close(field(u"latency_p99_ns"_s).toDouble(), *quantileNs(trial.latency, 0.99)));
            QVERIFY(close(field(u"client_user_s"_s).toDouble(), trial.clientUserS));
        }
    }

    void datRoundTrip()
    {
        const Session session = samples::session();
        const Analysis analysis = analyse(session);
        const auto files = exportSession(session, analysis, ExportFormat::Dat, u"run"_s);
        QCOMPARE(files.size(), std::size_t(2));
        QCOMPARE(files[0].suffix, u"-nginx.dat"_s);
        QCOMPARE(files[1].suffix, u"-apache.dat"_s);
        QList<QByteArray> lines = files[1].content.trimmed().split('\n');
        lines.removeIf([](const QByteArray &line) { return line.startsWith('#'); });
        QCOMPARE(lines.size(), 3);
        for (qsizetype i = 0; i < 3; ++i) {
            const QList<QByteArray> fields = lines[i].split(' ');
            const int level = session.plan.sweep.levels[static_cast<std::size_t>(i)];
            QCOMPARE(fields.size(), 3);
            QCOMPARE(fields[0].toInt(), level);
            QVERIFY(close(fields[1].toDouble(), analysis.cell(1, level)->metrics.at(Metric::Rps).mean));
            QVERIFY(close(fields[2].toDouble() * 1e6, analysis.cell(1, level)->metrics.at(Metric::P99Ns).mean));
        }
    }

    // EXP-01, EXP-02
    void csvOfHostileTexts()
    {
        const Session session = hostileSession();
        const QByteArray csv = exported(session, ExportFormat::Csv);
        const auto records = csvRead(csv);
        QCOMPARE(records.size(), session.trials.size() + 1);
        const QStringList &names = records[0];
        for (const QStringList &fields : records) {
            QCOMPARE(fields.size(), names.size());
            for (const QString &field : fields)
                QVERIFY2(field.isEmpty() || !u"=+-@\t\r"_s.contains(field.front()), qPrintable(field));
        }
        const auto text = [&](std::size_t row, const QString &name) { return csvOriginal(records[row][names.indexOf(name)]); };
        QCOMPARE(text(1, u"target"_s), session.plan.targets[0].name);
        QCOMPARE(text(2, u"target"_s), session.plan.targets[1].name);
        QCOMPARE(text(1, u"error_detail"_s), session.trials[0]->errorDetail);
        QCOMPARE(text(1, u"address"_s), session.trials[0]->address);
        for (const ExportFormat format : allExportFormats)
            QVERIFY(!exported(session, format).contains("hunter2"));
    }

    // EXP-03
    void sameUnderEveryLocale()
    {
        const Session session = samples::session();
        const auto all = [&] {
            QByteArray text = terminalTable(session, analyse(session)).toUtf8();
            for (const ExportFormat format : allExportFormats)
                text += exported(session, format);
            return text;
        };
        const QByteArray expected = all();
        for (const QString &name : {u"de_DE"_s, u"fr_FR"_s, u"ar_EG"_s, u"de_CH"_s, u"cs_CZ"_s, u"hi_IN"_s}) {
            QLocale::setDefault(QLocale(name));
            std::setlocale(LC_ALL, qPrintable(name + u".UTF-8"_s)); // where the system has it
            const QByteArray text = all();
            std::setlocale(LC_ALL, "C.UTF-8");
            QLocale::setDefault(QLocale::c());
            QVERIFY2(text == expected, qPrintable(name));
        }
    }

    void filesOfAnExport()
    {
        QTemporaryDir folder;
        Session session = samples::session();
        session.plan.targets.resize(2);
        session.plan.targets[1].name = u"NGINX"_s; // would be the same file on some systems
        const Analysis analysis = analyse(session);
        const auto written = [&](ExportFormat format, const QString &name) {
            const auto names = exportToFiles(session, analysis, format, folder.filePath(name));
            QStringList files;
            for (const QString &path : names ? *names : QStringList())
                files << QDir(folder.path()).relativeFilePath(path);
            return files;
        };
        QCOMPARE(written(ExportFormat::Csv, u"a.csv"_s), QStringList{u"a.csv"_s});
        QCOMPARE(written(ExportFormat::Dat, u"a.dat"_s), (QStringList{u"a-nginx.dat"_s, u"a-NGINX-2.dat"_s}));
        QCOMPARE(written(ExportFormat::Dat, u"b"_s), (QStringList{u"b-nginx.dat"_s, u"b-NGINX-2.dat"_s}));
        QCOMPARE(written(ExportFormat::Gnuplot, u"a.gp"_s), (QStringList{u"a.gp"_s, u"a-nginx.dat"_s, u"a-NGINX-2.dat"_s}));
        QCOMPARE(written(ExportFormat::Gnuplot, u"c"_s), (QStringList{u"c.gnuplot"_s, u"c-nginx.dat"_s, u"c-NGINX-2.dat"_s}));
        QVERIFY(!exportToFiles(session, analysis, ExportFormat::Csv, folder.filePath(u"no/such/a.csv"_s)));
        QVERIFY(!exportToFiles(session, analysis, ExportFormat::Csv, folder.path()));
    }

    void targetFileNames()
    {
        Session session = samples::session();
        session.trials.clear();
        session.plan.targets.resize(6);
        const char *names[] = {"../../etc/passwd", "", "日本", "a b", "a/b", "..."};
        for (std::size_t i = 0; i < 6; ++i)
            session.plan.targets[i].name = QString::fromUtf8(names[i]);
        QStringList suffixes;
        for (const ExportedFile &file : exportSession(session, analyse(session), ExportFormat::Dat, u"run"_s))
            suffixes << file.suffix;
        QCOMPARE(suffixes, (QStringList{u"-..-..-etc-passwd.dat"_s, u"-target-2.dat"_s, u"-target-3.dat"_s, u"-a-b.dat"_s, u"-a-b-2.dat"_s, u"-target-6.dat"_s}));
    }

    // Draws, and runs nothing that a name says. Where gnuplot is not installed, only the text is looked at.
    void gnuplot()
    {
        QTemporaryDir folder;
        const Session sessions[] = {hostileSession(), samples::failedSession(), samples::session()};
        for (const Session &session : sessions) {
            const QString base = u"<touch pwned;'`touch pwned`'"_s;
            const auto names = exportToFiles(session, analyse(session), ExportFormat::Gnuplot, folder.path() + u'/' + base + u".gnuplot"_s);
            QVERIFY(names);
            QFile script(names->first());
            QVERIFY(script.open(QIODevice::ReadOnly));
            for (const QByteArray &line : script.readAll().split('\n'))
                QVERIFY2(!line.contains('`'), line.constData());
        }
        const QString program = QStandardPaths::findExecutable(u"gnuplot"_s);
        if (program.isEmpty())
            QSKIP("gnuplot is not installed");
        for (const Session &session : sessions) {
            const auto names = exportToFiles(session, analyse(session), ExportFormat::Gnuplot, folder.filePath(u"it's <x> 😀.gnuplot"_s));
            QVERIFY(names);
            QProcess run;
            run.setWorkingDirectory(folder.path());
            run.start(program, {names->first()});
            QVERIFY(run.waitForFinished(30'000));
            const QByteArray said = run.readAllStandardError();
            QVERIFY2(run.exitCode() == 0 && said.isEmpty(), said.constData());
            QFile drawn(folder.filePath(u"it's <x> 😀.svg"_s));
            QVERIFY(drawn.open(QIODevice::ReadOnly));
            QVERIFY(drawn.readAll().trimmed().endsWith("</svg>"));
            QVERIFY(drawn.remove());
            QVERIFY(!QFile::exists(folder.filePath(u"pwned"_s)));
        }
    }

    void files()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath(u"out put #1?.csv"_s);
        QVERIFY(!writeFile(path, "one"));
        QVERIFY(!writeFile(path, "two"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray("two"));
        QVERIFY(!writeFile(u"/dev/null"_s, "x"));
        QVERIFY(writeFile(u"/dev/full"_s, "x"));
        QVERIFY(writeFile(folder.path(), "x"));
        QVERIFY(writeFile(QString(), "x"));
        QVERIFY(writeFile(folder.filePath(u"missing/x"_s), "x")->text.contains(u"no folder"));
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden).size(), 1);
    }
};

QTEST_GUILESS_MAIN(ExportTest)
#include "tst_export.moc"
