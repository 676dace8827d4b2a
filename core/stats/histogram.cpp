// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/histogram.h"

#include <algorithm>
#include <cmath>

namespace sweepbench {

namespace {

constexpr std::uint32_t subBuckets = 1U << histogramSubBucketBits;
constexpr std::uint32_t halfCount = subBuckets / 2;

/// Octave of a bucket (0 for values below 2048 ns) and the value's position within it.
struct Position
{
    int shift;
    std::uint64_t sub;
};

Position positionOf(std::uint32_t index)
{
    if (index < subBuckets)
        return {0, index};
    const std::uint32_t above = index - subBuckets;
    return {static_cast<int>(above / halfCount) + 1, above % halfCount + halfCount};
}

} // namespace

qint64 bucketLowNs(std::uint32_t index)
{
    const Position position = positionOf(index);
    return static_cast<qint64>(position.sub << position.shift);
}

qint64 bucketHighNs(std::uint32_t index)
{
    const Position position = positionOf(index);
    return static_cast<qint64>(((position.sub + 1) << position.shift) - 1);
}

Histogram::Histogram() : m_counts(histogramSize) {}

void Histogram::addCountsTo(std::vector<std::uint64_t> &totals) const
{
    const qint64 max = m_max.load(std::memory_order_relaxed);
    if (max < 0)
        return;
    const std::uint32_t highest = bucketIndex(max);
    // The first sample's two stores may be seen in either order: an extreme that is still missing clamps to an hour.
    for (std::uint32_t i = bucketIndex(m_min.load(std::memory_order_relaxed)); i <= highest; ++i)
        totals[i] += std::atomic_ref<std::uint64_t>(const_cast<std::uint64_t &>(m_counts[i])).load(std::memory_order_relaxed);
}

void Histogram::merge(const Histogram &other)
{
    if (other.m_count == 0)
        return;
    for (std::size_t i = 0; i < m_counts.size(); ++i)
        m_counts[i] += other.m_counts[i];
    m_min = std::min(m_min.load(), other.m_min.load());
    m_max = std::max(m_max.load(), other.m_max.load());
    m_count += other.m_count;
    m_sum += other.m_sum;
    m_sumOfSquares += other.m_sumOfSquares;
}

Distribution Histogram::distribution() const
{
    Distribution result;
    if (m_count == 0)
        return result;
    for (std::uint32_t i = 0; i < m_counts.size(); ++i)
        if (m_counts[i] > 0)
            result.buckets.push_back({i, m_counts[i]});
    result.count = m_count;
    result.minNs = m_min;
    result.maxNs = m_max;
    result.sumNs = static_cast<double>(m_sum);
    // sum (x - mean)^2 = sum x^2 - (sum x)^2 / n; floating point would cancel here, so the mean is split into a whole
    // number k and a rest: sum (x - k)^2 is exact, and only the small correction for the rest is rounded.
    const Wide n = m_count;
    const Wide k = m_sum / n;
    const Wide aroundK = m_sumOfSquares - 2 * k * m_sum + n * k * k;
    const double rest = static_cast<double>(m_sum - n * k) / static_cast<double>(m_count);
    result.squaredDeviations = std::max(0.0, static_cast<double>(aroundK) - static_cast<double>(m_count) * rest * rest);
    return result;
}

Distribution merged(const Distribution &a, const Distribution &b)
{
    if (a.count == 0)
        return b;
    if (b.count == 0)
        return a;
    Distribution result;
    auto left = a.buckets.begin();
    auto right = b.buckets.begin();
    while (left != a.buckets.end() || right != b.buckets.end()) {
        if (right == b.buckets.end() || (left != a.buckets.end() && left->index < right->index)) {
            result.buckets.push_back(*left++);
        } else if (left == a.buckets.end() || right->index < left->index) {
            result.buckets.push_back(*right++);
        } else {
            result.buckets.push_back({left->index, left->count + right->count});
            ++left;
            ++right;
        }
    }
    result.count = a.count + b.count;
    result.minNs = std::min(a.minNs, b.minNs);
    result.maxNs = std::max(a.maxNs, b.maxNs);
    result.sumNs = a.sumNs + b.sumNs;
    const double na = static_cast<double>(a.count);
    const double nb = static_cast<double>(b.count);
    const double delta = b.sumNs / nb - a.sumNs / na;
    result.squaredDeviations = a.squaredDeviations + b.squaredDeviations + delta * delta * na * nb / (na + nb);
    return result;
}

std::optional<double> quantileNs(const Distribution &distribution, double q)
{
    if (distribution.count == 0)
        return std::nullopt;
    const double exactRank = std::ceil(std::clamp(q, 0.0, 1.0) * static_cast<double>(distribution.count) - 1e-9);
    const std::uint64_t rank = std::clamp<std::uint64_t>(static_cast<std::uint64_t>(exactRank), 1, distribution.count);
    std::uint64_t seen = 0;
    for (const Distribution::Bucket &bucket : distribution.buckets) {
        seen += bucket.count;
        if (seen >= rank) {
            const double middle = (static_cast<double>(bucketLowNs(bucket.index)) + static_cast<double>(bucketHighNs(bucket.index))) / 2;
            return std::clamp(middle, static_cast<double>(distribution.minNs), static_cast<double>(distribution.maxNs));
        }
    }
    return static_cast<double>(distribution.maxNs);
}

std::optional<double> meanNs(const Distribution &distribution)
{
    if (distribution.count == 0)
        return std::nullopt;
    return distribution.sumNs / static_cast<double>(distribution.count);
}

std::optional<double> stdevNs(const Distribution &distribution)
{
    if (distribution.count < 2)
        return std::nullopt;
    return std::sqrt(distribution.squaredDeviations / static_cast<double>(distribution.count - 1));
}

} // namespace sweepbench
