// SPDX-License-Identifier: GPL-3.0-or-later
// Thread contract: pure functions over an enum.
#pragma once

#include <QString>

#include <array>
#include <optional>

namespace sweepbench {

/// The figures that a trial is summed up by and that targets are compared on.
enum class Metric {
    Rps,
    RuntimeS,
    BytesPerS,
    MeanNs,
    P50Ns,
    P90Ns,
    P99Ns,
    P999Ns,
    FirstByteNs, ///< mean, from a ready connection to the first byte of an answer
    ConnectNs    ///< mean, of the connections that came about
};

inline constexpr std::array allMetrics{Metric::Rps,   Metric::RuntimeS, Metric::BytesPerS, Metric::MeanNs,      Metric::P50Ns,
                                       Metric::P90Ns, Metric::P99Ns,    Metric::P999Ns,    Metric::FirstByteNs, Metric::ConnectNs};

/// Name in files: "rps", "runtime_s", "bytes_per_s", "mean_ns", "p50_ns", "p90_ns", "p99_ns", "p99_9_ns", "first_byte_ns", "connect_ns".
QString metricId(Metric metric);
std::optional<Metric> metricFromId(const QString &id);
/// Name in tables: "Requests per second", "p99 latency"; of an open loop "p99 response time".
QString metricTitle(Metric metric, bool openLoop = false);
/// True for times of single requests and their phases.
bool isRequestTime(Metric metric);
/// The fraction of the answers that a quantile's metric has at or below it: 0.99 for p99; absent for every other metric.
std::optional<double> quantileOf(Metric metric);
/// True where a larger figure is the better one.
bool higherIsBetter(Metric metric);

} // namespace sweepbench
