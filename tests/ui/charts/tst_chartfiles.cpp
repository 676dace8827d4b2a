// SPDX-License-Identifier: GPL-3.0-or-later
// What a picture's reader chooses: words, no background, letters as outlines, PDF; and that it is the picture that was seen.
#include "samplesessions.h"
#include "tests/support/warningguard.h"
#include "ui/charts/chart.h"
#include "ui/charts/chartdraw.h"
#include "ui/charts/chartwidget.h"

#include <QApplication>
#include <QFontInfo>
#include <QImage>
#include <QPainter>
#include <QRegularExpression>
#include <QSvgRenderer>
#include <QTest>
#include <QXmlStreamReader>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;
using namespace sweepbench;
using samples::Sample;

namespace {

Sample twoServers()
{
    return samples::sample({u"nginx"_s, u"Apache httpd"_s}, {1, 10, 100}, 5);
}

/// Long, right to left, emoji, and what breaks files (EXP-04).
Sample namesOfAllKinds()
{
    return samples::sample({u"خادم الويب السريع"_s, u"שרת & <b>\"x\"]]>"_s, u"Caddy 😀 👩‍💻"_s, u"a name that goes on and on, "_s.repeated(20)},
                           {1, 10, 100}, 3);
}

QByteArray rendered(ChartKind kind, const Sample &sample, const RenderOptions &options)
{
    const auto bytes = renderChart(kind, sample.session, sample.analysis, options);
    return bytes ? *bytes : QByteArray();
}

RenderOptions as(ChartFormat format, QSize size = {640, 420})
{
    RenderOptions options;
    options.size = size;
    options.format = format;
    return options;
}

struct SvgContent
{
    bool valid = false;
    QStringList texts; ///< of <text> elements
    QString title;
    QString description;
    int paths = 0;
};

SvgContent readSvg(const QByteArray &bytes)
{
    SvgContent content;
    QXmlStreamReader reader(bytes);
    while (!reader.atEnd()) {
        if (reader.readNext() != QXmlStreamReader::StartElement)
            continue;
        if (reader.name() == u"image")
            return content;
        if (reader.name() == u"text")
            content.texts << reader.readElementText();
        else if (reader.name() == u"title")
            content.title = reader.readElementText();
        else if (reader.name() == u"desc")
            content.description = reader.readElementText();
        else if (reader.name() == u"path")
            ++content.paths;
    }
    content.valid = !reader.hasError() && !bytes.contains("nan") && !bytes.contains("\"inf");
    return content;
}

QImage painted(const QByteArray &svg, QSize size)
{
    QSvgRenderer renderer(svg);
    QImage image(size, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    renderer.render(&painter);
    return image;
}

double darkness(const QImage &image)
{
    double sum = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            sum += 255 - qGray(image.pixel(x, y));
    return sum;
}

/// The page's size in points.
QSizeF mediaBox(const QByteArray &pdf)
{
    static const QRegularExpression box(u"/MediaBox ?\\[\\s*0(?:\\.0+)?\\s+0(?:\\.0+)?\\s+([0-9.]+)\\s+([0-9.]+)"_s);
    const auto match = box.match(QString::fromLatin1(pdf));
    return {match.captured(1).toDouble(), match.captured(2).toDouble()};
}

/// True where marks or lines have this colour, and not letters alone, which are never quite alike.
bool holds(const QImage &image, const QColor &colour)
{
    int pixels = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            pixels += image.pixel(x, y) == colour.rgb() ? 1 : 0;
    return pixels > 600;
}

/// How much of what has a colour in one picture has it in the other too, to two pixels beside. Edges are smoothed in both, not alike.
double shared(const QImage &a, const QImage &b, const QColor &color)
{
    const auto has = [&color](const QImage &image, int x, int y, int apart = 120) {
        const QColor pixel = image.valid(x, y) ? image.pixelColor(x, y) : QColor(Qt::white);
        return std::abs(pixel.red() - color.red()) + std::abs(pixel.green() - color.green()) + std::abs(pixel.blue() - color.blue()) <= apart;
    };
    int all = 0;
    int found = 0;
    for (int y = 0; y < a.height(); ++y)
        for (int x = 0; x < a.width(); ++x) {
            if (!has(a, x, y, 0))
                continue;
            ++all;
            bool near = false;
            for (int dy = -2; dy <= 2 && !near; ++dy)
                for (int dx = -2; dx <= 2 && !near; ++dx)
                    near = has(b, x + dx, y + dy);
            found += near;
        }
    return all > 0 ? static_cast<double>(found) / all : 0;
}

} // namespace

class TestChartFiles : public test::GuardedTest
{
    Q_OBJECT

private slots:
    void wordsTakeThePlaceOfTheOwn()
    {
        RenderOptions options = as(ChartFormat::Svg, {1000, 600});
        const SvgContent own = readSvg(rendered(ChartKind::Sweep, twoServers(), options));
        QVERIFY(own.texts.contains(u"nginx vs Apache httpd"_s));
        const ChartOwnWords words = chartOwnWords(ChartKind::Sweep, twoServers().session, twoServers().analysis);
        QCOMPARE(words.title, u"nginx vs Apache httpd"_s);
        QVERIFY(own.texts.contains(words.subtitle));
        QVERIFY(std::any_of(own.texts.begin(), own.texts.end(), [&](const QString &text) { return words.caption.startsWith(text); }));

        options.words = {u"Before & <after>"_s, u"what\nchanged\x01"_s, u"One machine."_s};
        const SvgContent content = readSvg(rendered(ChartKind::Sweep, twoServers(), options));
        QVERIFY(content.valid);
        for (const QString &text : {u"Before & <after>"_s, u"what changed"_s, u"One machine."_s})
            QVERIFY2(content.texts.contains(text), qPrintable(text));
        QCOMPARE(content.title, u"Before & <after> – what changed"_s);
        QCOMPARE(content.description, u"One machine."_s);
        for (const QString &text : content.texts)
            QVERIFY(!text.contains(u"Machine:"_s) && text != words.subtitle);
    }

    void emptyWordsLeaveTheirRoomToTheChart()
    {
        const Sample sample = twoServers();
        RenderOptions options = as(ChartFormat::Svg, {1000, 600});
        const double before = layOutChart(ChartKind::Sweep, sample.session, sample.analysis, options).panels.front().rect.height();
        options.words = {QString(), u" "_s, QString()};
        const ChartGeometry geometry = layOutChart(ChartKind::Sweep, sample.session, sample.analysis, options);
        QVERIFY(geometry.panels.front().rect.height() > before + 30);
        for (const auto &text : geometry.texts)
            QVERIFY(text.role != TextRole::Title && text.role != TextRole::Subtitle && text.role != TextRole::Caption);
        // Who can't see the picture is told all the same.
        const SvgContent content = readSvg(rendered(ChartKind::Sweep, sample, options));
        QVERIFY(content.title.startsWith(u"nginx vs Apache httpd"_s));
        QVERIFY(content.description.contains(u"Machine:"_s));

        options.words = {QString(), u"alone"_s, std::nullopt};
        QVERIFY(readSvg(rendered(ChartKind::Sweep, sample, options)).texts.contains(u"alone"_s));
    }

    void transparentPicturesHaveNoGround()
    {
        for (const ChartTheme theme : {ChartTheme::Light, ChartTheme::Dark})
            for (const ChartKind kind : allChartKinds) {
                RenderOptions options = as(ChartFormat::Png);
                options.theme = theme;
                QImage image = QImage::fromData(rendered(kind, twoServers(), options));
                QCOMPARE(image.pixelColor(2, 2).alpha(), 255);
                options.transparent = true;
                image = QImage::fromData(rendered(kind, twoServers(), options));
                QCOMPARE(image.size(), QSize(640, 420));
                QCOMPARE(image.pixelColor(2, 2).alpha(), 0);
                // Of a server, or of what phases and kinds of answers have as colours of their own.
                bool ink = false;
                for (int x = 0; x < image.width() && !ink; ++x)
                    for (int y = 0; y < image.height() && !ink; ++y)
                        ink = image.pixelColor(x, y).alpha() == 255 && image.pixelColor(x, y).saturation() > 60;
                QVERIFY2(ink, qPrintable(chartKindId(kind)));

                options.format = ChartFormat::Svg;
                options.transparent = false;
                const qsizetype with = rendered(kind, twoServers(), options).size();
                options.transparent = true;
                QVERIFY(rendered(kind, twoServers(), options).size() < with);
            }
    }

    /// Qt paints lines without length as black dots, whatever the pen is.
    void darkPicturesHaveNoBlackInThem()
    {
        for (const ChartKind kind : allChartKinds) {
            RenderOptions options = as(ChartFormat::Svg);
            options.theme = ChartTheme::Dark;
            const QByteArray svg = rendered(kind, twoServers(), options);
            QXmlStreamReader reader(svg);
            bool black = false; // the group's filling
            while (!reader.atEnd()) {
                if (reader.readNext() != QXmlStreamReader::StartElement)
                    continue;
                if (reader.name() == u"g")
                    black = reader.attributes().value(u"fill"_s) == u"#000000" && reader.attributes().value(u"fill-opacity"_s) != u"0";
                else
                    QVERIFY2(!black, svg.mid(reader.characterOffset() - 100, 120).constData());
            }
        }
    }

    void pngSaysHowLargeItIs()
    {
        RenderOptions options = as(ChartFormat::Png);
        options.scale = 2;
        const QImage image = QImage::fromData(rendered(ChartKind::Sweep, twoServers(), options));
        QCOMPARE(image.dotsPerMeterX(), 7559); // 192 per inch
    }

    void outlinesHoldNoText()
    {
        for (const ChartKind kind : allChartKinds) {
            RenderOptions options = as(ChartFormat::Svg);
            const QByteArray text = rendered(kind, twoServers(), options);
            options.outlines = true;
            const QByteArray outlines = rendered(kind, twoServers(), options);
            const SvgContent content = readSvg(outlines);
            QVERIFY(content.valid);
            QCOMPARE(content.texts, QStringList());
            QVERIFY(!outlines.contains("<text"));
            const SvgContent words = readSvg(text);
            QVERIFY2(content.paths > words.paths + int(words.texts.size()) / 2, qPrintable(chartKindId(kind)));
            QVERIFY(content.title.startsWith(u"nginx vs Apache httpd"_s));
            const double ratio = darkness(painted(outlines, options.size)) / darkness(painted(text, options.size));
            QVERIFY2(std::abs(ratio - 1) < 0.1, qPrintable(QString::number(ratio)));
        }
    }

    void pdfIsAPageOfThatSize_data()
    {
        QTest::addColumn<Sample>("sample");
        QTest::newRow("two") << twoServers();
        QTest::newRow("names") << namesOfAllKinds();
        QTest::newRow("failed") << samples::allFailed({u"A"_s}, {1, 10});
        QTest::newRow("empty") << Sample{};
    }
    void pdfIsAPageOfThatSize()
    {
        QFETCH(Sample, sample);
        for (const ChartKind kind : allChartKinds)
            for (const bool outlines : {false, true}) {
                RenderOptions options = as(ChartFormat::Pdf, {960, 540});
                options.outlines = outlines;
                const QByteArray pdf = rendered(kind, sample, options);
                QVERIFY(pdf.startsWith("%PDF-"));
                QVERIFY(pdf.trimmed().endsWith("%%EOF"));
                QCOMPARE(mediaBox(pdf), QSizeF(720, 405)); // 10 x 5.625 inches
                QCOMPARE(pdf.count("/Type /Page\n"), 1);
                QVERIFY(!pdf.contains("nan") || !QString::fromLatin1(pdf).contains(QRegularExpression(u"\\bnan\\b"_s)));
                if (outlines)
                    QVERIFY(!pdf.contains("/FontFile"));
                else
                    QVERIFY(pdf.contains("/FontFile")); // embedded
            }
    }

    void namesOfAllKindsMakeValidFiles()
    {
        const Sample sample = namesOfAllKinds();
        for (const ChartKind kind : allChartKinds)
            for (const bool outlines : {false, true}) {
                RenderOptions options = as(ChartFormat::Svg, {1200, 700});
                options.outlines = outlines;
                const SvgContent content = readSvg(rendered(kind, sample, options));
                QVERIFY2(content.valid, qPrintable(chartKindId(kind)));
                QVERIFY(content.title.contains(u"שרת & <b>\"x\"]]>"_s));
                const auto png = QImage::fromData(rendered(kind, sample, as(ChartFormat::Png)));
                QCOMPARE(png.size(), QSize(640, 420));
            }
    }

    void runsFromRightToLeftSaySo()
    {
        RenderOptions options = as(ChartFormat::Svg, {1000, 600});
        options.words.title = u"خادم vs Caddy"_s;
        const SvgContent content = readSvg(rendered(ChartKind::Sweep, twoServers(), options));
        QVERIFY(content.texts.contains(QChar(0x202B) + u"خادم "_s + QChar(0x200F) + QChar(0x202C))
                || content.texts.contains(QChar(0x202B) + u"خادم"_s + QChar(0x200F) + QChar(0x202C)));
        QCOMPARE(content.title.section(u" – "_s, 0, 0), u"خادم vs Caddy"_s);
        for (const QString &text : readSvg(rendered(ChartKind::Sweep, twoServers(), as(ChartFormat::Svg))).texts)
            QVERIFY(!text.contains(QChar(0x202B)));
    }

    /// What is exported is what is seen: the same marks and lines at the same places.
    void exportIsWhatIsSeen_data()
    {
        QTest::addColumn<ChartKind>("kind");
        for (const ChartKind kind : allChartKinds)
            QTest::newRow(chartKindId(kind).toLatin1()) << kind;
    }
    void exportIsWhatIsSeen()
    {
        QFETCH(ChartKind, kind);
        const Sample sample = twoServers();
        ChartWidget widget(kind);
        widget.setPalette(QPalette(Qt::black, QColor(240, 240, 240), Qt::white, Qt::darkGray, Qt::gray, QColor(31, 35, 40), Qt::white));
        QFont font = QApplication::font();
        font.setFamily(QFontInfo(font).family());
        font.setPixelSize(13);
        widget.setFont(font);
        widget.setCaptionVisible(true);
        widget.setSession(std::make_shared<const Session>(sample.session), sample.analysis);
        widget.resize(900, 560);
        widget.show();
        QVERIFY(QTest::qWaitForWindowExposed(&widget));
        const QImage file = QImage::fromData(rendered(kind, sample, as(ChartFormat::Png, {900, 560})));
        const auto seen = [&widget] { return widget.grab().toImage(); };
        QTRY_VERIFY(widget.drawCount() > 0);
        const QImage screen = seen();
        for (const int target : {0, 1}) {
            const QColor color = targetColor(target, ChartTheme::Light);
            if (!holds(file, color))
                continue; // ratios show candidates alone; phases and kinds of answers have colours of their own
            QVERIFY2(shared(screen, file, color) > 0.9, qPrintable(QString::number(shared(screen, file, color))));
            QVERIFY2(shared(file, screen, color) > 0.9, qPrintable(QString::number(shared(file, screen, color))));
        }
        const QColor ink(31, 35, 40); // title, legend, axis titles
        QVERIFY2(shared(file, seen(), ink) > 0.9, qPrintable(QString::number(shared(file, seen(), ink))));
    }

    void oddOptionsAreRefused()
    {
        RenderOptions options = as(ChartFormat::Png);
        QVERIFY(!checkRenderOptions(options));
        options.outlines = true;
        QCOMPARE(checkRenderOptions(options)->field, u"outlines"_s);
        QVERIFY(!renderChart(ChartKind::Sweep, {}, {}, options));
        options = as(ChartFormat::Pdf, {16000, 700});
        QCOMPARE(checkRenderOptions(options)->field, u"size"_s);
        options.format = ChartFormat::Svg;
        QVERIFY(!checkRenderOptions(options));
    }
};

QTEST_MAIN(TestChartFiles)
#include "tst_chartfiles.moc"
