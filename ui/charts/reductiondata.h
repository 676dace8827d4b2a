// SPDX-License-Identifier: GPL-3.0-or-later
// What the chart of the run-time reductions draws, worked out without any drawing.
// Thread contract: plain values and pure functions.
#pragma once

#include "core/model/session.h"
#include "ui/charts/chartview.h"

#include <QStringList>

#include <optional>
#include <set>
#include <vector>

namespace sweepbench {

/// One candidate at one level, in percent of the baseline's run time.
struct ReductionPoint
{
    int level = 0;
    std::optional<double> percent;    ///< geometric, from the pairs; absent: a gap in the line
    std::optional<double> low;        ///< plain 95 %
    std::optional<double> high;
    std::optional<double> arithmetic; ///< of the means
    std::optional<double> speedUp;    ///< baseline / candidate, with percent
    int pairs = 0;
    bool hasValue() const { return percent || arithmetic; }
    bool operator==(const ReductionPoint &) const = default;
};

struct ReductionData
{
    SweepAxis axis = SweepAxis::Connections; ///< what the levels are
    bool perRequest = false; ///< of the time per request: trials stop after a time
    int baseline = 0;
    std::vector<int> levels; ///< that were tested, ascending
    QStringList names;       ///< by target
    std::vector<std::vector<ReductionPoint>> lines; ///< by target, then level; the baseline's is empty
    QStringList notes;
    std::set<int> hidden; ///< targets that are not drawn: their lines are empty
    bool hasData() const;
};
/// See runTimeReductions() of core/stats/reduction.h.
ReductionData reductionData(const Session &session, int baseline = 0, const ChartView &view = {});

} // namespace sweepbench
