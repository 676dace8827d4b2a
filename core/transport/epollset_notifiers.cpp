// SPDX-License-Identifier: GPL-3.0-or-later
// EpollSet where there is no epoll.
#include "core/transport/epollset.h"

#include <QSocketNotifier>

#include <unordered_map>
#include <utility>
#include <vector>

namespace sweepbench {

const std::uint32_t EpollSet::readable = 1;
const std::uint32_t EpollSet::everything = EpollSet::readable;

struct EpollSet::Private
{
    std::unordered_map<int, std::unique_ptr<QSocketNotifier>> notifiers;
    std::vector<std::unique_ptr<EpollHandler>> retired;
};

EpollSet::EpollSet() : d(std::make_unique<Private>()) {}

EpollSet::~EpollSet() = default;

bool EpollSet::add(int fd, std::uint32_t, EpollHandler *handler)
{
    auto notifier = std::make_unique<QSocketNotifier>(fd, QSocketNotifier::Read);
    QObject::connect(notifier.get(), &QSocketNotifier::activated, notifier.get(), [this, handler] {
        handler->onEpollEvents(readable);
        d->retired.clear();
    });
    d->notifiers[fd] = std::move(notifier);
    return true;
}

void EpollSet::modify(int, std::uint32_t, EpollHandler *)
{
    // A notifier tells again whatever is still the case.
}

void EpollSet::remove(int fd)
{
    const auto found = d->notifiers.find(fd);
    if (found == d->notifiers.end())
        return;
    found->second->setEnabled(false);
    found->second.release()->deleteLater(); // this may be its signal
    d->notifiers.erase(found);
}

void EpollSet::retire(std::unique_ptr<EpollHandler> handler)
{
    d->retired.push_back(std::move(handler));
}

void EpollSet::attach()
{
    // A notifier is in the event loop from the beginning.
}

bool EpollSet::serve(const std::function<void()> &)
{
    return false;
}

void EpollSet::detach()
{
    for (const auto &[fd, notifier] : d->notifiers)
        notifier->setEnabled(false);
}

} // namespace sweepbench
