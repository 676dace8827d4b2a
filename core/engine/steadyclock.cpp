// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/steadyclock.h"

#include "core/transport/steadytimer.h"

#include <utility>

namespace sweepbench {

namespace {

class SteadyAlarm final : public Alarm
{
public:
    SteadyAlarm(EpollSet &set, std::function<void()> onFired) : m_timer(set, std::move(onFired)) {}
    void arm(Instant at) override { m_timer.arm(at); }

private:
    SteadyTimer m_timer;
};

} // namespace

std::unique_ptr<Alarm> SteadyClock::makeAlarm(std::function<void()> onFired)
{
    return std::make_unique<SteadyAlarm>(m_set, std::move(onFired));
}

} // namespace sweepbench
