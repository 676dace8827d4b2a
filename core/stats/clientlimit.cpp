// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/clientlimit.h"

#include "core/model/format.h"
#include "core/stats/cellnames.h"

#include <algorithm>
#include <map>
#include <optional>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

/// Whom the client limited in a comparison, where the sentence does not say so itself.
enum class Limited { Both, Worse };

std::optional<Limited> limitedIn(const Comparison &comparison, const MeasuredCell &baseline, const MeasuredCell &candidate)
{
    const bool first = isClientLimited(baseline);
    const bool second = isClientLimited(candidate);
    if (first && second)
        return Limited::Both;
    const bool worse = comparison.verdict == Verdict::Faster ? first : comparison.verdict == Verdict::Slower && second;
    return worse ? std::optional(Limited::Worse) : std::nullopt;
}

/// " (its busiest thread used 99 % of a core)": in any fit trial of these cells; empty where no thread was that busy, and requests left
/// late for another reason, which the trials' own findings give.
QString busiestText(const MeasuredCell &a, const MeasuredCell &b)
{
    double busiest = 0;
    for (const MeasuredCell *cell : {&a, &b})
        for (const MeasuredTrial &trial : cell->trials)
            if (!trial.unfit)
                busiest = std::max(busiest, trial.trial->busiestThread);
    return busiest > saturatedShare ? u" (its busiest thread used %1 of a core)"_s.arg(formatPercent(busiest))
                                    : u" (its requests left late)"_s;
}

} // namespace

QString clientSaturatedKind()
{
    return u"client_saturated"_s;
}

QString clientLimitKind()
{
    return u"client_limit"_s;
}

QString clientLateKind()
{
    return u"client_late"_s;
}

bool isClientLimited(const Trial &trial)
{
    return std::any_of(trial.findings.begin(), trial.findings.end(), [](const Finding &finding) {
        return finding.kind == clientSaturatedKind() || finding.kind == clientLateKind();
    });
}

bool isClientLimited(const MeasuredCell &cell)
{
    int fit = 0;
    int limited = 0;
    for (const MeasuredTrial &trial : cell.trials) {
        fit += trial.unfit ? 0 : 1;
        limited += !trial.unfit && isClientLimited(*trial.trial) ? 1 : 0;
    }
    return 2 * limited > fit;
}

QString clientLimitText(const Measured &measured, const Plan &plan, const std::vector<Comparison> &comparisons)
{
    const auto nameOf = [&plan](int target) { return plan.targets[static_cast<std::size_t>(target)].name; };
    std::map<std::pair<Limited, QString>, std::vector<int>> levels;
    QString busiest;
    for (const Comparison &comparison : comparisons) {
        if (!comparison.primary || !comparison.ratio)
            continue;
        const auto row = static_cast<std::size_t>(std::lower_bound(measured.levels.begin(), measured.levels.end(), comparison.level)
                                                  - measured.levels.begin());
        const MeasuredCell &baseline = measured.cell(row, comparison.baseline);
        const MeasuredCell &candidate = measured.cell(row, comparison.candidate);
        const auto limited = limitedIn(comparison, baseline, candidate);
        if (!limited)
            continue;
        const int worse = comparison.verdict == Verdict::Faster ? comparison.baseline : comparison.candidate;
        const QString who = *limited == Limited::Worse ? nameOf(worse) : u"both %1 and %2"_s.arg(nameOf(comparison.baseline), nameOf(comparison.candidate));
        levels[{*limited, who}].push_back(comparison.level);
        if (busiest.isEmpty())
            busiest = busiestText(baseline, candidate);
    }
    QStringList parts;
    for (const auto &[key, at] : levels) {
        const QString where = nameAtLevels(key.second, plan.sweep.axis, at);
        parts += key.first == Limited::Both ? u"for %1: what they differ by, or do not, may be the client’s doing"_s.arg(where)
                                            : u"for %1, the slower one: the difference may be smaller than it looks"_s.arg(where);
    }
    return parts.isEmpty() ? QString() : u"The client%1 was the limit %2. More worker threads on a machine with more cores would tell"_s.arg(busiest, parts.join(u"; "_s));
}

} // namespace sweepbench
