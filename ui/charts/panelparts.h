// SPDX-License-Identifier: GPL-3.0-or-later
// What charts of one panel share: room for labels, headings, names at the ends of lines or in the legend.
// Thread contract: GUI thread.
#pragma once

#include "ui/charts/levelaxis.h"

#include <set>

namespace sweepbench {

struct PanelRoom
{
    double left = 0;     ///< width of the labels there
    double right = 0;    ///< width of what stands there
    bool xTitle = true;  ///< a line below the labels of the x axis
    double below = 0;    ///< further height below
    double above = 0;    ///< further height between heading and panel
};
/// The panel below its heading, with that room around it; never smaller than 20 pixels.
QRectF panelRect(const ChartCanvas &canvas, const QRectF &area, const PanelRoom &room);
/// Bold words above a panel, from \a left on and at most \a width wide.
void drawHeading(ChartCanvas &canvas, const QRectF &area, double left, double width, const QString &words);
double widestLabel(const QFont &font, const std::vector<Tick> &ticks);
/// Ticks of an x axis, of which only those keep their label that have room for it.
std::vector<Tick> ticksThatFit(const ChartCanvas &canvas, const Scale &scale, std::vector<Tick> ticks);
/// One legend entry for each target. Hidden ones are faint on screen, where a click brings them back, and left out of files.
std::vector<LegendEntry> targetLegend(const QStringList &names, const std::set<int> &hidden, const ChartStyle &style);
/// Those that are hidden alone: for charts that name their targets elsewhere.
std::vector<LegendEntry> hiddenLegend(const QStringList &names, const std::set<int> &hidden, const ChartStyle &style);
/// " at 100 connections", where a level is known.
QString atLevel(SweepAxis axis, std::optional<int> level);

} // namespace sweepbench
