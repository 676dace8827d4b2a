// SPDX-License-Identifier: GPL-3.0-or-later
// Sizes of pictures by what they are for. Thread contract: pure functions.
#pragma once

#include <QSize>
#include <QString>

#include <array>
#include <optional>

namespace sweepbench {

enum class ChartPreset {
    Readme, ///< as wide as a page of a repository shows pictures
    Slide,  ///< a whole slide of 16:9, with words that the last row can read
    Paper   ///< one column of a two-column paper, 89 mm
};
inline constexpr std::array allChartPresets{ChartPreset::Readme, ChartPreset::Slide, ChartPreset::Paper};
QString chartPresetId(ChartPreset preset); ///< "readme", "slide", "paper"
std::optional<ChartPreset> chartPresetFromId(const QString &id);

QSize presetSize(ChartPreset preset);
/// Device pixels per pixel of a PNG: sharp on the screens, projectors and printers that it is for.
double presetScale(ChartPreset preset);

} // namespace sweepbench
