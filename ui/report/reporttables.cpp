// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/phasetable.h"
#include "core/session/rankingtext.h"
#include "core/session/reductiontext.h"
#include "core/session/runstext.h"
#include "core/session/tablecells.h"
#include "ui/report/reporthtml.h"
#include "ui/report/reportmark.h"
#include "ui/report/reportparts.h"

using namespace Qt::StringLiterals;

namespace sweepbench {

QString cellsSection(const Session &session, const Analysis &analysis)
{
    if (analysis.cells.empty())
        return {};
    HtmlTable cells;
    cells.titles = tableTitles(session.plan);
    cells.lines = tableLines(session, analysis);
    for (const CellSummary &cell : analysis.cells)
        cells.marks.push_back(targetMark(cell.target) + QChar(QChar::Nbsp));
    QString html = htmlTable(cells) + u"<p class=\"note\">%1.</p>\n"_s.arg(htmlText(captionText(session)));
    if (const QStringList ranking = rankingLines(session, analysis); session.plan.sweep.levels.size() > 1)
        html += u"<h3>Levels, best first</h3>\n%1<p class=\"note\">%2.</p>\n"_s.arg(htmlList(ranking), htmlText(rankingCaption(session.plan)));
    HtmlTable phases;
    phases.titles = phaseTitles(session);
    phases.lines = phaseLines(session);
    phases.textColumns = phaseTextColumns;
    if (!phases.lines.empty())
        html += u"<h3>Phases of the requests</h3>\n%1<p class=\"note\">%2.</p>\n"_s.arg(htmlTable(phases), htmlText(phaseCaption()));
    return htmlSection(u"figures"_s, u"Figures"_s, html);
}

QString runsSection(const Session &session)
{
    QString html;
    for (const RunsText &runs : runsTexts(session)) {
        if (runs.lines.empty())
            continue;
        HtmlTable table;
        table.caption = runs.caption;
        table.titles = runs.titles;
        table.lines = runs.lines;
        table.foot = runs.foot;
        html += htmlTable(table);
    }
    return htmlSection(u"runs"_s, u"Every run"_s, html.isEmpty() ? html : u"<div class=\"runs\">\n%1</div>\n"_s.arg(html));
}

QString reductionSection(const Session &session, const Analysis &analysis)
{
    const QStringList lines = reductionLines(session, analysis);
    if (lines.isEmpty())
        return {};
    return htmlSection(u"reduction"_s, u"Run-time reduction"_s,
                       htmlList(lines) + u"<p class=\"note\">%1.</p>\n"_s.arg(htmlText(reductionCaption(session))));
}

} // namespace sweepbench
