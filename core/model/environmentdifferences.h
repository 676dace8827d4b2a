// SPDX-License-Identifier: GPL-3.0-or-later
// Thread contract: pure functions.
#pragma once

#include "core/model/environment.h"

#include <QStringList>

namespace sweepbench {

/// What differs between two machines or states of one, a line each: "kernel: Linux 6.1.0 against Linux 6.5.0", \a a first. Memory that differs by
/// less than 1 % (what the firmware keeps varies) is the same, and a load average is told only where it is far apart: by more than
/// a quarter of the cores and more than a half. What is known of one side alone is "not known" on the other; where nothing is known of a side, one
/// line says so. Ceilings of the self-test are no part of it.
QStringList environmentDifferences(const Environment &a, const Environment &b);

} // namespace sweepbench
