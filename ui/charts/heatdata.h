// SPDX-License-Identifier: GPL-3.0-or-later
// How often which latency came, over time: the cells of the heat map.
// Thread contract: plain values and pure functions.
#pragma once

#include "core/model/distribution.h"
#include "ui/charts/chartscale.h"
#include "ui/charts/chartview.h"

#include <QStringList>

#include <vector>

namespace sweepbench {

inline constexpr int heatBinsPerDecade = 20;
inline constexpr double heatLowestNs = 100; ///< what is faster counts in the lowest bin
inline constexpr int heatBinCount = 11 * heatBinsPerDecade; ///< up to three hours

/// The answers of one span of time by latency.
struct HeatColumn
{
    double startS = 0; ///< on the run's clock
    double endS = 0;
    int target = 0;
    int level = 0;
    struct Bin { int bin; float count; };
    std::vector<Bin> bins; ///< ascending, no empty ones
};
HeatColumn heatColumn(const Distribution &answers, double startS, double endS, int target, int level);
/// Lower edge of a bin, ns.
double heatBinLowNs(int bin);

struct HeatData
{
    SweepAxis axis = SweepAxis::Connections;
    bool openLoop = false;
    bool live = false;
    QStringList names;
    std::set<int> hidden;
    std::vector<HeatColumn> columns; ///< by time
    bool hasData() const;
};
/// A finished trial keeps one histogram: it is one column, as wide as what was counted of it.
HeatData heatData(const Session &session, const ChartView &view);

/// Adds what a trial under way answered in one span. Of a long run neighbouring columns are added up, so that there are never many more
/// than a picture has pixels.
void appendColumn(HeatData &data, HeatColumn column);

/// The share of its column's answers that each cell has, columns that share a pixel added up.
struct HeatGrid
{
    int columns = 0;
    int rows = 0;
    int firstBin = 0;          ///< of the lowest row
    std::vector<float> shares; ///< 0 to 1, by column, then row from below
    float mostShare = 0;
    std::size_t place(int column, int row) const { return static_cast<std::size_t>(column) * static_cast<std::size_t>(rows) + static_cast<std::size_t>(row); }
    float at(int column, int row) const { return shares[place(column, row)]; }
};
HeatGrid heatGrid(const HeatData &data, double endS, int columns);

} // namespace sweepbench
