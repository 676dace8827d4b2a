// SPDX-License-Identifier: GPL-3.0-or-later
// The charts as pictures: what a file, a report or the clipboard gets. The same drawing code serves ChartWidget.
// Thread contract: GUI thread only (fonts and QCustomPlot); a QApplication must exist, any platform plugin will do.
#pragma once

#include "core/model/analysis.h"
#include "core/model/result.h"
#include "core/model/session.h"
#include "ui/charts/charttheme.h"
#include "ui/charts/chartview.h"

#include <QByteArray>
#include <QSize>

#include <optional>

namespace sweepbench {

enum class ChartFormat { Png, Svg, Pdf };
inline constexpr std::array allChartFormats{ChartFormat::Png, ChartFormat::Svg, ChartFormat::Pdf};
QString chartFormatId(ChartFormat format); ///< "png", "svg", "pdf": the option and the file suffix
std::optional<ChartFormat> chartFormatFromId(const QString &id);

/// Words that somebody wrote in place of the chart's own, which absent ones leave; an empty text is left out of the picture.
struct ChartWords
{
    std::optional<QString> title;
    std::optional<QString> subtitle;
    std::optional<QString> caption;
    bool operator==(const ChartWords &) const = default;
};

struct RenderOptions
{
    QSize size{1200, 700};  ///< in device-independent pixels; on paper 96 of them are an inch
    double scale = 1;       ///< PNG: device pixels per pixel, fonts and lines grow with it; SVG and PDF have no pixels and ignore it
    ChartTheme theme = ChartTheme::Light;
    ChartFormat format = ChartFormat::Png;
    bool transparent = false; ///< nothing behind the chart: what it is put on shows through
    bool outlines = false;    ///< SVG, PDF: letters as shapes, which look alike where the font is missing, and can't be searched
    ChartWords words{};
    ChartView view{};         ///< level, trial and the like
};

/// What can't be drawn: the field is "size" (from 320 x 240 to 16384 x 16384; of a PDF at most 14400 each way), "scale" (from 0.25 to 8;
/// at most 200 million pixels in all) or "outlines" (of a PNG).
std::optional<Problem> checkRenderOptions(const RenderOptions &options);

/// The chart with title and caption as the bytes of a file. A session without data gives a picture that says so.
/// A Problem is one of checkRenderOptions(), or of the file (picturefile.h).
Result<QByteArray> renderChart(ChartKind kind, const Session &session, const Analysis &analysis, const RenderOptions &options = {});

/// What every exported chart says below it: what the bars are, pairs, load, machine, program version, date.
QString chartCaption(ChartKind kind, const Session &session, const Analysis &analysis, const ChartView &view = {});

/// The chart's own title, subtitle and caption, to be changed into ChartWords.
struct ChartOwnWords
{
    QString title;
    QString subtitle;
    QString caption;
};
ChartOwnWords chartOwnWords(ChartKind kind, const Session &session, const Analysis &analysis, const ChartView &view = {});

} // namespace sweepbench
