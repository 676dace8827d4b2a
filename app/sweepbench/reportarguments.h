// SPDX-License-Identifier: GPL-3.0-or-later
// What `sweepbench --report` is told.
// Thread contract: pure functions.
#pragma once

#include "app/sweepbench/options.h"
#include "core/model/result.h"
#include "ui/report/reportfile.h"

namespace sweepbench {

/// A Problem names the option, what was given and what would be right.
Result<ReportRequest> readReport(const QCommandLineParser &parser, const Options &options);

} // namespace sweepbench
