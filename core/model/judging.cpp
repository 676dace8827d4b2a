// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/judging.h"

#include <array>

using namespace Qt::StringLiterals;

namespace sweepbench {

QString stopReasonId(StopReason reason)
{
    switch (reason) {
    case StopReason::Repeats: return u"repeats"_s;
    case StopReason::Precise: return u"precise"_s;
    case StopReason::TimeLimit: break;
    }
    return u"time_limit"_s;
}

std::optional<StopReason> stopReasonFromId(const QString &id)
{
    for (const StopReason reason : std::array{StopReason::Repeats, StopReason::Precise, StopReason::TimeLimit})
        if (id == stopReasonId(reason))
            return reason;
    return std::nullopt;
}

} // namespace sweepbench
