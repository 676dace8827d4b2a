// SPDX-License-Identifier: GPL-3.0-or-later
// What is known of one request when it has ended, and who is told.
// Thread contract: a sink is called in the thread of its transport, never from another one.
#pragma once

#include "core/model/errorkind.h"
#include "core/transport/instant.h"

#include <optional>

namespace sweepbench {

struct Sample
{
    Instant intended;       ///< when it was due: in a closed loop the end of the request before
    Instant sent;           ///< when connecting started, for a request that needed a connection; else when it was written
    Instant end;            ///< last byte of the answer, or the moment of failure
    int status = 0;         ///< 0: no complete answer
    std::optional<ErrorKind> error; ///< transport errors only; the sink judges the status
    qint64 bytesReceived = 0;       ///< on the wire, head included
    qint64 bytesSent = 0;
    int reconnects = 0;             ///< times it was sent once more after a kept-alive connection had been closed
    qint64 connectNs = -1;          ///< time to connect; -1 where the connection was there already
};

class SampleSink
{
public:
    virtual void requestFinished(int connection, const Sample &sample) = 0;

protected:
    ~SampleSink() = default;
};

} // namespace sweepbench
