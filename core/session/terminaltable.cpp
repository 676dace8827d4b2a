// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/export.h"

#include "core/session/phasetable.h"
#include "core/session/rankingtext.h"
#include "core/session/runstext.h"
#include "core/session/tablecells.h"
#include "core/session/textwidth.h"
#include "core/stats/rankedfindings.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <vector>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

constexpr int terminalWidth = 120;
constexpr int gap = 2;
constexpr int leastNameWidth = 8;

using Widths = std::vector<int>;

int totalWidth(const Widths &widths)
{
    return std::accumulate(widths.begin(), widths.end(), gap * (static_cast<int>(widths.size()) - 1));
}

/// The first column gives way where the table is wider than a terminal.
Widths columnWidths(const std::vector<QStringList> &lines)
{
    Widths widths(static_cast<std::size_t>(lines.front().size()));
    for (const QStringList &line : lines)
        for (std::size_t column = 0; column < widths.size(); ++column)
            widths[column] = std::max(widths[column], textWidth(line[static_cast<qsizetype>(column)]));
    const int others = totalWidth(widths) - widths[0];
    widths[0] = std::min(widths[0], std::max(leastNameWidth, terminalWidth - others));
    return widths;
}

QString lineText(const QStringList &line, const Widths &widths, const std::set<std::size_t> &texts)
{
    QString text = paddedRight(elidedTo(line[0], widths[0]), widths[0]);
    for (std::size_t column = 1; column < widths.size(); ++column) {
        const QString &cell = line[static_cast<qsizetype>(column)];
        text += QString(gap, u' ') + (texts.contains(column) ? paddedRight(cell, widths[column]) : paddedLeft(cell, widths[column]));
    }
    return text + u'\n';
}

/// Titles, a rule, and the lines, with a gap wherever the second column (the level) changes, if \a gaps says so: what is to be
/// compared stands together. \a texts are the columns that are aligned to the left, beside the first.
QString tableText(const QStringList &titles, std::vector<QStringList> lines, bool gaps, const std::set<std::size_t> &texts = {})
{
    lines.insert(lines.begin(), titles);
    const Widths widths = columnWidths(lines);
    QString text = lineText(lines.front(), widths, texts) + QString(totalWidth(widths), u'─') + u'\n';
    for (std::size_t i = 1; i < lines.size(); ++i) {
        if (i > 1 && lines[i][1] != lines[i - 1][1] && gaps)
            text += u'\n';
        text += lineText(lines[i], widths, texts);
    }
    return lines.size() == 1 ? text + u"no data\n"_s : text;
}

QString paragraph(const QStringList &lines)
{
    return lines.isEmpty() ? QString() : u'\n' + lines.join(u'\n') + u'\n';
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
    if (options.ranking)
        text += paragraph(QStringList{rankingCaption(session.plan) + u':'} + rankingLines(session, analysis));
    text += paragraph(verdictSentences(analysis)) + paragraph(findingsText(session, analysis, options.allFindings));
    return text + paragraph({u"Measured with the %1"_s.arg(transportsText(session))});
}

} // namespace sweepbench
