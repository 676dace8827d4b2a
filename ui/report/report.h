// SPDX-License-Identifier: GPL-3.0-or-later
// A session as one page to read, print and send: verdict, charts, tables, environment, and the plan to repeat it.
// Thread contract: GUI thread (it draws charts); a QApplication must exist, any platform plugin will do.
#pragma once

#include "core/model/analysis.h"
#include "core/model/result.h"
#include "core/model/session.h"
#include "ui/charts/chart.h"

#include <QByteArray>
#include <QString>

#include <array>
#include <optional>
#include <vector>

namespace sweepbench {

enum class ReportTheme {
    Auto, ///< as its reader's system is set, which takes each chart twice; printed in the light one
    Light,
    Dark
};
inline constexpr std::array allReportThemes{ReportTheme::Auto, ReportTheme::Light, ReportTheme::Dark};
QString reportThemeId(ReportTheme theme); ///< "auto", "light", "dark"
std::optional<ReportTheme> reportThemeFromId(const QString &id);

struct ReportOptions
{
    std::optional<std::vector<ChartKind>> charts; ///< absent: all that have something to show
    ReportTheme theme = ReportTheme::Auto;
};

/// HTML that is XML as well, with its style and its charts inside it: no script, and nothing is loaded from anywhere. All text from the
/// session is escaped; passwords and the values of secret headers are left out. A Problem says which chart can't be drawn.
Result<QByteArray> htmlReport(const Session &session, const Analysis &analysis, const ReportOptions &options = {});

} // namespace sweepbench
