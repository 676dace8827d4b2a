// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/power.h"

#include "core/stats/distributions.h"

#include <algorithm>
#include <cmath>

namespace sweepbench {

namespace {

/// The log difference that n pairs of this deviation see with 80 % power.
std::optional<double> logDifferenceSeen(double sdLog, int pairs, int family, double alpha)
{
    const std::optional<double> significance = tQuantile(1 - alpha / 2 / std::max(1, family), pairs - 1);
    const std::optional<double> power = tQuantile(0.8, pairs - 1);
    if (!significance || !power)
        return std::nullopt;
    return (*significance + *power) * sdLog / std::sqrt(static_cast<double>(pairs));
}

bool canBeHad(double sdLog, int pairs)
{
    return pairs >= 2 && sdLog > 0 && std::isfinite(sdLog);
}

} // namespace

std::optional<double> differenceSeen(double sdLog, int pairs, int family, double alpha)
{
    if (!canBeHad(sdLog, pairs))
        return std::nullopt;
    const std::optional<double> logDifference = logDifferenceSeen(sdLog, pairs, family, alpha);
    if (!logDifference)
        return std::nullopt;
    const double difference = std::expm1(*logDifference);
    return std::isfinite(difference) ? std::optional(difference) : std::nullopt;
}

std::optional<int> moreRepeatsToSee5Percent(double sdLog, int pairs, int family, double alpha)
{
    if (!canBeHad(sdLog, pairs))
        return std::nullopt;
    const std::optional<double> chiSquared = chiSquaredQuantile(0.2, pairs - 1);
    if (!chiSquared)
        return std::nullopt;
    const double cautiousSd = sdLog * std::sqrt((pairs - 1) / *chiSquared);
    const auto suffices = [&](int n) {
        const std::optional<double> logDifference = logDifferenceSeen(cautiousSd, n, family, alpha);
        return logDifference && *logDifference <= std::log(1.05);
    };
    // More pairs always see more, so the smallest number that suffices is found by halving.
    int fails = pairs - 1;
    int enough = pairs + manyMoreRepeats;
    if (!suffices(enough - 1))
        return manyMoreRepeats;
    enough -= 1;
    while (enough - fails > 1) {
        const int middle = fails + (enough - fails) / 2;
        (suffices(middle) ? enough : fails) = middle;
    }
    return enough - pairs;
}

} // namespace sweepbench
