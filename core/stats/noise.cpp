// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/noise.h"

#include "core/model/againstitself.h"
#include "core/model/format.h"
#include "core/stats/wording.h"

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

/// The primary metric's comparisons by what they would have seen.
std::vector<Noise> noisesOf(const std::vector<Comparison> &comparisons)
{
    std::vector<Noise> noises;
    for (const Comparison &comparison : comparisons)
        if (comparison.primary && comparison.seen && std::isfinite(*comparison.seen))
            noises.push_back({*comparison.seen, comparison.level});
    std::stable_sort(noises.begin(), noises.end(), [](const Noise &a, const Noise &b) { return a.difference < b.difference; });
    return noises;
}

QString visibleText(double difference)
{
    constexpr double huge = 9; // tenfold, as in the sentences of the verdicts
    return difference > huge ? u"tenfold"_s : formatPercent(difference);
}

QString noiseText(const Plan &plan, const std::vector<Comparison> &comparisons)
{
    const QString start = plan.targets.size() == 2 ? u"Both targets are the same server, so what differs is the noise of this set-up: "_s
                                                   : u"All targets are the same server, so what differs is the noise of this set-up: "_s;
    const std::vector<Noise> noises = noisesOf(comparisons);
    if (noises.empty())
        return start + u"how much it hides can’t be told from so few pairs"_s;
    const Noise widest = noises.back();
    QString text = start + u"differences under %1 are invisible here (%2 power, %3)"_s.arg(visibleText(widest.difference), wholePercent(80),
                                                                                         atLevel(plan.sweep.axis, widest.level));
    const Noise narrowest = noises.front();
    if (narrowest.level != widest.level)
        text += u"; %1 it is %2"_s.arg(atLevel(plan.sweep.axis, narrowest.level), visibleText(narrowest.difference));
    return text + u". More or longer trials make it less"_s;
}

QString falseAlarmText(const Plan &plan, const std::vector<Comparison> &comparisons)
{
    QStringList alarms;
    double alpha = 0.05;
    for (const Comparison &comparison : comparisons) {
        if (!comparison.primary || (comparison.verdict != Verdict::Faster && comparison.verdict != Verdict::Slower))
            continue;
        alpha = comparison.alpha;
        alarms << u"%1 %2 %3"_s.arg(plan.targets[static_cast<std::size_t>(comparison.candidate)].name, verdictId(comparison.verdict),
                                    atLevel(plan.sweep.axis, comparison.level));
    }
    if (alarms.isEmpty())
        return {};
    return u"A false alarm, for all targets are the same server: %1. By chance, one sweep in %2 has one; when it comes again and again, something on this "
           "machine favours one of them"_s.arg(alarms.join(u", "_s), formatCount(qRound64(1 / std::max(alpha, 1e-6))));
}

} // namespace

std::optional<Noise> noiseOf(const std::vector<Comparison> &comparisons)
{
    const std::vector<Noise> noises = noisesOf(comparisons);
    return noises.empty() ? std::nullopt : std::optional(noises.back());
}

std::vector<Finding> noiseFindings(const Plan &plan, const std::vector<Comparison> &comparisons)
{
    if (!isAgainstItself(plan))
        return {};
    std::vector<Finding> findings{{u"same_server"_s, Severity::Note, noiseText(plan, comparisons)}};
    if (const QString alarm = falseAlarmText(plan, comparisons); !alarm.isEmpty())
        findings.push_back({u"false_alarm"_s, Severity::Doubt, alarm});
    return findings;
}

QString falseAlarmRemark()
{
    return u"; both are the same server, so this is a false alarm"_s;
}

} // namespace sweepbench
