// SPDX-License-Identifier: GPL-3.0-or-later
// Thread contract: plain values.
#pragma once

#include <QDateTime>
#include <QString>

namespace sweepbench {

/// The machine and the program that a session was measured with. Empty or zero: not known.
struct Environment
{
    QString program;     ///< "sweepbench 0.1.0"
    QString qtVersion;
    QString hostName;
    QString cpuModel;
    int cpuCores = 0;
    QString governor;
    qint64 memoryBytes = 0;
    QString kernel;
    QString os;
    double loadAverage = 0; ///< over one minute, before the run
    qint64 descriptorLimit = 0;
    QString portRange;      ///< ephemeral ports, "32768-60999"
    QString timeZone;
    double socketCeilingRps = 0; ///< requests per second that the self-test once saw this machine's client do at most, by transport
    double qnamCeilingRps = 0;
    bool operator==(const Environment &) const = default;
};

/// The program's version, "0.1.0".
QString programVersion();
/// "AMD EPYC, 2 cores, Linux 6.1", for captions.
QString machineText(const Environment &environment);

} // namespace sweepbench
