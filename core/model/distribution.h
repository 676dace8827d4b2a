// SPDX-License-Identifier: GPL-3.0-or-later
// Thread contract: plain values.
#pragma once

#include <QtGlobal>

#include <cstdint>
#include <vector>

namespace sweepbench {

/// A finished latency histogram, as it is stored: the occupied buckets of stats/histogram.h's scheme and exact extremes.
/// All of it comes from the same set of samples.
struct Distribution
{
    struct Bucket
    {
        std::uint32_t index; ///< bucketIndex() of stats/histogram.h
        std::uint64_t count;
        bool operator==(const Bucket &) const = default;
    };
    std::vector<Bucket> buckets; ///< ascending, no empty ones
    std::uint64_t count = 0;
    qint64 minNs = 0;            ///< exact; 0 when count is 0, as are the others
    qint64 maxNs = 0;
    double sumNs = 0;
    double squaredDeviations = 0; ///< sum of (x - mean)^2, in ns^2
    bool operator==(const Distribution &) const = default;
};

} // namespace sweepbench
