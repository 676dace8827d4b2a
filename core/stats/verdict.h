// SPDX-License-Identifier: GPL-3.0-or-later
// From a comparison's figures to its verdict and the sentence that says it (DESIGN.md, Statistics).
// Thread contract: pure functions.
#pragma once

#include "core/model/analysis.h"

#include <QString>

namespace sweepbench {

struct VerdictRules
{
    double delta = 0.02;       ///< targets whose ratio lies within 1 / (1 + delta) and 1 + delta are equivalent
    int leastPairs = 3;
    double mostDropped = 0.20; ///< of the pairs that ran
};

/// What a sentence tells of one target beyond the comparison's figures.
struct ComparedSide
{
    QString name;
    int trials = 0;      ///< that ran at this level
    int unfit = 0;       ///< of those
    QString unfitReason; ///< of the first unfit one
    int values = 0;      ///< fit trials that have the figure
    int atTimeout = 0;   ///< fit trials whose quantile is "at least the time-out"
    int zeros = 0;       ///< fit trials that measured 0, which has no logarithm
    int clientLimited = 0; ///< fit trials in which the client was the limit
    std::optional<qint64> fewestAnswers; ///< in a fit trial

    /// True where the figure is the client's rather than this target's: it was the limit in most of the fit trials.
    bool isClientLimited() const { return 2 * clientLimited > trials - unfit; }
};

struct ComparedSides
{
    ComparedSide baseline;
    ComparedSide candidate;
    SweepAxis axis = SweepAxis::Connections; ///< what the comparison's level is of
    bool openLoop = false;
};

/// True where more of the pairs that ran were dropped than a verdict allows.
bool tooManyDropped(const Comparison &comparison, const VerdictRules &rules = {});

/// In this order: equivalent, faster or slower (the candidate, by whether a larger figure is the better one), inconclusive;
/// NotCompared with too few or too many dropped pairs, where the pairs do not vary, and without p or interval.
/// Reads pairs, pairsDropped, sdLog, ratio, simultaneousLow and -High, pHolm, and the alpha that it is judged at.
Verdict decide(const Comparison &comparison, const VerdictRules &rules = {});

/// One sentence without a final full stop. The primary metric's says comparison.verdict and its simultaneous interval, or why there is
/// none; a difference is "at least" so large where the client was the limit for the better target alone. The others' begin with "Exploratory" and use no verdict words.
QString comparisonSentence(const Comparison &comparison, const ComparedSides &sides, const VerdictRules &rules = {});

} // namespace sweepbench
