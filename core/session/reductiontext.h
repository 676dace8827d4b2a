// SPDX-License-Identifier: GPL-3.0-or-later
// The run-time reductions in words, a line for each level and candidate.
// Thread contract: pure functions over values.
#pragma once

#include "core/model/analysis.h"
#include "core/model/session.h"

#include <QStringList>

namespace sweepbench {

/// "web_server against elnode at 500 connections: 42 % (95 % interval 21 % to 57 %, 8 pairs), 1.72 times as fast; of the means 48 %".
/// Empty with one target.
QStringList reductionLines(const Session &session, const Analysis &analysis);
/// What the lines are.
QString reductionCaption(const Session &session);

} // namespace sweepbench
