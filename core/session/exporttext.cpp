// SPDX-License-Identifier: GPL-3.0-or-later
// Tables with their verdicts to paste into notes and issues.
#include "core/session/exportparts.h"

#include "core/session/markup.h"
#include "core/session/phasetable.h"
#include "core/session/rankingtext.h"
#include "core/session/reductiontext.h"
#include "core/session/runstext.h"
#include "core/session/tablecells.h"
#include "core/stats/rankedfindings.h"

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

template<typename Escape>
QString listOf(const QStringList &lines, Escape escape)
{
    QString text;
    for (const QString &line : lines)
        text += u"- "_s + escape(line) + u'\n';
    return text;
}

/// Sentences and all findings as lists with blank lines between.
template<typename Escape>
QString lists(const Session &session, const Analysis &analysis, Escape escape)
{
    QString text;
    for (const QStringList &lines : {verdictSentences(analysis), findingLines(rankedFindings(session, analysis))})
        if (!lines.isEmpty())
            text += u'\n' + listOf(lines, escape);
    return text;
}

/// Nothing where there is nothing to list.
template<typename Escape>
QString captionedList(const QString &caption, const QStringList &lines, Escape escape)
{
    return lines.isEmpty() ? QString() : u'\n' + escape(caption) + u":\n\n"_s + listOf(lines, escape);
}

} // namespace

QByteArray sessionToMarkdown(const Session &session, const Analysis &analysis, ExportOptions options)
{
    QString text = markdownTable(tableTitles(session.plan), tableLines(session, analysis), 1);
    text += lists(session, analysis, markdownText);
    text += u'\n' + markdownText(captionText(session)) + u'\n';
    if (options.phases)
        text += u'\n' + markdownTable(phaseTitles(session), phaseLines(session), phaseTextColumns) + u'\n' + markdownText(phaseCaption()) + u'\n';
    if (options.runs)
        for (const RunsText &runs : runsTexts(session))
            text += u'\n' + runsAsMarkdown(runs);
    if (options.runs)
        text += captionedList(reductionCaption(session), reductionLines(session, analysis), markdownText);
    if (options.ranking)
        text += captionedList(rankingCaption(session.plan), rankingLines(session, analysis), markdownText);
    return text.toUtf8();
}

QByteArray sessionToOrg(const Session &session, const Analysis &analysis, ExportOptions options)
{
    QString text = orgTable(captionText(session), tableTitles(session.plan), tableLines(session, analysis));
    text += lists(session, analysis, orgText);
    if (options.phases)
        text += u'\n' + orgTable(phaseCaption(), phaseTitles(session), phaseLines(session));
    if (options.runs)
        for (const RunsText &runs : runsTexts(session))
            text += u'\n' + runsAsOrg(runs);
    if (options.runs)
        text += captionedList(reductionCaption(session), reductionLines(session, analysis), orgText);
    if (options.ranking)
        text += captionedList(rankingCaption(session.plan), rankingLines(session, analysis), orgText);
    return text.toUtf8();
}

} // namespace sweepbench
