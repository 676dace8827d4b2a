// SPDX-License-Identifier: GPL-3.0-or-later
// Named answers of servers that were seen in the wild (and of some that break the protocol), with what a client has to make
// of them. Thread contract: pure functions; a script may be given to any number of servers.
#pragma once

#include "tests/support/scriptedserver.h"

#include <QByteArray>

#include <vector>

namespace sweepbench::test {

/// How a request ends for a client that reads HTTP/1.1 rightly.
enum class Outcome {
    Good,        ///< complete answer below 400
    Status,      ///< complete answer of 400 or above
    ClosedEarly, ///< closed before the answer was complete
    Reset,
    Protocol,    ///< not HTTP/1.x, or broken framing
    Timeout,     ///< nothing complete within the time-out
    Unsettled    ///< right clients differ; the script's note says how
};

struct ScriptedCase
{
    QByteArray name;
    Script script;
    Outcome outcome = Outcome::Good;
    int status = 200;         ///< of the final answer; 0 when none is complete
    qint64 bodyBytes = 2;     ///< of each complete answer on the wire, without chunk framing; -1: differs from answer to answer
    bool reusable = true;     ///< the connection may carry another request afterwards
    const char *note = "";
};

/// All of them.
const std::vector<ScriptedCase> &scriptedCases();
/// One by name; aborts the test program when there is none of that name.
const ScriptedCase &scriptedCase(const QByteArray &name);
/// Its script alone: `ScriptedServer server(scripted("close_delimited"));`
Script scripted(const QByteArray &name);

} // namespace sweepbench::test
