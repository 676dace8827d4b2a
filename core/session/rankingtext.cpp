// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/rankingtext.h"

#include "core/model/format.h"
#include "core/session/exportparts.h"
#include "core/session/textwidth.h"
#include "core/stats/ranking.h"
#include "core/stats/wording.h"

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

QString orderText(const std::vector<RankedLevel> &levels, SweepAxis axis)
{
    QString text;
    for (std::size_t i = 0; i < levels.size(); ++i) {
        text += levelNumber(levels[i].level);
        if (i + 1 < levels.size())
            text += levels[i].tiesWithNext ? u" ≈ "_s : u", "_s;
    }
    return text + u' ' + levelUnit(axis, levels.size() == 1 ? levels.front().level : 2);
}

QString lineOf(const LevelRanking &ranking, const Plan &plan)
{
    QStringList parts;
    if (!ranking.levels.empty())
        parts << orderText(ranking.levels, plan.sweep.axis);
    QStringList missing;
    for (const int level : ranking.noData)
        missing << levelNumber(level);
    if (!missing.isEmpty())
        parts << noDataText() + (ranking.levels.empty() ? QString() : u" at "_s + missing.join(u", "_s));
    return printable(targetLabel(plan, ranking.target)) + u": "_s + parts.join(u"; "_s);
}

} // namespace

QStringList rankingLines(const Session &session, const Analysis &analysis)
{
    QStringList lines;
    for (const LevelRanking &ranking : rankLevels(analysis, session.plan.primaryMetric))
        lines << lineOf(ranking, session.plan);
    return lines.isEmpty() ? QStringList{noDataText()} : lines;
}

QString rankingCaption(const Plan &plan)
{
    return u"Levels of each target by %1, best first; ≈ joins neighbours whose 95 % intervals overlap or are missing, which is no rank"_s
        .arg(metricNoun({plan.primaryMetric, isOpenLoop(plan)}));
}

} // namespace sweepbench
