// SPDX-License-Identifier: GPL-3.0-or-later
// Histograms and time series as compact byte strings: variable-length integers (LEB128, as in DWARF and protocol buffers) of
// differences. They are not compressed on top: the integers are small already, and nothing read from a file can unfold
// into more memory than the file has bytes to account for.
// Thread contract: pure functions.
#pragma once

#include "core/model/distribution.h"
#include "core/model/trial.h"

#include <QByteArray>

#include <optional>
#include <vector>

namespace sweepbench {

/// Most points of one series: 27 hours of 100 ms.
inline constexpr int mostSeriesPoints = 1'000'000;
/// No blob of a sane trial is larger.
inline constexpr qsizetype mostBlobBytes = 96 * 1024 * 1024;

QByteArray distributionToBlob(const Distribution &distribution);
/// Absent where the bytes are not what distributionToBlob() writes, to the last one: a bucket out of range or out of order,
/// counts that do not add up, extremes out of order, a sum that is no number.
std::optional<Distribution> distributionFromBlob(const QByteArray &blob);

QByteArray seriesToBlob(const std::vector<SeriesPoint> &series);
/// Absent likewise: negative spans or counts, points that go back in time.
std::optional<std::vector<SeriesPoint>> seriesFromBlob(const QByteArray &blob);

} // namespace sweepbench
