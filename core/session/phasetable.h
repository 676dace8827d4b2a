// SPDX-License-Identifier: GPL-3.0-or-later
// The phases of requests and connections as a table for people: the terminal's, Markdown's and Org's.
// Thread contract: pure functions over values.
#pragma once

#include "core/model/session.h"

#include <QStringList>

#include <vector>

namespace sweepbench {

/// Target, level, phase, min, mean, p50, p99, max, count.
inline constexpr int phaseTextColumns = 3; ///< that are aligned to the left
QStringList phaseTitles(const Session &session);
/// One line per cell and phase that it had; of an open loop also the slip (sent after it was due) and the service time.
std::vector<QStringList> phaseLines(const Session &session);
/// What the lines are of.
QString phaseCaption();

} // namespace sweepbench
