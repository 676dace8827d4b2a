// SPDX-License-Identifier: GPL-3.0-or-later
// Axes that show any metric: units, ticks, and a figure in words.
// Thread contract: pure functions.
#pragma once

#include "core/model/metric.h"
#include "ui/charts/chartscale.h"

#include <QString>

namespace sweepbench {

/// A figure in the metric's own unit, as files have it, for people: "12 300", "1.25 ms", "3.2 s", "12.3 MB/s".
QString figureText(Metric metric, double value);
/// Ticks of a linear axis that need not start at zero, with the unit in each label where the metric has one.
std::vector<Tick> metricTicks(Metric metric, const Scale &scale, int most);
/// Ticks of a log axis of ratios around 1: "0.5×", "1×", "1.02×", at least \a minGapPx apart.
std::vector<Tick> ratioTicks(const Scale &scale, double minGapPx);
/// HdrHistogram's axis, 1 / (1 - q): "0 %", "50 %", "90 %", "99 %" … up to \a high.
std::vector<Tick> percentileTicks(double high);
/// "x of zero or below" in the words that every log axis uses; empty for none.
QString leftOutNote(int values);

} // namespace sweepbench
