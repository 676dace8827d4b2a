// SPDX-License-Identifier: GPL-3.0-or-later
// Thread contract: as its EpollSet, which outlives it and its alarms.
#pragma once

#include "core/engine/clock.h"

namespace sweepbench {

class EpollSet;

/// The steady clock, with a timer of its own for each alarm.
class SteadyClock final : public Clock
{
public:
    explicit SteadyClock(EpollSet &set) : m_set(set) {}

    Instant now() const override { return steadyNow(); }
    std::unique_ptr<Alarm> makeAlarm(std::function<void()> onFired) override;

private:
    EpollSet &m_set;
};

} // namespace sweepbench
