// SPDX-License-Identifier: GPL-3.0-or-later
// What the demo server says. Thread contract: pure functions.
#pragma once

#include <QByteArray>

namespace sweepbench {

struct DemoRequest
{
    QByteArray target; ///< path and query
    bool isHead = false;
    bool keepsAlive = true;
};

/// The whole answer: "/?n=5" gives 6, "/echo/NAME" gives NAME, anything else \a bodySize bytes.
QByteArray demoAnswer(const DemoRequest &request, qint64 bodySize);

} // namespace sweepbench
