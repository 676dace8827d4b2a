// SPDX-License-Identifier: GPL-3.0-or-later
// The report: one file that is whole, valid, and says nothing that is secret.
#include "core/model/httpurl.h"
#include "core/session/export.h"
#include "core/session/planjson.h"
#include "core/session/tablecells.h"
#include "core/stats/analysis.h"
#include "core/stats/rankedfindings.h"
#include "tests/support/publishedsession.h"
#include "tests/support/warningguard.h"
#include "tests/ui/window/sample.h"
#include "ui/report/report.h"

#include <QJsonDocument>
#include <QLocale>
#include <QRegularExpression>
#include <QTest>
#include <QXmlStreamReader>

using namespace Qt::StringLiterals;
using namespace sweepbench;
using namespace sweepbench::test;

namespace {

/// What a reader of the page sees and what its elements are.
struct Page
{
    bool valid = false;
    QString problem;
    QString title;
    QString text;                    ///< of everything but style and title
    QStringList elements;
    QStringList references;          ///< values of attributes that load or lead somewhere
    QMap<QString, QString> sections; ///< text by id
    QStringList preformatted;
    QString style;
};

Page readPage(const QByteArray &html)
{
    Page page;
    QXmlStreamReader reader(html);
    QStringList path;
    QString section;
    while (!reader.atEnd()) {
        const auto token = reader.readNext();
        if (token == QXmlStreamReader::StartElement) {
            const QString name = reader.name().toString();
            path << name;
            page.elements << name;
            if (name == u"section")
                section = reader.attributes().value(u"id"_s).toString();
            if (name == u"pre")
                page.preformatted << QString();
            const QXmlStreamAttributes attributes = reader.attributes();
            for (const QXmlStreamAttribute &attribute : attributes)
                if (QStringList{u"href"_s, u"src"_s, u"action"_s, u"data"_s, u"srcset"_s}.contains(attribute.name()) || attribute.name().startsWith(u"on"))
                    page.references << attribute.value().toString();
        } else if (token == QXmlStreamReader::EndElement) {
            path.removeLast();
            if (reader.name() == u"section")
                section.clear();
        } else if (token == QXmlStreamReader::Characters) {
            const QString text = reader.text().toString();
            if (path.contains(u"style"_s))
                page.style += text;
            else if (path.last() == u"title" && !path.contains(u"svg"_s))
                page.title += text;
            else
                page.text += text;
            if (!section.isEmpty())
                page.sections[section] += text;
            if (path.contains(u"pre"_s))
                page.preformatted.last() += text;
        }
    }
    page.valid = !reader.hasError();
    page.problem = reader.errorString() + u" in line "_s + QString::number(reader.lineNumber());
    return page;
}

Page report(const Session &session, const ReportOptions &options = {})
{
    const auto html = htmlReport(session, analyse(session), options);
    return html.ok() ? readPage(*html) : Page{};
}

ReportOptions withCharts(const std::vector<ChartKind> &kinds, ReportTheme theme = ReportTheme::Light)
{
    return {kinds, theme};
}

/// Every text that a session has, hostile to HTML, XML and readers' eyes.
Session hostile()
{
    Session session = sampleSession();
    const QString bad = u"<script>alert(1)</script> & \"x\" ' ]]> --> \x01\u202E"_s + QChar(0xD83D) + QChar(0xFFFF) + u"%1 %2"_s;
    for (Target &target : session.plan.targets) {
        target.name += bad;
        target.url += u"?a=1&b=<2>\"x\"]]>"_s;
        target.method = u"PO<ST"_s;
        target.headers = {{u"X-<b>"_s, bad}};
        target.version = target.notes = bad;
        target.body = "<b>\xFF";
    }
    session.notes = bad + u"\n  second line"_s;
    Environment &e = session.environment;
    for (QString *text : {&e.program, &e.qtVersion, &e.hostName, &e.cpuModel, &e.governor, &e.kernel, &e.os, &e.portRange, &e.timeZone})
        *text = bad;
    for (TrialPtr &trial : session.trials) {
        Trial odd = *trial;
        odd.address = odd.errorDetail = bad;
        odd.findings = {{bad, Severity::Doubt, bad}};
        trial = std::make_shared<const Trial>(odd);
    }
    return session;
}

const QString secret = u"hunter2-s3cret"_s;

/// Secrets in every place that may hold one, as a run in the window leaves them in memory.
Session secretive()
{
    Session session = sampleSession();
    Target &target = session.plan.targets[0];
    target.url = u"http://user:%1@127.0.0.1:8080/"_s.arg(secret);
    target.proxy = u"http://proxy:%1@127.0.0.1:3128"_s.arg(secret);
    for (const QString &name : {u"Authorization"_s, u"cookie"_s, u"Proxy-Authorization"_s, u"X-Api-Key"_s, u"my-token-2"_s})
        target.headers.push_back({name, secret});
    target.headers.push_back({u"Accept"_s, u"text/html"_s});
    return session;
}

} // namespace

class TestReport : public GuardedTest
{
    Q_OBJECT

private slots:
    void sectionsComeInTheOrderOfTheirWeight()
    {
        const Session session = withOutlier(sampleSession());
        const Analysis analysis = analyse(session);
        const Page page = report(session);
        QVERIFY2(page.valid, qPrintable(page.problem));
        QCOMPARE(page.title, u"nginx vs Apache"_s);
        qsizetype before = -1;
        const auto html = htmlReport(session, analysis);
        for (const QString &id : {u"verdict"_s, u"doubts"_s, u"charts"_s, u"figures"_s, u"reduction"_s, u"runs"_s, u"targets"_s, u"environment"_s,
                                  u"repeat"_s}) {
            const qsizetype at = html->indexOf(u"<section id=\"%1\""_s.arg(id).toUtf8());
            QVERIFY2(at > before, qPrintable(id));
            before = at;
        }
        for (const QString &sentence : verdictSentences(analysis))
            QVERIFY2(page.sections[u"verdict"_s].contains(sentence), qPrintable(sentence));
        for (const Finding &finding : rankedFindings(session, analysis))
            QVERIFY2(page.sections[u"doubts"_s].contains(finding.text), qPrintable(finding.text));
        for (const QStringList &line : tableLines(session, analysis))
            for (const QString &cell : line)
                QVERIFY2(page.sections[u"figures"_s].contains(cell), qPrintable(cell));
    }

    void atMostThreeDoubtsAreInView()
    {
        Session session = sampleSession();
        Trial many = *session.trials[0];
        for (int i = 0; i < 6; ++i)
            many.findings.push_back({u"kind%1"_s.arg(i), Severity::Doubt, u"doubt number %1"_s.arg(i)});
        session.trials[0] = std::make_shared<const Trial>(many);
        const Analysis analysis = analyse(session);
        const auto html = htmlReport(session, analysis);
        const qsizetype start = html->indexOf("id=\"doubts\"");
        const qsizetype details = html->indexOf("<details>", start);
        const FoldedFindings findings = foldedFindings(rankedFindings(session, analysis));
        QVERIFY(details > start && start > 0 && findings.shown.size() >= 3);
        QCOMPARE(html->mid(start, details - start).count("<li "), qsizetype(findings.shown.size()));
        const QByteArray folded = html->mid(details, html->indexOf("</details>") - details);
        QCOMPARE(folded.count("<li "), qsizetype(findings.folded.size()));
        QVERIFY(folded.contains(findings.foldedText().toUtf8()));
        QCOMPARE(html->count("doubt number"), 6);
    }

    void nothingIsLoadedAndNothingRuns_data()
    {
        QTest::addColumn<Session>("session");
        QTest::newRow("sample") << sampleSession();
        QTest::newRow("hostile") << hostile();
        QTest::newRow("published") << test::emacsSession();
        QTest::newRow("empty") << Session{};
    }
    void nothingIsLoadedAndNothingRuns()
    {
        QFETCH(Session, session);
        for (const ReportTheme theme : allReportThemes) {
            const Page page = report(session, withCharts({allChartKinds.begin(), allChartKinds.end()}, theme));
            QVERIFY2(page.valid, qPrintable(page.problem));
            for (const QString &element : {u"script"_s, u"link"_s, u"img"_s, u"image"_s, u"iframe"_s, u"object"_s, u"embed"_s, u"base"_s, u"b1"_s})
                QVERIFY2(!page.elements.contains(element), qPrintable(element));
            for (const QString &reference : page.references)
                QVERIFY2(reference.startsWith(u"data:application/json;base64,"_s), qPrintable(reference));
            QVERIFY(!page.style.contains(u"url("_s) && !page.style.contains(u"@import"_s));
            QVERIFY(page.elements.contains(u"svg"_s));
        }
    }

    void hostileWordsAreWords()
    {
        const Page page = report(hostile());
        QVERIFY2(page.valid, qPrintable(page.problem));
        QVERIFY(page.title.contains(u"<script>alert(1)</script> & \"x\" ' ]]> -->"_s));
        QVERIFY(page.title.contains(u"%1 %2"_s));
        QVERIFY(!page.text.contains(QChar(0x202E)));
        QVERIFY(page.text.contains(u"\n  second line"_s));
    }

    void namesOfAnyScript()
    {
        Session session = sampleSession();
        session.plan.targets[0].name = u"خادم الويب"_s;
        session.plan.targets[1].name = u"Caddy 😀 "_s + u"long "_s.repeated(60);
        const Page page = report(session);
        QVERIFY2(page.valid, qPrintable(page.problem));
        QVERIFY(page.title.contains(u"خادم الويب"_s) && page.title.contains(u"😀"_s));
    }

    void secretsStayIn()
    {
        const Session session = secretive();
        const Analysis analysis = analyse(session);
        const auto html = htmlReport(session, analysis);
        QVERIFY(html->contains("X-Api-Key") && html->contains("text/html"));
        QVERIFY(html->contains("left out of the plan"));
        std::vector<QByteArray> files{*html};
        for (const ExportFormat format : allExportFormats)
            for (const ExportedFile &file : exportSession(session, analysis, format, u"x"_s))
                files.push_back(file.content);
        for (const ChartKind kind : allChartKinds) {
            RenderOptions options;
            options.format = ChartFormat::Svg;
            files.push_back(*renderChart(kind, session, analysis, options));
        }
        for (const QByteArray &file : files) {
            QVERIFY(!file.contains(secret.toUtf8()));
            QVERIFY(!file.contains(secret.toUtf8().toBase64().left(12)));
        }
        QVERIFY(!htmlReport(sampleSession(), analyse(sampleSession()))->contains("left out of the plan"));
    }

    void planCanBeRunAgain()
    {
        Session session = secretive();
        session.plan.targets[1].url = u"https://example.org/a"_s;
        session.judging.baseline = 1;
        session.judging.leaveOutOutliers = true;
        session.plan.targets[1].name = u"it's new"_s;
        const Page page = report(session);
        QCOMPARE(page.preformatted.size(), 2);
        const QStringList commands = page.preformatted[0].split(u'\n');
        QCOMPARE(commands.size(), 2);
        QCOMPARE(commands[0], u"sweepbench-cli run comparison.plan.json -o again.sweep --allow-host example.org"_s);
        QCOMPARE(commands[1], u"sweepbench-cli judge again.sweep --baseline 'it'\\''s new' --outliers leave-out"_s);
        const auto plan = planFromJsonText(page.preformatted[1].toUtf8());
        QVERIFY2(plan.ok(), plan.ok() ? "" : qPrintable(plan.problem().line()));
        QCOMPARE(QJsonDocument(planToJson(*plan)).toJson(), QJsonDocument(planToJson(session.plan)).toJson());
        QCOMPARE(page.references.size(), 1);
        const QByteArray linked = QByteArray::fromBase64(page.references[0].section(u',', 1).toLatin1());
        QCOMPARE(planFromJsonText(linked).value(), *plan);
    }

    void chartsAreThoseAskedFor()
    {
        const Session session = sampleSession();
        const Analysis analysis = analyse(session);
        QCOMPARE(htmlReport(session, analysis, withCharts({}))->count("<figure"), 0);
        const auto two = htmlReport(session, analysis, withCharts({ChartKind::Reduction, ChartKind::Sweep}));
        QCOMPARE(two->count("<figure"), 2);
        QVERIFY(two->indexOf("chart-reduction") < two->indexOf("chart-sweep"));
        QCOMPARE(two->count("class=\"chart"), 2);
        QVERIFY(!two->contains("prefers-color-scheme"));
        const auto both = htmlReport(session, analysis, withCharts({ChartKind::Sweep}, ReportTheme::Auto));
        QCOMPARE(both->count("class=\"chart light\""), 1);
        QCOMPARE(both->count("class=\"chart dark\""), 1);
        QVERIFY(both->contains("prefers-color-scheme"));

        SampleOptions alone;
        alone.targets = 1; // nothing to reduce
        const Session one = sampleSession(alone);
        QVERIFY(!htmlReport(one, analyse(one))->contains("chart-reduction"));
        QVERIFY(htmlReport(one, analyse(one))->contains("chart-sweep"));
    }

    void nothingMeasuredIsSaid()
    {
        Session session = sampleSession();
        session.trials.clear();
        const Page page = report(session);
        QVERIFY2(page.valid, qPrintable(page.problem));
        QVERIFY(page.sections[u"verdict"_s].contains(u"Nothing was measured"_s));
        QVERIFY(!page.sections.contains(u"charts"_s));
        QVERIFY(page.sections.contains(u"repeat"_s));
        QVERIFY(report(Session{}).valid);
    }

    void localeChangesNothing()
    {
        const Session session = sampleSession();
        const auto before = htmlReport(session, analyse(session));
        QLocale::setDefault(QLocale(QLocale::German, QLocale::Germany));
        const auto german = htmlReport(session, analyse(session));
        QLocale::setDefault(QLocale::c());
        QCOMPARE(*german, *before);
    }
};

QTEST_MAIN(TestReport)
#include "tst_report.moc"
