// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/timeaxis.h"

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

struct TimeUnit { double seconds; QString name; };

TimeUnit timeUnit(double endS)
{
    if (endS <= 300)
        return {1, u"s"_s};
    return endS <= 3 * 3600 ? TimeUnit{60, u"min"_s} : TimeUnit{3600, u"h"_s};
}

} // namespace

double liveTimeEnd(double endS)
{
    double step = 5;
    while (step < endS)
        step *= 1.25;
    return step;
}

std::vector<Tick> timeAxisTicks(const ChartCanvas &canvas, const Scale &x)
{
    const TimeUnit unit = timeUnit(x.high);
    const double low = x.low / unit.seconds;
    const double high = x.high / unit.seconds;
    const double labelWidth = ChartCanvas::widthOf(u"0000.0"_s, canvas.font(0.9));
    const int most = std::clamp(static_cast<int>((x.endPx - x.startPx) / (labelWidth * 1.6)), 1, 12);
    const double step = linearTicks(high - low, most).step;
    std::vector<Tick> ticks;
    for (double place = std::ceil(low / step - 1e-9); place * step <= high * (1 + 1e-9); ++place)
        ticks.push_back({place * step * unit.seconds, tickNumber(place * step, step)});
    return ticks;
}

QString timeAxisTitle(double endS, bool oneTrial)
{
    return (oneTrial ? u"Time since the start of the trial (%1)"_s : u"Time since the start of the run (%1)"_s).arg(timeUnit(endS).name);
}

} // namespace sweepbench
