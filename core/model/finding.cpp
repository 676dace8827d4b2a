// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/finding.h"

namespace sweepbench {

QString severityId(Severity severity)
{
    switch (severity) {
    case Severity::Note: return QStringLiteral("note");
    case Severity::Doubt: return QStringLiteral("doubt");
    case Severity::Unfit: break;
    }
    return QStringLiteral("unfit");
}

std::optional<Severity> severityFromId(const QString &id)
{
    for (Severity severity : {Severity::Note, Severity::Doubt, Severity::Unfit})
        if (id == severityId(severity))
            return severity;
    return std::nullopt;
}

} // namespace sweepbench
