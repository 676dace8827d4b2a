// SPDX-License-Identifier: GPL-3.0-or-later
// The window program from the outside: options, exit codes, and charts without a display.
#include "core/session/sessionfile.h"
#include "tests/ui/window/sample.h"
#include "ui/charts/chartkind.h"

#include <QDir>
#include <QFile>
#include <QImage>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

using namespace Qt::StringLiterals;
using namespace sweepbench;
using namespace sweepbench::test;

namespace {

struct Outcome
{
    int code = -1;
    QString out;
    QString err;
};

/// Without any display to open, as on a server.
Outcome run(const QStringList &arguments)
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const QString &name : {u"DISPLAY"_s, u"WAYLAND_DISPLAY"_s, u"QT_QPA_PLATFORM"_s})
        environment.remove(name);
    process.setProcessEnvironment(environment);
    process.start(QStringLiteral(SWEEPBENCH_PROGRAM), arguments);
    Outcome outcome;
    if (process.waitForFinished(30'000) && process.exitStatus() == QProcess::NormalExit)
        outcome.code = process.exitCode();
    outcome.out = QString::fromUtf8(process.readAllStandardOutput());
    outcome.err = QString::fromUtf8(process.readAllStandardError());
    return outcome;
}

} // namespace

class TestProgram : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_dir;
    QString m_session;

private slots:
    void initTestCase()
    {
        m_session = m_dir.filePath(u"run.sweep"_s);
        Session session = sampleSession();
        session.plan.targets[0].name = u"a & b <c> \"d\" ]]>"_s;
        const auto made = SessionFile::create(m_session, session);
        QVERIFY2(made.ok(), made.ok() ? "" : qPrintable(made.problem().line()));
    }

    void versionAndHelp()
    {
        const Outcome version = run({u"--version"_s});
        QCOMPARE(version.code, 0);
        QVERIFY(version.out.startsWith(u"sweepbench "_s));
        const Outcome help = run({u"--help"_s});
        QCOMPARE(help.code, 0);
        for (const QString &option : {u"--demo"_s, u"--render"_s, u"--chart"_s, u"--out"_s, u"--format"_s, u"--size"_s, u"--scale"_s,
                                     u"--preset"_s, u"--theme"_s, u"--transparent"_s, u"--outlines"_s, u"--title"_s, u"--subtitle"_s, u"--caption"_s,
                                     u"--csv"_s, u"--report"_s, u"--charts"_s})
            QVERIFY2(help.out.contains(option), qPrintable(option));
    }

    void mistakesAreOneLine_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("words");
        const QString s = u"run.sweep"_s;
        QTest::newRow("unknown option") << QStringList{u"--bogus"_s} << u"bogus"_s;
        QTest::newRow("not a URL") << QStringList{u"ftp://x/"_s} << u"ftp"_s;
        QTest::newRow("bad port") << QStringList{u"http://x:70000/"_s} << u"70000"_s;
        QTest::newRow("two files") << QStringList{u"a.sweep"_s, u"b.sweep"_s} << u"b.sweep"_s;
        QTest::newRow("URL and file") << QStringList{u"http://x/"_s, u"b.sweep"_s} << u"b.sweep"_s;
        QTest::newRow("demo and URL") << QStringList{u"--demo"_s, u"http://x/"_s} << u"--demo"_s;
        QTest::newRow("chart without render") << QStringList{u"--chart"_s, u"all"_s} << u"--render"_s;
        QTest::newRow("render without chart") << QStringList{u"--render"_s, s, u"--out"_s, u"x.png"_s} << u"--chart"_s;
        QTest::newRow("render without out") << QStringList{u"--render"_s, s, u"--chart"_s, u"all"_s} << u"--out"_s;
        QTest::newRow("unknown chart") << QStringList{u"--render"_s, s, u"--chart"_s, u"pie"_s, u"--out"_s, u"x"_s} << u"pie"_s;
        QTest::newRow("unknown format")
            << QStringList{u"--render"_s, s, u"--chart"_s, u"sweep"_s, u"--out"_s, u"x"_s, u"--format"_s, u"bmp"_s} << u"bmp"_s;
        QTest::newRow("all into a file") << QStringList{u"--render"_s, s, u"--chart"_s, u"all"_s, u"--out"_s, u"x.png"_s} << u"folder"_s;
        QTest::newRow("suffix against format")
            << QStringList{u"--render"_s, s, u"--chart"_s, u"sweep"_s, u"--out"_s, u"x.png"_s, u"--format"_s, u"svg"_s} << u".svg"_s;
        QTest::newRow("size") << QStringList{u"--render"_s, s, u"--chart"_s, u"sweep"_s, u"--out"_s, u"x.png"_s, u"--size"_s, u"big"_s}
                              << u"1200x700"_s;
        QTest::newRow("scale") << QStringList{u"--render"_s, s, u"--chart"_s, u"sweep"_s, u"--out"_s, u"x.png"_s, u"--scale"_s, u"0"_s}
                               << u"0.25 to 8"_s;
        const QStringList one{u"--render"_s, s, u"--chart"_s, u"sweep"_s, u"--out"_s, u"x.png"_s};
        QTest::newRow("small") << one + QStringList{u"--size"_s, u"300x200"_s} << u"320x240"_s;
        QTest::newRow("unknown preset") << one + QStringList{u"--preset"_s, u"poster"_s} << u"readme, slide or paper"_s;
        QTest::newRow("preset and size") << one + QStringList{u"--preset"_s, u"slide"_s, u"--size"_s, u"800x600"_s} << u"give one of them"_s;
        QTest::newRow("unknown theme") << one + QStringList{u"--theme"_s, u"blue"_s} << u"light or dark"_s;
        QTest::newRow("outlines of pixels") << one + QStringList{u"--outlines"_s} << u"svg or pdf"_s;
        const QStringList report{u"--report"_s, s, u"-o"_s, u"x.png"_s};
        QTest::newRow("report and render") << one + QStringList{u"--report"_s, s} << u"give one of them"_s;
        QTest::newRow("report without out") << QStringList{u"--report"_s, s} << u"--out FILE.html"_s;
        QTest::newRow("unknown chart of a report") << report + QStringList{u"--charts"_s, u"sweep,pie"_s} << u"\"pie\""_s;
        QTest::newRow("unknown theme of a report") << report + QStringList{u"--theme"_s, u"blue"_s} << u"auto, light or dark"_s;
        QTest::newRow("size of a report") << report + QStringList{u"--size"_s, u"800x600"_s} << u"--size: belongs to --render"_s;
        QTest::newRow("charts of a chart") << one + QStringList{u"--charts"_s, u"all"_s} << u"--render takes --chart"_s;
        QTest::newRow("report of nothing") << QStringList{u"--report"_s, u"none.sweep"_s, u"-o"_s, u"x.png"_s} << u"none.sweep"_s;
        QTest::newRow("charts without report") << QStringList{u"--charts"_s, u"all"_s} << u"--report SESSION.sweep"_s;
        QTest::newRow("title without render") << QStringList{u"--title"_s, u"x"_s} << u"--render"_s;
        QTest::newRow("no session") << QStringList{u"--render"_s, u"none.sweep"_s, u"--chart"_s, u"sweep"_s, u"--out"_s, u"x.png"_s}
                                    << u"none.sweep"_s;
        QTest::newRow("no display") << QStringList{} << u"display"_s;
    }
    void mistakesAreOneLine()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, words);
        const Outcome outcome = run(arguments);
        QCOMPARE(outcome.code, 2);
        QVERIFY2(outcome.err.contains(words), qPrintable(outcome.err));
        QCOMPARE(outcome.err.trimmed().count(u'\n'), 0);
        QVERIFY(outcome.out.isEmpty());
        QVERIFY(!QFile::exists(u"x.png"_s));
    }

    void rendersOneChart()
    {
        const QString png = m_dir.filePath(u"one.png"_s);
        const Outcome outcome = run({u"--render"_s, m_session, u"--chart"_s, u"sweep"_s, u"--out"_s, png, u"--size"_s, u"600x400"_s,
                                     u"--scale"_s, u"2"_s});
        QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
        QCOMPARE(outcome.err, QString());
        QCOMPARE(outcome.out.trimmed(), png);
        const QImage picture(png);
        QCOMPARE(picture.size(), QSize(1200, 800));
        QSet<QRgb> colors; // not blank
        for (int x = 0; x < picture.width(); x += 3)
            for (int y = 0; y < picture.height(); y += 3)
                colors.insert(picture.pixel(x, y));
        QVERIFY(colors.size() > 10);
    }

    void rendersForAPaper()
    {
        const QString pdf = m_dir.filePath(u"paper.pdf"_s);
        const Outcome outcome = run({u"--render"_s, m_session, u"--chart"_s, u"sweep"_s, u"-o"_s, pdf, u"--preset"_s, u"paper"_s, u"--outlines"_s,
                                     u"--csv"_s});
        QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
        QCOMPARE(outcome.out, pdf + u'\n' + m_dir.filePath(u"paper.csv"_s) + u'\n');
        QFile file(pdf);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray bytes = file.readAll();
        QVERIFY(bytes.startsWith("%PDF-") && bytes.contains("/MediaBox [0 0 252"));
        QVERIFY(!bytes.contains("/FontFile"));
        QFile csv(m_dir.filePath(u"paper.csv"_s));
        QVERIFY(csv.open(QIODevice::ReadOnly));
        QVERIFY(csv.readLine().startsWith("target,connections,trials,rps,"));
        QVERIFY(csv.readLine().startsWith("\"a & b <c> \"\"d\"\" ]]>\",1,5,"));
    }

    void rendersWithOwnWords()
    {
        const QString svg = m_dir.filePath(u"own.svg"_s);
        const Outcome outcome = run({u"--render"_s, m_session, u"--chart"_s, u"sweep"_s, u"-o"_s, svg, u"--theme"_s, u"dark"_s, u"--transparent"_s,
                                     u"--title"_s, u"Ours & theirs"_s, u"--subtitle"_s, u"أسرع"_s, u"--caption"_s, QString()});
        QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
        QFile file(svg);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString text = QString::fromUtf8(file.readAll());
        QVERIFY(text.contains(u">Ours &amp; theirs<"_s) && text.contains(u"أسرع"_s));
        QVERIFY(!text.contains(u"fill=\"#1e1f22\""_s)); // the dark theme's ground
        QCOMPARE(text.count(u"Machine:"_s), 1); // in the description alone
    }

    void writesTheReport()
    {
        const QString html = m_dir.filePath(u"report.html"_s);
        const Outcome outcome = run({u"--report"_s, m_session, u"-o"_s, html, u"--charts"_s, u"sweep,reduction"_s, u"--theme"_s, u"light"_s});
        QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
        QCOMPARE(outcome.err, QString());
        QCOMPARE(outcome.out, html + u'\n');
        QFile file(html);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray bytes = file.readAll();
        QVERIFY(bytes.startsWith("<!DOCTYPE html>"));
        QCOMPARE(bytes.count("<figure"), 2);
        QVERIFY(bytes.contains("<h1 dir=\"auto\">a &amp; b &lt;c&gt; &quot;d&quot; ]]&gt; vs Apache</h1>"));
        QCOMPARE(run({u"--report"_s, m_session, u"-o"_s, m_session}).code, 2); // a session is never replaced
    }

    void rendersAllIntoAFolder()
    {
        const QString folder = m_dir.filePath(u"new/charts"_s);
        const Outcome outcome = run({u"--render"_s, m_session, u"--chart"_s, u"all"_s, u"--out"_s, folder, u"--format"_s, u"svg"_s});
        QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
        const QStringList files = QDir(folder).entryList(QDir::Files, QDir::Name);
        QStringList expected;
        for (const ChartKind kind : allChartKinds)
            expected << u"run-%1.svg"_s.arg(chartKindId(kind));
        expected.sort();
        QCOMPARE(files, expected);
        for (const QString &name : files) {
            QFile file(QDir(folder).filePath(name));
            QVERIFY(file.open(QIODevice::ReadOnly));
            QXmlStreamReader reader(&file);
            QString text;
            while (!reader.atEnd()) {
                reader.readNext();
                QVERIFY(reader.name() != u"image");
                if (reader.isCharacters())
                    text += reader.text();
            }
            QVERIFY2(!reader.hasError(), qPrintable(name + reader.errorString()));
            QVERIFY2(text.contains(u"a & b <c>"_s), qPrintable(name));
        }
    }

    void suffixChoosesTheFormat()
    {
        const QString svg = m_dir.filePath(u"t.svg"_s);
        QCOMPARE(run({u"--render"_s, m_session, u"--chart"_s, u"latency"_s, u"--out"_s, svg}).code, 0);
        QFile file(svg);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().contains("<svg"));
    }
};

QTEST_GUILESS_MAIN(TestProgram)
#include "tst_program.moc"
