// SPDX-License-Identifier: GPL-3.0-or-later
// The one place that turns numbers into text for people: tables, charts, sentences, progress lines.
// Always '.' for decimals; files do not use this, they write full precision.
// Thread contract: pure functions.
#pragma once

#include <QString>

#include <chrono>

namespace sweepbench {

/// Whole number with thin groups: "12 345" (narrow no-break space).
QString formatCount(qint64 value);
/// A figure to \a digits significant digits without an exponent: "0.00123", "45.6", "12 300" is never shortened below the units.
QString formatNumber(double value, int digits = 4);
/// Nanoseconds with the unit that fits: "850 ns", "12.3 µs", "1.25 ms", "2.1 s", "1 min 5 s".
QString formatLatency(double ns);
/// A span of time for people: "8 s", "1 min 20 s", "2 h 5 min".
QString formatTime(std::chrono::nanoseconds time);
/// A span of time exactly, as a plan states it: "200 ms", "5 s", "1.5 s".
QString formatSpan(std::chrono::nanoseconds span);
/// "12.3 MB/s" (powers of 1000).
QString formatBytesPerSecond(double bytesPerSecond);
/// "mean ± standard error" with as many decimals as the error's two leading digits; without an error just the mean.
QString formatWithError(double mean, double se, bool hasError);
/// The same for a latency, mean and error in the unit that fits the mean: "1.250 ± 0.012 ms".
QString formatLatencyWithError(double meanNs, double seNs, bool hasError);
/// The same for a run time, in seconds.
QString formatRunTime(double meanS, double seS, bool hasError);
/// "12 %", "0.53 %": a fraction as percentage, two significant digits below 10 %.
QString formatPercent(double fraction);
/// For tables that are copied into other programs: \a decimals decimals, without groups and unit.
QString formatPlain(double value, int decimals);
/// The same to \a digits significant digits, whole numbers never shortened, without zeros at the end: "33.52825", "0.097681699".
QString formatPlainDigits(double value, int digits);
/// "no data", what every table and chart shows for a figure that does not exist.
QString noDataText();
/// What stands beside a trial that is an outlier, where there is no room for the word.
QString outlierMark();

} // namespace sweepbench
