// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/environmentdifferences.h"
#include "core/model/format.h"
#include "core/model/plandifferences.h"
#include "core/stats/acrossparts.h"

#include <algorithm>
#include <set>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

QString listed(const QStringList &lines)
{
    return lines.join(u"; "_s);
}

QString environmentText(const NamedSession &first, const NamedSession &other)
{
    const QStringList lines = environmentDifferences(first.session->environment, other.session->environment);
    return lines.isEmpty() ? QString() : u"%1 and %2 were measured in different environments: %3"_s.arg(first.name, other.name, listed(lines));
}

QString loadText(const NamedSession &first, const NamedSession &other)
{
    const QStringList lines = loadDifferences(first.session->plan, other.session->plan);
    return lines.isEmpty() ? QString() : u"%1 and %2 were not measured in the same way: %3"_s.arg(first.name, other.name, listed(lines));
}

QString levelsIn(const std::set<int> &mine, const std::set<int> &theirs)
{
    QStringList texts;
    for (const int level : mine)
        if (!theirs.contains(level))
            texts << levelNumber(level);
    return texts.join(u", "_s);
}

std::set<int> levelSet(const Session &session)
{
    const std::vector<int> &levels = session.plan.sweep.levels;
    return {levels.begin(), levels.end()};
}

QString levelsText(const NamedSession &first, const NamedSession &other)
{
    const std::set<int> mine = levelSet(*first.session);
    const std::set<int> theirs = levelSet(*other.session);
    QStringList texts;
    if (const QString alone = levelsIn(mine, theirs); !alone.isEmpty())
        texts << u"%1 alone has %2"_s.arg(first.name, alone);
    if (const QString alone = levelsIn(theirs, mine); !alone.isEmpty())
        texts << u"%1 alone has %2"_s.arg(other.name, alone);
    return texts.isEmpty() ? QString() : u"Only levels that both sessions have are compared: %1"_s.arg(listed(texts));
}

/// Where a subject is not asked the same in both sessions. Another address alone is what another build usually has.
Finding targetFinding(const AcrossSubject &subject, int session, const std::vector<NamedSession> &sessions)
{
    const auto targetIn = [&](int index) -> const Target * {
        const int target = subject.targets[static_cast<std::size_t>(index)];
        return target < 0 ? nullptr : &sessions[static_cast<std::size_t>(index)].session->plan.targets[static_cast<std::size_t>(target)];
    };
    const Target *first = targetIn(0);
    const Target *other = targetIn(session);
    if (!first || !other)
        return {};
    const QStringList lines = targetDifferences(*first, *other);
    if (lines.isEmpty())
        return {};
    const bool addressOnly = std::all_of(lines.begin(), lines.end(), [](const QString &line) { return line.startsWith(u"server: "_s); });
    return {u"target"_s, addressOnly ? Severity::Note : Severity::Doubt,
            u"%1 is not asked the same in %2 and %3: %4"_s.arg(subject.name, sessions.front().name, sessions[static_cast<std::size_t>(session)].name,
                                                              listed(lines))};
}

QString unpairedText(const AcrossSessions &across)
{
    const QString start = u"Trials of different sessions are no pairs: whatever changed between the sessions looks like a difference between them"_s;
    if (const AcrossSubject *common = across.common())
        return start + u". The ratios to %1, which all of them measured, leave out what changed for both alike"_s.arg(common->name);
    return start + u". A target that all of them measure would show how much that is; both builds in one session would be better still"_s;
}

/// The common target should be the same in all sessions.
QString movedText(const AcrossSessions &across)
{
    QStringList texts;
    for (const AcrossComparison &comparison : across.comparisons)
        if (comparison.primary && !comparison.relative && comparison.differ && across.subjects[static_cast<std::size_t>(comparison.subject)].common)
            texts << u"%1 (%2)"_s.arg(across.sessions[comparison.session], levelText(across.axis, comparison.level));
    if (texts.isEmpty())
        return {};
    return u"%1, which should be the same in all sessions, differs from %2 in %3: the machine or that server has changed, so trust the ratios to it alone"_s.arg(
        across.common()->name, across.sessions.front(), texts.join(u", "_s));
}

} // namespace

std::vector<Finding> acrossFindings(const AcrossSessions &across, const std::vector<NamedSession> &sessions)
{
    std::vector<Finding> findings;
    const NamedSession &first = sessions.front();
    for (std::size_t i = 1; i < sessions.size(); ++i) {
        findings.push_back({u"environment"_s, Severity::Doubt, environmentText(first, sessions[i])});
        findings.push_back({u"load"_s, Severity::Doubt, loadText(first, sessions[i])});
        for (const AcrossSubject &subject : across.subjects)
            findings.push_back(targetFinding(subject, static_cast<int>(i), sessions));
        findings.push_back({u"levels"_s, Severity::Note, levelsText(first, sessions[i])});
    }
    findings.push_back({u"common_target"_s, Severity::Doubt, movedText(across)});
    findings.push_back({u"unpaired"_s, Severity::Note, unpairedText(across)});
    std::erase_if(findings, [](const Finding &finding) { return finding.text.isEmpty(); });
    std::stable_sort(findings.begin(), findings.end(), [](const Finding &a, const Finding &b) { return a.severity > b.severity; });
    return findings;
}

} // namespace sweepbench
