// SPDX-License-Identifier: GPL-3.0-or-later
// How targets look in every chart and table: target i keeps its colour, marker and line style everywhere.
// Thread contract: pure functions; the swatch needs a QGuiApplication.
#pragma once

#include <QColor>
#include <QPalette>
#include <QPixmap>

namespace sweepbench {

enum class ChartTheme { Light, Dark };
/// Dark where the palette's window is darker than its text.
ChartTheme themeOf(const QPalette &palette);

enum class Marker { Disc, Square, Triangle, Diamond, TriangleDown, Cross, Plus };

/// What tells targets apart, in colour and in black and white.
struct TargetStyle
{
    QColor color; ///< after Okabe and Ito (2008), https://jfly.uni-koeln.de/color/; lighter on dark ground
    Marker marker = Marker::Disc;
    Qt::PenStyle line = Qt::SolidLine;
};
/// Style of the target with this index in the plan; colours repeat after seven targets, with another marker.
TargetStyle targetStyle(int target, ChartTheme theme);
QColor targetColor(int target, ChartTheme theme);
/// The colour, darkened or lightened until words in it can be read on \a ground: contrast 4.5:1 (WCAG 2.1, 1.4.3).
QColor readableColor(const QColor &color, const QColor &ground);
/// The target's marker in its colour, \a size device-independent pixels wide, for tables and lists.
QPixmap targetSwatch(int target, ChartTheme theme, int size, double devicePixelRatio = 1);

} // namespace sweepbench
