// SPDX-License-Identifier: GPL-3.0-or-later
// What a comparison across sessions gives out: text for people, JSON for programs.
// Thread contract: pure functions over values.
#pragma once

#include "core/model/environment.h"
#include "core/stats/acrosssessions.h"

#include <QJsonArray>

namespace sweepbench {

/// Two sessions side by side, a line for each target and level; three and more as a history, a table for each target and level with the sessions
/// in order of time, a gap and a mark where the environment is not that of the one before. Then the sentences and what makes one doubt them.
QString acrossTables(const AcrossSessions &across);
QString acrossText(const AcrossSessions &across);

/// All of it, every metric too. \a environments are the sessions', in their order; \a thresholds as thresholdsToJson() has them.
QByteArray acrossToJson(const AcrossSessions &across, const std::vector<Environment> &environments, const QJsonArray &thresholds = {});

} // namespace sweepbench
