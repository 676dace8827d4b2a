// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/charttheme.h"

#include "ui/charts/chartmarker.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace sweepbench {

namespace {

// The colours of Okabe and Ito (2008) that are dark enough for white paper, the most different ones first; yellow is not.
constexpr std::array<QRgb, 7> lightColors{0xFF0072B2, 0xFFD55E00, 0xFF009E73, 0xFFCC79A7, 0xFF000000, 0xFFE69F00, 0xFF56B4E9};
// The same hues on dark ground, lighter where the contrast would be under 4.5:1; black becomes white.
constexpr std::array<QRgb, 7> darkColors{0xFF4FA8E0, 0xFFF07F2E, 0xFF1FC79A, 0xFFDF93BE, 0xFFF2F2F2, 0xFFEDB438, 0xFFA6DBF7};
constexpr std::array markers{Marker::Disc, Marker::Square, Marker::Triangle,    Marker::Diamond,
                             Marker::TriangleDown, Marker::Cross, Marker::Plus};
constexpr std::array lines{Qt::SolidLine, Qt::DashLine, Qt::DotLine, Qt::DashDotLine, Qt::DashDotDotLine};

/// Relative luminance (WCAG 2.1).
double luminance(const QColor &color)
{
    const auto linear = [](float share) {
        const double c = share;
        return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

double contrast(const QColor &a, const QColor &b)
{
    const double first = luminance(a);
    const double second = luminance(b);
    return (std::max(first, second) + 0.05) / (std::min(first, second) + 0.05);
}

} // namespace

ChartTheme themeOf(const QPalette &palette)
{
    return luminance(palette.color(QPalette::Window)) < luminance(palette.color(QPalette::WindowText)) ? ChartTheme::Dark
                                                                                                       : ChartTheme::Light;
}

TargetStyle targetStyle(int target, ChartTheme theme)
{
    const auto index = static_cast<std::size_t>(qMax(target, 0));
    const std::size_t round = index / lightColors.size();
    const QRgb rgb = (theme == ChartTheme::Dark ? darkColors : lightColors)[index % lightColors.size()];
    return {QColor::fromRgb(rgb), markers[(index + round) % markers.size()], lines[index % lines.size()]};
}

QColor targetColor(int target, ChartTheme theme)
{
    return targetStyle(target, theme).color;
}

QColor readableColor(const QColor &color, const QColor &ground)
{
    const QColor ink = luminance(ground) > 0.18 ? Qt::black : Qt::white; // 0.18: equally far from both
    QColor result = color;
    for (float share = 0; share <= 1 && contrast(result, ground) < 4.5; share += 0.05F)
        result = QColor::fromRgbF(color.redF() + (ink.redF() - color.redF()) * share, color.greenF() + (ink.greenF() - color.greenF()) * share,
                                  color.blueF() + (ink.blueF() - color.blueF()) * share);
    return result;
}

QPixmap targetSwatch(int target, ChartTheme theme, int size, double devicePixelRatio)
{
    QPixmap pixmap(QSize(size, size) * devicePixelRatio);
    pixmap.setDevicePixelRatio(devicePixelRatio);
    pixmap.fill(Qt::transparent);
    paintMarker(pixmap, targetStyle(target, theme), size);
    return pixmap;
}

} // namespace sweepbench
