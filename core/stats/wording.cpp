// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/wording.h"

#include "core/model/format.h"

#include <cmath>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

constexpr double toldAsTimes = 2;     // "240 % more" is often misread, "3.4 times as many" is not
constexpr double sameToRounding = 1e-9;

QString more(Metric metric)
{
    return isRequestTime(metric) ? u"higher"_s : u"more"_s;
}

QString less(Metric metric)
{
    if (isRequestTime(metric))
        return u"lower"_s;
    return metric == Metric::RuntimeS ? u"less"_s : u"fewer"_s;
}

QString asMany(Metric metric)
{
    if (isRequestTime(metric))
        return u"as high"_s;
    return metric == Metric::RuntimeS ? u"as long"_s : u"as many"_s;
}

QString percentText(double fraction)
{
    return fraction < 0.00005 ? u"under "_s + formatPercent(0.0001) : formatPercent(fraction);
}

QString timesText(double ratio)
{
    return ratio > 1000 ? u"over 1000"_s : formatNumber(ratio, 2);
}

/// One bound with its direction: "3 % fewer", "6 % more", "2.4 times as many".
QString boundText(Metric metric, double bound)
{
    if (bound >= toldAsTimes)
        return timesText(bound) + u" times "_s + asMany(metric);
    return differenceText(bound) + u' ' + (bound < 1 ? less(metric) : more(metric));
}

QString percentRange(const Interval &interval)
{
    return interval.high <= 1 ? differenceText(interval.high) + u" to "_s + differenceText(interval.low)
                              : differenceText(interval.low) + u" to "_s + differenceText(interval.high);
}

/// True where both bounds are on one side of 1 and small enough for percents.
bool isPlainRange(const Interval &interval)
{
    return interval.high <= 1 || (interval.low >= 1 && interval.high < toldAsTimes);
}

} // namespace

QString metricNoun(MeasuredAs measured)
{
    const QString title = metricTitle(measured.metric, measured.openLoop);
    const bool keepsItsCase = title.startsWith(u'p'); // p50, p99
    return keepsItsCase ? title : title.first(1).toLower() + title.sliced(1);
}

QString metricOfBoth(MeasuredAs measured)
{
    const QString noun = u"their "_s + metricNoun(measured);
    if (noun.endsWith(u'y'))
        return noun.chopped(1) + u"ies"_s; // latency, latencies
    if (noun.contains(u" time to "_s))
        return QString(noun).replace(u" time to "_s, u" times to "_s);
    return noun.endsWith(u"time") ? noun + u's' : noun;
}

QString ratioStatement(MeasuredAs measured, const QString &candidate, const QString &baseline, double ratio, bool atLeast)
{
    const Metric metric = measured.metric;
    const bool same = std::abs(std::log(ratio)) < sameToRounding;
    const QString least = atLeast ? u"at least "_s : QString();
    const QString difference = least + differenceText(ratio) + u' ' + (ratio < 1 ? less(metric) : more(metric));
    if (isRequestTime(metric)) {
        const QString start = u"%1’s %2 is "_s.arg(candidate, metricNoun(measured));
        if (same)
            return start + u"the same as %1’s"_s.arg(baseline);
        if (ratio >= toldAsTimes)
            return start + least + u"%1 times %2’s"_s.arg(timesText(ratio), baseline);
        return start + u"%1 than %2’s"_s.arg(difference, baseline);
    }
    const QString verb = metric == Metric::Rps ? u"serves"_s : metric == Metric::RuntimeS ? u"takes"_s : u"delivers"_s;
    const QString what = metric == Metric::RuntimeS ? QString() : u' ' + metricNoun(measured);
    if (same)
        return u"%1 %2 %3%4 as %5"_s.arg(candidate, verb, asMany(metric), what, baseline);
    if (ratio >= toldAsTimes)
        return u"%1 %2 %3 times %4%5 as %6"_s.arg(candidate, verb, least + timesText(ratio), asMany(metric), what, baseline);
    return u"%1 %2 %3%4 than %5"_s.arg(candidate, verb, difference, metric == Metric::RuntimeS ? u" time"_s : what, baseline);
}

QString intervalText(Metric metric, const Interval &interval, double ratio)
{
    if (ratio >= toldAsTimes && interval.low >= 1)
        return u"%1 to %2 times"_s.arg(timesText(interval.low), timesText(interval.high));
    return isPlainRange(interval) ? percentRange(interval) : intervalTextAlone(metric, interval);
}

QString intervalTextAlone(Metric metric, const Interval &interval)
{
    if (isPlainRange(interval))
        return percentRange(interval) + u' ' + (interval.high <= 1 ? less(metric) : more(metric));
    return boundText(metric, interval.low) + u" to "_s + boundText(metric, interval.high);
}

QString differenceText(double ratio)
{
    if (ratio < 1)
        return ratio < 0.005 ? u"over "_s + formatPercent(0.99) : percentText(1 - ratio);
    return ratio > 1000 ? u"over "_s + formatPercent(1000) : percentText(ratio - 1);
}

QString wholePercent(int percent)
{
    return QString::number(percent) + QChar(0x00A0) + u'%';
}

QString confidenceText(double confidence)
{
    constexpr int digits = 4; // 98.33 % of three looks
    return QString::number(confidence * 100, 'g', digits) + QChar(0x00A0) + u'%';
}

QString countOf(qint64 count, const QString &singular, const QString &plural)
{
    return formatCount(count) + u' ' + (count == 1 ? singular : plural);
}

QString atLevel(SweepAxis axis, int level)
{
    return u"at "_s + levelText(axis, level);
}

} // namespace sweepbench
