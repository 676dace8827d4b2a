// SPDX-License-Identifier: GPL-3.0-or-later
// The ranking of the levels in words: "nginx: 100, 10, 500, 1 connections".
// Thread contract: pure functions over values.
#pragma once

#include "core/model/analysis.h"
#include "core/model/session.h"

#include <QStringList>

namespace sweepbench {

/// One line per target, best level first on the plan's primary metric; "≈" in place of the comma joins neighbours that can't be told
/// apart: "nginx: 100 ≈ 10, 500, 1 connections; no data at 1000".
QStringList rankingLines(const Session &session, const Analysis &analysis);
/// What the lines are: metric, order and mark.
QString rankingCaption(const Plan &plan);

} // namespace sweepbench
