// SPDX-License-Identifier: GPL-3.0-or-later
// CPU time and placement of threads. Thread contract: free functions; those without a thread's id speak of the thread that calls.
#pragma once

#include <QByteArrayView>
#include <QString>

#include <optional>
#include <vector>

namespace sweepbench {

struct CpuSeconds
{
    double user = 0;
    double system = 0;
    CpuSeconds &operator+=(const CpuSeconds &other)
    {
        user += other.user;
        system += other.system;
        return *this;
    }
};

/// CPU time that the calling thread has used so far, from the kernel's accounting (getrusage, RUSAGE_THREAD).
CpuSeconds threadCpu();
/// The same of another thread of this process, by the kernel's id for it; nothing when there is none of that id. The sum is exact
/// to the microsecond, its parts to the clock tick of proc(5).
std::optional<CpuSeconds> threadCpu(int id);
/// The ids of this process's threads of that name, as the kernel knows it: cut to 15 characters. Empty on systems without /proc.
std::vector<int> threadsNamed(QByteArrayView name);
/// The CPUs that the calling thread may run on, as taskset(1) writes them: "0-1,4"; empty when the kernel does not say.
QString allowedCpusText();
/// Pins the calling thread to the given CPUs; false when the kernel refuses. An empty list changes nothing.
bool pinThread(const std::vector<int> &cpus);

} // namespace sweepbench
