// SPDX-License-Identifier: GPL-3.0-or-later
// The repeats of one level in five numbers each: what the box plots draw.
// Thread contract: plain values and pure functions.
#pragma once

#include "ui/charts/chartview.h"

#include <QStringList>

#include <vector>

namespace sweepbench {

/// Quartiles by linear interpolation (Hyndman and Fan 1996, type 7), whiskers to the farthest value within 1.5 box lengths of the box
/// (J. W. Tukey, Exploratory Data Analysis, 1977).
struct Box
{
    int target = 0;
    double lowWhisker = 0;
    double lowQuartile = 0;
    double median = 0;
    double highQuartile = 0;
    double highWhisker = 0;
    std::vector<double> values;   ///< by repeat
    std::vector<double> outside;  ///< beyond the whiskers
    std::vector<double> outliers; ///< that the session's findings call so
};
/// \a values must be finite and at least one.
Box boxOf(std::vector<double> values);

struct BoxData
{
    SweepAxis axis = SweepAxis::Connections;
    std::optional<int> level;
    Metric metric = Metric::Rps;
    bool openLoop = false;
    bool dots = false;
    QStringList names;
    std::set<int> hidden;
    std::vector<Box> boxes; ///< by target; those without a figure are left out
    QStringList notes;
    bool hasData() const { return !boxes.empty(); }
};
BoxData boxData(const Session &session, const ChartView &view);

} // namespace sweepbench
