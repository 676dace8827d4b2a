// SPDX-License-Identifier: GPL-3.0-or-later
// Thread contract: pure functions.
#pragma once

#include "core/stats/thresholdjudge.h"

#include <QJsonArray>

namespace sweepbench {

/// The record of thresholds in the JSON of results: for each its expression, outcome and what it was judged on, and the cell or comparison that
/// decided, with its figure in the unit of the metric. What has no value is absent.
QJsonArray thresholdsToJson(const std::vector<ThresholdJudgement> &judgements, const Plan &plan);

} // namespace sweepbench
