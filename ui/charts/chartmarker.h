// SPDX-License-Identifier: GPL-3.0-or-later
// Markers outside of charts. Thread contract: GUI thread.
#pragma once

#include "ui/charts/charttheme.h"

namespace sweepbench {

/// Paints the style's marker in the middle of a square pixmap that is \a size device-independent pixels wide.
void paintMarker(QPixmap &pixmap, const TargetStyle &style, int size);

} // namespace sweepbench
