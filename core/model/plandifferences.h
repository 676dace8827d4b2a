// SPDX-License-Identifier: GPL-3.0-or-later
// Thread contract: pure functions.
#pragma once

#include "core/model/plan.h"

#include <QStringList>

namespace sweepbench {

/// What two plans ask of a server differently, a line each: "warm-up: 200 ms against 1 s", \a a first. It is about how targets are pressed and
/// in which order, not about which targets there are, nor about levels, repeats and the seed.
QStringList loadDifferences(const Plan &a, const Plan &b);

/// What two targets are asked differently, and how they are reached: "server: …", "method: GET against POST". Names, versions and notes are left out,
/// and passwords and the values of headers are never shown.
QStringList targetDifferences(const Target &a, const Target &b);

} // namespace sweepbench
