// SPDX-License-Identifier: GPL-3.0-or-later
// The report as a file, from the window and from the command line.
// Thread contract: as report.h says.
#pragma once

#include "ui/report/report.h"

namespace sweepbench {

/// What `sweepbench --report` was asked for.
struct ReportRequest
{
    QString session;
    QString out;
    ReportOptions options;
};

std::optional<Problem> reportToFile(const ReportRequest &request);
/// The report of an open session into \a path.
std::optional<Problem> exportReportTo(const QString &path, const Session &session, const Analysis &analysis, const ReportOptions &options = {});

} // namespace sweepbench
