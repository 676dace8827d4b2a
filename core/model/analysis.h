// SPDX-License-Identifier: GPL-3.0-or-later
// What stats/analysis.h works out and every table, chart and export shows.
// Thread contract: plain values.
#pragma once

#include "core/model/finding.h"
#include "core/model/metric.h"
#include "core/model/sweep.h"

#include <QString>
#include <QStringList>

#include <map>
#include <optional>
#include <vector>

namespace sweepbench {

/// Figures of one cell over its fit trials. With n = 0 nothing else is meaningful; se, stdev and the interval need n >= 2.
struct Summary
{
    int n = 0;
    double mean = 0;
    double se = 0;     ///< standard error of the mean
    double stdev = 0;  ///< sample standard deviation
    double median = 0;
    double min = 0;
    double max = 0;
    std::optional<double> ciLow;  ///< 95 % t interval on the logarithm, for error bars
    std::optional<double> ciHigh;
    bool operator==(const Summary &) const = default;
};

/// A trial that stands apart from the others of its cell.
struct OutlierTrial
{
    int repeat = 0;
    double value = 0; ///< its figure of the primary metric
    bool operator==(const OutlierTrial &) const = default;
};

struct CellSummary
{
    int target = 0;
    int level = 0;    ///< of the sweep
    int trials = 0;   ///< that ran
    int unfit = 0;    ///< of those, left out
    qint64 requests = 0;
    qint64 errors = 0;
    bool tellsErrors = true; ///< false where a trial was imported from a report without them
    std::map<Metric, Summary> metrics; ///< metrics without any value are absent
    std::vector<OutlierTrial> outliers; ///< in the order of their repeats
    bool quantileAtTimeout = false;    ///< p99 is "at least the time-out": time-outs reach into that tail
};

enum class Verdict { Equivalent, Faster, Slower, Inconclusive, NotCompared };
QString verdictId(Verdict verdict); ///< "equivalent", "faster", "slower", "inconclusive", "none"

/// Candidate against baseline on one metric at one level. The interval fields are absent where they can't be had.
struct Comparison
{
    int level = 0; ///< of the sweep
    Metric metric = Metric::Rps;
    int baseline = 0;
    int candidate = 1;
    bool unpaired = false; ///< imported trials: no block put them on the same machine at the same moment
    int baselineTrials = 0;  ///< with the figure, where they are no pairs
    int candidateTrials = 0;
    int pairs = 0; ///< of trials that are no pairs, the fewer of both
    int pairsDropped = 0;
    int pairsLeftOut = 0; ///< for an outlier, as the session's judging says
    std::optional<double> ratio; ///< candidate / baseline, exp(mean ln ratio)
    std::optional<double> ciLow; ///< plain 95 %
    std::optional<double> ciHigh;
    std::optional<double> simultaneousLow;
    std::optional<double> simultaneousHigh;
    std::optional<double> p;
    std::optional<double> pHolm;
    std::optional<double> pSignFlip;
    std::optional<double> sdLog;        ///< standard deviation of the pairs' ln ratios
    std::optional<double> seen;         ///< relative difference that 80 % power would have seen
    std::optional<int> moreRepeatsFor5; ///< further repeats that would see 5 %; 101 stands for "more than 100"
    QString method = QStringLiteral("paired t on logarithms");
    std::optional<Metric> sameEvidenceAs; ///< the metric that this one is turned over: mean latency of a closed loop and its requests per second
    bool primary = false;
    double alpha = 0.05;        ///< error rate that p and the simultaneous interval are judged at
    Verdict verdict = Verdict::NotCompared; ///< of the primary metric only
    QString sentence;
    /// The same with the outliers left out, or with them where they are; absent where there are none, and for other metrics.
    std::optional<Verdict> otherVerdict;
    QString otherSentence;
};

struct Analysis
{
    SweepAxis axis = SweepAxis::Connections; ///< what the levels are
    std::vector<CellSummary> cells;       ///< by level, then target
    std::vector<Comparison> comparisons;  ///< by metric (primary first), level, candidate
    std::vector<Finding> findings;        ///< what holds for the whole session, doubts first
    int baseline = 0;
    bool outliersLeftOut = false;

    const CellSummary *cell(int target, int level) const;
    /// The primary metric's comparisons only.
    std::vector<Comparison> verdicts() const;
};

} // namespace sweepbench
