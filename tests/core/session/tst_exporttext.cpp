// SPDX-License-Identifier: GPL-3.0-or-later
// The exports for people: terminal, Markdown and Org tables (EXP-09, EXP-10).
#include "core/model/format.h"
#include "core/session/export.h"
#include "core/session/textwidth.h"
#include "core/stats/rankedfindings.h"
#include "core/stats/analysis.h"
#include "core/stats/histogram.h"
#include "samples.h"

#include <QRegularExpression>
#include <QTest>

using namespace sweepbench;
using namespace Qt::StringLiterals;

class ExportTextTest : public QObject
{
    Q_OBJECT

    static QString exported(const Session &session, ExportFormat format)
    {
        return QString::fromUtf8(exportSession(session, analyse(session), format, QString()).front().content);
    }
    static QStringList tableOf(const QString &text) { return text.first(text.indexOf(u"\n\n")).split(u'\n'); }
    static QString cells(const QString &name)
    {
        Session session = samples::session();
        session.plan.targets[1].name = name;
        return terminalTable(session, analyse(session));
    }

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void widths_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("width");
        QTest::newRow("ASCII") << u"nginx"_s << 5;
        QTest::newRow("umlaut") << u"über"_s << 4;
        QTest::newRow("combining") << u"u\u0308ber"_s << 4;
        QTest::newRow("Chinese") << u"数据库"_s << 6;
        QTest::newRow("Korean") << u"서버"_s << 4;
        QTest::newRow("full width") << u"ＡＢ"_s << 4;
        QTest::newRow("half width") << u"ｱｲ"_s << 2;
        QTest::newRow("emoji") << u"😀"_s << 2;
        QTest::newRow("family") << u"👨\u200D👩\u200D👧"_s << 2;
        QTest::newRow("skin") << u"👍🏽"_s << 2;
        QTest::newRow("flag") << u"🇩🇪"_s << 2;
        QTest::newRow("heart") << u"❤\uFE0F"_s << 2;
        QTest::newRow("gap") << u"12\u202F345"_s << 6;
        QTest::newRow("empty") << QString() << 0;
    }
    void widths()
    {
        QFETCH(QString, text);
        QTEST(textWidth(text), "width");
    }

    void eliding()
    {
        QCOMPARE(elidedTo(u"nginx"_s, 5), u"nginx"_s);
        QCOMPARE(elidedTo(u"nginx-1.22"_s, 6), u"nginx…"_s);
        QCOMPARE(elidedTo(u"数据库"_s, 4), u"数…"_s);
        QCOMPARE(elidedTo(u"a👨\u200D👩\u200D👧b"_s, 3), u"a…"_s); // never half a family
        QCOMPARE(paddedLeft(u"数"_s, 4), u"  数"_s);
        QCOMPARE(paddedRight(u"数"_s, 4), u"数  "_s);
    }

    void terminal()
    {
        const Session session = samples::session();
        const Analysis analysis = analyse(session);
        const QString text = terminalTable(session, analysis);
        const QStringList lines = text.split(u'\n');
        QVERIFY(lines[0].startsWith(u"Target"));
        for (const QString &title : {u"Connections"_s, u"Requests/s"_s, u"Mean latency"_s, u"p99 latency"_s, u"Bytes/s"_s, u"Errors"_s, u"Repeats"_s})
            QVERIFY2(lines[0].contains(title), qPrintable(title));
        // What is shown is what was worked out, in the form that numbers have everywhere.
        const Summary &rps = analysis.cell(1, 100)->metrics.at(Metric::Rps);
        QVERIFY(text.contains(formatWithError(rps.mean, rps.se, true)));
        for (const Comparison &comparison : analysis.verdicts())
            QVERIFY(lines.contains(comparison.sentence));
        // The most important findings in full, and how many there are beside.
        const FoldedFindings folded = foldedFindings(rankedFindings(session, analysis));
        QVERIFY(!folded.shown.empty() && !folded.folded.empty());
        for (const Finding &finding : folded.shown)
            QVERIFY2(lines.contains(severityId(finding.severity) + u": "_s + finding.text), qPrintable(finding.text));
        QVERIFY2(lines.contains(u"and "_s + folded.foldedText() + u" (--all-findings shows them)"_s), qPrintable(text));
        const QStringList all = terminalTable(session, analysis, {.allFindings = true}).split(u'\n');
        for (const Finding &finding : rankedFindings(session, analysis))
            QVERIFY(all.contains(severityId(finding.severity) + u": "_s + finding.text));
        QVERIFY(all.filter(u"--all-findings"_s).isEmpty());
        QVERIFY(!text.contains(u'\x1b'));
    }

    void terminalLinesUp()
    {
        for (const char *name : {"apache", "a server whose name goes on and on and on, far beyond what any table can show", "数据库服务器", "😀👨‍👩‍👧 🇩🇪", "u\xcc\x88"}) {
            const QStringList table = tableOf(cells(QString::fromUtf8(name)));
            const int width = textWidth(table[0]);
            QVERIFY2(width <= 120, qPrintable(QString::number(width)));
            for (const QString &line : table)
                QCOMPARE(textWidth(line), width);
            const qsizetype rps = table[0].indexOf(u"Requests/s") + qsizetype(std::size("Requests/s")) - 1;
            QCOMPARE(table[2].mid(rps, 2), u"  "_s);
        }
    }

    // Names can come from anybody's session file; a terminal would obey what they say.
    void terminalControls()
    {
        const QString text = cells(u"red\x1b[31m\a\u009b2J\u202Eltr\nnext\ttab"_s);
        for (const QChar c : text)
            QVERIFY(c == u'\n' || (c.category() != QChar::Other_Control && c.unicode() != 0x202E));
        QVERIFY(text.contains(u"red\uFFFD[31m"));
        QCOMPARE(tableOf(text).size(), tableOf(cells(u"apache"_s)).size());
    }

    void findingsOnceEach()
    {
        Session session = samples::session();
        for (std::size_t i = 0; i < 3; ++i) {
            Trial doubted = *session.trials[i];
            doubted.findings = {{u"client_busy"_s, Severity::Doubt, u"the client was busy for 9%1 % of the time"_s.arg(i)},
                                {u"client_busy"_s, Severity::Doubt, u"twice"_s},
                                {u"x"_s, Severity::Note, u"only a note"_s}};
            session.trials[i] = samples::shared(doubted);
        }
        session.trials.back() = samples::shared(samples::failedTrial(1, 100, 2, 17));
        const QString text = terminalTable(session, analyse(session), {.allFindings = true});
        QCOMPARE(text.count(u"the client was busy"), 1);
        QVERIFY2(text.contains(u"\ndoubt: nginx at 1 and 10 connections; apache at 1 connection (3 trials, figures of the first): "
                               "the client was busy for 90 % of the time\n"), qPrintable(text));
        QVERIFY(text.contains(u"\nunfit: apache at 100 connections (1 trial): no complete answer"));
        QVERIFY(text.indexOf(u"unfit:") < text.indexOf(u"doubt:"));
        QVERIFY(text.indexOf(u"doubt:") < text.indexOf(u"only a note"));
        QVERIFY(exported(session, ExportFormat::Markdown).contains(u"\n- doubt: nginx at 1 and 10 connections;"));
        QVERIFY(text.contains(u"2 of 3"));
    }

    void noData()
    {
        const Session failed = samples::failedSession();
        const QStringList table = tableOf(terminalTable(failed, analyse(failed)));
        QCOMPARE(table[2].count(u"no data"), 4);
        Session empty = failed;
        empty.trials.clear();
        QVERIFY(terminalTable(empty, analyse(empty)).contains(u"no data"));
        Analysis slow = analyse(samples::session());
        slow.cells[0].quantileAtTimeout = true;
        QVERIFY(terminalTable(samples::session(), slow).contains(u"≥ 30"));
    }

    void openLoop()
    {
        const Session session = samples::rateSession();
        const Analysis analysis = analyse(session);
        const QStringList table = tableOf(terminalTable(session, analysis));
        for (const QString &title : {u"Requests/s due"_s, u"Mean response"_s, u"p99 response"_s, u"p99 service"_s})
            QVERIFY2(table[0].contains(title), qPrintable(title));
        QVERIFY(!table[0].contains(u"latency") && !table[0].contains(u"Run time") && !table[0].contains(u"Connections"));
        QVERIFY(textWidth(table[0]) <= 120);
        const Summary &p99 = analysis.cell(0, 500)->metrics.at(Metric::P99Ns);
        QVERIFY(table[2].contains(formatLatencyWithError(p99.mean, p99.se, true)));
        double services = 0; // of the three trials of the cell
        for (const TrialPtr &trial : session.trials)
            if (trial->target == 0 && trial->rate == 500)
                services += *quantileNs(trial->service, 0.99) / 3;
        QVERIFY2(table[2].contains(formatLatencyWithError(services, 0, false).left(3)), qPrintable(table[2]));

        const QString markdown = exported(session, ExportFormat::Markdown);
        QVERIFY(markdown.startsWith(u"| Target | Requests per second due | Requests per second | Mean response time | p99 response time | p99 service time |"));
        QVERIFY(markdown.contains(u"50 connections, poisson arrivals"));
        QVERIFY(markdown.contains(u"qnam transport, HTTP/2"));
        for (const Comparison &comparison : analysis.verdicts())
            QVERIFY2(comparison.sentence.contains(u"per second due") && comparison.sentence.contains(u"p99 response time"), qPrintable(comparison.sentence));

        // Service times that time-outs reach into are at least the time-out, like every other quantile.
        Session slow = session;
        for (TrialPtr &shared : slow.trials) {
            Trial trial = *shared;
            trial.errors[ErrorKind::Timeout] = trial.requests / 20;
            trial.sent += trial.errors[ErrorKind::Timeout];
            shared = samples::shared(trial);
        }
        QCOMPARE(tableOf(terminalTable(slow, analyse(slow)))[2].count(u"≥ 30"), 2);
    }

    void phases()
    {
        const Session session = samples::session();
        const Analysis analysis = analyse(session);
        QVERIFY(!terminalTable(session, analysis).contains(u"First byte"));
        const QString text = terminalTable(session, analysis, {true});
        for (const QString &title : {u"Phase"_s, u"Min"_s, u"Mean"_s, u"p50"_s, u"p99"_s, u"Max"_s, u"Count"_s, u"Name look-up"_s, u"Connect"_s,
                                     u"TLS"_s, u"First byte"_s, u"Rest of the body"_s})
            QVERIFY2(text.contains(title), qPrintable(title));
        QVERIFY(!text.contains(u"Slip")); // of open loops only
        qint64 answers = 0;
        for (const TrialPtr &trial : session.trials)
            if (trial->target == 0 && trial->connections == 10)
                answers += trial->requests;
        QVERIFY2(text.contains(formatCount(answers)), qPrintable(text));
        QCOMPARE(text.count(u"Name look-up"), 2); // once for each target, at the level where it was first measured
        const QStringList lines = text.split(u'\n').filter(u"First byte"_s);
        QCOMPARE(lines.size(), 6);
        for (const QString &line : lines)
            QCOMPARE(textWidth(line), textWidth(lines[0]));

        for (const ExportFormat format : {ExportFormat::Markdown, ExportFormat::Org}) {
            const QString without = exported(session, format);
            const QString with = QString::fromUtf8(exportSession(session, analysis, format, QString(), {true}).front().content);
            QVERIFY(with.startsWith(without));
            QCOMPARE(with.count(u"| First byte |"), 6);
            QVERIFY(!without.contains(u"First byte"));
        }
        const Session open = samples::rateSession();
        QCOMPARE(terminalTable(open, analyse(open), {true}).count(u"Slip"), 6);
        QVERIFY(terminalTable(samples::failedSession(), analyse(samples::failedSession()), {true}).contains(u"no data"));
    }

    void namesTheTransports()
    {
        Session session = samples::session();
        QVERIFY(terminalTable(session, analyse(session)).endsWith(u"\nMeasured with the socket transport; latency under each server’s own load (closed loop)\n"));
        Trial other = *session.trials[1];
        other.transport = TransportKind::Qnam;
        session.trials[1] = samples::shared(other);
        QVERIFY(terminalTable(session, analyse(session)).contains(u"Measured with the socket transport and qnam transport, HTTP/1.1"));
        session.trials.clear();
        session.plan.load.transport = TransportKind::Qnam;
        session.plan.load.http = HttpVersion::Http2;
        QVERIFY(terminalTable(session, analyse(session)).contains(u"Measured with the qnam transport, HTTP/2"));
    }

    void runTime()
    {
        Session session = samples::session();
        // Where trials stop after a time, the plan says how long they run.
        QVERIFY(!tableOf(terminalTable(session, analyse(session)))[0].contains(u"Run time"_s));
        session.plan.load.requests = 2000;
        session.plan.load.duration.reset();
        const Analysis analysis = analyse(session);
        const Summary &time = analysis.cell(0, 1)->metrics.at(Metric::RuntimeS);
        QVERIFY(tableOf(terminalTable(session, analysis))[0].contains(u"Run time"_s));
        QVERIFY(tableOf(terminalTable(session, analysis))[2].contains(formatWithError(time.mean, time.se, true) + u"\u00A0s"_s));
    }

    void markdown()
    {
        Session session = samples::session();
        session.plan.targets[1].name = u"a|b *c* <script> [x](y) `z` \\ \n# d"_s;
        const QString text = exported(session, ExportFormat::Markdown);
        const QStringList table = tableOf(text);
        QCOMPARE(table.size(), 8);
        static const QRegularExpression bar(u"(?<!\\\\)\\|"_s);
        for (const QString &line : table)
            QCOMPARE(line.count(bar), 9);
        QVERIFY(table[0].startsWith(u"| Target | Connections | Requests per second |"));
        QVERIFY(table[3].startsWith(u"| a\\|b \\*c\\* \\<script\\> \\[x\\](y) \\`z\\` \\\\  \\# d | 1 |"));
        for (const Comparison &comparison : analyse(samples::session()).verdicts())
            QVERIFY(exported(samples::session(), ExportFormat::Markdown).contains(u"\n- "_s + comparison.sentence + u'\n'));
        QVERIFY2(text.endsWith(u"\n\nMean ± standard error of 3 repeats; 1\u00A0s per trial, closed loop (latency under each server’s own load), "
                               "200\u00A0ms warm-up, keep-alive on, order: blocks; "
                               "socket transport; Example CPU, 2 cores, Linux 6.1.0; sweepbench 0.1.0; 2026-11-30 20:31 UTC\n"), qPrintable(text));
    }

    void org()
    {
        Session session = samples::session();
        session.plan.targets[1].name = u"a|b [[shell:rm -rf x][y]] elisp:(x) {{{m(1)}}} src_sh{x}"_s;
        const QString text = exported(session, ExportFormat::Org);
        QVERIFY(text.startsWith(u"#+CAPTION: Mean ± standard error"));
        const QStringList table = tableOf(text).mid(1);
        QCOMPARE(table.size(), 8);
        QVERIFY(table[1].startsWith(u"|---+---"));
        for (const QString &line : {table[0], table[2], table[3]})
            QCOMPARE(line.count(u'|'), 9);
        for (const QString &markup : {u"[["_s, u"shell:"_s, u"elisp:"_s, u"{{{"_s, u"src_sh"_s})
            QVERIFY2(!text.contains(markup), qPrintable(markup));
    }
};

QTEST_GUILESS_MAIN(ExportTextTest)
#include "tst_exporttext.moc"
