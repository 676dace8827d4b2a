// SPDX-License-Identifier: GPL-3.0-or-later
// Quantiles of one trial with its time-outs in the picture (metricValue() of analysis.h builds on them).
// Thread contract: pure functions.
#pragma once

#include "core/model/trial.h"

#include <optional>

namespace sweepbench {

inline constexpr qint64 answersForP99 = 1000; ///< a trial with fewer has too thin a tail for a steady p99

struct TrialQuantile
{
    std::optional<double> ns; ///< absent without answers, and where time-outs reach into the quantile
    bool atTimeout = false;   ///< then all that is known is "at least the time-out"
};

/// Nearest-rank quantile over the answers and the requests that timed out (connecting or waiting), the latter counting as
/// slower than every answer.
TrialQuantile trialQuantile(const Trial &trial, double q);
/// The same of another time of the same answers: their service times.
TrialQuantile trialQuantile(const Trial &trial, const Distribution &times, double q);

} // namespace sweepbench
