// SPDX-License-Identifier: GPL-3.0-or-later
// What the self-test found out about this machine's client, kept in a small JSON file in the user's data folder.
// Thread contract: functions that read and write a file; call from any thread.
#pragma once

#include "core/model/clientceiling.h"
#include "core/model/environment.h"
#include "core/model/result.h"

#include <optional>
#include <vector>

namespace sweepbench {

/// What a machine's ceilings are known by: "AMD EPYC, 2 cores".
QString ceilingMachine(const Environment &environment);

/// "ceilings.json" in the user's data folder for this program; it need not exist.
QString clientCeilingsPath();

/// One for each transport that was tested, whatever machine it was on. A file that is missing or damaged holds none: it is only a memory aid.
std::vector<ClientCeiling> loadClientCeilings(const QString &path = clientCeilingsPath());

/// Keeps these and those of the transports that are not among them.
std::optional<Problem> keepClientCeilings(const std::vector<ClientCeiling> &ceilings, const QString &path = clientCeilingsPath());

} // namespace sweepbench
