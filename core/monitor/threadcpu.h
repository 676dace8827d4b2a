// SPDX-License-Identifier: GPL-3.0-or-later
// CPU time and placement of the calling thread. Thread contract: each function speaks of the thread that calls it.
#pragma once

#include <vector>

namespace sweepbench {

struct CpuSeconds
{
    double user = 0;
    double system = 0;
};

/// CPU time that the calling thread has used so far, from the kernel's accounting (getrusage, RUSAGE_THREAD).
CpuSeconds threadCpu();
/// Pins the calling thread to the given CPUs; false when the kernel refuses. An empty list changes nothing.
bool pinThread(const std::vector<int> &cpus);

} // namespace sweepbench
