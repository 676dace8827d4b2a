// SPDX-License-Identifier: GPL-3.0-or-later
// Waits for descriptors and for an instant: by way of epoll and timerfd, or of poll(2) where they are missing.
// Thread contract: belongs to one thread at a time.
#pragma once

#include "core/transport/instant.h"

#include <memory>
#include <optional>
#include <vector>

namespace sweepbench {

class Readiness
{
public:
    struct Event
    {
        int fd = -1;
        bool canRead = false; ///< or has ended, or is broken
        bool canWrite = false;
    };

    Readiness();
    ~Readiness();
    Readiness(const Readiness &) = delete;

    bool isValid() const;
    /// Told when it can be read, and when it can be written if that is wanted; again sets it anew.
    void watch(int fd, bool forWriting);
    /// To be called before the descriptor is closed.
    void forget(int fd);
    /// What is ready; returns at \a until at the latest. The result lives until the next call.
    const std::vector<Event> &wait(std::optional<Instant> until);

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace sweepbench
