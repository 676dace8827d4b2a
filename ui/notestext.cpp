// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/notestext.h"

#include "core/model/format.h"
#include "ui/charts/loadtext.h"

#include <QCoreApplication>

#include <algorithm>

namespace sweepbench {

using namespace Qt::StringLiterals;

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("Notes", text);
}

struct Group
{
    Finding first;
    int target = 0;
    std::vector<int> levels; ///< in the order of the trials
    int trials = 0;
};

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

/// What is said in the same words at several levels (an address that refuses, for one) is said once.
std::vector<Group> joinedLevels(const std::vector<Group> &groups)
{
    std::vector<Group> joined;
    for (const Group &group : groups) {
        const auto same = std::find_if(joined.begin(), joined.end(),
                                       [&](const Group &other) { return other.target == group.target && other.first == group.first; });
        if (same == joined.end()) {
            joined.push_back(group);
            continue;
        }
        same->levels.insert(same->levels.end(), group.levels.begin(), group.levels.end());
        same->trials += group.trials;
    }
    for (Group &group : joined)
        std::sort(group.levels.begin(), group.levels.end());
    return joined;
}

} // namespace

std::vector<NoteLine> noteLines(const Session &session, const Analysis &analysis)
{
    const SweepAxis axis = session.plan.sweep.axis;
    std::vector<Group> groups;
    for (const TrialPtr &trial : session.trials) {
        const int level = levelOf(*trial, axis);
        for (const Finding &finding : trial->findings) {
            const auto same = std::find_if(groups.begin(), groups.end(), [&](const Group &group) {
                return group.target == trial->target && group.levels.front() == level && group.first.kind == finding.kind
                       && group.first.severity == finding.severity;
            });
            if (same == groups.end())
                groups.push_back({finding, trial->target, {level}, 1});
            else
                ++same->trials;
        }
    }
    groups = joinedLevels(groups);
    std::stable_sort(groups.begin(), groups.end(),
                     [](const Group &a, const Group &b) { return a.first.severity > b.first.severity; });
    std::vector<NoteLine> lines;
    for (const Group &group : groups) {
        const QString trials = group.trials == 1 ? tr("1 trial") : tr("%1 trials").arg(group.trials);
        lines.push_back({group.first.severity, tr("%1 at %2 (%3): %4")
                                                   .arg(nameOf(session, group.target), levelsText(axis, group.levels), trials,
                                                        group.first.text)});
    }
    for (const Finding &finding : analysis.findings)
        lines.push_back({finding.severity, finding.text});
    std::stable_sort(lines.begin(), lines.end(), [](const NoteLine &a, const NoteLine &b) { return a.severity > b.severity; });
    return lines;
}

QString interimText(const Session &session, const Comparison &comparison)
{
    const QString level = levelText(session.plan.sweep.axis, comparison.level);
    if (!comparison.ratio)
        return tr("%1: no ratio yet").arg(level);
    QString ratio = formatNumber(*comparison.ratio, 3);
    if (comparison.ciLow && comparison.ciHigh)
        ratio += tr(" (%1 to %2)").arg(formatNumber(*comparison.ciLow, 3), formatNumber(*comparison.ciHigh, 3));
    return tr("%1: %2 has %3 × the %4 of %5 so far, %6 pairs")
        .arg(level, nameOf(session, comparison.candidate), ratio, metricInText(comparison.metric, isOpenLoop(session.plan)),
             nameOf(session, comparison.baseline))
        .arg(comparison.pairs);
}

} // namespace sweepbench
