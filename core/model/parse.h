// SPDX-License-Identifier: GPL-3.0-or-later
// Readers of the small notations that people type on the command line and in the window.
// Thread contract: pure functions.
#pragma once

#include "core/model/result.h"
#include "core/model/sweep.h"

#include <chrono>
#include <vector>

namespace sweepbench {

/// Levels of a sweep: "1,10,100" or ranges with a step, "10-50:10"; ascending, duplicates dropped. Field "connections" or "rates".
Result<std::vector<int>> parseLevels(const QString &text, SweepAxis axis = SweepAxis::Connections);
/// "1,10,100", the inverse of parseLevels.
QString levelsText(const std::vector<int> &levels);

/// "250ms", "5s", "1.5m", "2us", "1h"; a bare number means seconds. Negative values are refused.
Result<std::chrono::nanoseconds> parseDuration(const QString &text, const QString &field);
/// The shortest exact notation that parseDuration reads back: "200ms", "5s".
QString durationText(std::chrono::nanoseconds duration);

/// A whole number from \a low to \a high.
Result<qint64> parseWhole(const QString &text, const QString &field, qint64 low, qint64 high);

/// CPU numbers "0,2-3". Field "client CPUs".
Result<std::vector<int>> parseCpuList(const QString &text);
QString cpuListText(const std::vector<int> &cpus);

} // namespace sweepbench
