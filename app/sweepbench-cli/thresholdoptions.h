// SPDX-License-Identifier: GPL-3.0-or-later
// --fail-if and --strict, for the commands that print results.
// Thread contract: main thread only.
#pragma once

#include "app/sweepbench-cli/commandline.h"
#include "core/stats/thresholdjudge.h"

#include <vector>

namespace sweepbench {

QList<QCommandLineOption> thresholdOptions();

/// What the results must not be.
struct Thresholds
{
    std::vector<Threshold> list;
    bool strict = false;
};
Result<Thresholds> thresholdsFromOptions(const ParsedCommand &options);

/// Prints one line for each, on standard error where \a standardOutputIsTaken. False when one of them has not passed.
bool reportThresholds(const std::vector<ThresholdJudgement> &judgements, bool standardOutputIsTaken);

} // namespace sweepbench
