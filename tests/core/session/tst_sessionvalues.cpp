// SPDX-License-Identifier: GPL-3.0-or-later
// Whole files with impossible values in them: refused with the trial and the field, never shown, never a crash (SES-05).
#include "core/session/blob.h"
#include "core/session/rowchecksum.h"
#include "core/session/schema.h"
#include "core/session/sessioncheck.h"
#include "core/session/sessionfile.h"
#include "core/stats/histogram.h"
#include "samples.h"

#include <QFile>
#include <QRegularExpression>
#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QTemporaryDir>
#include <QTest>

#include <limits>

using namespace sweepbench;
using namespace Qt::StringLiterals;

class SessionValuesTest : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

    static void sign(const QSqlDatabase &database, const QString &table, const QStringList &columns)
    {
        QSqlQuery rows(database);
        if (!rows.exec(u"SELECT %1, id FROM %2"_s.arg(columns.join(u", "_s), table)))
            qFatal("%s", qPrintable(rows.lastError().text()));
        while (rows.next()) {
            QVariantList values;
            for (int i = 0; i < columns.size(); ++i)
                values << rows.value(i);
            QSqlQuery update(database);
            if (!update.exec(u"UPDATE %1 SET checksum = %2 WHERE id = %3"_s.arg(table).arg(rowChecksum(values)).arg(rows.value(static_cast<int>(columns.size())).toLongLong())))
                qFatal("%s", qPrintable(update.lastError().text()));
        }
    }

    /// The problem with a session after an assignment in its third trial; empty where it loads.
    QString after(const QString &sql) const
    {
        const QString path = m_folder.filePath(u"changed.sweep"_s);
        if (!SessionFile::create(path, samples::session()))
            return u"could not be made"_s;
        QString error;
        {
            QSqlDatabase database = QSqlDatabase::addDatabase(u"QSQLITE"_s, u"change"_s);
            database.setDatabaseName(path);
            if (!database.open())
                qFatal("can't open");
            QSqlQuery query(database);
            if (!query.exec(u"PRAGMA ignore_check_constraints=ON"_s) || !query.exec(sql))
                error = u"SQL: "_s + query.lastError().text();
            // As somebody would who means it: with fitting checksums.
            sign(database, u"trial"_s, trialColumns());
            sign(database, u"session"_s, sessionColumns());
            query.finish();
            database.close();
        }
        QSqlDatabase::removeDatabase(u"change"_s);
        if (!error.isEmpty())
            return error;
        const auto session = loadSession(path);
        return session ? QString() : session.problem().line();
    }

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void trials_data()
    {
        QTest::addColumn<QString>("assignment");
        QTest::addColumn<QString>("words");
        QTest::newRow("target") << u"target = 2"_s << u"target 2 is not one of the plan's 2"_s;
        QTest::newRow("negative target") << u"target = -1"_s << u"target -1"_s;
        QTest::newRow("wide target") << u"target = 4294967296"_s << u"target: not a value"_s;
        QTest::newRow("level") << u"connections = 11"_s << u"11 connections are not a level"_s;
        QTest::newRow("repeat") << u"repeat = -1"_s << u"repeat is -1"_s;
        QTest::newRow("order") << u"run_order = -5"_s << u"order is -5"_s;
        QTest::newRow("transport") << u"transport = 'pigeon'"_s << u"transport"_s;
        QTest::newRow("start") << u"started_at_ms = -1"_s << u"started_at_ms"_s;
        QTest::newRow("late start") << u"started_at_ms = 9223372036854775807"_s << u"started_at_ms"_s;
        QTest::newRow("duration") << u"duration_ns = -1"_s << u"duration_ns is -1"_s;
        QTest::newRow("long duration") << u"duration_ns = 9223372036854775807"_s << u"duration_ns is"_s;
        QTest::newRow("offset") << u"start_offset_ns = -1"_s << u"start_offset_ns"_s;
        QTest::newRow("sent") << u"sent = sent + 1"_s << u"requests, errors and cancelled are"_s;
        QTest::newRow("negative") << u"requests = -1"_s << u"requests is -1"_s;
        QTest::newRow("overflow") << u"sent = 9223372036854775807, requests = 9223372036854775807"_s << u"sent is 9223372036854775807"_s;
        QTest::newRow("errors") << u"errors = '{\"status\":-5}'"_s << u"errors of one kind are -5"_s;
        QTest::newRow("errors kind") << u"errors = '{\"boredom\":5}'"_s << u"errors: not a value"_s;
        QTest::newRow("errors type") << u"errors = '[5]'"_s << u"errors"_s;
        QTest::newRow("errors text") << u"errors = 'x'"_s << u"errors"_s;
        QTest::newRow("errors part") << u"errors = '{\"status\":1.5}'"_s << u"errors"_s;
        QTest::newRow("cancelled") << u"cancelled = -1, sent = sent - cancelled - 1"_s << u"cancelled is -1"_s;
        QTest::newRow("reconnects") << u"reconnects = -1"_s << u"reconnects is -1"_s;
        QTest::newRow("not sent") << u"not_sent = -1"_s << u"not_sent is -1"_s;
        QTest::newRow("status code") << u"status = '{\"99\":5}'"_s << u"99 is not a status code"_s;
        QTest::newRow("status text") << u"status = '{\"abc\":5}'"_s << u"status"_s;
        QTest::newRow("status count") << u"status = '{\"200\":-5}'"_s << u"more answers"_s;
        QTest::newRow("status sum") << u"status = '{\"200\":99999999}'"_s << u"more answers"_s;
        QTest::newRow("status twice") << u"status = '{\"200\":1,\"200\":2}'"_s << u"status"_s;
        QTest::newRow("bytes") << u"bytes_received = -1"_s << u"bytes_received is -1"_s;
        QTest::newRow("bytes above") << u"bytes_sent = 9223372036854775807"_s << u"bytes_sent is"_s;
        QTest::newRow("CPU") << u"client_user_s = -0.5"_s << u"CPU time"_s;
        QTest::newRow("endless CPU") << u"client_system_s = 9e999"_s << u"CPU time"_s;
        QTest::newRow("threads") << u"threads = -2"_s << u"threads"_s;
        QTest::newRow("findings") << u"findings = '[{\"kind\":\"x\",\"severity\":\"panic\",\"text\":\"y\"}]'"_s << u"findings"_s;
        QTest::newRow("findings shape") << u"findings = '[5]'"_s << u"findings"_s;
        QTest::newRow("findings more") << u"findings = '[{\"kind\":\"x\",\"severity\":\"note\",\"text\":\"y\",\"run\":\"z\"}]'"_s << u"findings"_s;
        QTest::newRow("long text") << u"address = hex(zeroblob(600000))"_s << u"longer than"_s;
        QTest::newRow("no histogram") << u"latency = x''"_s << u"latency: not a value"_s;
        QTest::newRow("noise") << u"latency = randomblob(5000)"_s << u"latency: not a value"_s;
        QTest::newRow("cut histogram") << u"latency = substr(latency, 1, length(latency) - 1)"_s << u"latency: not a value"_s;
        QTest::newRow("longer histogram") << u"latency = CAST(latency || x'00' AS BLOB)"_s << u"latency"_s;
        QTest::newRow("foreign histogram") << u"status_latency = latency"_s << u"unexpected answers does not fit 3"_s;
        QTest::newRow("connect") << u"connect = x'01ffffffffffffffffffff'"_s << u"connect"_s;
        QTest::newRow("series") << u"series = x'01ffffffff0f'"_s << u"series: not a value"_s;
        QTest::newRow("series cut") << u"series = substr(series, 1, 20)"_s << u"series"_s;
        QTest::newRow("rate") << u"rate = -1"_s << u"rate is -1"_s;
        QTest::newRow("rate above") << u"rate = 1000001"_s << u"rate is 1000001"_s;
        QTest::newRow("HTTP version") << u"http = '3'"_s << u"http: not a value"_s;
        QTest::newRow("connections opened") << u"connections_opened = -1"_s << u"connections_opened is -1"_s;
        QTest::newRow("service") << u"service = first_byte, requests = requests - 1, errors = '{\"status\":4,\"closed_early\":1}'"_s << u"does not fit"_s;
        for (const char *column : {"service", "slip", "name_lookup", "tls", "first_byte", "body"}) {
            const QString name = QString::fromLatin1(column);
            QTest::addRow("noise in %s", column) << u"%1 = randomblob(5000)"_s.arg(name) << name + u": not a value"_s;
            QTest::addRow("cut %s", column) << u"%1 = substr(latency, 1, 100)"_s.arg(name) << name + u": not a value"_s;
        }
        QTest::newRow("huge blob") << u"series = zeroblob(110000000)"_s << u"series"_s;
    }
    void trials()
    {
        QFETCH(QString, assignment);
        QFETCH(QString, words);
        const QString problem = after(u"UPDATE trial SET %1 WHERE id = 3"_s.arg(assignment));
        QVERIFY2(problem.startsWith(u"changed.sweep: damaged: trial 3: ") && problem.contains(words), qPrintable(problem));
    }

    void documents_data()
    {
        QTest::addColumn<QString>("assignment");
        QTest::addColumn<QString>("words");
        QTest::newRow("plan text") << u"plan = 'x'"_s << u"plan: not JSON"_s;
        QTest::newRow("plan empty") << u"plan = ''"_s << u"plan: empty"_s;
        QTest::newRow("plan newer") << u"plan = '{\"format\":99,\"targets\":[]}'"_s << u"newer"_s;
        QTest::newRow("plan smaller") << u"plan = '{\"targets\":[{\"url\":\"http://h/\"}]}'"_s << u"target 1 is not one of the plan's 1"_s;
        QTest::newRow("plan path") << u"plan = '{\"targets\":[{\"url\":1}]}'"_s << u"plan: targets[0].url: a text"_s;
        QTest::newRow("environment") << u"environment = '{\"cpu_cores\":\"many\"}'"_s << u"environment: cpu_cores"_s;
        QTest::newRow("environment more") << u"environment = '{\"run\":\"rm\"}'"_s << u"environment: run"_s;
        QTest::newRow("created") << u"created_at_ms = -5"_s << u"date"_s;
        QTest::newRow("notes") << u"notes = hex(zeroblob(1000000))"_s << u"notes"_s;
    }
    void documents()
    {
        QFETCH(QString, assignment);
        QFETCH(QString, words);
        const QString problem = after(u"UPDATE session SET "_s + assignment);
        QVERIFY2(problem.startsWith(u"changed.sweep: ") && problem.contains(words), qPrintable(problem));
    }

    void twoPlans()
    {
        const QString problem = after(u"INSERT INTO session SELECT 2, created_at_ms, notes, plan, environment, judging, checksum FROM session"_s);
        QVERIFY2(problem.contains(u"damaged"), qPrintable(problem));
    }

    void checksums()
    {
        const QVariantList values{1, qint64(2), 0.5, u"text"_s, QByteArray("blob"), QVariant(QMetaType(QMetaType::LongLong))};
        const qint64 sum = rowChecksum(values);
        QCOMPARE(rowChecksum({qint64(1), 2, 0.5, u"text"_s, QByteArray("blob"), QVariant(QMetaType(QMetaType::LongLong))}), sum);
        for (qsizetype i = 0; i < values.size(); ++i) {
            QVariantList changed = values;
            changed[i] = 7;
            QVERIFY(rowChecksum(changed) != sum);
        }
        QVERIFY(rowChecksum({u"ab"_s, u"c"_s}) != rowChecksum({u"a"_s, u"bc"_s}));
        QVERIFY(rowChecksum({u"1"_s}) != rowChecksum({1}));
        QCOMPARE(rowChecksum({-0.0}), rowChecksum({0.0}));
    }

    void sumsOfManyTrials()
    {
        // Each alone would do; together they would not fit 64 bits.
        QCOMPARE(after(u"UPDATE trial SET bytes_received = 100000000000000000"_s), QString()); // 18 of them fit
        SessionTotals totals;
        Trial trial = samples::trial(0, 1, 0, 0);
        trial.bytesReceived = 100'000'000'000'000'000;
        int added = 0;
        while (added < 1000 && totals.add(trial, samples::plan()).isEmpty())
            ++added;
        QCOMPARE(added, 46); // 2^62 / 10^17
    }

    void distributionBlobs()
    {
        Histogram histogram;
        QCOMPARE(distributionFromBlob(distributionToBlob(histogram.distribution())), std::optional(histogram.distribution()));
        for (const qint64 ns : {0LL, 1LL, 2047LL, 2048LL, 123'456'789LL, 3'600'000'000'000LL, 9'000'000'000'000LL})
            histogram.record(ns);
        const Distribution whole = histogram.distribution();
        const QByteArray blob = distributionToBlob(whole);
        QCOMPARE(distributionFromBlob(blob), std::optional(whole));
        for (qsizetype length = 0; length < blob.size(); ++length)
            QVERIFY(!distributionFromBlob(blob.first(length)));

        const auto refused = [&](auto change) {
            Distribution changed = whole;
            change(changed);
            return !distributionFromBlob(distributionToBlob(changed)) && !isSane(changed);
        };
        QVERIFY(refused([](Distribution &d) { ++d.count; }));
        QVERIFY(refused([](Distribution &d) { d.minNs = d.maxNs + 1; }));
        QVERIFY(refused([](Distribution &d) { d.sumNs = std::numeric_limits<double>::infinity(); }));
        QVERIFY(refused([](Distribution &d) { d.squaredDeviations = std::numeric_limits<double>::quiet_NaN(); }));
        QVERIFY(refused([](Distribution &d) { d.squaredDeviations = -1; }));
        QVERIFY(refused([](Distribution &d) { d.buckets.back().index = histogramSize; }));
        QVERIFY(refused([](Distribution &d) { d.buckets[1] = d.buckets[0]; }));
        QVERIFY(refused([](Distribution &d) { std::swap(d.buckets[1].count, d.buckets[2].count), d.buckets[1].count = 0; --d.count; }));
        QVERIFY(refused([](Distribution &d) { d.buckets[0].count = ~std::uint64_t(0); d.count = 5; }));
    }

    void seriesBlobs()
    {
        const std::vector<SeriesPoint> whole = samples::trial(0, 1, 0, 0).series;
        QVERIFY(whole.size() > 5);
        const QByteArray blob = seriesToBlob(whole);
        QCOMPARE(seriesFromBlob(blob), std::optional(whole));
        QVERIFY(blob.size() < static_cast<qsizetype>(whole.size() * sizeof(SeriesPoint)) / 2);
        for (qsizetype length = 0; length < blob.size(); ++length)
            QVERIFY(!seriesFromBlob(blob.first(length)));
        const auto refused = [&](auto change) {
            std::vector<SeriesPoint> changed = whole;
            change(changed[2]);
            return !isSane(changed) && !seriesFromBlob(seriesToBlob(changed));
        };
        QVERIFY(refused([](SeriesPoint &p) { p.startNs = 0; }));
        QVERIFY(refused([](SeriesPoint &p) { p.spanNs = -1; }));
        QVERIFY(refused([](SeriesPoint &p) { p.requests = -1; }));
        QVERIFY(refused([](SeriesPoint &p) { p.bytesReceived = std::numeric_limits<qint64>::max(); }));
        QVERIFY(refused([](SeriesPoint &p) { p.p99Ns = -2; }));
    }

    void numbersInBlobsAreShortest()
    {
        const Distribution none;
        QVERIFY(distributionFromBlob(distributionToBlob(none)));
        QVERIFY(!distributionFromBlob(distributionToBlob(none).replace(1, 1, QByteArray("\x80\0", 2))));
        QVERIFY(seriesFromBlob(seriesToBlob({})));
        QVERIFY(!seriesFromBlob(seriesToBlob({}).replace(1, 1, QByteArray("\x80\x80\0", 3))));
    }

    void noiseInBlobs()
    {
        std::uint32_t state = 1;
        for (int round = 0; round < 20'000; ++round) {
            QByteArray blob(1, '\1');
            for (std::uint32_t i = 0; i < 40; ++i) {
                state = state * 1664525U + 1013904223U;
                blob.append(static_cast<char>(state >> 24));
            }
            if (const auto distribution = distributionFromBlob(blob))
                QVERIFY(isSane(*distribution));
            if (const auto series = seriesFromBlob(blob))
                QVERIFY(isSane(*series));
        }
    }
};

QTEST_GUILESS_MAIN(SessionValuesTest)
#include "tst_sessionvalues.moc"
