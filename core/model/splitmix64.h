// SPDX-License-Identifier: GPL-3.0-or-later
// Thread contract: belongs to one thread at a time.
#pragma once

#include <cstdint>

namespace sweepbench {

/// The generator of G. L. Steele, D. Lea and C. H. Flood, "Fast splittable pseudorandom number generators" (OOPSLA 2014):
/// the same numbers on every machine and standard library, which the distributions and shuffles of <random> do not promise.
class SplitMix64
{
public:
    explicit SplitMix64(std::uint64_t seed) : m_state(seed) {}

    std::uint64_t next()
    {
        m_state += 0x9E3779B97F4A7C15U;
        std::uint64_t z = m_state;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
        return z ^ (z >> 31);
    }

    /// Uniform in [0, bound), without modulo bias.
    std::uint64_t below(std::uint64_t bound)
    {
        const std::uint64_t limit = UINT64_MAX - UINT64_MAX % bound;
        std::uint64_t value = next();
        while (value >= limit)
            value = next();
        return value % bound;
    }

private:
    std::uint64_t m_state;
};

} // namespace sweepbench
