// SPDX-License-Identifier: GPL-3.0-or-later
// A server that does next to nothing, so that what is measured against it is the client.
// Thread contract: start() and stop() from the owner's thread; it serves in threads of its own.
#pragma once

#include "core/model/result.h"

#include <memory>

namespace sweepbench {

/// Answers each request without a body with the same few bytes, on loopback, and looks for nothing but the blank line at the request's end. Connections
/// stay open until the client closes them.
class NullServer
{
public:
    explicit NullServer(int threads = 1);
    ~NullServer();
    NullServer(const NullServer &) = delete;

    /// Listens on a free port and starts serving. Returns the port.
    Result<quint16> start();
    void stop();

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace sweepbench
