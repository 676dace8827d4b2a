// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/report.h"

#include "core/model/format.h"
#include "core/stats/wording.h"
#include "ui/charts/charttext.h"
#include "ui/report/reporthtml.h"
#include "ui/report/reportparts.h"

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

/// What the page is about, below its title: "18 trials, 30 November 2026, AMD EPYC, 2 cores".
QString summaryLine(const Session &session)
{
    QStringList parts{countOf(static_cast<qint64>(session.trials.size()), u"trial"_s, u"trials"_s)};
    if (session.createdAt.isValid())
        parts << session.createdAt.toUTC().toString(u"yyyy-MM-dd HH:mm"_s) + u" UTC"_s;
    parts << machineText(session.environment);
    if (!session.environment.program.isEmpty())
        parts << session.environment.program;
    return parts.join(u" · "_s);
}

QString colourScheme(ReportTheme theme)
{
    switch (theme) {
    case ReportTheme::Auto: return u"light dark"_s;
    case ReportTheme::Light: return u"light"_s;
    case ReportTheme::Dark: break;
    }
    return u"dark"_s;
}

QString headOf(const Session &session, const QString &title, ReportTheme theme)
{
    return u"<head>\n<meta charset=\"utf-8\"/>\n<title>%1</title>\n"
           "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
           "<meta name=\"generator\" content=\"sweepbench %2\"/>\n<meta name=\"color-scheme\" content=\"%3\"/>\n"
           "<style>\n%4</style>\n</head>\n"_s.arg(htmlText(title), programVersion(), colourScheme(theme),
                                                reportStyle(theme, static_cast<int>(session.plan.targets.size())));
}

QString notesOf(const Session &session)
{
    return session.notes.trimmed().isEmpty() ? QString() : u"<p class=\"notes\" dir=\"auto\">%1</p>\n"_s.arg(htmlLines(session.notes.trimmed()));
}

} // namespace

QString reportThemeId(ReportTheme theme)
{
    switch (theme) {
    case ReportTheme::Auto: return u"auto"_s;
    case ReportTheme::Light: return u"light"_s;
    case ReportTheme::Dark: break;
    }
    return u"dark"_s;
}

std::optional<ReportTheme> reportThemeFromId(const QString &id)
{
    for (const ReportTheme theme : allReportThemes)
        if (reportThemeId(theme) == id)
            return theme;
    return std::nullopt;
}

Result<QByteArray> htmlReport(const Session &session, const Analysis &analysis, const ReportOptions &options)
{
    const auto charts = chartsSection(session, analysis, options);
    if (!charts.ok())
        return charts.problem();
    const QStringList names = targetNames(session.plan);
    const QString title = names.isEmpty() ? u"Sweepbench"_s : namesTitle(names);
    QString html = u"<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\" xml:lang=\"en\">\n"_s;
    html += headOf(session, title, options.theme);
    html += u"<body>\n<main>\n<header>\n<h1 dir=\"auto\">%1</h1>\n<p>%2</p>\n</header>\n"_s.arg(htmlText(title), htmlText(summaryLine(session)));
    html += notesOf(session);
    html += verdictSection(session, analysis) + doubtsSection(session, analysis) + *charts;
    html += cellsSection(session, analysis) + reductionSection(session, analysis) + runsSection(session);
    html += targetsSection(session) + environmentSection(session) + repeatSection(session);
    html += u"</main>\n</body>\n</html>\n"_s;
    return html.toUtf8();
}

} // namespace sweepbench
