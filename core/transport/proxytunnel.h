// SPDX-License-Identifier: GPL-3.0-or-later
// Thread contract: belongs to one thread at a time.
#pragma once

#include "core/transport/responseparser.h"

#include <QString>

namespace sweepbench {

/// A proxy's answer to CONNECT (RFC 9110, 9.3.6).
class TunnelReply
{
public:
    enum class State { NeedsMore, Open, Refused };

    TunnelReply();
    State feed(const char *data, qint64 size);
    /// Why there is no tunnel, once refused.
    QString refusal() const { return m_refusal; }
    /// The same where the proxy has ended the connection before its answer was complete.
    static QString endedText(bool byReset);

private:
    ResponseParser m_parser;
    QString m_refusal;
};

} // namespace sweepbench
