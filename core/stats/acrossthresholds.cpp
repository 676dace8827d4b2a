// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/acrossthresholds.h"

#include "core/stats/acrossparts.h"
#include "core/stats/analysis.h"

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

bool isMeant(const Threshold &threshold, const AcrossComparison &comparison, const AcrossSessions &across)
{
    const bool related = across.common() != nullptr;
    return comparison.metric == threshold.metric && comparison.relative == related
        && !across.subjects[static_cast<std::size_t>(comparison.subject)].common;
}

/// True where the threshold names this subject, or none.
bool isNamed(const Threshold &threshold, const AcrossSubject &subject, const QString &candidate)
{
    return threshold.target.isEmpty() || threshold.target == subject.name || candidate.startsWith(threshold.target + u" in "_s);
}

ThresholdCase caseOf(const AcrossComparison &comparison, const AcrossSubject &subject, const std::vector<NamedSession> &sessions)
{
    ThresholdCase one;
    one.target = subjectIn(subject, comparison.session, sessions);
    one.baseline = subjectIn(subject, 0, sessions);
    one.level = comparison.level;
    one.value = comparison.ratio;
    one.low = comparison.ciLow;
    one.high = comparison.ciHigh;
    if (!one.value)
        one.noData = comparison.missing;
    else if (!one.low || !one.high)
        one.noInterval = comparison.missing;
    return one;
}

ThresholdJudgement judgeRatio(const Threshold &threshold, const AcrossSessions &across, const std::vector<NamedSession> &sessions, bool strict)
{
    std::vector<ThresholdCase> all;
    std::vector<ThresholdCase> named;
    for (const AcrossComparison &comparison : across.comparisons) {
        if (!isMeant(threshold, comparison, across))
            continue;
        const AcrossSubject &subject = across.subjects[static_cast<std::size_t>(comparison.subject)];
        all.push_back(caseOf(comparison, subject, sessions));
        if (isNamed(threshold, subject, all.back().target))
            named.push_back(all.back());
    }
    // The cases are called "app in NEW": what a threshold calls "app" has been picked here.
    Threshold anyTarget = threshold;
    if (!named.empty())
        anyTarget.target.clear();
    ThresholdJudgement judgement = judgeThreshold(anyTarget, named.empty() ? all : named, across.axis, strict);
    judgement.threshold = threshold;
    return judgement;
}

} // namespace

std::vector<ThresholdJudgement> judgeAcross(const std::vector<Threshold> &thresholds, const AcrossSessions &across,
                                            const std::vector<NamedSession> &sessions, bool strict)
{
    std::vector<ThresholdJudgement> judgements;
    const Session &last = *sessions.back().session;
    for (const Threshold &threshold : thresholds)
        judgements.push_back(threshold.ratio ? judgeRatio(threshold, across, sessions, strict)
                                             : judgeThresholds({threshold}, last, analyse(last), strict).front());
    return judgements;
}

} // namespace sweepbench
