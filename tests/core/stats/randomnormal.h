// SPDX-License-Identifier: GPL-3.0-or-later
// Normal variates that are the same with every standard library (std::normal_distribution's are not).
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>
#include <random>

namespace sweepbench {

class RandomNormal
{
public:
    explicit RandomNormal(std::uint64_t seed) : m_bits(seed) {}

    /// Mean 0, standard deviation 1 (G. E. P. Box and M. E. Muller, 1958).
    double next()
    {
        const double radius = std::sqrt(-2 * std::log(uniform()));
        return radius * std::cos(2 * std::numbers::pi * uniform());
    }

    double uniform() { return (static_cast<double>(m_bits() >> 11) + 0.5) * 0x1p-53; } ///< never 0, never 1
    std::uint64_t bits() { return m_bits(); }

private:
    std::mt19937_64 m_bits;
};

} // namespace sweepbench
