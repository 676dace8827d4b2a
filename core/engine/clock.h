// SPDX-License-Identifier: GPL-3.0-or-later
// Time as the engine sees it: the present, and being called at an instant. The real one is SteadyClock; tests have one of their own.
// Thread contract: made, used and destroyed in the worker's thread; alarms fire in it.
#pragma once

#include "core/transport/instant.h"

#include <functional>
#include <memory>

namespace sweepbench {

/// Calls once per arm().
class Alarm
{
public:
    virtual ~Alarm() = default;
    /// Fires at \a at, or from the event loop at once when that is past; replaces an earlier instant.
    virtual void arm(Instant at) = 0;
};

class Clock
{
public:
    virtual Instant now() const = 0;
    virtual std::unique_ptr<Alarm> makeAlarm(std::function<void()> onFired) = 0;

protected:
    ~Clock() = default;
};

} // namespace sweepbench
