// SPDX-License-Identifier: GPL-3.0-or-later
// Thread contract: plain values.
#pragma once

#include <QString>

#include <vector>

namespace sweepbench {

/// The one thing that varies.
enum class SweepAxis { Connections, Rate };
QString sweepAxisId(SweepAxis axis); ///< "connections", "rate"

inline constexpr int highestLevel = 1'000'000; ///< connections, or requests per second
inline constexpr int unknownLevel = 0;         ///< of imported results whose tool does not say

/// For people: "Connections", "Requests per second due".
QString levelTitle(SweepAxis axis);
/// "connections", "request per second due": what stands after a level's number.
QString levelUnit(SweepAxis axis, int level);
/// "10 connections", "2 000 requests per second due", "an unknown number of connections".
QString levelText(SweepAxis axis, int level);
/// The number alone, "unknown" for none: what stands under levelTitle().
QString levelNumber(int level);

struct Sweep
{
    SweepAxis axis = SweepAxis::Connections;
    std::vector<int> levels{1, 10, 100}; ///< ascending: connections, or requests per second
    bool operator==(const Sweep &) const = default;
};

} // namespace sweepbench
