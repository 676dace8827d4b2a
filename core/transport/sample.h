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
    Instant sent;           ///< when it was put on its connection; connecting, where that was needed, comes after
    Instant end;            ///< last byte of the answer, or the moment of failure
    int status = 0;         ///< 0: no complete answer
    std::optional<ErrorKind> error; ///< transport errors only; the sink judges the status
    qint64 bytesReceived = 0;       ///< on the wire, head included
    qint64 bytesSent = 0;
    int reconnects = 0;             ///< times it was sent once more after a kept-alive connection had been closed

    // Phases; -1 where the request did not have it.
    qint64 connectNs = -1;   ///< TCP, and a proxy's tunnel
    qint64 tlsNs = -1;       ///< handshake
    qint64 firstByteNs = -1; ///< from a ready connection to the first byte of the answer
    qint64 bodyNs = -1;      ///< from the first byte of the answer to its last
};

class SampleSink
{
public:
    virtual void requestFinished(int connection, const Sample &sample) = 0;

protected:
    ~SampleSink() = default;
};

} // namespace sweepbench
