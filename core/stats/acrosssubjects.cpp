// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/acrossparts.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

const std::vector<Target> &targetsOf(const NamedSession &named)
{
    return named.session->plan.targets;
}

int targetNamed(const NamedSession &named, const QString &name)
{
    const std::vector<Target> &targets = targetsOf(named);
    const auto found = std::find_if(targets.begin(), targets.end(), [&name](const Target &target) { return target.name == name; });
    return found == targets.end() ? -1 : static_cast<int>(found - targets.begin());
}

/// "OLD has trunk, nginx".
QString namesIn(const NamedSession &named)
{
    QStringList names;
    for (const Target &target : targetsOf(named))
        names << target.name;
    return u"%1 has %2"_s.arg(named.name, names.isEmpty() ? u"none"_s : names.join(u", "_s));
}

AcrossSubject subjectOf(std::vector<int> targets, const std::vector<NamedSession> &sessions)
{
    QStringList names;
    for (std::size_t i = 0; i < sessions.size(); ++i)
        if (targets[i] >= 0)
            names << targetsOf(sessions[i])[static_cast<std::size_t>(targets[i])].name;
    names.removeDuplicates();
    return {names.join(u" / "_s), std::move(targets), false};
}

/// One name for each session.
Result<AcrossSubject> namedSubject(const std::vector<NamedSession> &sessions, const QStringList &names, const QString &field)
{
    std::vector<int> targets;
    for (std::size_t i = 0; i < sessions.size(); ++i) {
        const QString &name = names[names.size() == 1 ? 0 : static_cast<qsizetype>(i)];
        targets.push_back(targetNamed(sessions[i], name));
        if (targets.back() < 0)
            return Problem{field, u"\"%1\" is no target of %2; %3"_s.arg(name, sessions[i].name, namesIn(sessions[i]))};
    }
    return subjectOf(std::move(targets), sessions);
}

bool isInAll(const Target &target, const std::vector<NamedSession> &sessions)
{
    return std::all_of(sessions.begin(), sessions.end(), [&target](const NamedSession &named) {
        const int index = targetNamed(named, target.name);
        return index >= 0 && targetsOf(named)[static_cast<std::size_t>(index)].url == target.url;
    });
}

/// The first session's baseline where all sessions have it, with name and URL; else the first target that they have.
Result<std::optional<AcrossSubject>> commonSubject(const std::vector<NamedSession> &sessions, const AcrossOptions &options)
{
    if (options.withoutCommon)
        return std::optional<AcrossSubject>();
    QString name = options.common;
    const std::vector<Target> &first = targetsOf(sessions.front());
    const bool allHaveMore = std::all_of(sessions.begin(), sessions.end(), [](const NamedSession &named) { return targetsOf(named).size() >= 2; });
    if (name.isEmpty() && allHaveMore) {
        const auto baseline = static_cast<std::size_t>(std::max(0, sessions.front().session->judging.baseline));
        const auto found = std::find_if(first.begin(), first.end(), [&sessions](const Target &target) { return isInAll(target, sessions); });
        if (baseline < first.size() && isInAll(first[baseline], sessions))
            name = first[baseline].name;
        else if (found != first.end())
            name = found->name;
    }
    if (name.isEmpty())
        return std::optional<AcrossSubject>();
    auto subject = namedSubject(sessions, {name}, u"common target"_s);
    if (!subject)
        return subject.problem();
    subject->common = true;
    return std::optional(*subject);
}

/// The first session's targets that another one has too, by name, and the only one that is left over in each.
std::vector<AcrossSubject> matchingSubjects(const std::vector<NamedSession> &sessions)
{
    std::vector<AcrossSubject> subjects;
    std::vector<std::vector<bool>> taken;
    for (const NamedSession &named : sessions)
        taken.emplace_back(targetsOf(named).size(), false);
    for (const Target &target : targetsOf(sessions.front())) {
        std::vector<int> targets;
        for (const NamedSession &named : sessions)
            targets.push_back(targetNamed(named, target.name));
        if (std::all_of(targets.begin() + 1, targets.end(), [](int index) { return index < 0; }))
            continue;
        for (std::size_t i = 0; i < sessions.size(); ++i)
            if (targets[i] >= 0)
                taken[i][static_cast<std::size_t>(targets[i])] = true;
        subjects.push_back(subjectOf(std::move(targets), sessions));
    }
    std::vector<int> left;
    for (const std::vector<bool> &each : taken)
        if (std::count(each.begin(), each.end(), false) == 1)
            left.push_back(static_cast<int>(std::find(each.begin(), each.end(), false) - each.begin()));
    if (left.size() == sessions.size())
        subjects.push_back(subjectOf(std::move(left), sessions));
    return subjects;
}

Problem nothingInCommon(const std::vector<NamedSession> &sessions)
{
    QStringList texts;
    for (const NamedSession &named : sessions)
        texts << namesIn(named);
    return {u"target"_s, u"no target has the same name in these sessions; name one for each (%1)"_s.arg(texts.join(u"; "_s))};
}

} // namespace

Result<std::vector<AcrossSubject>> acrossSubjects(const std::vector<NamedSession> &sessions, const AcrossOptions &options)
{
    const auto common = commonSubject(sessions, options);
    if (!common)
        return common.problem();
    std::vector<AcrossSubject> subjects;
    if (options.targets.isEmpty()) {
        subjects = matchingSubjects(sessions);
    } else {
        if (options.targets.size() != 1 && options.targets.size() != static_cast<qsizetype>(sessions.size()))
            return Problem{u"target"_s, u"%1 names were given for %2 sessions; give one for all of them, or one for each"_s.arg(options.targets.size())
                                            .arg(sessions.size())};
        auto subject = namedSubject(sessions, options.targets, u"target"_s);
        if (!subject)
            return subject.problem();
        subjects.push_back(std::move(subject).value());
    }
    if (const auto &found = *common) {
        std::erase_if(subjects, [&found](const AcrossSubject &subject) { return subject.targets == found->targets; });
        subjects.push_back(*found);
    }
    if (subjects.empty())
        return nothingInCommon(sessions);
    return subjects;
}

QString subjectIn(const AcrossSubject &subject, int session, const std::vector<NamedSession> &sessions)
{
    const NamedSession &named = sessions[static_cast<std::size_t>(session)];
    const int target = subject.targets[static_cast<std::size_t>(session)];
    return u"%1 in %2"_s.arg(target < 0 ? subject.name : targetsOf(named)[static_cast<std::size_t>(target)].name, named.name);
}

} // namespace sweepbench
