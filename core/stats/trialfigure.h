// SPDX-License-Identifier: GPL-3.0-or-later
// Quantiles of one trial with its time-outs in the picture (metricValue() of analysis.h builds on them).
// Thread contract: pure functions.
#pragma once

#include "core/model/trial.h"

#include <optional>

namespace sweepbench {

/// Answers that a trial needs for a tail that is thick enough: 1,000 for p99, 10,000 for p99.9; 0 for every other metric.
qint64 answersNeeded(Metric metric);

struct TrialQuantile
{
    std::optional<double> ns; ///< absent without answers, and where time-outs reach into the quantile
    bool atTimeout = false;   ///< then all that is known is "at least the time-out"
};

/// Nearest-rank quantile over the answers and the requests that timed out (connecting or waiting), the latter counting as
/// slower than every answer.
TrialQuantile trialQuantile(const Trial &trial, double q);
/// The same of another time of the same answers: their service times. Where an imported trial has no histogram, the quantile that its
/// report prints, time-outs left out as there.
TrialQuantile trialQuantile(const Trial &trial, const Distribution &times, double q);

/// False of a time that is 0 because a report rounds to that: all that is known is that it is shorter, and it has no ratio.
bool isAboveRounding(const Trial &trial, double ns);

/// Times of a trial's answers in nanoseconds: of their histogram, or of an imported trial's report.
struct AnswerTimes
{
    std::optional<double> min;
    std::optional<double> mean;
    std::optional<double> stdev;
    std::optional<double> max;
};
/// \a times is one of the trial's own: its latency, its service times.
AnswerTimes answerTimes(const Trial &trial, const Distribution &times);

} // namespace sweepbench
