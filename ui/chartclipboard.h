// SPDX-License-Identifier: GPL-3.0-or-later
// A chart on its way to another program.
// Thread contract: the GUI thread.
#pragma once

#include "ui/charts/chart.h"

#include <memory>

class QMimeData;

namespace sweepbench {

/// The chart as pixels for every program and as vectors for those that take SVG. Null where it can't be drawn: see checkRenderOptions().
std::unique_ptr<QMimeData> chartMimeData(ChartKind kind, const Session &session, const Analysis &analysis, RenderOptions options);

/// Puts it on the clipboard.
void copyChart(ChartKind kind, const Session &session, const Analysis &analysis, const RenderOptions &options);

} // namespace sweepbench
