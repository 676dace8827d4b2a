// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/plan.h"

#include "core/model/httpurl.h"

#include <QSet>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace sweepbench {

namespace {

struct DepthSettings
{
    std::vector<int> connections;
    int repeats;
    std::chrono::nanoseconds warmup;
    std::chrono::nanoseconds duration;
};

DepthSettings settingsOf(Depth depth)
{
    switch (depth) {
    case Depth::Quick: return {{1, 10, 100}, 5, 200ms, 1s};
    case Depth::Standard: return {{1, 10, 100}, 5, 1s, 5s};
    case Depth::Publish: break;
    }
    return {{1, 10, 100}, 10, 1s, 10s};
}

/// "A" … "Z", then "AA", "AB", …
QString letterName(std::size_t index)
{
    QString name;
    for (std::size_t rest = index + 1; rest > 0; rest = (rest - 1) / 26)
        name.prepend(QChar(u'A' + static_cast<char16_t>((rest - 1) % 26)));
    return name;
}

} // namespace

QString trialOrderId(TrialOrder order)
{
    return order == TrialOrder::Blocks ? u"blocks"_s : u"sequential"_s;
}

Load loadOf(const Plan &plan, int target)
{
    const auto index = static_cast<std::size_t>(target);
    return target >= 0 && index < plan.targets.size() ? overridden(plan.load, plan.targets[index].load) : plan.load;
}

std::optional<qint64> requestsPerTrial(const Plan &plan)
{
    std::optional<qint64> requests = plan.load.requests;
    for (std::size_t i = 0; i < plan.targets.size(); ++i) {
        const auto own = loadOf(plan, static_cast<int>(i)).requests;
        if (i > 0 && own != requests)
            return std::nullopt;
        requests = own;
    }
    return requests;
}

Plan measuredPlan(Plan plan)
{
    std::erase_if(plan.targets, [](const Target &target) { return target.disabled; });
    return plan;
}

QString targetLabel(const Plan &plan, int target)
{
    const auto index = static_cast<std::size_t>(target);
    if (target < 0 || index >= plan.targets.size())
        return u"target %1"_s.arg(target + 1);
    const Target &known = plan.targets[index];
    return known.load.isEmpty() ? known.name : known.name + u", "_s + loadOverrideText(known.load);
}

Load loadAt(const Plan &plan, int target, int level)
{
    Load load = loadOf(plan, target);
    if (plan.sweep.axis == SweepAxis::Connections)
        load.connections = level;
    else
        load.rate = level;
    return load;
}

bool isOpenLoop(const Plan &plan)
{
    if (plan.imported) // its tool may have sent at a rate, and counts from when it sent
        return false;
    return plan.sweep.axis == SweepAxis::Rate || plan.load.rate.has_value();
}

QString depthId(Depth depth)
{
    switch (depth) {
    case Depth::Quick: return u"quick"_s;
    case Depth::Standard: return u"standard"_s;
    case Depth::Publish: break;
    }
    return u"publish"_s;
}

std::optional<Depth> depthFromId(const QString &id)
{
    for (Depth depth : allDepths)
        if (id == depthId(depth))
            return depth;
    return std::nullopt;
}

void applyDepth(Plan &plan, Depth depth)
{
    const DepthSettings settings = settingsOf(depth);
    if (plan.sweep.axis == SweepAxis::Connections) // nobody but the user knows which rates are worth a look
        plan.sweep.levels = settings.connections;
    if (!plan.untilPrecise) // else it is the most, and the rule decides
        plan.repeats = settings.repeats;
    plan.load.warmup = settings.warmup;
    plan.load.duration = settings.duration;
    plan.load.requests.reset();
}

std::optional<Depth> depthOf(const Plan &plan)
{
    for (Depth depth : allDepths) {
        Plan preset = plan;
        applyDepth(preset, depth);
        if (preset == plan)
            return depth;
    }
    return std::nullopt;
}

std::optional<std::chrono::nanoseconds> estimatedTime(const Plan &plan, int repeats)
{
    constexpr auto betweenTrials = 10ms; // closing and opening connections, as measured on loopback
    std::chrono::nanoseconds block{0};
    for (std::size_t target = 0; target < plan.targets.size(); ++target) {
        const Load load = loadOf(plan, static_cast<int>(target));
        if (!load.duration)
            return std::nullopt;
        block += static_cast<qint64>(plan.sweep.levels.size()) * (load.rampUp + load.warmup + *load.duration + betweenTrials);
    }
    return block * repeats;
}

void nameTargets(Plan &plan)
{
    // Host and port say more than a letter, where they tell the targets apart.
    QSet<QString> hosts;
    QSet<QString> taken;
    for (const Target &target : plan.targets) {
        const auto url = parseHttpUrl(target.url);
        hosts.insert(url ? QString::fromLatin1(url->hostHeader()) : QString());
        taken.insert(target.name);
    }
    const bool hostsDiffer = hosts.size() == static_cast<qsizetype>(plan.targets.size()) && !hosts.contains(QString());
    for (std::size_t i = 0; i < plan.targets.size(); ++i) {
        Target &target = plan.targets[i];
        if (!target.name.isEmpty())
            continue;
        const auto url = parseHttpUrl(target.url);
        target.name = hostsDiffer ? QString::fromLatin1(url->hostHeader()) : letterName(i);
        for (std::size_t n = i; taken.contains(target.name); ++n)
            target.name = letterName(n);
        taken.insert(target.name);
    }
}

QStringList planNotes(const Plan &plan)
{
    QStringList notes;
    const bool overRates = plan.sweep.axis == SweepAxis::Rate;
    const qint64 connections = overRates ? plan.load.connections : plan.sweep.levels.empty() ? 0 : plan.sweep.levels.back();
    if (plan.load.requests && *plan.load.requests < connections)
        notes << u"%1 requests per trial use at most %1 connections"_s.arg(*plan.load.requests);
    if (isOpenLoop(plan) && plan.primaryMetric == Metric::Rps && plan.targets.size() > 1)
        notes << u"at a given rate, requests per second are what was due as long as a server keeps up; p99_ns tells more as the primary metric"_s;
    if (!isOpenLoop(plan) && isRequestTime(plan.primaryMetric) && plan.primaryMetric != Metric::ConnectNs && plan.targets.size() > 1)
        notes << u"latency of a closed loop is under each server’s own load; at an equal rate (--equal-rate) it is compared fairly"_s;
    QStringList unverified;
    for (const Target &target : plan.targets)
        if (target.tls.insecure)
            unverified << target.name;
    if (!unverified.isEmpty())
        notes << u"any certificate is accepted of %1"_s.arg(unverified.join(u", "_s));
    return notes;
}

} // namespace sweepbench
