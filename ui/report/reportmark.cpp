// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/reportmark.h"

#include "ui/charts/charttheme.h"

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

/// In a square of 16.
QString shapeOf(Marker marker)
{
    switch (marker) {
    case Marker::Disc: return u"M8 2a6 6 0 1 1 0 12a6 6 0 1 1 0-12z"_s;
    case Marker::Square: return u"M3 3h10v10h-10z"_s;
    case Marker::Triangle: return u"M8 2l6.5 12h-13z"_s;
    case Marker::Diamond: return u"M8 1l7 7l-7 7l-7-7z"_s;
    case Marker::TriangleDown: return u"M8 14l6.5-12h-13z"_s;
    case Marker::Cross: return u"M3.5 1.5l4.5 4.5l4.5-4.5l2 2l-4.5 4.5l4.5 4.5l-2 2l-4.5-4.5l-4.5 4.5l-2-2l4.5-4.5l-4.5-4.5z"_s;
    case Marker::Plus: break;
    }
    return u"M6.5 1h3v5.5h5.5v3h-5.5v5.5h-3v-5.5h-5.5v-3h5.5z"_s;
}

} // namespace

QString targetMark(int target)
{
    const TargetStyle style = targetStyle(target, ChartTheme::Light);
    return u"<svg class=\"mark\" viewBox=\"0 0 16 16\" aria-hidden=\"true\"><path style=\"fill:var(--t%1)\" d=\"%2\"/></svg>"_s.arg(target).arg(
        shapeOf(style.marker));
}

QString markVariables(int targets, bool dark)
{
    QString css;
    for (int target = 0; target < targets; ++target)
        css += u"--t%1:%2;"_s.arg(target).arg(targetColor(target, dark ? ChartTheme::Dark : ChartTheme::Light).name());
    return css;
}

} // namespace sweepbench
