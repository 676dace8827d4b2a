// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/heatdata.h"

#include "core/stats/histogram.h"
#include "ui/charts/charttext.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace sweepbench {

namespace {

int heatBin(double ns)
{
    if (!(ns > heatLowestNs))
        return 0;
    return std::clamp(static_cast<int>(std::floor(std::log10(ns / heatLowestNs) * heatBinsPerDecade + 1e-9)), 0, heatBinCount - 1);
}

bool isDrawn(const HeatData &data, const HeatColumn &column)
{
    return !column.bins.empty() && !data.hidden.contains(column.target);
}

} // namespace

double heatBinLowNs(int bin)
{
    return heatLowestNs * std::pow(10.0, static_cast<double>(bin) / heatBinsPerDecade);
}

HeatColumn heatColumn(const Distribution &answers, double startS, double endS, int target, int level)
{
    HeatColumn column{startS, endS, target, level, {}};
    for (const Distribution::Bucket &bucket : answers.buckets) {
        const double middle = (static_cast<double>(bucketLowNs(bucket.index)) + static_cast<double>(bucketHighNs(bucket.index))) / 2;
        const int bin = heatBin(middle);
        if (column.bins.empty() || column.bins.back().bin != bin)
            column.bins.push_back({bin, 0});
        column.bins.back().count += static_cast<float>(bucket.count);
    }
    return column;
}

bool HeatData::hasData() const
{
    return std::any_of(columns.begin(), columns.end(), [this](const HeatColumn &column) { return isDrawn(*this, column); });
}

HeatData heatData(const Session &session, const ChartView &view)
{
    HeatData data;
    data.axis = session.plan.sweep.axis;
    data.openLoop = isOpenLoop(session.plan);
    data.names = targetNames(session.plan);
    data.hidden = view.hiddenTargets;
    for (const TrialPtr &trial : session.trials) {
        const double begin = static_cast<double>(trial->startOffsetNs) / 1e9;
        const auto counted = std::find_if(trial->series.begin(), trial->series.end(), [](const SeriesPoint &point) { return !point.warmup; });
        const double start = counted == trial->series.end() ? begin : begin + static_cast<double>(counted->startNs) / 1e9;
        const double seconds = static_cast<double>(trial->duration.count()) / 1e9;
        data.columns.push_back(heatColumn(trial->latency, start, start + std::max(seconds, 1e-3), trial->target, levelOf(*trial, data.axis)));
    }
    std::stable_sort(data.columns.begin(), data.columns.end(), [](const HeatColumn &a, const HeatColumn &b) { return a.startS < b.startS; });
    return data;
}

namespace {

constexpr std::size_t mostColumns = 4096;

HeatColumn together(const HeatColumn &a, const HeatColumn &b)
{
    HeatColumn sum{a.startS, b.endS, a.target, a.level, {}};
    auto left = a.bins.begin();
    auto right = b.bins.begin();
    while (left != a.bins.end() || right != b.bins.end()) {
        if (right == b.bins.end() || (left != a.bins.end() && left->bin < right->bin))
            sum.bins.push_back(*left++);
        else if (left == a.bins.end() || right->bin < left->bin)
            sum.bins.push_back(*right++);
        else
            sum.bins.push_back({left->bin, (left++)->count + (right++)->count});
    }
    return sum;
}

} // namespace

void appendColumn(HeatData &data, HeatColumn column)
{
    data.columns.push_back(std::move(column));
    if (data.columns.size() < mostColumns)
        return;
    std::vector<HeatColumn> kept;
    for (std::size_t i = 0; i < data.columns.size(); ++i) {
        const bool mayJoin = i + 1 < data.columns.size() && data.columns[i].target == data.columns[i + 1].target
                             && data.columns[i].level == data.columns[i + 1].level
                             && data.columns[i + 1].startS - data.columns[i].endS < 2 * (data.columns[i].endS - data.columns[i].startS);
        kept.push_back(mayJoin ? together(data.columns[i], data.columns[i + 1]) : std::move(data.columns[i]));
        i += mayJoin ? 1 : 0;
    }
    data.columns = std::move(kept);
}

HeatGrid heatGrid(const HeatData &data, double endS, int columns)
{
    HeatGrid grid;
    int first = heatBinCount;
    int last = -1;
    for (const HeatColumn &column : data.columns)
        if (isDrawn(data, column)) {
            first = std::min(first, column.bins.front().bin);
            last = std::max(last, column.bins.back().bin);
        }
    if (last < first || columns < 1 || !(endS > 0))
        return grid;
    // A row of air on both sides, and at least a decade: a cell is not to fill the picture.
    const int air = std::max(1, (heatBinsPerDecade - (last - first + 1)) / 2);
    grid.firstBin = std::max(first - air, 0);
    grid.rows = std::min(last + air, heatBinCount - 1) - grid.firstBin + 1;
    grid.columns = columns;
    grid.shares.assign(static_cast<std::size_t>(columns) * static_cast<std::size_t>(grid.rows), 0);
    std::vector<double> totals(static_cast<std::size_t>(columns), 0.0);
    for (const HeatColumn &column : data.columns) {
        if (!isDrawn(data, column))
            continue;
        const int from = std::clamp(static_cast<int>(std::floor(column.startS / endS * columns + 1e-9)), 0, columns - 1);
        const int to = std::clamp(static_cast<int>(std::ceil(column.endS / endS * columns - 1e-9)), from + 1, columns);
        for (const HeatColumn::Bin &bin : column.bins)
            for (int x = from; x < to; ++x) {
                const double count = static_cast<double>(bin.count) / (to - from);
                grid.shares[grid.place(x, bin.bin - grid.firstBin)] += static_cast<float>(count);
                totals[static_cast<std::size_t>(x)] += count;
            }
    }
    for (int x = 0; x < columns; ++x)
        for (int row = 0; row < grid.rows; ++row)
            if (float &share = grid.shares[grid.place(x, row)]; share > 0) {
                share /= static_cast<float>(totals[static_cast<std::size_t>(x)]);
                grid.mostShare = std::max(grid.mostShare, share);
            }
    return grid;
}

} // namespace sweepbench
