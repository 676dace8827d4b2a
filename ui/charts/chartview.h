// SPDX-License-Identifier: GPL-3.0-or-later
// What the reader of a chart chooses: a plain value that a page's boxes set and that pictures are drawn with.
// Thread contract: plain values and pure functions.
#pragma once

#include "core/model/session.h"
#include "ui/charts/chartkind.h"

#include <optional>
#include <set>
#include <vector>

namespace sweepbench {

struct ChartView
{
    std::optional<int> level;     ///< of the sweep, where a chart shows one: see shownLevel(); errors and pairs show all without it
    std::optional<Metric> metric; ///< of box plots, forest and pairs; absent: the plan's primary one
    std::optional<int> candidate; ///< of the pairs: the target that is set against the baseline; absent: the first other one
    std::optional<int> trial;     ///< index in the session's trials, of the charts over time; absent: the whole run
    bool dots = false;            ///< a dot for every trial
    bool twoAxes = false;         ///< sweep: both figures in one panel, as published benchmarks draw it
    bool smooth = false;          ///< sweep: a monotone curve through the points instead of straight lines
    std::set<int> hiddenTargets;  ///< not drawn; their colours and places stay theirs
    bool operator==(const ChartView &) const = default;

    bool shows(int target) const { return !hiddenTargets.contains(target); }
};

/// What a page offers for a chart; the rest of the view has no effect on it.
struct ChartChoices
{
    bool level = false;
    bool allLevels = false; ///< "all" is one of the levels
    bool metric = false;
    bool candidate = false;
    bool trial = false;
    bool dots = false;
    bool twoAxes = false;
    bool smooth = false;
    bool operator==(const ChartChoices &) const = default;
};
ChartChoices chartChoices(ChartKind kind);

/// Levels that something was measured at, ascending; before the first trial the plan's. Levels of zero and below are left out.
std::vector<int> measuredLevels(const Session &session);
/// The view's level where it was measured, else the one with the most trials, of several the highest. Absent without any level.
std::optional<int> shownLevel(const Session &session, const ChartView &view);
Metric shownMetric(const Plan &plan, const ChartView &view);
/// The view's candidate where it is a target other than the baseline, else the first such target that is shown; absent with one target.
std::optional<int> shownCandidate(const Session &session, const ChartView &view);

} // namespace sweepbench
