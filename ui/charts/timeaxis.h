// SPDX-License-Identifier: GPL-3.0-or-later
// The time axis of a run: seconds up to five minutes, then minutes, then hours.
// Thread contract: GUI thread (fonts).
#pragma once

#include "ui/charts/chartcanvas.h"

namespace sweepbench {

/// End of the axis while a run goes on: it grows in steps of a quarter, for a picture that is squeezed with every point can't be read.
double liveTimeEnd(double endS);
std::vector<Tick> timeAxisTicks(const ChartCanvas &canvas, const Scale &x);
/// "Time since the start of the run (s)".
QString timeAxisTitle(double endS, bool oneTrial);

} // namespace sweepbench
