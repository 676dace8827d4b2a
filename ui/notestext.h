// SPDX-License-Identifier: GPL-3.0-or-later
// What a comparison says while its run goes on.
// Thread contract: pure functions.
#pragma once

#include "core/model/analysis.h"
#include "core/model/session.h"

#include <QString>

namespace sweepbench {

/// What one comparison says in a few words while a run goes on: "100 connections: B has 0.912 × the requests per second of A so far, 3 pairs".
QString interimText(const Session &session, const Comparison &comparison);

} // namespace sweepbench
