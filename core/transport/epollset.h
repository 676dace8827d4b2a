// SPDX-License-Identifier: GPL-3.0-or-later
// One epoll set per worker, brought into Qt's event loop by a single QSocketNotifier on its descriptor: thousands of
// connections cost Qt nothing, and whatever needs Qt's own sockets can live in the same loop. Where there is no epoll, the same
// with a QSocketNotifier for each descriptor, which tells only what can be read (epollset_notifiers.cpp).
// Thread contract: made, used and destroyed in one thread.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

namespace sweepbench {

/// Receives the events of a descriptor in an EpollSet. It must stay alive until the round of events in which it was removed is
/// over: EpollSet::retire() sees to that.
class EpollHandler
{
public:
    virtual ~EpollHandler() = default;
    virtual void onEpollEvents(std::uint32_t events) = 0;
};

class EpollSet
{
public:
    /// Events to be told: whenever something can be read, and all that can happen to a socket, each time once.
    static const std::uint32_t readable;
    static const std::uint32_t everything;

    EpollSet();
    ~EpollSet();
    EpollSet(const EpollSet &) = delete;
    EpollSet &operator=(const EpollSet &) = delete;

    /// \a events as epoll(7) has them. Returns false when the kernel refuses (no memory, too many watches).
    bool add(int fd, std::uint32_t events, EpollHandler *handler);
    void modify(int fd, std::uint32_t events, EpollHandler *handler);
    /// To be called before the descriptor is closed: a duplicate would keep the registration alive.
    void remove(int fd);
    /// Keeps a removed handler until no event of the present round can be meant for it any more.
    void retire(std::unique_ptr<EpollHandler> handler);

    /// Starts dispatching from the event loop of the current thread.
    void attach();
    /// Calls \a begin and dispatches until detach(), without Qt's event loop: for a thread in which nothing else needs that. It
    /// saves two system calls each time that the thread has slept. False where there is no epoll: nothing was done.
    bool serve(const std::function<void()> &begin);
    void detach();

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace sweepbench
