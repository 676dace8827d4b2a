// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/rankedfindings.h"

#include "core/stats/cellnames.h"
#include "core/stats/clientlimit.h"
#include "core/stats/wording.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

/// What comes first was most likely to turn a verdict. Kinds that are not listed come behind these, in the order of the trials.
constexpr std::array order{
    // unfit
    "no_answer", "local_ports", "local_descriptors", "clock_jump", "suspended",
    // doubts
    "false_alarm", "looks", "transports", "single_runs", "unpaired", "corrected", "different_answers", "client_limit", "client_saturated", "client_late", "sequential", "drift_apart", "not_sent",
    "behind_schedule", "errors", "idle_connections", "few_connections", "noisy_machine", "warmup_short", "drift", "hanging", "gave_up", "few_answers",
    "thin_tail", "governor",
    // notes
    "imported", "single_runs", "same_server", "stop_rule", "looks", "first_look", "one_start", "outliers", "shared_cores", "near_ceiling", "open_loop", "one_target", "address", "single_answers", "few_requests", "resolution", "sign_flip"};

std::size_t rankOf(const Finding &finding, bool verdictsTellOfClient)
{
    // Then these only have the figures of what has been said.
    if (verdictsTellOfClient && (finding.kind == clientSaturatedKind() || finding.kind == clientLateKind()))
        return order.size();
    const auto found = std::find_if(order.begin(), order.end(), [&](const char *kind) { return finding.kind == QLatin1StringView(kind); });
    return static_cast<std::size_t>(found - order.begin());
}

/// The same finding of several trials.
struct Group
{
    Finding first;
    int target = 0;
    std::map<int, std::vector<int>> levels; ///< by target, each once, in the order of the trials
    int trials = 0;
    bool alike = true; ///< all in the same words
};

/// Doubts are joined over targets; what makes trials unfit has a reason of its own for each, and notes are joined where they say the same.
bool belongsTo(const Group &group, const Finding &finding, int target)
{
    if (group.first.kind != finding.kind || group.first.severity != finding.severity)
        return false;
    switch (finding.severity) {
    case Severity::Unfit:
        return group.target == target;
    case Severity::Doubt:
        return true;
    case Severity::Note:
        break;
    }
    return group.first.text == finding.text;
}

void addTo(std::vector<Group> &groups, const Finding &finding, int target, int level)
{
    auto group = std::find_if(groups.begin(), groups.end(), [&](const Group &each) { return belongsTo(each, finding, target); });
    if (group == groups.end()) {
        groups.push_back({finding, target, {}, 0, true});
        group = std::prev(groups.end());
    }
    ++group->trials;
    group->alike = group->alike && group->first.text == finding.text;
    std::vector<int> &levels = group->levels[target];
    if (std::find(levels.begin(), levels.end(), level) == levels.end())
        levels.push_back(level);
}

std::vector<Group> groupsOf(const Session &session)
{
    std::vector<Group> groups;
    for (const TrialPtr &trial : session.trials) {
        if (!trial)
            continue;
        QStringList counted; // a kind counts once per trial
        for (const Finding &finding : trial->findings) {
            if (finding.severity != Severity::Note && counted.contains(finding.kind))
                continue;
            counted += finding.kind;
            addTo(groups, finding, trial->target, levelOf(*trial, session.plan.sweep.axis));
        }
    }
    return groups;
}

QString placesText(const Group &group, const Plan &plan)
{
    QStringList places;
    for (const auto &[target, levels] : group.levels) {
        const auto index = static_cast<std::size_t>(target);
        const QString name = index < plan.targets.size() ? plan.targets[index].name : QString::number(target + 1);
        std::vector<int> ascending(levels);
        std::sort(ascending.begin(), ascending.end());
        places += nameAtLevels(name, plan.sweep.axis, ascending);
    }
    return places.join(u"; "_s);
}

Finding joined(const Group &group, const Plan &plan)
{
    QString trials = countOf(group.trials, u"trial"_s, u"trials"_s);
    if (!group.alike)
        trials += u", figures of the first"_s;
    return {group.first.kind, group.first.severity, u"%1 (%2): %3"_s.arg(placesText(group, plan), trials, group.first.text)};
}

/// What a verdict may not be read without: what it holds for (DESIGN.md, Statistics), how often it was looked for and why the run ended,
/// and, of a server against itself, what was to be known.
bool isCarried(const Finding &finding)
{
    constexpr std::array carried{"one_start", "same_server", "stop_rule", "looks", "first_look"};
    return std::any_of(carried.begin(), carried.end(), [&](const char *kind) { return finding.kind == QLatin1StringView(kind); });
}

} // namespace

std::vector<Finding> rankedFindings(const Session &session, const Analysis &analysis)
{
    Plan plan = session.plan;
    nameTargets(plan);
    std::vector<Finding> findings;
    for (const Group &group : groupsOf(session))
        findings.push_back(joined(group, plan));
    findings.insert(findings.end(), analysis.findings.begin(), analysis.findings.end());
    const bool verdictsTellOfClient = std::any_of(findings.begin(), findings.end(), [](const Finding &finding) { return finding.kind == clientLimitKind(); });
    std::stable_sort(findings.begin(), findings.end(), [=](const Finding &a, const Finding &b) {
        return a.severity != b.severity ? a.severity > b.severity : rankOf(a, verdictsTellOfClient) < rankOf(b, verdictsTellOfClient);
    });
    return findings;
}

FoldedFindings foldedFindings(std::vector<Finding> ranked)
{
    constexpr std::size_t mostShown = 3;
    FoldedFindings result;
    for (Finding &finding : ranked)
        (result.shown.size() < mostShown || isCarried(finding) ? result.shown : result.folded).push_back(std::move(finding));
    return result;
}

QString FoldedFindings::foldedText() const
{
    const auto number = [this](Severity severity) {
        return std::count_if(folded.begin(), folded.end(), [severity](const Finding &finding) { return finding.severity == severity; });
    };
    QStringList parts;
    if (const auto unfit = number(Severity::Unfit); unfit > 0)
        parts += countOf(unfit, u"more reason to leave trials out"_s, u"more reasons to leave trials out"_s);
    if (const auto doubts = number(Severity::Doubt); doubts > 0)
        parts += countOf(doubts, u"more doubt"_s, u"more doubts"_s);
    if (const auto notes = number(Severity::Note); notes > 0)
        parts += parts.isEmpty() ? countOf(notes, u"more note"_s, u"more notes"_s) : countOf(notes, u"note"_s, u"notes"_s);
    const QString last = parts.isEmpty() ? QString() : parts.takeLast();
    return parts.isEmpty() ? last : u"%1 and %2"_s.arg(parts.join(u", "_s), last);
}

} // namespace sweepbench
