// SPDX-License-Identifier: GPL-3.0-or-later
// What a chart draws, as a table: one row for each mark, or span of a line, an empty cell where there is no value. Units in the names,
// full precision, '.' as decimal sign whatever the locale is.
// Thread contract: pure functions over values.
#pragma once

#include "core/model/analysis.h"
#include "core/model/session.h"
#include "ui/charts/chart.h"

#include <QByteArray>

namespace sweepbench {

/// RFC 4180, names safe for spreadsheets (core/session/csv.h). A kind that has no table of its own gets the figures of all trials.
QByteArray chartCsv(ChartKind kind, const Session &session, const Analysis &analysis);

} // namespace sweepbench
