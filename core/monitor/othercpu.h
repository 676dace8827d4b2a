// SPDX-License-Identifier: GPL-3.0-or-later
// What else this machine did while a trial was measured: CPU time of everything but this program and the servers that it measures.
// Thread contract: one thread.
#pragma once

#include "core/monitor/serverprocesses.h"

#include <chrono>
#include <vector>

namespace sweepbench {

class OtherCpu
{
public:
    /// Before the trial. \a servers are the addresses of this machine that it will press; empty where they are elsewhere.
    void prepare(const std::vector<ServerAddress> &servers);
    /// The same where nobody knows what CPU time the server costs here: nothing is told.
    void prepareUnknown();
    /// The counted part begins.
    void begin();
    /// CPU seconds since begin(), never below 0; -1 where they can't be told: no begin(), too short a time for ticks of 10 ms, or a
    /// server on this machine that can't be seen.
    double seconds();

private:
    struct Reading
    {
        std::chrono::steady_clock::time_point at;
        double machine = 0;
        double ours = 0;
    };
    std::optional<Reading> read() const;

    ServerProcesses m_servers;
    bool m_known = false;
    std::optional<Reading> m_start;
};

} // namespace sweepbench
