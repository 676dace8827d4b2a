// SPDX-License-Identifier: GPL-3.0-or-later
// Thread contract: pure functions over an enum.
#pragma once

#include <QString>

#include <array>
#include <optional>

namespace sweepbench {

/// The figures that a trial is summed up by and that targets are compared on.
enum class Metric { Rps, RuntimeS, BytesPerS, MeanNs, P50Ns, P99Ns };

inline constexpr std::array allMetrics{Metric::Rps,    Metric::RuntimeS, Metric::BytesPerS,
                                       Metric::MeanNs, Metric::P50Ns,    Metric::P99Ns};

/// Name in files: "rps", "runtime_s", "bytes_per_s", "mean_ns", "p50_ns", "p99_ns".
QString metricId(Metric metric);
std::optional<Metric> metricFromId(const QString &id);
/// Name in tables: "Requests per second", "p99 latency"; of an open loop "p99 response time".
QString metricTitle(Metric metric, bool openLoop = false);
/// True for times of single requests: what is a latency in a closed loop and a response time in an open one.
bool isRequestTime(Metric metric);
/// True where a larger figure is the better one.
bool higherIsBetter(Metric metric);

} // namespace sweepbench
