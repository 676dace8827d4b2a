// SPDX-License-Identifier: GPL-3.0-or-later
// Thread contract: main thread only; at most one exists.
#pragma once

#include <QObject>
#include <QSocketNotifier>

#include <functional>
#include <memory>

namespace sweepbench {

/// Calls back from the event loop when the process gets SIGINT, SIGTERM or SIGHUP; a second one ends the process at once.
class StopSignals
{
public:
    explicit StopSignals(std::function<void()> onStop);
    ~StopSignals();
    bool received() const { return m_received; }

private:
    std::function<void()> m_onStop;
    std::unique_ptr<QSocketNotifier> m_notifier;
    int m_signalFd = -1;
    bool m_received = false;
};

} // namespace sweepbench
