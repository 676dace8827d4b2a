// SPDX-License-Identifier: GPL-3.0-or-later
// The trials of a session sorted into cells, with every figure read once: what summaries, comparisons and notes work on.
// Thread contract: plain values and pure functions. The trials of the session must outlive what points to them.
#pragma once

#include "core/model/session.h"

#include <array>
#include <optional>
#include <vector>

namespace sweepbench {

struct MeasuredTrial
{
    const Trial *trial = nullptr;
    bool unfit = false;
    bool outlier = false; ///< its figure of the primary metric, among the cell's fit trials (outliers.h)
    std::array<std::optional<double>, allMetrics.size()> values; ///< of fit trials; see figure()
    std::array<bool, allMetrics.size()> atTimeout{};             ///< a quantile that is "at least the time-out", unfit trials' too

    std::optional<double> figure(Metric metric) const { return values[static_cast<std::size_t>(metric)]; }
    bool reachesTimeout(Metric metric) const { return atTimeout[static_cast<std::size_t>(metric)]; }
};

struct MeasuredCell
{
    int target = 0;
    int level = 0;
    std::vector<MeasuredTrial> trials; ///< by repeat, one each
};

struct Measured
{
    int targets = 0;
    std::vector<int> levels;         ///< ascending: the plan's, and those that only trials have
    std::vector<MeasuredCell> cells; ///< by level, then target; empty ones too

    const MeasuredCell &cell(std::size_t level, int target) const
    {
        return cells[level * static_cast<std::size_t>(targets) + static_cast<std::size_t>(target)];
    }
};

/// Trials of targets that the plan does not have are left out; where a repeat was measured twice, the later one counts.
Measured measuredTrials(const Session &session);

/// The metrics that a plan can have: run time only where trials stop after a number of requests. The primary one comes first.
std::vector<Metric> metricsOf(const Plan &plan);

/// Why a trial is unfit, in the words of its first unfit finding; empty where nobody said.
QString unfitReason(const Trial &trial);

} // namespace sweepbench
