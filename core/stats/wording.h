// SPDX-License-Identifier: GPL-3.0-or-later
// The words that comparisons are told in: "B serves 24 % more requests per second than A", "19 % to 29 %", "8 pairs".
// Thread contract: pure functions.
#pragma once

#include "core/model/metric.h"
#include "core/model/sweep.h"
#include "core/stats/paired.h"

#include <QString>

namespace sweepbench {

/// A metric as its plan measures it: what a closed loop calls latency is the response time of an open one.
struct MeasuredAs
{
    Metric metric = Metric::Rps;
    bool openLoop = false;
};

/// "requests per second", "run time", "p99 latency", "p99 response time": inside a sentence, one target's.
QString metricNoun(MeasuredAs measured);
/// "their requests per second", "their p99 latencies".
QString metricOfBoth(MeasuredAs measured);

/// What the ratio says, whole: "B serves 24 % more requests per second than A", "B's p99 latency is 3.4 times A's"; with \a atLeast
/// "B serves at least 24 % more …".
QString ratioStatement(MeasuredAs measured, const QString &candidate, const QString &baseline, double ratio, bool atLeast = false);

/// The interval beside such a statement, whose direction it shares: "19 % to 29 %", smaller difference first, or with the directions
/// where they differ: "1 % fewer to 6 % more". Ratios of 2 and more are told as times: "3.1 to 3.7 times".
QString intervalText(Metric metric, const Interval &interval, double ratio);
/// The interval alone, always with its direction: "0.3 % to 0.7 % more".
QString intervalTextAlone(Metric metric, const Interval &interval);

/// How far a ratio is from 1, without direction: "24 %".
QString differenceText(double ratio);

/// A figure of the rules, which is exact: "5 %".
QString wholePercent(int percent);

/// A confidence, which is exact too: "95 %", "97.5 %".
QString confidenceText(double confidence);

/// "1 pair", "8 pairs".
QString countOf(qint64 count, const QString &singular, const QString &plural);
/// "at 1 connection", "at 2 000 requests per second due".
QString atLevel(SweepAxis axis, int level);

} // namespace sweepbench
