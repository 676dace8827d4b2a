// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/importedfindings.h"

#include "core/model/format.h"
#include "core/stats/cellnames.h"

#include <algorithm>
#include <map>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

template<typename Visit>
void forEachImported(const Measured &measured, Visit visit)
{
    for (const MeasuredCell &cell : measured.cells)
        for (const MeasuredTrial &trial : cell.trials)
            if (trial.trial->imported)
                visit(*trial.trial, cell.target);
}

/// "a.txt, b.txt and 3 more"
QString listed(const QStringList &names)
{
    constexpr qsizetype most = 4;
    if (names.size() <= most)
        return names.join(u", "_s);
    return u"%1 and %2 more"_s.arg(names.first(most).join(u", "_s), formatCount(names.size() - most));
}

QString importedText(const Measured &measured)
{
    std::map<QString, QStringList> files; // of each tool
    forEachImported(measured, [&files](const Trial &trial, int) {
        QStringList &names = files[trial.imported->tool];
        if (!names.contains(trial.imported->file))
            names << trial.imported->file;
    });
    QStringList texts;
    for (const auto &[tool, names] : files)
        texts << u"%1 (%2)"_s.arg(tool, listed(names));
    return u"Imported from results of %1: how, when and on which machine they were measured is known as far as they say, and what they do not "
           "say is left out"_s.arg(texts.join(u", "_s));
}

QString singleRuns(const Measured &measured, const Plan &plan)
{
    QStringList cells;
    for (int target = 0; target < measured.targets; ++target) {
        std::vector<int> levels;
        for (std::size_t level = 0; level < measured.levels.size(); ++level)
            if (measured.cell(level, target).trials.size() == 1)
                levels.push_back(measured.levels[level]);
        if (!levels.empty())
            cells << nameAtLevels(plan.targets[static_cast<std::size_t>(target)].name, plan.sweep.axis, levels);
    }
    return cells.isEmpty() ? QString()
                           : u"Nothing can be concluded from one run per cell: it says nothing of how much the next one would differ (%1). Import "
                             "three or more of each, or measure here"_s.arg(cells.join(u"; "_s));
}

QString unpairedText(const Measured &measured)
{
    return measured.targets < 2 ? QString()
                                : u"Imported runs were not measured in random blocks, so they make no pairs: whatever changed between them (the "
                                  "machine, its neighbours, the tool’s options) looks like a difference between the targets"_s;
}

/// Differences that are finer than a report's digits are its rounding.
QString resolutionText(const Measured &measured, const Plan &plan)
{
    std::map<qint64, QStringList> targets;
    forEachImported(measured, [&](const Trial &trial, int target) {
        if (trial.imported->resolutionNs <= 0)
            return;
        const QString text = u"%1 (%2)"_s.arg(plan.targets[static_cast<std::size_t>(target)].name, trial.imported->tool);
        if (QStringList &names = targets[trial.imported->resolutionNs]; !names.contains(text))
            names << text;
    });
    QStringList texts;
    for (const auto &[resolution, names] : targets)
        texts << u"resolution %1: %2"_s.arg(formatSpan(std::chrono::nanoseconds(resolution)), listed(names));
    return texts.isEmpty() ? QString() : u"Times are rounded, so differences below that mean nothing: %1"_s.arg(texts.join(u"; "_s));
}

/// wrk2 counts from when a request was due, wrk from when it was sent.
QString correctedText(const Measured &measured)
{
    bool corrected = false;
    bool others = false;
    forEachImported(measured, [&](const Trial &trial, int) { (trial.imported->tool == u"wrk2" ? corrected : others) = true; });
    return corrected && others ? u"wrk2’s latencies count from when a request was due (corrected for coordinated omission), those of the other "
                                 "tools from when it was sent: they are not the same figure"_s
                               : QString();
}

} // namespace

std::vector<Finding> importedFindings(const Measured &measured, const Plan &plan)
{
    if (!plan.imported)
        return {};
    return {{u"imported"_s, Severity::Note, importedText(measured)},
            {u"single_runs"_s, measured.targets < 2 ? Severity::Note : Severity::Doubt, singleRuns(measured, plan)},
            {u"unpaired"_s, Severity::Doubt, unpairedText(measured)},
            {u"corrected"_s, Severity::Doubt, correctedText(measured)},
            {u"resolution"_s, Severity::Note, resolutionText(measured, plan)}};
}

} // namespace sweepbench
