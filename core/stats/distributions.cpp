// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/distributions.h"

#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/students_t.hpp>

#include <algorithm>
#include <cmath>

namespace sweepbench {

namespace {

namespace policies = boost::math::policies;
/// Plain double all the way (its 1e-15 is far beyond what trials resolve) and return values instead of exceptions.
using Policy = policies::policy<policies::promote_double<false>, policies::domain_error<policies::errno_on_error>,
                                policies::pole_error<policies::errno_on_error>, policies::overflow_error<policies::errno_on_error>,
                                policies::evaluation_error<policies::errno_on_error>>;
using StudentsT = boost::math::students_t_distribution<double, Policy>;
using ChiSquared = boost::math::chi_squared_distribution<double, Policy>;

bool areDegrees(double degrees)
{
    return degrees >= 1 && std::isfinite(degrees);
}

bool isOpenProbability(double probability)
{
    return probability > 0 && probability < 1;
}

std::optional<double> ifFinite(double value)
{
    return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

} // namespace

std::optional<double> tQuantile(double probability, double degrees)
{
    if (!areDegrees(degrees) || !isOpenProbability(probability))
        return std::nullopt;
    return ifFinite(boost::math::quantile(StudentsT(degrees), probability));
}

std::optional<double> tTwoSidedP(double t, double degrees)
{
    if (!areDegrees(degrees) || !std::isfinite(t))
        return std::nullopt;
    // Beyond 1e100 the square of t would overflow; the probability has long been 0 to any resolution that is printed.
    const double bounded = std::min(std::abs(t), 1e100);
    const double tail = boost::math::cdf(boost::math::complement(StudentsT(degrees), bounded));
    return std::isfinite(tail) ? std::optional(std::clamp(2 * tail, 0.0, 1.0)) : std::nullopt;
}

std::optional<double> chiSquaredQuantile(double probability, int degrees)
{
    if (degrees < 1 || !isOpenProbability(probability))
        return std::nullopt;
    return ifFinite(boost::math::quantile(ChiSquared(degrees), probability));
}

} // namespace sweepbench
