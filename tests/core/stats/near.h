// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <cmath>

namespace sweepbench {

/// For figures that are known to a number of digits; says by how much it is missed.
inline bool near(double value, double expected, double tolerance)
{
    if (std::abs(value - expected) <= tolerance)
        return true;
    qInfo("%.12g is not %.12g within %g", value, expected, tolerance);
    return false;
}

} // namespace sweepbench
