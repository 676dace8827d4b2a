// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/metric.h"

namespace sweepbench {

QString metricId(Metric metric)
{
    switch (metric) {
    case Metric::Rps: return QStringLiteral("rps");
    case Metric::RuntimeS: return QStringLiteral("runtime_s");
    case Metric::BytesPerS: return QStringLiteral("bytes_per_s");
    case Metric::MeanNs: return QStringLiteral("mean_ns");
    case Metric::P50Ns: return QStringLiteral("p50_ns");
    case Metric::P99Ns: break;
    }
    return QStringLiteral("p99_ns");
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
    const QString time = openLoop ? QStringLiteral(" response time") : QStringLiteral(" latency");
    switch (metric) {
    case Metric::Rps: return QStringLiteral("Requests per second");
    case Metric::RuntimeS: return QStringLiteral("Run time");
    case Metric::BytesPerS: return QStringLiteral("Bytes per second");
    case Metric::MeanNs: return QStringLiteral("Mean") + time;
    case Metric::P50Ns: return QStringLiteral("p50") + time;
    case Metric::P99Ns: break;
    }
    return QStringLiteral("p99") + time;
}

bool isRequestTime(Metric metric)
{
    return metric == Metric::MeanNs || metric == Metric::P50Ns || metric == Metric::P99Ns;
}

bool higherIsBetter(Metric metric)
{
    return metric == Metric::Rps || metric == Metric::BytesPerS;
}

} // namespace sweepbench
