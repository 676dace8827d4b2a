// SPDX-License-Identifier: GPL-3.0-or-later
// Trials whose figure is the client's rather than the server's: found by the engine, told by the verdict.
// Thread contract: pure functions.
#pragma once

#include "core/model/analysis.h"
#include "core/model/trial.h"
#include "core/stats/measured.h"

namespace sweepbench {

constexpr double saturatedShare = 0.95; ///< of a core: a worker thread above it had no time left

QString clientSaturatedKind(); ///< of findings, in a closed loop: a thread had no time left
QString clientLimitKind();     ///< of a session's finding: clientLimitText()
QString clientLateKind();      ///< of findings, in an open loop: requests left late by the client's own fault

/// True where a finding says that the client was the limit.
bool isClientLimited(const Trial &trial);
/// True where it was in most of the fit trials.
bool isClientLimited(const MeasuredCell &cell);

/// Comparisons whose difference may be the client's: it was the limit for both targets, or for the worse one alone (where it was
/// for the better one alone, the sentence says "at least"). Of the primary metric; empty where there is nothing to say.
QString clientLimitText(const Measured &measured, const Plan &plan, const std::vector<Comparison> &comparisons);

} // namespace sweepbench
