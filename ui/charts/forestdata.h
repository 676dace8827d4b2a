// SPDX-License-Identifier: GPL-3.0-or-later
// The ratios to the baseline, a row for each level and candidate: what the forest plot draws.
// Thread contract: plain values and pure functions.
#pragma once

#include "core/model/analysis.h"
#include "core/stats/paired.h"
#include "ui/charts/chartview.h"

#include <QStringList>

#include <vector>

namespace sweepbench {

struct ForestRow
{
    int level = 0;
    int candidate = 0;
    int pairs = 0;
    double ratio = 1;                     ///< candidate / baseline
    std::optional<Interval> plain;        ///< 95 %
    std::optional<Interval> simultaneous; ///< of all rows of the metric together
    Verdict verdict = Verdict::NotCompared;
};

struct ForestData
{
    SweepAxis axis = SweepAxis::Connections;
    Metric metric = Metric::Rps;
    bool openLoop = false;
    bool primary = false; ///< the metric that has verdicts
    double delta = 0;     ///< half the width of the band in which ratios are as good as 1
    int baseline = 0;
    QStringList names;
    std::set<int> hidden;
    std::vector<ForestRow> rows; ///< by level, then candidate
    QStringList notes;
    bool hasData() const { return !rows.empty(); }
};
ForestData forestData(const Session &session, const Analysis &analysis, const ChartView &view);

} // namespace sweepbench
