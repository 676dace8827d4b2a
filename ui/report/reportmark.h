// SPDX-License-Identifier: GPL-3.0-or-later
// A target's mark beside its name, in its colour and shape of the charts. Thread contract: pure functions.
#pragma once

#include <QString>

namespace sweepbench {

/// An inline SVG as high as the words beside it; its colour is a variable of the page's style (markVariables()).
QString targetMark(int target);
/// The variables for so many targets in a theme: "--t0: #0072b2; …".
QString markVariables(int targets, bool dark);

} // namespace sweepbench
