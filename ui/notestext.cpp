// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/notestext.h"

#include "core/model/format.h"

#include <QCoreApplication>

namespace sweepbench {

using namespace Qt::StringLiterals;

namespace {

QString nameOf(const Session &session, int target)
{
    const auto index = std::size_t(target);
    return index < session.plan.targets.size() ? session.plan.targets[index].name : QString::number(target + 1);
}

/// A metric's title as it stands in the middle of a sentence: "requests per second", but "p99 latency".
QString metricInText(Metric metric, bool openLoop)
{
    const QString title = metricTitle(metric, openLoop);
    return title.left(1).toLower() + title.mid(1);
}

} // namespace

QString interimText(const Session &session, const Comparison &comparison)
{
    const QString level = levelText(session.plan.sweep.axis, comparison.level);
    if (!comparison.ratio)
        return QCoreApplication::translate("Notes", "%1: no ratio yet").arg(level);
    QString ratio = formatNumber(*comparison.ratio, 3);
    if (comparison.ciLow && comparison.ciHigh)
        ratio += QCoreApplication::translate("Notes", " (%1 to %2)").arg(formatNumber(*comparison.ciLow, 3), formatNumber(*comparison.ciHigh, 3));
    return QCoreApplication::translate("Notes", "%1: %2 has %3 × the %4 of %5 so far, %6 pairs")
        .arg(level, nameOf(session, comparison.candidate), ratio, metricInText(comparison.metric, isOpenLoop(session.plan)),
             nameOf(session, comparison.baseline))
        .arg(comparison.pairs);
}

} // namespace sweepbench
