// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chartdraw.h"
#include "ui/report/reporthtml.h"
#include "ui/report/reportparts.h"

#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

/// As wide as the page; the page itself says what stands around a chart.
RenderOptions reportPicture(ChartTheme theme)
{
    RenderOptions options;
    options.size = QSize(960, 480);
    options.theme = theme;
    options.format = ChartFormat::Svg;
    options.transparent = true;
    options.words = {QString(), QString(), QString()};
    return options;
}

bool hasSomethingToShow(ChartKind kind, const Session &session, const Analysis &analysis)
{
    const ChartGeometry geometry = layOutChart(kind, session, analysis, reportPicture(ChartTheme::Light));
    return std::none_of(geometry.texts.begin(), geometry.texts.end(), [](const auto &text) { return text.role == TextRole::Message; });
}

/// A file's SVG as an element of a page: without the declaration, and without what HTML does not know.
QString inlineSvg(const QByteArray &file, const QString &theme)
{
    QString svg = QString::fromUtf8(file);
    svg.remove(0, svg.indexOf(u"<svg"_s));
    static const QRegularExpression unknown(u" (?:baseProfile|version|xmlns:xlink)=\"[^\"]*\""_s);
    const qsizetype end = svg.indexOf(u'>');
    QString root = svg.left(end);
    root.remove(unknown);
    root.insert(4, u" class=\"chart %1\" role=\"img\""_s.arg(theme));
    return root + svg.mid(end);
}

Result<QString> figureOf(ChartKind kind, const Session &session, const Analysis &analysis, ReportTheme theme)
{
    QString html;
    for (const ChartTheme each : {ChartTheme::Light, ChartTheme::Dark}) {
        if (theme != ReportTheme::Auto && (theme == ReportTheme::Dark) != (each == ChartTheme::Dark))
            continue;
        const auto svg = renderChart(kind, session, analysis, reportPicture(each));
        if (!svg.ok())
            return svg.problem();
        html += inlineSvg(*svg, each == ChartTheme::Dark ? u"dark"_s : u"light"_s) + u'\n';
    }
    const ChartOwnWords words = chartOwnWords(kind, session, analysis);
    return u"<figure id=\"chart-%1\">\n<h3>%2</h3>\n<div class=\"picture\">\n%3</div>\n<figcaption>%4</figcaption>\n</figure>\n"_s.arg(
        chartKindId(kind), htmlText(words.subtitle.isEmpty() ? chartKindTitle(kind) : words.subtitle), html, htmlText(words.caption));
}

} // namespace

Result<QString> chartsSection(const Session &session, const Analysis &analysis, const ReportOptions &options)
{
    QString html;
    for (const ChartKind kind : options.charts.value_or(std::vector<ChartKind>(allChartKinds.begin(), allChartKinds.end()))) {
        if (!options.charts && !hasSomethingToShow(kind, session, analysis))
            continue;
        const auto figure = figureOf(kind, session, analysis, options.theme);
        if (!figure.ok())
            return figure.problem();
        html += *figure;
    }
    return htmlSection(u"charts"_s, u"Charts"_s, html);
}

} // namespace sweepbench
