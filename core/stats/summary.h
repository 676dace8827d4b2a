// SPDX-License-Identifier: GPL-3.0-or-later
// One figure of a cell over its trials.
// Thread contract: pure functions.
#pragma once

#include "core/model/analysis.h"

#include <vector>

namespace sweepbench {

/// Mean, standard error of the mean (sample standard deviation over the root of n), median, extremes and the 95 % t interval
/// on the logarithm, turned back. The interval is absent below two values and where a value is not above zero.
/// Values that are not finite are left out and not counted.
Summary summarise(std::vector<double> values);

} // namespace sweepbench
