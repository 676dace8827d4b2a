// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sweepbench/reportarguments.h"

namespace sweepbench {

using namespace Qt::StringLiterals;

namespace {

/// "sweep,reduction", "all" or "none".
Result<std::vector<ChartKind>> readCharts(const QString &text)
{
    std::vector<ChartKind> kinds;
    if (text == u"all")
        kinds.assign(allChartKinds.begin(), allChartKinds.end());
    if (text == u"all" || text == u"none")
        return kinds;
    for (const QString &id : text.split(u',')) {
        const auto kind = chartKindFromId(id.trimmed());
        if (!kind)
            return Problem{u"--charts"_s, u"\"%1\" is not a chart; write names with commas between them (--help lists them), all or none"_s.arg(id)};
        kinds.push_back(*kind);
    }
    return kinds;
}

} // namespace

Result<ReportRequest> readReport(const QCommandLineParser &parser, const Options &options)
{
    ReportRequest request;
    request.session = parser.value(options.report);
    request.out = parser.value(options.out);
    if (request.session.isEmpty())
        return Problem{u"--report"_s, u"no session was given; write --report SESSION.sweep"_s};
    if (request.out.isEmpty())
        return Problem{u"--report"_s, u"needs --out FILE.html too"_s};
    if (!parser.positionalArguments().isEmpty() || parser.isSet(options.demo))
        return Problem{u"--report"_s, u"is about one session; leave out URLs, other files and --demo"_s};
    if (parser.isSet(options.charts)) {
        const auto charts = readCharts(parser.value(options.charts));
        if (!charts.ok())
            return charts.problem();
        request.options.charts = *charts;
    }
    if (parser.isSet(options.theme)) {
        const auto theme = reportThemeFromId(parser.value(options.theme));
        if (!theme)
            return Problem{u"--theme"_s, u"\"%1\" is not a theme of a report; write auto, light or dark"_s.arg(parser.value(options.theme))};
        request.options.theme = *theme;
    }
    return request;
}

} // namespace sweepbench
