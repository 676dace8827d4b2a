// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/export.h"

#include "core/session/phasetable.h"
#include "core/session/plaintable.h"
#include "core/session/rankingtext.h"
#include "core/session/reductiontext.h"
#include "core/session/runstext.h"
#include "core/session/tablecells.h"
#include "core/stats/rankedfindings.h"

#include <set>
#include <vector>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

/// A table with a gap wherever the second column (the level) changes, if \a gaps says so: what is to be
/// compared stands together. \a texts are the columns that are aligned to the left, beside the first.
QString tableText(const QStringList &titles, const std::vector<QStringList> &lines, bool gaps, const std::set<std::size_t> &texts = {})
{
    std::vector<PlainRow> rows;
    for (const QStringList &line : lines)
        rows.push_back({line, gaps && !rows.empty() && line[1] != rows.back().cells[1]});
    return plainTable(titles, rows, texts);
}

QStringList findingsText(const Session &session, const Analysis &analysis, bool all)
{
    std::vector<Finding> findings = rankedFindings(session, analysis);
    if (all)
        return findingLines(findings);
    const FoldedFindings folded = foldedFindings(std::move(findings));
    QStringList lines = findingLines(folded.shown);
    if (!folded.folded.empty())
        lines += u"and %1 (--all-findings shows them)"_s.arg(folded.foldedText());
    return lines;
}

} // namespace

QString terminalTable(const Session &session, const Analysis &analysis, ExportOptions options)
{
    const bool several = session.plan.targets.size() > 1;
    QString text = tableText(shortTableTitles(session.plan), tableLines(session, analysis), several);
    if (options.phases)
        text += u'\n' + tableText(phaseTitles(session), phaseLines(session), true, {2});
    if (options.runs)
        for (RunsText &runs : runsTexts(session)) {
            runs.lines.push_back(runs.foot);
            text += u'\n' + runs.caption + u":\n"_s + tableText(runs.titles, std::move(runs.lines), false);
        }
    if (const QStringList lines = reductionLines(session, analysis); options.runs && !lines.isEmpty())
        text += paragraph(QStringList{reductionCaption(session) + u':'} + lines);
    if (options.ranking)
        text += paragraph(QStringList{rankingCaption(session.plan) + u':'} + rankingLines(session, analysis));
    text += paragraph(verdictSentences(analysis)) + paragraph(findingsText(session, analysis, options.allFindings));
    if (session.plan.imported)
        return text + paragraph({u"Imported from results of "_s + transportsText(session)});
    const QString ownLoad = isOpenLoop(session.plan) ? QString() : u"; latency under each server’s own load (closed loop)"_s;
    return text + paragraph({u"Measured with the %1%2"_s.arg(transportsText(session), ownLoad)});
}

} // namespace sweepbench
