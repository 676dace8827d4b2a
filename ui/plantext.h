// SPDX-License-Identifier: GPL-3.0-or-later
// A plan in words, for the window.
// Thread contract: pure functions.
#pragma once

#include "core/model/plan.h"

#include <QString>
#include <QStringList>

namespace sweepbench {

/// "nginx and Apache", "nginx and 4 more": what a session is called that nobody has named.
QString targetsTitle(const Plan &plan);
/// What running the plan costs: "about 37 s", or "30 000 requests" where nobody knows the time before; "at most" with a stop rule.
QString costText(const Plan &plan);
/// What so many more blocks of it cost: "6 min", "18 000 requests".
QString extensionCostText(const Plan &plan, int blocks);
/// "30 trials: 2 targets × 3 levels × 5 repeats. …"; "8 to 30 repeats" with a stop rule.
QString sizeText(const Plan &plan);
/// What the load holds beyond the fields that the plan page always shows, one line for each thing; empty for a plain plan.
QStringList carriedText(const Plan &plan);
/// What one host would be sent: requests or seconds, trials, the most connections at once.
QString hostLoadText(const Plan &plan, const QString &host);
/// Hosts that the plan's requests reach, proxies too, and that are neither loopback nor private, each once, in the order of the targets.
QStringList publicHosts(const Plan &plan);
/// "nginx at 100 connections, repeat 2 of 5", "nginx at 2000 requests per second due, repeat 2 of 5"
QString slotText(const Plan &plan, const TrialSlot &slot);

} // namespace sweepbench
