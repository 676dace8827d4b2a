// SPDX-License-Identifier: GPL-3.0-or-later
// Every run of a level in one figure: repeats down, targets across, mean and standard error at the foot.
// Thread contract: pure functions over values.
#pragma once

#include "core/model/analysis.h"
#include "core/model/session.h"

#include <optional>
#include <vector>

namespace sweepbench {

/// One trial's place in the table.
struct RunFigure
{
    bool ran = false;
    bool unfit = false;          ///< it ran, and does not count
    bool atTimeout = false;      ///< a quantile of which no more is known than "at least the time-out"
    std::optional<double> value; ///< in the metric's own unit; absent of unfit trials
    bool outlier = false;        ///< it stands apart from the others of its cell in the plan's primary metric (outliers.h)
    bool leftOut = false;        ///< for that, as the session's judging says: it is not in the summary
    bool operator==(const RunFigure &) const = default;
};

struct RunsColumn
{
    int target = 0;
    std::vector<RunFigure> runs; ///< by row
    Summary summary;             ///< of the values; n = 0 without any, and where a fit run is at the time-out
};

struct RunsTable
{
    int level = 0;
    Metric metric = Metric::Rps;
    std::vector<int> repeats;        ///< by row, from 0, ascending: those that any target ran
    std::vector<RunsColumn> columns; ///< by target, all of the plan's
};

/// The figure that runs are told in: the plan's primary metric, but the run time where trials stop after a number of requests and
/// requests per second would be the same figure turned over.
Metric runsMetric(const Plan &plan);

/// A table for each level, ascending; levels without a trial have one without rows.
std::vector<RunsTable> runsTables(const Session &session, Metric metric);

} // namespace sweepbench
