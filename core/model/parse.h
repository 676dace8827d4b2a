// SPDX-License-Identifier: GPL-3.0-or-later
// Readers of the small notations that people type on the command line and in the window.
// Thread contract: pure functions.
#pragma once

#include "core/model/result.h"
#include "core/model/sweep.h"

#include <chrono>
#include <optional>
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

/// A fraction from \a low to \a high, as percentage or as it is: "2%", "2 %", "0.02".
Result<double> parsePercent(const QString &text, const QString &field, double low, double high);
/// "2%", "0.5%": what parsePercent reads back.
QString percentText(double fraction);

/// The least and the most blocks of a run that a stop rule may end in between.
struct RepeatRange
{
    int least = 0;
    int most = 0;
    bool operator==(const RepeatRange &) const = default;
};
inline constexpr int mostRepeats = 10'000;
/// "8..30"; absent where \a text is one number, or no range at all.
std::optional<RepeatRange> parseRepeatRange(const QString &text);

/// CPU numbers "0,2-3". Field "client CPUs".
Result<std::vector<int>> parseCpuList(const QString &text);
QString cpuListText(const std::vector<int> &cpus);

} // namespace sweepbench
