// SPDX-License-Identifier: GPL-3.0-or-later
// The runs and the ranking of the levels as tables and lists for people.
#include "core/session/export.h"
#include "core/session/rankingtext.h"
#include "core/session/reductiontext.h"
#include "core/session/runstext.h"
#include "core/session/textwidth.h"
#include "core/stats/analysis.h"
#include "samples.h"
#include "tests/support/publishedsession.h"

#include <QJsonArray>
#include <QRegularExpression>
#include <QTest>

using namespace sweepbench;
using namespace Qt::StringLiterals;

class RunsTextTest : public QObject
{
    Q_OBJECT

    static QString exported(const Session &session, ExportFormat format, ExportOptions options)
    {
        return QString::fromUtf8(exportSession(session, analyse(session), format, QString(), options).front().content);
    }
    static constexpr ExportOptions runs{false, true, false};
    static constexpr ExportOptions ranking{false, false, true};

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void publishedMeansAndErrors()
    {
        const QJsonObject published = test::emacsFigures()[u"published_mean_and_se_s"_s].toObject();
        const Session session = test::emacsSession();
        const auto tables = runsTexts(session);
        QCOMPARE(tables.size(), std::size_t(3));
        for (std::size_t i = 0; i < tables.size(); ++i) {
            const QJsonObject level = published[QString::number(session.plan.sweep.levels[i])].toObject();
            QCOMPARE(tables[i].titles, (QStringList{u"Run"_s, u"elnode"_s, u"web_server"_s}));
            for (int column = 1; column <= 2; ++column) {
                const QJsonArray printed = level[tables[i].titles[column]].toArray();
                QCOMPARE(tables[i].foot[column], printed[0].toString() + u" ± "_s + printed[1].toString());
            }
            QCOMPARE(tables[i].lines.size(), std::size_t(8));
        }
        QCOMPARE(tables[2].caption, u"Run time (s) at 500 connections; 5000 requests per trial; † outlier, kept"_s);
        QCOMPARE(tables[2].lines[2], (QStringList{u"3"_s, u"38.646"_s, u"29.860"_s}));
    }

    void markdown()
    {
        const QString text = exported(test::emacsSession(), ExportFormat::Markdown, runs);
        QVERIFY2(text.contains(u"\n\nRun time (s) at 1 connection; 5000 requests per trial; † outlier, kept:\n\n"
                               "| Run | elnode | web\\_server |\n| --- | ---: | ---: |\n| 1 | 49.528\u00A0† | 39.896 |\n"_s), qPrintable(text));
        QVERIFY(text.contains(u"| Mean ± standard error | 46.88325 ± 0.39063816 | 40.513 ± 0.097681699 |\n"_s));
        QVERIFY(!exported(test::emacsSession(), ExportFormat::Markdown, {}).contains(u"| Run |"));
    }

    void org()
    {
        const QString text = exported(test::emacsSession(), ExportFormat::Org, runs);
        QVERIFY2(text.contains(u"\n#+CAPTION: Run time (s) at 500 connections; 5000 requests per trial; † outlier, kept\n"
                               "| Run | elnode | web_server |\n|---+---+---|\n| 1 | 43.484 | 26.459 |\n"_s), qPrintable(text));
        QVERIFY(text.contains(u"\n| 8 | 46.615 | 31.095 |\n|---+---+---|\n| Mean ± standard error | 63.894625 ± 11.643012 | 33.52825 ± 1.4746653 |\n"_s));
    }

    void terminal()
    {
        const Session session = test::emacsSession();
        const QString text = terminalTable(session, analyse(session), {false, true, true});
        QVERIFY(text.contains(u"\nRun time (s) at 10 connections; 5000 requests per trial; † outlier, kept:\n"_s));
        QVERIFY(text.contains(u"24.5505 ± 1.1492008\n"_s));
        QVERIFY(text.contains(u"\nelnode: 10, 1 ≈ 500 connections\nweb_server: 10, 500, 1 connections\n"_s));
        const QString without = terminalTable(session, analyse(session));
        QVERIFY(!without.contains(u"24.5505") && !without.contains(u"≈"));
    }

    /// The percentages and ratios that tests/core/stats/data has from an independent calculation.
    void reductionsStandBelowTheRuns()
    {
        const Session session = test::emacsSession();
        const QString line = u"at 500 connections: 42 % (95 % interval 21 % to 58 %, 8 pairs), 1.74 times as fast; of the means 48 %"_s;
        const auto plain = [](QString text) { return text.replace(u'\u00A0', u' '); };
        const QString terminal = plain(terminalTable(session, analyse(session), {false, true, false}));
        QVERIFY2(terminal.contains(u"\nRun-time reduction, from the pairs; below zero the run takes longer:\nweb_server against elnode at 1 connection: 14 %"_s),
                 qPrintable(terminal));
        QVERIFY2(terminal.contains(u"\nweb_server against elnode "_s + line + u'\n'), qPrintable(terminal));
        QVERIFY(plain(exported(session, ExportFormat::Markdown, runs)).contains(u"\n- web\\_server against elnode "_s + line + u'\n'));
        QVERIFY(plain(exported(session, ExportFormat::Org, runs)).contains(u"\n- web_server against elnode "_s + line + u'\n'));
        QVERIFY(!plain(exported(session, ExportFormat::Markdown, {})).contains(u"Run-time reduction"));
        Session other = session;
        other.judging.baseline = 1;
        QVERIFY(plain(terminalTable(other, analyse(other), {false, true, false})).contains(u"elnode against web_server at 500 connections: -74 % ("_s));
        QVERIFY(reductionLines({}, {}).isEmpty());
    }

    void unitsAndDecimals_data()
    {
        QTest::addColumn<Metric>("metric");
        QTest::addColumn<QList<double>>("values");
        QTest::addColumn<QString>("title");
        QTest::addColumn<QStringList>("texts");
        QTest::newRow("rates") << Metric::Rps << QList<double>{18234.5678, 999.123456} << u"Requests per second"_s
                               << QStringList{u"18234.6"_s, u"999.1"_s};
        QTest::newRow("whole") << Metric::Rps << QList<double>{1200, 900} << u"Requests per second"_s << QStringList{u"1200"_s, u"900"_s};
        QTest::newRow("millions") << Metric::Rps << QList<double>{12345678.9, 1} << u"Requests per second"_s
                                  << QStringList{u"12345679"_s, u"1"_s};
        QTest::newRow("ms") << Metric::P99Ns << QList<double>{1.25e6, 2.5e6} << u"p99 latency (ms)"_s << QStringList{u"1.25"_s, u"2.50"_s};
        QTest::newRow("us") << Metric::MeanNs << QList<double>{850, 1250} << u"Mean latency (µs)"_s << QStringList{u"0.85"_s, u"1.25"_s};
        QTest::newRow("bytes") << Metric::BytesPerS << QList<double>{1.5e6, 2e6} << u"Bytes per second (MB/s)"_s
                               << QStringList{u"1.5"_s, u"2.0"_s};
        QTest::newRow("zero") << Metric::BytesPerS << QList<double>{0, 0} << u"Bytes per second (B/s)"_s << QStringList{u"0"_s, u"0"_s};
    }
    void unitsAndDecimals()
    {
        QFETCH(Metric, metric);
        QFETCH(QList<double>, values);
        RunsTable table{10, metric, {0, 1}, {RunsColumn{}}};
        for (const double value : std::as_const(values))
            table.columns[0].runs.push_back({true, false, false, value});
        const RunsFormat format(table, samples::plan());
        QTEST(format.figureTitle(), "title");
        QStringList texts;
        for (const RunFigure &run : table.columns[0].runs)
            texts << format.run(run, 0);
        QTEST(texts, "texts");
    }

    void placesWithoutAFigure()
    {
        Plan plan = samples::plan();
        plan.load.timeout = std::chrono::seconds(10);
        const RunsFormat format(RunsTable{}, plan);
        QCOMPARE(format.run({}, 0), u"not run"_s);
        QCOMPARE(format.run({true, true, false, {}}, 0), u"unfit"_s);
        QCOMPARE(format.run({true, false, true, {}}, 0), u"≥ 10.0\u00A0s"_s);
        QCOMPARE(format.run({true, false, false, {}}, 0), u"no data"_s);
        QCOMPARE(format.foot({}), u"no data"_s);
        Summary one;
        one.n = 1;
        one.mean = 12.5;
        QCOMPARE(format.foot(one), u"12.5"_s); // one run has no error
        QCOMPARE(format.shortFoot(one), u"12.50"_s);
        const QString failed = exported(samples::failedSession(), ExportFormat::Markdown, runs);
        QVERIFY2(failed.contains(u"| 1 | unfit | unfit |\n"_s) && failed.contains(u"| Mean ± standard error | no data | no data |\n"_s), qPrintable(failed));
    }

    void namesAreNoMarkup()
    {
        Session session = test::emacsSession();
        session.plan.targets[0].name = u"a|b *c* [[shell:x][y]]\nnext"_s;
        for (const ExportFormat format : {ExportFormat::Markdown, ExportFormat::Org}) {
            static const QRegularExpression bar(u"(?<!\\\\)\\|"_s);
            const QString text = exported(session, format, {false, true, true});
            QVERIFY(!text.contains(u"shell:x") || format == ExportFormat::Markdown);
            for (const QString &line : text.split(u'\n'))
                if (line.startsWith(u"| Run |"))
                    QCOMPARE(line.count(bar), 4);
        }
    }

    void rankings()
    {
        const Session session = test::emacsSession();
        const QStringList lines = rankingLines(session, analyse(session));
        QCOMPARE(lines, (QStringList{u"elnode: 10, 1 ≈ 500 connections"_s, u"web_server: 10, 500, 1 connections"_s}));
        QVERIFY(rankingCaption(session.plan).startsWith(u"Levels of each target by run time, best first; ≈"_s));
        const QString text = exported(session, ExportFormat::Markdown, ranking);
        QVERIFY2(text.contains(u"\n- elnode: 10, 1 ≈ 500 connections\n- web\\_server: 10, 500, 1 connections\n"_s), qPrintable(text));
        QVERIFY(exported(session, ExportFormat::Org, ranking).contains(u"\n- elnode: 10, 1 ≈ 500 connections\n"_s));
        QCOMPARE(rankingLines(samples::failedSession(), analyse(samples::failedSession()))[0].section(u": "_s, 1), u"no data"_s);
        Session rates = samples::rateSession();
        QVERIFY(rankingLines(rates, analyse(rates))[0].endsWith(u" requests per second due"_s));
        QCOMPARE(rankingLines({}, {}), QStringList{u"no data"_s});
    }
};

QTEST_GUILESS_MAIN(RunsTextTest)
#include "tst_runstext.moc"
