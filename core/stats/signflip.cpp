// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/signflip.h"

#include "core/model/splitmix64.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace sweepbench {

namespace {

constexpr std::size_t pairsPerTable = 8;
constexpr int samples = (1 << 15) - 1; // p is then a multiple of 2^-15

/// For eight pairs the sum under each of their 256 sign patterns (bit set: sign as seen).
using SumTable = std::array<double, 1U << pairsPerTable>;

std::vector<SumTable> sumTables(const std::vector<double> &logRatios)
{
    std::vector<SumTable> tables((logRatios.size() + pairsPerTable - 1) / pairsPerTable);
    for (std::size_t t = 0; t < tables.size(); ++t) {
        SumTable &table = tables[t];
        const std::size_t first = t * pairsPerTable;
        const std::size_t count = std::min(pairsPerTable, logRatios.size() - first);
        for (std::size_t pattern = 0; pattern < table.size(); ++pattern) {
            double sum = 0;
            for (std::size_t i = 0; i < count; ++i)
                sum += (pattern >> i & 1U) != 0 ? logRatios[first + i] : -logRatios[first + i];
            table[pattern] = sum;
        }
    }
    return tables;
}

double exactP(const std::vector<SumTable> &tables, std::size_t pairs, double reached)
{
    // A pattern and its mirror image have the same distance from 0, so that half of them do: the last pair keeps its sign.
    const std::uint32_t half = 1U << (pairs - 1);
    std::uint32_t hits = 0;
    for (std::uint32_t pattern = 0; pattern < half; ++pattern) {
        const std::uint32_t signs = pattern | half;
        double sum = tables[0][signs & 0xFFU];
        if (tables.size() > 1)
            sum += tables[1][signs >> pairsPerTable];
        hits += std::abs(sum) >= reached ? 1 : 0;
    }
    return static_cast<double>(hits) / half;
}

/// Samples that reach as far, where one draw has signs enough: with the number of tables known the sum needs no loop.
template<std::size_t tableCount>
int hitsOfOneDraw(const std::vector<SumTable> &tables, double reached, std::uint64_t seed)
{
    SplitMix64 random(seed);
    int hits = 0;
    for (int sample = 0; sample < samples; ++sample) {
        const std::uint64_t signs = random.next();
        const double sum = [&]<std::size_t... t>(std::index_sequence<t...>) {
            return (... + tables[t][signs >> (t * pairsPerTable) & 0xFFU]); // from the left, as below
        }(std::make_index_sequence<tableCount>());
        hits += std::abs(sum) >= reached ? 1 : 0;
    }
    return hits;
}

int hitsOfSeveralDraws(const std::vector<SumTable> &tables, double reached, std::uint64_t seed)
{
    SplitMix64 random(seed);
    int hits = 0;
    for (int sample = 0; sample < samples; ++sample) {
        double sum = 0;
        std::uint64_t signs = 0;
        for (std::size_t t = 0; t < tables.size(); ++t) {
            if (t % pairsPerTable == 0) // eight tables take eight bits each of one draw
                signs = random.next();
            sum += tables[t][signs & 0xFFU];
            signs >>= pairsPerTable;
        }
        hits += std::abs(sum) >= reached ? 1 : 0;
    }
    return hits;
}

double sampledP(const std::vector<SumTable> &tables, double reached, std::uint64_t seed)
{
    const int hits = [&] {
        switch (tables.size()) {
        case 3: return hitsOfOneDraw<3>(tables, reached, seed); // 17 to 24 pairs
        case 4: return hitsOfOneDraw<4>(tables, reached, seed);
        case 5: return hitsOfOneDraw<5>(tables, reached, seed);
        case 6: return hitsOfOneDraw<6>(tables, reached, seed);
        default: return hitsOfSeveralDraws(tables, reached, seed);
        }
    }();
    return (1.0 + hits) / (1.0 + samples);
}

} // namespace

std::optional<double> signFlipP(const std::vector<double> &logRatios, std::uint64_t seed)
{
    if (logRatios.empty())
        return std::nullopt;
    double seen = 0;
    double largest = 0;
    for (const double d : logRatios) {
        seen += d;
        largest += std::abs(d);
    }
    if (!std::isfinite(largest))
        return std::nullopt;
    // Patterns that tie with the one seen are summed in another order: rounding must not lose them.
    const double reached = std::abs(seen) - 1e-12 * largest;
    const std::vector<SumTable> tables = sumTables(logRatios);
    if (logRatios.size() <= static_cast<std::size_t>(signFlipExactPairs))
        return exactP(tables, logRatios.size(), reached);
    return sampledP(tables, reached, seed);
}

int signFlipPairsNeeded(int family)
{
    double least = std::max(1, family);
    int pairs = 1; // one pair: p = 1
    while (least > 0.05) {
        least /= 2;
        ++pairs;
    }
    return pairs;
}

} // namespace sweepbench
