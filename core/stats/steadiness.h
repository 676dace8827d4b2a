// SPDX-License-Identifier: GPL-3.0-or-later
// Whether what was measured stood still: within a trial (the warm-up) and from block to block (drift).
// Thread contract: pure functions over values.
#pragma once

#include "core/model/trial.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace sweepbench {

inline constexpr double steadinessAlpha = 0.01;    ///< a check that speaks of every run must seldom be wrong
inline constexpr double warmupTolerance = 0.02;    ///< relative difference of late and early rate
inline constexpr double driftTolerance = 0.05;     ///< relative change over the whole run
inline constexpr std::size_t leastSpans = 8;       ///< of a trial: two in its first quarter, four in its last half

/// ln of the mean rate (requests per second) in the last half of the measured time over that in the first quarter. Spans that
/// reach over a border count in parts; warm-up spans are left out. Absent with fewer than leastSpans spans, and where nothing was
/// answered in either part.
std::optional<double> lateOverEarly(const std::vector<SeriesPoint> &series);

/// Whether the trials of a cell were still getting faster (or slower) when they were measured.
struct WarmupCheck
{
    int trials = 0;          ///< that have a figure
    double meanLog = 0;      ///< mean of lateOverEarly()
    std::optional<double> p; ///< one-sample t test of meanLog = 0; absent for one trial
    bool tooShort = false;   ///< beyond warmupTolerance and p < steadinessAlpha
    bool operator==(const WarmupCheck &) const = default;
};

/// Of one cell's lateOverEarly() figures, one per repeat. Absent without any, and where one is not finite.
std::optional<WarmupCheck> checkWarmup(const std::vector<double> &lateOverEarlyLogs);
/// The same from the trials themselves; those without a figure are left out. The caller leaves out unfit ones.
std::optional<WarmupCheck> checkWarmup(const std::vector<const Trial *> &trials);

/// How many values at the start of a series to leave out, so that the standard error of the mean of the rest is smallest (K. P. White,
/// An effective truncation heuristic for bias reduction in simulation output, Simulation 69, 1997); of means over batches of
/// \a batch values (5: MSER-5). Absent with fewer than 10 batches, where a value is not finite, and where the best point is half
/// the series or more away: then it has not settled.
std::optional<std::size_t> mserTruncation(const std::vector<double> &values, std::size_t batch = 1);
/// Where the rate of a trial settles, in ns since the trial began, warm-up included; 0 where it was steady from the start.
/// For shading a chart and nothing else: it finds something in most series. Batches of 5 from 50 spans.
std::optional<qint64> settledAtNs(const std::vector<SeriesPoint> &series);

struct BlockValue
{
    int block = 0;
    double value = 0; ///< a logarithm: the mean of ln over a block's trials, or a pair's d
};

/// The least-squares line through values over blocks.
struct Drift
{
    int blocks = 0;
    double logChange = 0;    ///< slope x (last block - first block), which is slope x (n - 1) where none is missing
    std::optional<double> p; ///< t test of slope = 0; absent below three blocks
    bool drifts = false;     ///< beyond driftTolerance and p < steadinessAlpha
    bool operator==(const Drift &) const = default;
};

/// Absent with fewer than two different blocks, and where a value is not finite. Source: N. R. Draper and H. Smith, Applied
/// Regression Analysis, 1966, chapter 1.
std::optional<Drift> driftOver(const std::vector<BlockValue> &values);
/// The same of blocks 0, 1, 2 and so on.
std::optional<Drift> driftOver(const std::vector<double> &values);

} // namespace sweepbench
