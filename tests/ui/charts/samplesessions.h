// SPDX-License-Identifier: GPL-3.0-or-later
// Made-up sessions for the charts' tests: the same figures on every machine.
#pragma once

#include "core/model/analysis.h"
#include "core/model/session.h"

#include <QStringList>

#include <vector>

namespace sweepbench::samples {

struct Sample
{
    Session session;
    Analysis analysis;
};

/// Target i answers up to 20000 * 0.82^i requests per second, with a p99 that grows with the level; a few per cent of noise.
Sample sample(const QStringList &names, const std::vector<int> &levels, int repeats);
/// The same in an open loop that sweeps over rates: a target answers what is due as long as it can, and its p99 grows towards that.
Sample rateSample(const QStringList &names, const std::vector<int> &rates, int repeats);
/// Trials that ran and got no answer at all.
Sample allFailed(const QStringList &names, const std::vector<int> &levels);

/// Twenty targets at forty levels, with long names, right-to-left text and emoji.
Sample crowded();
/// Two targets of which one answers in a microsecond and the other in an hour.
Sample spanning();

/// Mean and 95 % t interval on the logarithm of up to twelve figures; n = 0 gives an empty summary.
Summary summaryOf(const std::vector<double> &figures);

/// A series at a constant rate: \a seconds long in spans of \a span seconds, the last one shorter where it must be.
std::vector<SeriesPoint> constantSeries(double rate, double span, double seconds);

} // namespace sweepbench::samples
