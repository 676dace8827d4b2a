// SPDX-License-Identifier: GPL-3.0-or-later
// CPU time of the whole machine and of single processes, from proc(5). It is counted in clock ticks of 10 ms.
// Thread contract: free functions that read /proc; call from any thread.
#pragma once

#include <QByteArrayView>

#include <optional>
#include <vector>

namespace sweepbench {

/// CPU seconds in the first line of /proc/stat, those that other virtual machines took from this one (steal) included, without idle and
/// waiting for devices. \a interrupts says whether the time of interrupts is to be in it. Absent where this is no such line.
std::optional<double> busySecondsOf(QByteArrayView stat, bool interrupts);
/// CPU seconds that this machine has spent so far on anything that processes are charged for. Absent on systems without /proc.
std::optional<double> machineCpuSeconds();

/// What /proc/PID/stat says of a process.
struct ProcessStat
{
    int parent = 0;
    double cpuSeconds = 0; ///< of all its threads, and of its children that have ended and were waited for
};
std::optional<ProcessStat> processStatOf(QByteArrayView stat);
std::optional<ProcessStat> processStat(int pid); ///< absent when there is none

/// CPU seconds that this process has used so far (getrusage, RUSAGE_SELF).
double ownCpuSeconds();

/// Load average over the last minute; -1 where nobody knows it.
double loadAverage();

/// Every process of this machine, as far as it may be seen.
std::vector<int> allProcesses();

} // namespace sweepbench
