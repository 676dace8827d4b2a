// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a program on one CPU and takes from the kernel what exactly this child used, its start-up included.
// Thread contract: pure function; forks.
#pragma once

#include <QByteArray>
#include <QStringList>

#include <vector>

namespace sweepbench::bench {

struct ProcessUse
{
    double cpuSeconds = 0;      ///< user + system, all its threads
    double peakMemoryBytes = 0; ///< largest resident set
    QByteArray output;          ///< what it wrote to standard output
    bool ok = false;            ///< it ended with exit code 0
};

/// \a cpus: the CPUs that it may use; empty: any.
ProcessUse runPinned(const QStringList &command, const std::vector<int> &cpus);

} // namespace sweepbench::bench
