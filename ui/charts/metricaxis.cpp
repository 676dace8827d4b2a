// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/metricaxis.h"

#include "core/model/format.h"
#include "ui/charts/chartcanvas.h"

#include <cmath>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

struct AxisUnit { double size; QString name; };

/// The unit in which an axis up to this value is labelled.
AxisUnit axisUnit(Metric metric, double high)
{
    static const std::vector<AxisUnit> times{{1e9, u"s"_s}, {1e6, u"ms"_s}, {1e3, u"µs"_s}, {1, u"ns"_s}};
    static const std::vector<AxisUnit> rates{{1e9, u"GB/s"_s}, {1e6, u"MB/s"_s}, {1e3, u"kB/s"_s}, {1, u"B/s"_s}};
    if (metric == Metric::RuntimeS)
        return {1, u"s"_s};
    if (metric != Metric::BytesPerS && !isRequestTime(metric))
        return {1, {}};
    const std::vector<AxisUnit> &units = metric == Metric::BytesPerS ? rates : times;
    for (const AxisUnit &unit : units)
        if (high >= unit.size)
            return unit;
    return units.back();
}

/// "0.95×", "10⁶×".
QString ratioTickText(double ratio)
{
    const double decade = std::round(std::log10(ratio));
    if (std::abs(decade) < 4 || std::abs(std::log10(ratio) - decade) > 1e-9)
        return formatPlainDigits(ratio, 4) + u'×';
    static const QString superscripts = u"⁰¹²³⁴⁵⁶⁷⁸⁹"_s;
    QString text = decade < 0 ? u"10⁻"_s : u"10"_s;
    for (const QChar digit : QString::number(static_cast<int>(std::abs(decade))))
        text += superscripts[digit.digitValue()];
    return text + u'×';
}

} // namespace

QString figureText(Metric metric, double value)
{
    if (metric == Metric::BytesPerS)
        return formatBytesPerSecond(value);
    if (metric == Metric::RuntimeS)
        return formatNumber(value, 4) + u"\u00A0s"_s;
    return isRequestTime(metric) ? formatLatency(value) : formatNumber(value, 4);
}

std::vector<Tick> metricTicks(Metric metric, const Scale &scale, int most)
{
    const AxisUnit unit = axisUnit(metric, std::max(std::abs(scale.low), std::abs(scale.high)));
    const double step = linearTicks((scale.high - scale.low) / unit.size, most).step;
    std::vector<Tick> ticks;
    for (double place = std::ceil(scale.low / unit.size / step - 1e-9); place * step * unit.size <= scale.high * (1 + 1e-9); ++place)
        ticks.push_back({place * step * unit.size, tickNumber(place * step, step) + (unit.name.isEmpty() ? QString() : QChar(0x00A0) + unit.name)});
    return ticks;
}

std::vector<Tick> ratioTicks(const Scale &scale, double minGapPx)
{
    std::vector<double> values;
    if (scale.high / scale.low < 3) { // even steps of the ratio itself
        const int most = std::clamp(static_cast<int>(std::abs(scale.endPx - scale.startPx) / minGapPx), 2, 10);
        const double step = linearTicks(scale.high - scale.low, most).step;
        for (double place = std::ceil(scale.low / step - 1e-9); place * step <= scale.high * (1 + 1e-9); ++place)
            values.push_back(place * step);
    } else {
        for (const Tick &tick : latencyTicks(scale, minGapPx))
            if (!tick.label.isEmpty() || scale.high / scale.low < 12) // ticksThatFit() thins those
                values.push_back(tick.value);
    }
    std::vector<Tick> ticks;
    for (const double value : values)
        ticks.push_back({value, ratioTickText(value)});
    return ticks;
}

std::vector<Tick> percentileTicks(double high)
{
    std::vector<Tick> ticks{{1, u"0\u00A0%"_s}, {2, u"50\u00A0%"_s}};
    QString nines = u"9"_s;
    for (double x = 10; x <= high * (1 + 1e-9) && nines.size() < 16; x *= 10) {
        const QString text = nines.size() == 1 ? u"90"_s : nines.size() == 2 ? u"99"_s : u"99."_s + nines.mid(2);
        ticks.push_back({x, text + u"\u00A0%"_s});
        nines += u'9';
    }
    return ticks;
}

QString leftOutNote(int values)
{
    if (values <= 0)
        return {};
    return u"Left out on the log axis: %1 of zero or below."_s.arg(values == 1 ? u"1 value"_s : u"%1 values"_s.arg(formatCount(values)));
}

} // namespace sweepbench
