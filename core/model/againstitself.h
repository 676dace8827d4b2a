// SPDX-License-Identifier: GPL-3.0-or-later
// A server compared with itself: what is seen then is the noise of the set-up (A/A).
// Thread contract: pure functions.
#pragma once

#include "core/model/plan.h"

namespace sweepbench {

/// The plan's first target twice and no other: "NAME (1)" and "NAME (2)", named after the URL's host and port where it has no name.
Plan againstItself(Plan plan);

/// True where all targets, of which there are two or more, are the same in all but their names.
bool isAgainstItself(const Plan &plan);

} // namespace sweepbench
