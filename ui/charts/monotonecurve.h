// SPDX-License-Identifier: GPL-3.0-or-later
// Thread contract: pure function.
#pragma once

#include <QPointF>

#include <vector>

namespace sweepbench {

/// A smooth curve through all points that turns nowhere but at points: piecewise cubic Hermite with the slopes of F. N. Fritsch and
/// J. Butland (A Method for Constructing Local Monotone Piecewise Cubic Interpolants, 1984). x must ascend strictly; \a steps pieces
/// between neighbours. Fewer than three points come back as they are.
std::vector<QPointF> monotoneCurve(const std::vector<QPointF> &points, int steps = 16);

} // namespace sweepbench
