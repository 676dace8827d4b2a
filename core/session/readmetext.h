// SPDX-License-Identifier: GPL-3.0-or-later
// A comparison as it goes into a README: verdicts, picture, table, how it was measured; as Markdown.
// Thread contract: pure functions.
#pragma once

#include "core/model/analysis.h"
#include "core/model/session.h"

#include <QString>

namespace sweepbench {

/// \a picture is the path of the chart as the README names it; empty: no picture.
QString readmeText(const Session &session, const Analysis &analysis, const QString &picture);

} // namespace sweepbench
