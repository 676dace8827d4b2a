// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/reductiontext.h"

#include "core/model/format.h"
#include "core/session/exportparts.h"
#include "core/session/textwidth.h"
#include "core/stats/reduction.h"
#include "core/stats/wording.h"

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

QString percentText(double percent)
{
    return formatPercent(percent / 100);
}

QString figures(const Reduction &reduction)
{
    if (!reduction.geometric)
        return noDataText();
    const QString pairs = countOf(reduction.pairs, u"pair"_s, u"pairs"_s);
    QString text = percentText(*reduction.geometric);
    text += reduction.plain ? u" (95 % interval %1 to %2, %3)"_s.arg(percentText(reduction.plain->low), percentText(reduction.plain->high), pairs)
                            : u" (%1)"_s.arg(pairs);
    if (reduction.speedUp)
        text += u", %1 times as fast"_s.arg(formatNumber(*reduction.speedUp, 3));
    if (reduction.arithmetic)
        text += u"; of the means %1"_s.arg(percentText(*reduction.arithmetic));
    return text;
}

} // namespace

QStringList reductionLines(const Session &session, const Analysis &analysis)
{
    const Reductions reductions = runTimeReductions(session, analysis.baseline);
    QStringList lines;
    for (const Reduction &reduction : reductions.all)
        lines << u"%1 against %2 %3: %4"_s.arg(printable(targetLabel(session.plan, reduction.candidate)),
                                               printable(targetLabel(session.plan, reductions.baseline)),
                                               atLevel(session.plan.sweep.axis, reduction.level), figures(reduction));
    return lines;
}

QString reductionCaption(const Session &session)
{
    const QString caption = u"Run-time reduction, from the pairs; below zero the run takes longer"_s;
    return requestsPerTrial(session.plan) ? caption : caption + u"; run time stands for the time per request"_s;
}

} // namespace sweepbench
