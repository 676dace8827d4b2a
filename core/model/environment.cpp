// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/environment.h"

#include <QStringList>

namespace sweepbench {

QString programVersion()
{
    return QStringLiteral(SWEEPBENCH_VERSION);
}

QString machineText(const Environment &environment)
{
    QStringList parts;
    if (!environment.cpuModel.isEmpty())
        parts << environment.cpuModel;
    if (environment.cpuCores > 0)
        parts << (environment.cpuCores == 1 ? QStringLiteral("1 core") : QStringLiteral("%1 cores").arg(environment.cpuCores));
    if (!environment.kernel.isEmpty())
        parts << environment.kernel;
    return parts.isEmpty() ? QStringLiteral("unknown machine") : parts.join(QStringLiteral(", "));
}

} // namespace sweepbench
