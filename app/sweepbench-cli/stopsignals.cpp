// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sweepbench-cli/stopsignals.h"

#include <sys/signalfd.h>
#include <unistd.h>

#include <csignal>

namespace sweepbench {

namespace {

sigset_t stopSet()
{
    sigset_t set;
    sigemptyset(&set);
    for (int signal : {SIGINT, SIGTERM, SIGHUP})
        sigaddset(&set, signal);
    return set;
}

} // namespace

StopSignals::StopSignals(std::function<void()> onStop) : m_onStop(std::move(onStop))
{
    // Blocked here, before any thread is started, so that every thread leaves them to the descriptor.
    const sigset_t set = stopSet();
    ::pthread_sigmask(SIG_BLOCK, &set, nullptr);
    m_signalFd = ::signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
    m_notifier = std::make_unique<QSocketNotifier>(m_signalFd, QSocketNotifier::Read);
    QObject::connect(m_notifier.get(), &QSocketNotifier::activated, m_notifier.get(), [this] {
        signalfd_siginfo info{};
        if (::read(m_signalFd, &info, sizeof info) != sizeof info)
            return;
        m_received = true;
        const sigset_t unblocked = stopSet();
        ::pthread_sigmask(SIG_UNBLOCK, &unblocked, nullptr); // the next one has its usual effect
        m_onStop();
    });
}

StopSignals::~StopSignals()
{
    m_notifier.reset();
    if (m_signalFd >= 0)
        ::close(m_signalFd);
}

} // namespace sweepbench
