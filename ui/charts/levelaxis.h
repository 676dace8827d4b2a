// SPDX-License-Identifier: GPL-3.0-or-later
// The log axis of the levels and what stands at it, for the charts over levels.
// Thread contract: GUI thread.
#pragma once

#include "ui/charts/chartcanvas.h"

#include <QStringList>

#include <vector>

namespace sweepbench {

/// From a level's place near the left edge to one near the right edge; \a rightInset is the room that is left free there, in pixels.
Scale levelScale(const QRectF &rect, const std::vector<int> &levels, double leftInset, double rightInset);
/// A tick at every level, with as many labels as there is room for.
std::vector<Tick> levelTicks(const ChartCanvas &canvas, const Scale &scale, const std::vector<int> &levels);
/// "Connections (log scale)"; one level alone has no scale.
QString levelAxisTitle(SweepAxis axis, const std::vector<int> &levels);

/// An error bar from its low end to its high one. Ends that were cut off by the axis are arrows.
void drawErrorBar(ChartCanvas &canvas, const QLineF &bar, const QPen &pen, bool cutLow, bool cutHigh);

/// Width of the column that the names at the ends of lines take, at most \a most.
double nameColumnWidth(const ChartCanvas &canvas, const QStringList &names, double most);
/// Where a line ends, and whose it is.
struct LineEnd
{
    int target = 0;
    QPointF at;
};
/// Heights for the names of lines that end there, as near to them as can be without overlapping; absent where they don't fit in
/// \a rect, so that the legend has to name them.
std::optional<std::vector<double>> nameHeights(const ChartCanvas &canvas, const std::vector<LineEnd> &ends, const QRectF &rect);
/// The names in a column from \a left on, with dotted lines to the ends.
void drawNames(ChartCanvas &canvas, const std::vector<LineEnd> &ends, const std::vector<double> &heights, const QStringList &names, double left,
               double width);

} // namespace sweepbench
