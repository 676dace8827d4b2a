// SPDX-License-Identifier: GPL-3.0-or-later
// What a result must not be, as scripts write it down: "rps.ratio < 0.95", "p99_ns > 20ms", "errors > 0".
// Thread contract: plain values and pure functions.
#pragma once

#include "core/model/metric.h"
#include "core/model/result.h"

#include <optional>

namespace sweepbench {

enum class ThresholdFigure {
    Metric,
    Errors,   ///< number of failed requests of all trials of a cell
    ErrorRate ///< their share of the requests that were answered or failed
};
enum class ThresholdOperator { Less, LessOrEqual, Greater, GreaterOrEqual };

/// One condition that must not hold.
struct Threshold
{
    QString expression; ///< as it was typed
    QString target;     ///< the only one it is about (of a ratio: the candidate); empty: all
    ThresholdFigure figure = ThresholdFigure::Metric;
    Metric metric = Metric::Rps; ///< of figure Metric
    bool ratio = false;          ///< candidate / baseline in place of a target's own figure
    std::optional<int> level;    ///< of the sweep; absent: any
    ThresholdOperator op = ThresholdOperator::Less;
    double limit = 0; ///< in the unit that the metric's id names; a share and a ratio as plain number
    bool operator==(const Threshold &) const = default;
};

/// [TARGET:]FIGURE[.ratio][@LEVEL] OP NUMBER[UNIT]. FIGURE is a metric's id, that id without its unit (p99 for p99_ns), "errors" or
/// "error_rate"; OP is < <= > or >=; units are ns, us, ms, s for times, k, M, G for rates and counts, % for ratios and shares. Since neither
/// figures, levels nor limits have a colon or an operator in them, the target's name may have both. \a field is the problem's.
Result<Threshold> parseThreshold(const QString &text, const QString &field);

/// "rps", "p99_ns", "errors", "error_rate".
QString figureId(const Threshold &threshold);

/// What one unit of a metric's figures is, where they are times: 1 for p99_ns, 1e9 for runtime_s.
std::optional<double> nsPerUnit(Metric metric);

} // namespace sweepbench
