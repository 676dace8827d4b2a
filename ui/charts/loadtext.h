// SPDX-License-Identifier: GPL-3.0-or-later
// Words for what a sweep varies and for how requests are paced and sent: the same in charts, tables and sentences.
// Thread contract: pure functions.
#pragma once

#include "core/model/session.h"

#include <QString>
#include <QStringList>

#include <vector>

namespace sweepbench {

/// levelText() for several levels: "1, 10 and 100 connections".
QString levelsText(SweepAxis axis, const std::vector<int> &levels);
/// Where there is little room: "10 conn.", "2000/s due".
QString levelShortText(SweepAxis axis, int level);
/// What stands beside bare numbers of that kind: "conn.", "due/s".
QString levelShortUnit(SweepAxis axis);

/// "latency", in an open loop "response time": it counts from the instant that a request was due.
QString latencyWord(bool openLoop);

/// The transports that the trials really used, joined by "and"; before the first trial what the plan asks for.
QString usedTransports(const Session &session);
/// "closed loop", "open loop at 2000 requests per second, Poisson arrivals": how requests are paced.
QStringList pacingTexts(const Plan &plan);
/// Names of the targets for which something holds: "nginx, Apache"; empty for none.
template<typename Holds>
QString targetsWith(const Plan &plan, Holds holds)
{
    QStringList names;
    for (const Target &target : plan.targets)
        if (holds(target))
            names << target.name;
    return names.join(QStringLiteral(", "));
}

} // namespace sweepbench
