// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/metric.h"

using namespace Qt::StringLiterals;

namespace sweepbench {

QString metricId(Metric metric)
{
    switch (metric) {
    case Metric::Rps: return u"rps"_s;
    case Metric::RuntimeS: return u"runtime_s"_s;
    case Metric::BytesPerS: return u"bytes_per_s"_s;
    case Metric::MeanNs: return u"mean_ns"_s;
    case Metric::P50Ns: return u"p50_ns"_s;
    case Metric::P90Ns: return u"p90_ns"_s;
    case Metric::P99Ns: return u"p99_ns"_s;
    case Metric::P999Ns: return u"p99_9_ns"_s;
    case Metric::FirstByteNs: return u"first_byte_ns"_s;
    case Metric::ConnectNs: break;
    }
    return u"connect_ns"_s;
}

std::optional<Metric> metricFromId(const QString &id)
{
    for (Metric metric : allMetrics)
        if (id == metricId(metric))
            return metric;
    return std::nullopt;
}

QString metricTitle(Metric metric, bool openLoop)
{
    const QString time = openLoop ? u" response time"_s : u" latency"_s;
    switch (metric) {
    case Metric::Rps: return u"Requests per second"_s;
    case Metric::RuntimeS: return u"Run time"_s;
    case Metric::BytesPerS: return u"Bytes per second"_s;
    case Metric::MeanNs: return u"Mean"_s + time;
    case Metric::P50Ns: return u"p50"_s + time;
    case Metric::P90Ns: return u"p90"_s + time;
    case Metric::P99Ns: return u"p99"_s + time;
    case Metric::P999Ns: return u"p99.9"_s + time;
    case Metric::FirstByteNs: return u"Mean time to first byte"_s;
    case Metric::ConnectNs: break;
    }
    return u"Mean connect time"_s;
}

bool isRequestTime(Metric metric)
{
    return !higherIsBetter(metric) && metric != Metric::RuntimeS;
}

std::optional<double> quantileOf(Metric metric)
{
    switch (metric) {
    case Metric::P50Ns: return 0.50;
    case Metric::P90Ns: return 0.90;
    case Metric::P99Ns: return 0.99;
    case Metric::P999Ns: return 0.999;
    default: return std::nullopt;
    }
}

bool higherIsBetter(Metric metric)
{
    return metric == Metric::Rps || metric == Metric::BytesPerS;
}

} // namespace sweepbench
