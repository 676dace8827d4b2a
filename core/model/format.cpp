// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/format.h"

#include "core/model/parse.h"

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

constexpr QChar thinGap(0x202F); // narrow no-break space: groups digits without being a decimal sign anywhere

/// Puts a gap between the thousands of a plain number's whole part ("-12345.6").
QString grouped(QString text)
{
    const qsizetype point = text.indexOf(u'.');
    const qsizetype first = text.startsWith(u'-') ? 1 : 0;
    const qsizetype whole = (point < 0 ? text.size() : point);
    if (whole - first <= 4)
        return text; // four digits read well without
    for (qsizetype at = whole - 3; at > first; at -= 3)
        text.insert(at, thinGap);
    return text;
}

QString fixed(double value, int decimals)
{
    return grouped(QString::number(value, 'f', decimals));
}

/// Decimals that show \a digits significant digits of a value.
int decimalsFor(double value, int digits)
{
    if (value == 0 || !std::isfinite(value))
        return 0;
    int magnitude = static_cast<int>(std::floor(std::log10(std::abs(value))));
    if (std::abs(value) >= (10 - 5 * std::pow(10, -digits)) * std::pow(10, magnitude))
        ++magnitude; // rounding carries into the next place: 9.996 is "10.0", not "10.00"
    return std::clamp(digits - 1 - magnitude, 0, 12);
}

struct LatencyUnit
{
    const char16_t *name;
    double ns;
};

LatencyUnit latencyUnit(double ns)
{
    // Three digits round 999.5 up to the next unit.
    if (ns < 999.5)
        return {u"ns", 1};
    if (ns < 999.5e3)
        return {u"µs", 1e3};
    if (ns < 999.5e6)
        return {u"ms", 1e6};
    return {u"s", 1e9};
}

QString withUnit(double value, const QString &unit)
{
    return formatNumber(value, 3) + QChar(0x00A0) + unit;
}

} // namespace

QString formatCount(qint64 value)
{
    return grouped(QString::number(value));
}

QString formatNumber(double value, int digits)
{
    if (!std::isfinite(value))
        return noDataText();
    return fixed(value, decimalsFor(value, digits));
}

QString formatLatency(double ns)
{
    if (!std::isfinite(ns) || ns < 0)
        return noDataText();
    if (ns >= 59.95e9)
        return formatTime(std::chrono::nanoseconds(static_cast<qint64>(ns)));
    const LatencyUnit unit = latencyUnit(ns);
    return withUnit(ns / unit.ns, QString::fromUtf16(unit.name));
}

QString formatLatencyWithError(double meanNs, double seNs, bool hasError)
{
    if (!std::isfinite(meanNs) || meanNs < 0)
        return noDataText();
    const LatencyUnit unit = latencyUnit(meanNs);
    return formatWithError(meanNs / unit.ns, seNs / unit.ns, hasError) + QChar(0x00A0) + QString::fromUtf16(unit.name);
}

QString formatRunTime(double meanS, double seS, bool hasError)
{
    if (!std::isfinite(meanS) || meanS < 0)
        return noDataText();
    return (hasError ? formatWithError(meanS, seS, true) : formatNumber(meanS, 3)) + QChar(0x00A0) + u's';
}

QString formatTime(std::chrono::nanoseconds time)
{
    const qint64 seconds = std::max<qint64>(0, (time.count() + 500'000'000) / 1'000'000'000);
    if (seconds < 60)
        return u"%1 s"_s.arg(seconds);
    if (seconds < 3600)
        return seconds % 60 == 0 ? u"%1 min"_s.arg(seconds / 60) : u"%1 min %2 s"_s.arg(seconds / 60).arg(seconds % 60);
    const qint64 minutes = (seconds + 30) / 60;
    return minutes % 60 == 0 ? u"%1 h"_s.arg(minutes / 60) : u"%1 h %2 min"_s.arg(minutes / 60).arg(minutes % 60);
}

QString formatSpan(std::chrono::nanoseconds span)
{
    QString text = durationText(span);
    text.replace(u"us"_s, u"µs"_s);
    const auto unit = std::find_if(text.cbegin(), text.cend(), [](QChar c) { return c.isLetter(); });
    return text.insert(unit - text.cbegin(), QChar(0x00A0));
}

QString formatBytesPerSecond(double bytesPerSecond)
{
    if (!std::isfinite(bytesPerSecond) || bytesPerSecond < 0)
        return noDataText();
    if (bytesPerSecond < 999.5)
        return withUnit(bytesPerSecond, u"B/s"_s);
    if (bytesPerSecond < 999.5e3)
        return withUnit(bytesPerSecond / 1e3, u"kB/s"_s);
    if (bytesPerSecond < 999.5e6)
        return withUnit(bytesPerSecond / 1e6, u"MB/s"_s);
    return withUnit(bytesPerSecond / 1e9, u"GB/s"_s);
}

QString formatWithError(double mean, double se, bool hasError)
{
    if (!std::isfinite(mean))
        return noDataText();
    if (!hasError || !std::isfinite(se))
        return formatNumber(mean);
    const int decimals = se > 0 ? decimalsFor(se, 2) : decimalsFor(mean, 4);
    return fixed(mean, decimals) + u" ± "_s + fixed(se, decimals);
}

QString formatPercent(double fraction)
{
    if (!std::isfinite(fraction))
        return noDataText();
    const double percent = fraction * 100;
    const int decimals = std::abs(percent) >= 9.95 ? 0 : std::min(decimalsFor(percent, 2), 2);
    return fixed(percent, decimals) + QChar(0x00A0) + u'%';
}

QString formatPlain(double value, int decimals)
{
    return std::isfinite(value) ? QString::number(value, 'f', decimals) : noDataText();
}

QString formatPlainDigits(double value, int digits)
{
    QString text = formatPlain(value, decimalsFor(value, digits));
    if (text.contains(u'.')) {
        while (text.endsWith(u'0'))
            text.chop(1);
        if (text.endsWith(u'.'))
            text.chop(1);
    }
    return text;
}

QString noDataText()
{
    return u"no data"_s;
}

QString outlierMark()
{
    return u"\u2020"_s;
}

} // namespace sweepbench
