// SPDX-License-Identifier: GPL-3.0-or-later
// Thresholds held against what was measured. On the interval a threshold fails only when the whole of it is on the wrong side; strictly, when
// the point estimate is. What can't be judged has not passed.
// Thread contract: plain values and pure functions.
#pragma once

#include "core/model/analysis.h"
#include "core/model/session.h"
#include "core/stats/threshold.h"

#include <vector>

namespace sweepbench {

/// A figure that a threshold may be about: a cell's, or the ratio of a comparison. In the unit of Threshold::limit.
struct ThresholdCase
{
    QString target;   ///< of a comparison: the candidate
    QString baseline; ///< of a comparison only
    int level = 0;    ///< of the sweep
    std::optional<double> value; ///< point estimate
    std::optional<double> low;   ///< plain 95 % interval
    std::optional<double> high;
    bool exact = false;            ///< a count, which needs no interval
    std::optional<double> atLeast; ///< all that is known of a quantile that time-outs reach into
    QString noData;                ///< why it can't be judged at all
    QString noInterval;            ///< why there is no interval
};

enum class ThresholdOutcome { Passed, Failed, NotJudged };
QString thresholdOutcomeId(ThresholdOutcome outcome); ///< "passed", "failed", "not_judged"

struct ThresholdJudgement
{
    Threshold threshold;
    bool strict = false;
    SweepAxis axis = SweepAxis::Connections;
    ThresholdOutcome outcome = ThresholdOutcome::NotJudged; ///< the worst of all cases: failed, then not judged
    std::optional<ThresholdCase> deciding; ///< the one furthest on the wrong side, or nearest to it; of those not judged the first
    QString reason;    ///< why it was not judged
    int cases = 0;     ///< that it is about
    int failed = 0;    ///< of those
    int notJudged = 0; ///< of those

    bool ok() const { return outcome == ThresholdOutcome::Passed; }
    /// "interval", "point", "count", or "at_least" where the time-out decided.
    QString judgedOn() const;
};

/// One threshold against the cases of its figure, of whatever target and level; the threshold picks its own.
ThresholdJudgement judgeThreshold(const Threshold &threshold, const std::vector<ThresholdCase> &cases, SweepAxis axis, bool strict);

/// All of them against a session. A cell or a comparison with more than a fifth of its trials or pairs left out is not judged, as it gets no verdict.
std::vector<ThresholdJudgement> judgeThresholds(const std::vector<Threshold> &thresholds, const Session &session, const Analysis &analysis,
                                                bool strict);

/// "FAIL rps.ratio < 0.95: B at 10 connections, 0.910 (0.901 to 0.929)", "ok   …": one line for people, without an end.
QString thresholdLine(const ThresholdJudgement &judgement);

} // namespace sweepbench
