// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/backoff.h"

#include <algorithm>

namespace sweepbench {

Nanoseconds backoffAfter(int failures, int connections)
{
    using std::chrono::milliseconds;
    const auto first = std::max<Nanoseconds>(milliseconds(1), milliseconds(connections) / 2);
    const auto longest = std::max<Nanoseconds>(milliseconds(100), milliseconds(connections));
    const int doublings = std::clamp(failures - 1, 0, 20);
    return std::min(first * (1 << doublings), longest);
}

} // namespace sweepbench
