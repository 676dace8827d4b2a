// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/monitor/threadcpu.h"

#include <sched.h>
#include <sys/resource.h>
#include <sys/time.h>

namespace sweepbench {

namespace {

double seconds(const timeval &time)
{
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

} // namespace

CpuSeconds threadCpu()
{
    rusage usage{};
    ::getrusage(RUSAGE_THREAD, &usage);
    return {seconds(usage.ru_utime), seconds(usage.ru_stime)};
}

bool pinThread(const std::vector<int> &cpus)
{
    if (cpus.empty())
        return true;
    cpu_set_t set;
    CPU_ZERO(&set);
    for (int cpu : cpus)
        if (cpu >= 0 && cpu < CPU_SETSIZE)
            CPU_SET(static_cast<std::size_t>(cpu), &set);
    return ::sched_setaffinity(0, sizeof set, &set) == 0;
}

} // namespace sweepbench
