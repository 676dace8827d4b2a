// SPDX-License-Identifier: GPL-3.0-or-later
// The sections of the report as HTML, one function for each; htmlReport() puts them together. An empty text: nothing to say.
// Thread contract: as report.h says.
#pragma once

#include "ui/report/report.h"

namespace sweepbench {

/// The style of the whole page.
QString reportStyle(ReportTheme theme, int targets);
/// One line for each comparison, and why there is none.
QString verdictSection(const Session &session, const Analysis &analysis);
/// The findings that every reader should meet, the others folded.
QString doubtsSection(const Session &session, const Analysis &analysis);
Result<QString> chartsSection(const Session &session, const Analysis &analysis, const ReportOptions &options);
/// A line for each cell, and the phases of its requests.
QString cellsSection(const Session &session, const Analysis &analysis);
QString runsSection(const Session &session);
QString reductionSection(const Session &session, const Analysis &analysis);
/// The targets and what they were asked.
QString targetsSection(const Session &session);
QString environmentSection(const Session &session);
QString repeatSection(const Session &session);

} // namespace sweepbench
