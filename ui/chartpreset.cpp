// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/chartpreset.h"

using namespace Qt::StringLiterals;

namespace sweepbench {

QString chartPresetId(ChartPreset preset)
{
    switch (preset) {
    case ChartPreset::Readme: return u"readme"_s;
    case ChartPreset::Slide: return u"slide"_s;
    case ChartPreset::Paper: break;
    }
    return u"paper"_s;
}

std::optional<ChartPreset> chartPresetFromId(const QString &id)
{
    for (const ChartPreset preset : allChartPresets)
        if (chartPresetId(preset) == id)
            return preset;
    return std::nullopt;
}

QSize presetSize(ChartPreset preset)
{
    switch (preset) {
    case ChartPreset::Readme: return {830, 500};
    case ChartPreset::Slide: return {960, 540};
    case ChartPreset::Paper: break;
    }
    return {336, 312}; // 3.5 x 3.25 inches
}

double presetScale(ChartPreset preset)
{
    return preset == ChartPreset::Paper ? 4 : 2;
}

} // namespace sweepbench
