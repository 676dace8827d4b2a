// SPDX-License-Identifier: GPL-3.0-or-later
// The reasons to doubt one trial that lie with this program and the machine it runs on, not with the server.
// Thread contract: pure functions.
#pragma once

#include "core/engine/trialfindings.h"

namespace sweepbench {

/// Of a closed loop: a thread that had no time left, and connections that had nothing to do.
void addClosedLoopFindings(std::vector<Finding> &findings, const Trial &trial, const Load &load);

/// Of an open loop: requests that left late although a connection was free, or because a thread had no time left.
void addLateClient(std::vector<Finding> &findings, const Trial &trial, const TrialCircumstances &circumstances);

} // namespace sweepbench
