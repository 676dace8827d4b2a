// SPDX-License-Identifier: GPL-3.0-or-later
// A session's sweep in the size of a stamp: lines without words, for lists.
// Thread contract: GUI thread.
#pragma once

#include "core/model/analysis.h"
#include "core/model/session.h"
#include "ui/charts/charttheme.h"

#include <QPixmap>
#include <QSize>

namespace sweepbench {

/// The plan's primary metric over the levels, a line for each target in its colour; an empty frame without data.
QPixmap sweepThumbnail(const Session &session, const Analysis &analysis, QSize size, ChartTheme theme, double devicePixelRatio = 1);

} // namespace sweepbench
