// SPDX-License-Identifier: GPL-3.0-or-later
// Thread contract: plain values.
#pragma once

#include <QString>

#include <vector>

namespace sweepbench {

/// The one thing that varies.
enum class SweepAxis { Connections, Rate };
QString sweepAxisId(SweepAxis axis); ///< "connections", "rate"

struct Sweep
{
    SweepAxis axis = SweepAxis::Connections;
    std::vector<int> levels{1, 10, 100}; ///< ascending: connections, or requests per second
    bool operator==(const Sweep &) const = default;
};

} // namespace sweepbench
