// SPDX-License-Identifier: GPL-3.0-or-later
// Both values of each block, baseline and one candidate: what is joined by lines.
// Thread contract: plain values and pure functions.
#pragma once

#include "ui/charts/chartview.h"

#include <QStringList>

#include <vector>

namespace sweepbench {

struct JoinedPair
{
    int repeat = 0;
    double baseline = 0; ///< in the metric's own unit
    double candidate = 0;
    bool outlier = false; ///< one of both is
};

struct PairsLevel
{
    int level = 0;
    std::vector<JoinedPair> pairs;
    double reference = 0; ///< geometric mean of the baseline's values
};

struct PairsData
{
    SweepAxis axis = SweepAxis::Connections;
    Metric metric = Metric::Rps;
    bool openLoop = false;
    int baseline = 0;
    int candidate = 1;
    QStringList names;
    std::vector<PairsLevel> levels; ///< ascending; those without a pair are left out
    QStringList notes;
    bool hasData() const { return !levels.empty(); }
    /// One level is drawn in its own unit; of several, each in percent of its reference, so that they share an axis.
    bool relative() const { return levels.size() > 1; }
};
PairsData pairsData(const Session &session, const ChartView &view);

} // namespace sweepbench
