// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/looks.h"

#include "core/model/format.h"
#include "core/stats/analysis.h"
#include "core/stats/errorrate.h"
#include "core/stats/power.h"
#include "core/stats/stoprule.h"
#include "core/stats/wording.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

constexpr int plannedLooks = 2; ///< the run and one extension

QString blocksText(int blocks)
{
    return countOf(blocks, u"block"_s, u"blocks"_s);
}

/// A rate exactly as it is used: "2.5 %", "1.75 %", "1.667 %".
QString rateText(double rate)
{
    constexpr int digits = 4;
    return QString::number(rate * 100, 'g', digits) + QChar(0x00A0) + u'%';
}

QString ordinal(int number)
{
    const QString known[] = {u"first"_s, u"second"_s, u"third"_s, u"fourth"_s, u"fifth"_s};
    return number >= 1 && number <= 5 ? known[number - 1] : formatCount(number) + u"th"_s;
}

/// "the widest ratio is known within 1.8 %"
QString precisionText(const Session &session)
{
    const Precision precision = precisionReached(session);
    return precision.widest ? u"the least certain ratio is known within %1"_s.arg(formatPercent(*precision.widest))
                            : u"not every level has a ratio"_s;
}

/// Which rule ended the run, for plans that have one.
QString stopText(const Session &session)
{
    if (!session.plan.untilPrecise || !session.judging.stoppedBy)
        return {};
    const UntilPrecise &rule = *session.plan.untilPrecise;
    const QString after = blocksText(measuredBlocks(session.trials));
    const QString reached = precisionText(session);
    if (looksOf(session) > 1)
        return u"After %1, the extension’s too, %2; %3 was asked for"_s.arg(after, reached, rateText(rule.within));
    switch (*session.judging.stoppedBy) {
    case StopReason::Precise:
        return u"Stopped after %1 because every ratio is precise enough: %2, and %3 was asked for"_s.arg(after, reached, rateText(rule.within));
    case StopReason::TimeLimit:
        return u"Stopped after %1 by the time limit%2, before every ratio was precise enough: %3, and %4 was asked for"_s
            .arg(after, rule.timeLimit ? u" of "_s + formatSpan(*rule.timeLimit) : QString(), reached, rateText(rule.within));
    case StopReason::Repeats:
        break;
    }
    return u"Stopped after %1, the most that the plan allows, before every ratio was precise enough: %2, and %3 was asked for"_s
        .arg(after, reached, rateText(rule.within));
}

QString looksText(const Session &session)
{
    const int looks = looksOf(session);
    if (looks < 2)
        return {};
    const QString whole = rateText(wholeErrorRateOf(session));
    const QString each = rateText(errorRateOf(session));
    if (looks == plannedLooks)
        return u"This is the second look at this session, after %1: both are judged at %2, half of %3"_s
            .arg(blocksText(measuredBlocks(session.trials)), each, whole);
    return u"This is the %1 look at this session, after %2, where one extension was planned for: the error rate of %3 is shared by %4 looks, "
           "each is judged at %5"_s.arg(ordinal(looks), blocksText(measuredBlocks(session.trials)), whole, formatCount(looks), each);
}

/// What the first look said, at the rate that it has to share by now.
QString firstLookText(const Session &session)
{
    constexpr std::size_t mostTold = 6;
    const std::vector<Look> &looks = session.judging.looks;
    if (looks.empty() || measuredBlocks(session.trials) <= looks.front().repeats)
        return {};
    const Look &look = looks.front();
    const std::vector<Comparison> verdicts = analyse(sessionAtLook(session, look)).verdicts();
    QStringList sentences;
    for (std::size_t i = 0; i < verdicts.size() && i < mostTold; ++i)
        sentences << verdicts[i].sentence;
    if (verdicts.size() > mostTold)
        sentences << u"and %1 more"_s.arg(formatCount(static_cast<qint64>(verdicts.size() - mostTold)));
    if (sentences.isEmpty())
        return {};
    return u"First look after %1, judged at %2: %3"_s.arg(blocksText(look.repeats), rateText(errorRateOf(session)), sentences.join(u"; "_s));
}

} // namespace

Judging judgingAfterRun(const Session &session, StopReason reason, const QDateTime &now)
{
    Judging judging = session.judging;
    judging.looks.push_back({measuredBlocks(session.trials), now});
    judging.stoppedBy = reason;
    return judging;
}

Judging judgingBeforeExtension(const Session &session)
{
    Judging judging = session.judging;
    const bool asPlanned = !session.trials.empty() && static_cast<int>(session.trials.size()) >= plannedTrials(session.plan);
    if (judging.looks.empty() && asPlanned)
        judging.looks.push_back({measuredBlocks(session.trials), session.trials.back()->startedAt});
    return judging;
}

Session sessionAtLook(const Session &session, const Look &look)
{
    Session then = session;
    std::erase_if(then.trials, [&look](const TrialPtr &trial) { return !trial || trial->repeat >= look.repeats; });
    // As many looks as there are now, none of them before this one: the rate stays, and nothing is told of earlier looks.
    then.judging.looks.assign(static_cast<std::size_t>(looksOf(session)), {measuredBlocks(then.trials), look.at});
    return then;
}

ExtensionOffer extensionOffer(const Session &session, const Analysis &analysis)
{
    ExtensionOffer offer;
    offer.extended = looksOf(session) >= plannedLooks;
    for (const Comparison &comparison : analysis.verdicts())
        if (comparison.verdict == Verdict::Inconclusive)
            offer.blocks = std::max(offer.blocks, comparison.moreRepeatsFor5.value_or(0));
    offer.tooMany = offer.blocks >= manyMoreRepeats;
    return offer;
}

std::vector<Finding> lookFindings(const Session &session)
{
    const bool planned = looksOf(session) <= plannedLooks;
    std::vector<Finding> findings{
        {u"stop_rule"_s, Severity::Note, stopText(session)},
        {u"looks"_s, planned ? Severity::Note : Severity::Doubt, looksText(session)},
        {u"first_look"_s, Severity::Note, firstLookText(session)},
    };
    std::erase_if(findings, [](const Finding &finding) { return finding.text.isEmpty(); });
    return findings;
}

} // namespace sweepbench
