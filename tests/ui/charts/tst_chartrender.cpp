// SPDX-License-Identifier: GPL-3.0-or-later
// The bytes of exported pictures.
#include "samplesessions.h"
#include "tests/support/warningguard.h"
#include "ui/charts/chart.h"
#include "ui/charts/svgfile.h"

#include <QImage>
#include <QPainter>
#include <QRegularExpression>
#include <QSet>
#include <QSvgRenderer>
#include <QTest>
#include <QXmlStreamReader>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;
using namespace sweepbench;
using samples::Sample;

class TestChartRender : public test::GuardedTest
{
    Q_OBJECT

private slots:
    void idsAreInverse();
    void targetsCanBeToldApart();
    void pngHasTheSizeAskedFor_data();
    void pngHasTheSizeAskedFor();
    void scaleEnlargesWhatIsDrawn();
    void themesDiffer();
    void svgIsCleanVectors_data();
    void svgIsCleanVectors();
    void svgLooksLikeThePng();
    void coloursFollowTheTarget();
    void heatMapsAreRectanglesInFiles();
    void oddOptionsAreRefused_data();
    void oddOptionsAreRefused();
    void brokenSvgIsRefused_data();
    void brokenSvgIsRefused();
};

namespace {

Sample two()
{
    return samples::sample({u"nginx"_s, u"Apache httpd"_s}, {1, 10, 100}, 5);
}

/// EXP-04 (public reports): names that break files, and series with gaps.
Sample awkward()
{
    Sample sample = samples::sample({u"http://h/?a=1&b=<2>\"x\"]]>"_s, u"label\x01 😀"_s + QChar(0xD83D), u"'q' & --> <!--"_s}, {1, 10, 100}, 3);
    sample.analysis.cells[3].metrics.clear();
    sample.analysis.cells[4].metrics[Metric::P99Ns].mean = std::nan("");
    sample.analysis.cells[7].metrics[Metric::Rps].mean = std::numeric_limits<double>::infinity();
    sample.analysis.cells[8].metrics[Metric::P99Ns].mean = 0;
    Trial trial = *sample.session.trials[2];
    for (std::size_t i = 0; i < trial.series.size(); i += 3)
        trial.series[i].p50Ns = trial.series[i].p99Ns = -1;
    trial.series[1].p50Ns = 0;
    trial.series[2].spanNs = 0;
    sample.session.trials[2] = std::make_shared<const Trial>(trial);
    sample.session.environment.cpuModel = u"CPU <&> \x1B[0m"_s;
    return sample;
}

QByteArray render(ChartKind kind, const Sample &sample, const RenderOptions &options)
{
    const auto bytes = renderChart(kind, sample.session, sample.analysis, options);
    return bytes ? *bytes : QByteArray();
}

QImage renderPng(ChartKind kind, const Sample &sample, QSize size, double scale, ChartTheme theme = ChartTheme::Light)
{
    return QImage::fromData(render(kind, sample, {size, scale, theme, ChartFormat::Png}), "PNG").convertToFormat(QImage::Format_RGB32);
}

RenderOptions svg(QSize size = {1200, 700})
{
    return {size, 1, ChartTheme::Light, ChartFormat::Svg};
}

int colours(const QImage &image)
{
    QSet<QRgb> seen;
    for (int y = 0; y < image.height(); y += 4) {
        const auto *line = reinterpret_cast<const QRgb *>(image.constScanLine(y));
        for (int x = 0; x < image.width(); ++x)
            if (x == 0 || line[x] != line[x - 1])
                seen.insert(line[x]);
    }
    return static_cast<int>(seen.size());
}

/// Lowest and highest row that has a pixel near a colour, in a range of columns.
QPair<int, int> rowsOf(const QImage &image, const QColor &color)
{
    QPair<int, int> rows{-1, -1};
    const QRgb wanted = color.rgb();
    for (int y = 0; y < image.height(); ++y) {
        const auto *line = reinterpret_cast<const QRgb *>(image.constScanLine(y));
        const bool found = std::any_of(line, line + image.width(), [wanted](QRgb pixel) {
            return std::abs(qRed(pixel) - qRed(wanted)) + std::abs(qGreen(pixel) - qGreen(wanted)) + std::abs(qBlue(pixel) - qBlue(wanted)) < 6;
        });
        if (found) {
            rows.first = rows.first < 0 ? y : rows.first;
            rows.second = y;
        }
    }
    return rows;
}

/// A colour that the chart has where it has data: of the first target, or of what it draws instead.
QColor markColor(ChartKind kind)
{
    if (kind == ChartKind::Forest)
        return targetColor(1, ChartTheme::Light); // the baseline is the line at 1
    return kind == ChartKind::Phases ? QColor(0x7D, 0xBE, 0x7A) : targetColor(0, ChartTheme::Light);
}

} // namespace

void TestChartRender::idsAreInverse()
{
    for (const ChartKind kind : allChartKinds)
        QCOMPARE(chartKindFromId(chartKindId(kind)), std::optional(kind));
    QCOMPARE(chartKindId(ChartKind::Sweep), u"sweep"_s);
    QCOMPARE(chartKindId(ChartKind::Throughput), u"throughput"_s);
    QCOMPARE(chartKindId(ChartKind::Latency), u"latency"_s);
    QCOMPARE(chartKindId(ChartKind::Reduction), u"reduction"_s);
    QVERIFY(!chartKindFromId(u"all"_s));
    QCOMPARE(chartFormatFromId(u"svg"_s), std::optional(ChartFormat::Svg));
    QCOMPARE(chartFormatFromId(u"png"_s), std::optional(ChartFormat::Png));
    QVERIFY(!chartFormatFromId(u"gif"_s));
}

void TestChartRender::targetsCanBeToldApart()
{
    const auto luminance = [](const QColor &color) {
        const auto linear = [](double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
        return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
    };
    const auto contrast = [&](const QColor &a, const QColor &b) {
        const double first = luminance(a) + 0.05;
        const double second = luminance(b) + 0.05;
        return std::max(first / second, second / first);
    };
    for (const auto &[theme, ground] : {std::pair{ChartTheme::Light, QColor(Qt::white)}, std::pair{ChartTheme::Dark, QColor(30, 31, 34)}}) {
        QSet<QRgb> seen;
        for (int target = 0; target < 7; ++target) {
            seen.insert(targetColor(target, theme).rgb());
            QVERIFY(contrast(targetColor(target, theme), ground) >= 2);
            QVERIFY(contrast(readableColor(targetColor(target, theme), ground), ground) >= 4.4); // rounded to bytes
            const TargetStyle again = targetStyle(target + 7, theme);
            QCOMPARE(again.color, targetColor(target, theme));
            QVERIFY(again.marker != targetStyle(target, theme).marker);
        }
        QCOMPARE(seen.size(), 7);
    }
    // The swatch of tables has the colour of the chart.
    const QImage swatch = targetSwatch(1, ChartTheme::Light, 16, 2).toImage();
    QCOMPARE(swatch.size(), QSize(32, 32));
    QCOMPARE(swatch.pixelColor(16, 16), targetColor(1, ChartTheme::Light));
    QCOMPARE(swatch.pixelColor(0, 0).alpha(), 0);
}

void TestChartRender::pngHasTheSizeAskedFor_data()
{
    QTest::addColumn<Sample>("sample");
    QTest::addColumn<bool>("hasLines");
    QTest::newRow("two") << two() << true;
    QTest::newRow("awkward") << awkward() << true;
    QTest::newRow("failed") << samples::allFailed({u"A"_s}, {1, 10}) << false;
    QTest::newRow("empty") << Sample{} << false;
}

void TestChartRender::pngHasTheSizeAskedFor()
{
    QFETCH(Sample, sample);
    QFETCH(bool, hasLines);
    for (const ChartKind kind : allChartKinds)
        for (const double scale : {1.0, 2.0, 1.5}) {
            const QImage image = renderPng(kind, sample, {640, 420}, scale);
            QCOMPARE(image.size(), QSize(640, 420) * scale);
            QVERIFY(colours(image) > 10); // letters at least
            const bool showsErrors = kind == ChartKind::Errors && !sample.session.trials.empty();
            QCOMPARE(rowsOf(image, markColor(kind)).first >= 0, hasLines || showsErrors);
        }
}

void TestChartRender::scaleEnlargesWhatIsDrawn()
{
    const QColor color = targetColor(0, ChartTheme::Light);
    const auto plain = rowsOf(renderPng(ChartKind::Sweep, two(), {640, 420}, 1), color);
    const auto large = rowsOf(renderPng(ChartKind::Sweep, two(), {640, 420}, 3), color);
    // Smoothed edges of thin strokes do not reach the full colour at scale 1: up to three rows of 420.
    const auto near = [](int at3, int at1) { return std::abs(at3 - 3 * at1) <= 9; };
    QVERIFY2(near(large.first, plain.first), qPrintable(u"%1 %2"_s.arg(large.first).arg(plain.first)));
    QVERIFY2(near(large.second, plain.second), qPrintable(u"%1 %2"_s.arg(large.second).arg(plain.second)));
}

void TestChartRender::themesDiffer()
{
    QCOMPARE(renderPng(ChartKind::Sweep, two(), {640, 420}, 1).pixelColor(0, 0), QColor(Qt::white));
    QVERIFY(renderPng(ChartKind::Sweep, two(), {640, 420}, 1, ChartTheme::Dark).pixelColor(0, 0).lightness() < 60);
}

void TestChartRender::svgIsCleanVectors_data()
{
    QTest::addColumn<Sample>("sample");
    QTest::addColumn<QStringList>("words");
    QTest::newRow("two") << two() << QStringList{u"nginx"_s, u"Apache httpd"_s, u"sweepbench 0.1.0"_s};
    QTest::newRow("awkward") << awkward()
                             << QStringList{u"http://h/?a=1&b=<2>\"x\"]]>"_s, u"label 😀"_s, u"'q' & --> <!--"_s, u"CPU <&> [0m"_s};
    QTest::newRow("right to left, emoji") << samples::sample({u"خادم الويب"_s, u"שרת <b> & 🚀"_s}, {1, 10}, 2)
                                          << QStringList{u"خادم الويب"_s, u"שרת <b> & 🚀"_s};
    QTest::newRow("huge and tiny") << samples::spanning() << QStringList{u"a microsecond"_s, u"an hour"_s};
    QTest::newRow("failed") << samples::allFailed({u"A & <B>"_s}, {1, 10}) << QStringList{u"A & <B>"_s, u"no data"_s};
    QTest::newRow("empty") << Sample{} << QStringList{u"no data"_s};
}

void TestChartRender::svgIsCleanVectors()
{
    QFETCH(Sample, sample);
    QFETCH(QStringList, words);
    static const QRegularExpression badNumber(u"\\b(nan|inf)\\b"_s, QRegularExpression::CaseInsensitiveOption);
    for (const ChartKind kind : allChartKinds) {
        const QByteArray bytes = render(kind, sample, svg({1000, 600}));
        QVERIFY(bytes.startsWith("<?xml"));
        QXmlStreamReader reader(bytes);
        QString text;
        int elements = 0;
        while (!reader.atEnd()) {
            const auto token = reader.readNext();
            if (token == QXmlStreamReader::Characters)
                text += reader.text();
            if (token != QXmlStreamReader::StartElement)
                continue;
            if (elements++ == 0) {
                QCOMPARE(reader.name().toString(), u"svg"_s);
                QCOMPARE(reader.attributes().value(u"width"_s).toString(), u"1000"_s);
                QCOMPARE(reader.attributes().value(u"height"_s).toString(), u"600"_s);
                QCOMPARE(reader.attributes().value(u"viewBox"_s).toString(), u"0 0 1000 600"_s);
            }
            QVERIFY(reader.name() != u"image");
            const QXmlStreamAttributes attributes = reader.attributes();
            for (const QXmlStreamAttribute &attribute : attributes)
                QVERIFY2(!badNumber.match(attribute.value().toString()).hasMatch(), qPrintable(attribute.value().toString()));
        }
        QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
        for (const QString &word : std::as_const(words))
            if (kind != ChartKind::Errors || word != u"no data" || sample.session.trials.empty())
                QVERIFY2(text.contains(word), qPrintable(word + u" in "_s + text));
    }
}

void TestChartRender::svgLooksLikeThePng()
{
    const QByteArray bytes = render(ChartKind::Sweep, two(), svg({640, 420}));
    QSvgRenderer renderer(bytes);
    QVERIFY(renderer.isValid());
    QCOMPARE(renderer.defaultSize(), QSize(640, 420));
    QImage image(640, 420, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    renderer.render(&painter);
    painter.end();
    for (const int target : {0, 1}) {
        const auto vector = rowsOf(image, targetColor(target, ChartTheme::Light));
        const auto bitmap = rowsOf(renderPng(ChartKind::Sweep, two(), {640, 420}, 1), targetColor(target, ChartTheme::Light));
        QVERIFY(std::abs(vector.first - bitmap.first) <= 3 && std::abs(vector.second - bitmap.second) <= 3);
    }
}

// UI-03 (public reports): the colour belongs to the place in the plan, in lines as in names, and follows a swap.
void TestChartRender::coloursFollowTheTarget()
{
    Sample sample = samples::sample({u"fast"_s, u"slow"_s}, {1, 10, 100}, 5);
    const auto nameColours = [](const QByteArray &bytes) {
        QMap<QString, QString> colours;
        QXmlStreamReader reader(bytes);
        while (!reader.atEnd()) {
            if (reader.readNext() != QXmlStreamReader::StartElement || reader.name() != u"text")
                continue;
            const QString fill = reader.attributes().value(u"fill"_s).toString();
            const QString text = reader.readElementText();
            if (text == u"fast" || text == u"slow")
                colours[text] = fill;
        }
        return colours;
    };
    const QString first = targetColor(0, ChartTheme::Light).name();
    const QString second = readableColor(targetColor(1, ChartTheme::Light), Qt::white).name();
    const QByteArray before = render(ChartKind::Sweep, sample, svg());
    QCOMPARE(nameColours(before), (QMap<QString, QString>{{u"fast"_s, first}, {u"slow"_s, second}}));
    const auto fastRows = rowsOf(renderPng(ChartKind::Sweep, sample, {640, 420}, 1), targetColor(0, ChartTheme::Light));

    std::swap(sample.session.plan.targets[0], sample.session.plan.targets[1]);
    for (CellSummary &cell : sample.analysis.cells)
        cell.target = 1 - cell.target;
    const QByteArray after = render(ChartKind::Sweep, sample, svg());
    QCOMPARE(nameColours(after), (QMap<QString, QString>{{u"slow"_s, first}, {u"fast"_s, second}}));
    const auto fastRowsAfter = rowsOf(renderPng(ChartKind::Sweep, sample, {640, 420}, 1), targetColor(1, ChartTheme::Light));
    QVERIFY(std::abs(fastRows.first - fastRowsAfter.first) <= 3); // the upper line is still the fast one's
}

void TestChartRender::heatMapsAreRectanglesInFiles()
{
    const QByteArray bytes = render(ChartKind::Heatmap, two(), svg());
    QVERIFY(!bytes.contains("<image"));
    QXmlStreamReader reader(bytes);
    QSet<QString> fills;
    int shapes = 0;
    while (!reader.atEnd()) {
        if (reader.readNext() != QXmlStreamReader::StartElement)
            continue;
        if (reader.attributes().hasAttribute(u"fill"_s))
            fills.insert(reader.attributes().value(u"fill"_s).toString());
        shapes += reader.name() == u"rect" || reader.name() == u"path" ? 1 : 0;
    }
    QVERIFY2(shapes > 200 && fills.size() > 12, qPrintable(u"%1 %2"_s.arg(shapes).arg(fills.size())));
}

void TestChartRender::oddOptionsAreRefused_data()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<double>("scale");
    QTest::addColumn<QString>("field");
    QTest::newRow("tiny") << QSize(10, 10) << 1.0 << u"size"_s;
    QTest::newRow("huge") << QSize(100000, 700) << 1.0 << u"size"_s;
    QTest::newRow("negative") << QSize(-1, 700) << 1.0 << u"size"_s;
    QTest::newRow("no scale") << QSize(1200, 700) << 0.0 << u"scale"_s;
    QTest::newRow("no number") << QSize(1200, 700) << std::nan("") << u"scale"_s;
    QTest::newRow("too many pixels") << QSize(16000, 16000) << 4.0 << u"scale"_s;
}

void TestChartRender::oddOptionsAreRefused()
{
    QFETCH(QSize, size);
    QFETCH(double, scale);
    QFETCH(QString, field);
    const auto bytes = renderChart(ChartKind::Sweep, {}, {}, {size, scale, ChartTheme::Light, ChartFormat::Png});
    QVERIFY(!bytes);
    QCOMPARE(bytes.problem().field, field);
}

void TestChartRender::brokenSvgIsRefused_data()
{
    QTest::addColumn<QByteArray>("raw");
    QTest::addColumn<bool>("fine");
    QTest::newRow("fine") << QByteArray("<svg width=\"1mm\"><title>a</title><g stroke=\"none\"><polyline fill=\"none\"/></g><g><path d=\"M1,2 L3,4\"/></g></svg>") << true;
    QTest::newRow("nan") << QByteArray("<svg><path d=\"M1,nan\"/></svg>") << false;
    QTest::newRow("inf") << QByteArray("<svg><rect x=\"-inf\"/></svg>") << false;
    QTest::newRow("bitmap") << QByteArray("<svg><image x=\"1\"/></svg>") << false;
    QTest::newRow("ampersand") << QByteArray("<svg><text>a & b</text></svg>") << false;
    QTest::newRow("cut") << QByteArray("<svg><text>a") << false;
    QTest::newRow("empty") << QByteArray() << false;
}

void TestChartRender::brokenSvgIsRefused()
{
    QFETCH(QByteArray, raw);
    QFETCH(bool, fine);
    const auto svg = finishedSvg(raw, {100, 50}, u"A & <B>"_s, u"C]]>"_s);
    QCOMPARE(svg.ok(), fine);
    if (fine)
        QVERIFY(!svg->contains("polyline"));
    if (fine)
        QVERIFY(svg->contains("<title>A &amp; &lt;B&gt;</title>") && !svg->contains("<title>a</title>") && svg->contains("width=\"100\""));
    else
        QCOMPARE(svg.problem().field, u"SVG"_s);
}

QTEST_MAIN(TestChartRender)
#include "tst_chartrender.moc"
