// SPDX-License-Identifier: GPL-3.0-or-later
// From command-line options to a plan.
// Thread contract: main thread only.
#pragma once

#include "app/sweepbench-cli/commandline.h"
#include "core/model/plan.h"

namespace sweepbench {

/// Everything that makes a plan: sweep, pacing, client, request and TLS.
QList<QCommandLineOption> planOptions();
/// --allow-host, for the commands that send.
QCommandLineOption allowHostOption();
QCommandLineOption headerOption();
QCommandLineOption userOption();
/// --phases, for the commands that print a table.
QCommandLineOption phasesOption();
/// --all-findings, for the same but export.
QCommandLineOption allFindingsOption();
/// --equal-rate, for the commands that run a sweep.
QCommandLineOption equalRateOption();
/// The value of such an option: "70%", "0.7".
Result<double> equalRateShare(const QString &text, const QString &option);

/// The plan that the options ask for, with \a urls as its targets; names given. Not checked against the machine yet.
Result<Plan> planFromOptions(const ParsedCommand &options, const QStringList &urls);

/// Puts the values of -H into headers, and the passwords of -u into URLs, that were left out of a file; a Problem when one is still
/// missing, or when a password was given for nothing.
std::optional<Problem> fillSecrets(Plan &plan, const QStringList &headers, const QStringList &users);

/// All that stands against running the plan here: the plan's own problems first, then files that can't be read, then hosts that were not allowed.
std::optional<Problem> obstacle(const Plan &plan, const QStringList &allowedHosts);

} // namespace sweepbench
