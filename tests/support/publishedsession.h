// SPDX-License-Identifier: GPL-3.0-or-later
// A comparison that was published with its raw runs, as a session (tests/core/stats/data/emacs_web_servers_2014.json).
// Thread contract: pure functions.
#pragma once

#include "core/model/session.h"

#include <QJsonObject>

namespace sweepbench::test {

/// The runs, the published figures, and what was computed from the runs independently.
QJsonObject emacsFigures();
/// Two servers, the first one (elnode) the baseline, at 1, 10 and 500 connections; eight runs of 5000 requests in each cell.
Session emacsSession();

} // namespace sweepbench::test
