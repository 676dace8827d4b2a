// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/reportfile.h"

#include "core/session/export.h"
#include "core/session/sessionfile.h"
#include "core/stats/analysis.h"

namespace sweepbench {

std::optional<Problem> reportToFile(const ReportRequest &request)
{
    const auto session = loadSession(request.session);
    if (!session.ok())
        return session.problem();
    return exportReportTo(request.out, *session, analyse(*session), request.options);
}

std::optional<Problem> exportReportTo(const QString &path, const Session &session, const Analysis &analysis, const ReportOptions &options)
{
    const auto html = htmlReport(session, analysis, options);
    return html.ok() ? writeFile(path, *html) : html.problem();
}

} // namespace sweepbench
