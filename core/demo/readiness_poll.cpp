// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/demo/readiness.h"

#include <poll.h>

#include <algorithm>
#include <chrono>
#include <unordered_map>

namespace sweepbench {

struct Readiness::Private
{
    std::vector<pollfd> watched;
    std::unordered_map<int, std::size_t> places; ///< of a descriptor in \c watched
    std::vector<Event> events;
};

Readiness::Readiness() : d(std::make_unique<Private>()) {}

Readiness::~Readiness() = default;

bool Readiness::isValid() const
{
    return true;
}

void Readiness::watch(int fd, bool forWriting)
{
    const auto [place, isNew] = d->places.try_emplace(fd, d->watched.size());
    if (isNew)
        d->watched.push_back({fd, 0, 0});
    d->watched[place->second].events = static_cast<short>(forWriting ? POLLIN | POLLOUT : POLLIN);
}

void Readiness::forget(int fd)
{
    const auto found = d->places.find(fd);
    if (found == d->places.end())
        return;
    // The last one takes its place.
    const std::size_t place = found->second;
    d->places.erase(found);
    if (place + 1 < d->watched.size()) {
        d->watched[place] = d->watched.back();
        d->places[d->watched[place].fd] = place;
    }
    d->watched.pop_back();
}

const std::vector<Readiness::Event> &Readiness::wait(std::optional<Instant> until)
{
    int patience = -1;
    if (until) { // late by up to a millisecond, never early
        using std::chrono::milliseconds;
        const auto left = std::chrono::ceil<milliseconds>(*until - steadyNow());
        patience = static_cast<int>(std::clamp(left, milliseconds(0), milliseconds(std::chrono::hours(1))).count());
    }
    d->events.clear();
    if (::poll(d->watched.data(), static_cast<nfds_t>(d->watched.size()), patience) > 0)
        for (const pollfd &each : d->watched)
            if (each.revents != 0)
                d->events.push_back({each.fd, (each.revents & ~POLLOUT) != 0, (each.revents & POLLOUT) != 0});
    return d->events;
}

} // namespace sweepbench
