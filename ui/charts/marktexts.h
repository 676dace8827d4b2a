// SPDX-License-Identifier: GPL-3.0-or-later
// What the marks of each chart are, for its caption.
// Thread contract: pure functions.
#pragma once

#include "core/model/analysis.h"
#include "ui/charts/chartview.h"

#include <set>

namespace sweepbench {

/// "5 pairs", "1 pair", "3 to 5 pairs".
QString counted(const std::set<int> &values, const QString &one, const QString &many);
/// A sentence or two that a reader needs to read the chart's marks; empty where there are none.
QString marksText(ChartKind kind, const Session &session, const Analysis &analysis, const ChartView &view);

} // namespace sweepbench
