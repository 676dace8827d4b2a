// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart.h"

#include "ui/charts/anychart.h"
#include "ui/charts/charttext.h"
#include "ui/charts/picturefile.h"

#include <QApplication>
#include <QFontInfo>

#include <qcustomplot.h>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace sweepbench {

QString chartFormatId(ChartFormat format)
{
    switch (format) {
    case ChartFormat::Png: return u"png"_s;
    case ChartFormat::Svg: return u"svg"_s;
    case ChartFormat::Pdf: break;
    }
    return u"pdf"_s;
}

std::optional<ChartFormat> chartFormatFromId(const QString &id)
{
    for (const ChartFormat format : allChartFormats)
        if (chartFormatId(format) == id)
            return format;
    return std::nullopt;
}

std::optional<Problem> checkRenderOptions(const RenderOptions &options)
{
    const QSize size = options.size;
    if (size.width() < 320 || size.height() < 240 || size.width() > 16384 || size.height() > 16384)
        return Problem{u"size"_s, u"%1x%2 given, from 320x240 to 16384x16384 is possible"_s.arg(size.width()).arg(size.height())};
    // The largest page of PDF 1.4 (ISO 32000-1, annex C.2): 14400 units of which 72 are an inch.
    if (options.format == ChartFormat::Pdf && std::max(size.width(), size.height()) > 14400)
        return Problem{u"size"_s, u"%1x%2 given, a PDF has at most 14400x14400"_s.arg(size.width()).arg(size.height())};
    if (options.format != ChartFormat::Png)
        return std::nullopt;
    if (options.outlines)
        return Problem{u"outlines"_s, u"given for a PNG, which has pixels only; SVG and PDF have outlines"_s};
    if (!(options.scale >= 0.25 && options.scale <= 8))
        return Problem{u"scale"_s, u"%1 given, from 0.25 to 8 is possible"_s.arg(options.scale)};
    if (double(size.width()) * size.height() * options.scale * options.scale > 200e6)
        return Problem{u"scale"_s, u"%1x%2 at scale %3 has more than 200 million pixels"_s.arg(size.width()).arg(size.height()).arg(options.scale)};
    return std::nullopt;
}

namespace {

ChartGeometry drawForExport(QCustomPlot &plot, ChartKind kind, const Session &session, const Analysis &analysis,
                            const RenderOptions &options, const ChartTexts &texts)
{
    QFont font = QApplication::font();
    // The family really used: "Sans Serif" means another one on every machine that opens the SVG.
    font.setFamily(QFontInfo(font).family());
    // Pictures smaller than usual get smaller words, to leave room for the lines.
    const double room = std::min({1.0, options.size.width() / 600.0, options.size.height() / 400.0});
    font.setPixelSize(std::max(static_cast<int>(13 * room), 9));
    ChartStyle style = chartStyle(options.theme, font);
    style.vector = true;
    return drawChart(plot, options.size, style, texts, chartData(kind, session, analysis, options.view));
}

void paint(QCustomPlot &plot, QPaintDevice *device, QSize size, double scale)
{
    QCPPainter painter;
    painter.begin(device);
    painter.setMode(QCPPainter::pmVectorized);
    painter.setMode(QCPPainter::pmNoCaching);
    painter.setMode(QCPPainter::pmNonCosmetic);
    painter.setRenderHint(QPainter::TextAntialiasing);
    if (scale != 1)
        painter.scale(scale, scale);
    plot.toPainter(&painter, size.width(), size.height());
    painter.end();
}

void choose(QString &text, const std::optional<QString> &words)
{
    if (words)
        text = cleanText(*words);
}

/// The texts with the words that were written in their place.
ChartTexts chosenTexts(ChartTexts texts, const ChartWords &words)
{
    if (words.title)
        texts.names = QStringList{cleanText(*words.title)};
    texts.names.removeAll(QString());
    choose(texts.subtitle, words.subtitle);
    choose(texts.caption, words.caption);
    return texts;
}

/// What a picture is called where it can't be seen.
QString spokenTitle(const ChartTexts &texts)
{
    QStringList parts{namesTitle(texts.names), texts.subtitle};
    parts.removeAll(QString());
    return parts.join(u" – "_s);
}

} // namespace

ChartGeometry layOutChart(ChartKind kind, const Session &session, const Analysis &analysis, const RenderOptions &options)
{
    QCustomPlot plot;
    return drawForExport(plot, kind, session, analysis, options, chosenTexts(chartTexts(kind, session, analysis, options.view), options.words));
}

Result<QByteArray> renderChart(ChartKind kind, const Session &session, const Analysis &analysis, const RenderOptions &options)
{
    if (const auto problem = checkRenderOptions(options))
        return *problem;
    const ChartTexts own = chartTexts(kind, session, analysis, options.view);
    const ChartTexts texts = chosenTexts(own, options.words);
    QCustomPlot plot;
    drawForExport(plot, kind, session, analysis, options, texts);
    if (options.transparent)
        plot.setBackground(QBrush(Qt::NoBrush));
    const QString title = spokenTitle(texts);
    return pictureFile([&](QPaintDevice *device, double scale) { paint(plot, device, options.size, scale); }, options,
                       title.isEmpty() ? spokenTitle(own) : title, texts.caption.isEmpty() ? own.caption : texts.caption);
}

ChartOwnWords chartOwnWords(ChartKind kind, const Session &session, const Analysis &analysis, const ChartView &view)
{
    const ChartTexts texts = chartTexts(kind, session, analysis, view);
    return {namesTitle(texts.names), texts.subtitle, texts.caption};
}

} // namespace sweepbench
