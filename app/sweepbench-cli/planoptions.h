// SPDX-License-Identifier: GPL-3.0-or-later
// From command-line options to a plan.
// Thread contract: main thread only.
#pragma once

#include "app/sweepbench-cli/commandline.h"
#include "core/model/plan.h"

namespace sweepbench {

/// --name, --depth, -c, -n, -d, -r, -w, --order, --seed, --keep-alive, -t, --client-cpus, --timeout, -m, -H, --body, --expect-status.
QList<QCommandLineOption> planOptions();
/// --allow-host, for the commands that send.
QCommandLineOption allowHostOption();
QCommandLineOption headerOption();

/// The plan that the options ask for, with \a urls as its targets; names given. Not checked against the machine yet.
Result<Plan> planFromOptions(const ParsedCommand &options, const QStringList &urls);

/// Puts the values of -H into headers whose values were left out of a file; a Problem when one is still missing.
std::optional<Problem> fillSecrets(Plan &plan, const QStringList &headers);

/// All that stands against running the plan here: the plan's own problems first, then hosts that were not allowed.
std::optional<Problem> obstacle(const Plan &plan, const QStringList &allowedHosts);

} // namespace sweepbench
