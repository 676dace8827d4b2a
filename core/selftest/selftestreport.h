// SPDX-License-Identifier: GPL-3.0-or-later
// What the self-test's sessions say.
// Thread contract: plain values and pure functions.
#pragma once

#include "core/model/clientceiling.h"
#include "core/model/session.h"

#include <QStringList>

#include <optional>
#include <vector>

namespace sweepbench {

/// How often the self-test may find a difference where there is none, over all of its levels: seldom enough to be believed when it does.
inline constexpr double selfTestErrorRate = 0.001;

/// One part of the self-test.
struct SelfTestPart
{
    bool passed = false;
    QString sentence;    ///< the outcome, without a final full stop
    QStringList details; ///< a line per level
};

/// The same server as A and as B: passed where every level has a verdict and none of them is faster or slower, judged at selfTestErrorRate.
SelfTestPart judgeSameServer(const Session &session);

/// The most requests per second that the trials show: the mean of the fit trials at the best level, and the client's CPU time per request there. Absent
/// without a fit trial. \a ceiling brings along what the trials can't tell: machine, program, CPUs, time.
std::optional<ClientCeiling> ceilingOf(const Session &session, ClientCeiling ceiling);

/// Below this share of its cores the client waited for something else: another program, or the server. Its ceiling is not known then.
inline constexpr double leastClientShare = 0.7;

/// "socket transport: up to 52 300 requests per second (at 100 connections), 9.1 µs of client CPU per request".
QString ceilingText(const ClientCeiling &ceiling);

} // namespace sweepbench
