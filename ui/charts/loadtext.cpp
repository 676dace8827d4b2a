// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/loadtext.h"

#include "core/model/format.h"

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

QString openLoopText(const Plan &plan)
{
    if (plan.sweep.axis == SweepAxis::Rate)
        return u"open loop at the rate of each level over at most %1"_s.arg(levelText(SweepAxis::Connections, plan.load.connections));
    return u"open loop at %1 requests per second"_s.arg(formatCount(plan.load.rate.value_or(0)));
}

} // namespace

QString levelsText(SweepAxis axis, const std::vector<int> &levels)
{
    if (levels.size() == 1)
        return levelText(axis, levels.front());
    QStringList numbers;
    for (const int level : levels)
        numbers << levelNumber(level);
    const QString last = numbers.isEmpty() ? QString() : numbers.takeLast();
    return u"%1 and %2 %3"_s.arg(numbers.join(u", "_s), last, levelUnit(axis, 2));
}

QString levelShortText(SweepAxis axis, int level)
{
    return levelNumber(level) + (axis == SweepAxis::Connections ? u"\u00A0conn."_s : u"/s\u00A0due"_s);
}

QString levelShortUnit(SweepAxis axis)
{
    return axis == SweepAxis::Connections ? u"conn."_s : u"due/s"_s;
}

QString latencyWord(bool openLoop)
{
    return openLoop ? u"response time"_s : u"latency"_s;
}

QString usedTransports(const Session &session)
{
    QStringList used;
    for (const TrialPtr &trial : session.trials)
        if (const QString text = measuredWith(*trial); !used.contains(text))
            used << text;
    if (used.isEmpty())
        used << transportText(session.plan.load.transport, session.plan.load.http);
    return used.join(u" and "_s);
}

QStringList pacingTexts(const Plan &plan)
{
    const Load &load = plan.load;
    QStringList texts;
    if (isOpenLoop(plan))
        texts << openLoopText(plan) << (load.arrivals == Arrivals::Poisson ? u"Poisson arrivals"_s : u"uniform arrivals"_s);
    else
        texts << u"closed loop"_s;
    if (load.thinkTime.count() > 0)
        texts << u"%1 of think time"_s.arg(formatSpan(load.thinkTime));
    if (load.rampUp.count() > 0)
        texts << u"%1 of ramp-up"_s.arg(formatSpan(load.rampUp));
    return texts;
}

} // namespace sweepbench
