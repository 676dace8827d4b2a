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

enum class ChartFormat { Png, Svg };
QString chartFormatId(ChartFormat format); ///< "png", "svg": the option and the file suffix
std::optional<ChartFormat> chartFormatFromId(const QString &id);

struct RenderOptions
{
    QSize size{1200, 700};  ///< in device-independent pixels
    double scale = 1;       ///< PNG: device pixels per pixel, fonts and lines grow with it; SVG has no pixels and ignores it
    ChartTheme theme = ChartTheme::Light;
    ChartFormat format = ChartFormat::Png;
    ChartView view{};       ///< level, trial and the like
};

/// The chart with title and caption as the bytes of a file. A session without data gives a picture that says so.
/// A Problem names the field "size" (from 320 x 240 to 16384 x 16384) or "scale" (from 0.25 to 8; at most 200 million pixels in all).
Result<QByteArray> renderChart(ChartKind kind, const Session &session, const Analysis &analysis, const RenderOptions &options = {});

/// What every exported chart says below it: what the bars are, pairs, load, machine, program version, date.
QString chartCaption(ChartKind kind, const Session &session, const Analysis &analysis, const ChartView &view = {});

} // namespace sweepbench
