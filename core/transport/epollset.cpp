// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/epollset.h"

#include "core/transport/filedescriptor.h"

#include <QSocketNotifier>

#include <sys/epoll.h>

#include <array>
#include <optional>
#include <utility>
#include <vector>

namespace sweepbench {

const std::uint32_t EpollSet::readable = EPOLLIN;
const std::uint32_t EpollSet::everything = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET;

struct EpollSet::Private
{
    FileDescriptor epoll{::epoll_create1(EPOLL_CLOEXEC)};
    std::optional<QSocketNotifier> notifier;
    std::vector<std::unique_ptr<EpollHandler>> retired;
    bool attached = false;

    void dispatch();
    int dispatchRound(int timeoutMs);
};

EpollSet::EpollSet() : d(std::make_unique<Private>()) {}

EpollSet::~EpollSet() = default;

bool EpollSet::add(int fd, std::uint32_t events, EpollHandler *handler)
{
    epoll_event event{};
    event.events = events;
    event.data.ptr = handler;
    return ::epoll_ctl(d->epoll.get(), EPOLL_CTL_ADD, fd, &event) == 0;
}

void EpollSet::modify(int fd, std::uint32_t events, EpollHandler *handler)
{
    epoll_event event{};
    event.events = events;
    event.data.ptr = handler;
    ::epoll_ctl(d->epoll.get(), EPOLL_CTL_MOD, fd, &event);
}

void EpollSet::remove(int fd)
{
    ::epoll_ctl(d->epoll.get(), EPOLL_CTL_DEL, fd, nullptr);
}

void EpollSet::retire(std::unique_ptr<EpollHandler> handler)
{
    d->retired.push_back(std::move(handler));
}

void EpollSet::attach()
{
    d->attached = true;
    d->notifier.emplace(d->epoll.get(), QSocketNotifier::Read);
    QObject::connect(&*d->notifier, &QSocketNotifier::activated, &*d->notifier, [this] { d->dispatch(); });
}

bool EpollSet::serve(const std::function<void()> &begin)
{
    constexpr int withoutEnd = -1;
    d->attached = true;
    begin();
    while (d->attached)
        d->dispatchRound(withoutEnd);
    return true;
}

void EpollSet::detach()
{
    // Disabled, not destroyed: this is called from within the notifier's own signal.
    d->attached = false;
    if (d->notifier)
        d->notifier->setEnabled(false);
}

void EpollSet::Private::dispatch()
{
    // A pass through Qt's loop costs about as much as a request, so a busy set is served several times per pass; the
    // bound lets Qt's own events (posted ones, sockets that connect through Qt) have their turn within a few milliseconds.
    constexpr int mostEvents = 512;
    for (int served = 0; served < mostEvents && attached;) {
        const int count = dispatchRound(0);
        if (count <= 0)
            return;
        served += count;
    }
}

/// Returns the number of events; 0 or less when there were none.
int EpollSet::Private::dispatchRound(int timeoutMs)
{
    std::array<epoll_event, 256> events;
    const int count = ::epoll_wait(epoll.get(), events.data(), static_cast<int>(events.size()), timeoutMs);
    for (int i = 0; i < count; ++i) {
        const epoll_event &event = events[static_cast<std::size_t>(i)];
        static_cast<EpollHandler *>(event.data.ptr)->onEpollEvents(event.events);
    }
    retired.clear();
    return count;
}

} // namespace sweepbench
