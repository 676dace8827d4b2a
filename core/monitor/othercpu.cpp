// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/monitor/othercpu.h"

#include "core/monitor/machinecpu.h"

#include <algorithm>
#include <utility>

namespace sweepbench {

void OtherCpu::prepare(const std::vector<ServerAddress> &servers)
{
    m_start.reset();
    m_known = m_servers.find(servers);
}

void OtherCpu::prepareUnknown()
{
    m_start.reset();
    m_known = false;
}

std::optional<OtherCpu::Reading> OtherCpu::read() const
{
    const auto machine = machineCpuSeconds();
    if (!machine || !m_known)
        return std::nullopt;
    return Reading{std::chrono::steady_clock::now(), *machine, ownCpuSeconds() + m_servers.cpuSeconds()};
}

void OtherCpu::begin()
{
    m_start = read();
}

double OtherCpu::seconds()
{
    constexpr auto shortest = std::chrono::milliseconds(200);
    const auto start = std::exchange(m_start, std::nullopt);
    if (!start || std::chrono::steady_clock::now() - start->at < shortest)
        return -1;
    m_servers.findChildren(); // that began meanwhile
    const auto end = read();
    return end ? std::max(0.0, (end->machine - start->machine) - (end->ours - start->ours)) : -1;
}

} // namespace sweepbench
