// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chartkind.h"

#include <QStringList>

using namespace Qt::StringLiterals;

namespace sweepbench {

QString chartKindId(ChartKind kind)
{
    switch (kind) {
    case ChartKind::Sweep: return u"sweep"_s;
    case ChartKind::Throughput: return u"throughput"_s;
    case ChartKind::Latency: return u"latency"_s;
    case ChartKind::Percentiles: return u"percentiles"_s;
    case ChartKind::Distribution: return u"distribution"_s;
    case ChartKind::Histogram: return u"histogram"_s;
    case ChartKind::Boxes: return u"boxes"_s;
    case ChartKind::Phases: return u"phases"_s;
    case ChartKind::Errors: return u"errors"_s;
    case ChartKind::Forest: return u"forest"_s;
    case ChartKind::Pairs: return u"pairs"_s;
    case ChartKind::Reduction: return u"reduction"_s;
    case ChartKind::Heatmap: return u"heatmap"_s;
    }
    return {};
}

std::optional<ChartKind> chartKindFromId(const QString &id)
{
    for (const ChartKind kind : allChartKinds)
        if (chartKindId(kind) == id)
            return kind;
    return std::nullopt;
}

QString chartKindTitle(ChartKind kind)
{
    switch (kind) {
    case ChartKind::Sweep: return u"Sweep"_s;
    case ChartKind::Throughput: return u"Throughput"_s;
    case ChartKind::Latency: return u"Latency"_s;
    case ChartKind::Percentiles: return u"Percentiles"_s;
    case ChartKind::Distribution: return u"Distribution"_s;
    case ChartKind::Histogram: return u"Histogram"_s;
    case ChartKind::Boxes: return u"Box plots"_s;
    case ChartKind::Phases: return u"Time in phases"_s;
    case ChartKind::Errors: return u"Status and errors"_s;
    case ChartKind::Forest: return u"Ratios"_s;
    case ChartKind::Pairs: return u"Pairs"_s;
    case ChartKind::Reduction: return u"Reduction"_s;
    case ChartKind::Heatmap: return u"Heat map"_s;
    }
    return {};
}

QString chartKindIds()
{
    QStringList ids;
    for (const ChartKind kind : allChartKinds)
        ids << chartKindId(kind);
    return ids.join(u", "_s);
}

} // namespace sweepbench
