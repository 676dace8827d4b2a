// SPDX-License-Identifier: GPL-3.0-or-later
// The log-linear latency histogram (the scheme of HdrHistogram, http://hdrhistogram.org): 1 ns to 1 h, three significant
// digits, so that a bucket is never wider than 0.1 % of its values; fixed size, mergeable, no sample is ever lost.
// Thread contract: bucket functions and quantiles are pure. A Histogram has one writer; addCountsTo() may be called from another
// thread meanwhile (counts are written with relaxed atomic stores), everything else once the writer has ended.
#pragma once

#include "core/model/distribution.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace sweepbench {

inline constexpr int histogramSubBucketBits = 11;                        ///< 2048 sub-buckets: three significant digits
inline constexpr qint64 histogramHighestNs = 3'600'000'000'000;          ///< one hour; longer samples count in the last bucket
inline constexpr std::uint32_t histogramSize = (32 + 1) * (1U << (histogramSubBucketBits - 1));

/// Bucket of a latency in nanoseconds; negative ones count as 0, ones above an hour as an hour.
inline std::uint32_t bucketIndex(qint64 ns)
{
    const auto value = static_cast<std::uint64_t>(std::clamp<qint64>(ns, 0, histogramHighestNs));
    const int shift = std::max(0, static_cast<int>(std::bit_width(value)) - histogramSubBucketBits);
    return (static_cast<std::uint32_t>(shift) << (histogramSubBucketBits - 1)) + static_cast<std::uint32_t>(value >> shift);
}
/// Smallest and largest latency that falls into a bucket.
qint64 bucketLowNs(std::uint32_t index);
qint64 bucketHighNs(std::uint32_t index);

/// The dense, growing form: one per trial in the recorder.
class Histogram
{
public:
    Histogram();
    void record(qint64 ns)
    {
        ns = std::max<qint64>(ns, 0);
        const std::atomic_ref<std::uint64_t> bucket(m_counts[bucketIndex(ns)]);
        bucket.store(bucket.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
        if (ns < m_min.load(std::memory_order_relaxed))
            m_min.store(ns, std::memory_order_relaxed);
        if (ns > m_max.load(std::memory_order_relaxed))
            m_max.store(ns, std::memory_order_relaxed);
        ++m_count;
        m_sum += static_cast<Wide>(ns);
        m_sumOfSquares += static_cast<Wide>(ns) * static_cast<Wide>(ns);
    }
    void merge(const Histogram &other);
    std::uint64_t count() const { return m_count; }
    /// Adds the counts so far to \a totals (of histogramSize): each count as it was at some moment of the call.
    void addCountsTo(std::vector<std::uint64_t> &totals) const;
    /// The stored form. Mean and deviation come from exact integer sums, not from the buckets.
    Distribution distribution() const;

private:
    __extension__ using Wide = unsigned __int128;
    std::vector<std::uint64_t> m_counts;
    std::uint64_t m_count = 0;
    std::atomic<qint64> m_min{std::numeric_limits<qint64>::max()}; ///< read by addCountsTo() too: the range of buckets in use
    std::atomic<qint64> m_max{-1};
    Wide m_sum = 0;
    Wide m_sumOfSquares = 0;
};

/// The samples of both, with exact extremes and deviations merged by the formula of Chan, Golub and LeVeque (1979).
Distribution merged(const Distribution &a, const Distribution &b);

/// Quantile by nearest rank: the smallest recorded value with at least the fraction \a q of the samples at or below it
/// (1 for the maximum), to the bucket's resolution and never outside [min, max]. Absent without samples.
std::optional<double> quantileNs(const Distribution &distribution, double q);
std::optional<double> meanNs(const Distribution &distribution);
/// Sample standard deviation; absent with fewer than two samples.
std::optional<double> stdevNs(const Distribution &distribution);

} // namespace sweepbench
