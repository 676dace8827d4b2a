// SPDX-License-Identifier: GPL-3.0-or-later
// The charts by name, and which of them belong together.
// Thread contract: pure functions.
#pragma once

#include <QString>

#include <array>
#include <optional>

namespace sweepbench {

enum class ChartKind {
    Sweep,        ///< requests per second and p99 latency over the levels
    Throughput,   ///< requests per second over time
    Latency,      ///< p50 and p99 over time
    Percentiles,  ///< latency by percentile, on HdrHistogram's axis
    Distribution, ///< cumulative distribution of the latency
    Histogram,    ///< share of the answers by latency
    Boxes,        ///< box plots of the repeats
    Phases,       ///< what the time of a request is made of, as stacked bars
    Errors,       ///< status codes and errors
    Forest,       ///< ratios to the baseline with their intervals
    Pairs,        ///< both values of each block, joined
    Reduction,    ///< by how many percent the candidates shorten the baseline's run time, over the levels
    Heatmap       ///< how often which latency came, over time
};

/// What the results of one session are shown in, in the order of their tabs.
inline constexpr std::array resultChartKinds{
    ChartKind::Sweep,   ChartKind::Percentiles, ChartKind::Distribution, ChartKind::Histogram, ChartKind::Throughput,
    ChartKind::Latency, ChartKind::Boxes,       ChartKind::Phases,       ChartKind::Errors};
/// What sets the targets against each other.
inline constexpr std::array compareChartKinds{ChartKind::Forest, ChartKind::Pairs, ChartKind::Reduction};
/// What is drawn while a run is under way.
inline constexpr std::array liveChartKinds{ChartKind::Throughput, ChartKind::Latency, ChartKind::Heatmap};
/// Every chart that can be drawn, for `--chart` and the export dialog.
inline constexpr std::array allChartKinds{
    ChartKind::Sweep,     ChartKind::Throughput, ChartKind::Latency, ChartKind::Percentiles, ChartKind::Distribution,
    ChartKind::Histogram, ChartKind::Boxes,      ChartKind::Phases,  ChartKind::Errors,      ChartKind::Forest,
    ChartKind::Pairs,     ChartKind::Reduction,  ChartKind::Heatmap};

QString chartKindId(ChartKind kind); ///< "sweep", "throughput", …: for options and file names; they never change
std::optional<ChartKind> chartKindFromId(const QString &id);
QString chartKindTitle(ChartKind kind); ///< for tabs and menus: "Sweep", "Throughput"
/// The ids of allChartKinds, as help texts list them: "sweep, throughput, latency".
QString chartKindIds();

} // namespace sweepbench
