// SPDX-License-Identifier: GPL-3.0-or-later
// Thresholds held against a comparison of sessions.
// Thread contract: pure functions over values.
#pragma once

#include "core/stats/acrosssessions.h"
#include "core/stats/thresholdjudge.h"

namespace sweepbench {

/// One judgement for each threshold. A ratio is a session's against the first one, of every target that is compared: relative to the common target
/// where there is one, and never that target's own. Any other figure is the last session's. \a sessions are those that \a across was made of.
std::vector<ThresholdJudgement> judgeAcross(const std::vector<Threshold> &thresholds, const AcrossSessions &across,
                                            const std::vector<NamedSession> &sessions, bool strict);

} // namespace sweepbench
