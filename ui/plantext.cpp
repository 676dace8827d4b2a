// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plantext.h"

#include "core/model/format.h"
#include "core/model/httpurl.h"
#include "core/model/parse.h"
#include "core/model/session.h"
#include "ui/charts/loadtext.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace sweepbench {

using namespace Qt::StringLiterals;

namespace {

QString tr(const char *text, int n = -1)
{
    return QCoreApplication::translate("PlanText", text, nullptr, n);
}

/// A span of time for people, exact where it is short: "250 ms", "1 s", "1 min 20 s".
QString spanText(std::chrono::nanoseconds span)
{
    using namespace std::chrono_literals;
    if (span % 1s == 0s)
        return formatTime(span);
    QString text = durationText(span);
    const auto letter = std::find_if(text.begin(), text.end(), [](QChar c) { return c.isLetter(); });
    text.insert(letter - text.begin(), u' ');
    return text;
}

/// The hosts that a target's requests reach: the pinned address in place of the name, and the proxy on the way.
QStringList hostsOf(const Target &target)
{
    QStringList hosts;
    const auto url = parseHttpUrl(target.url);
    if (url.ok())
        hosts << (target.address.isEmpty() ? url->host : target.address);
    if (const auto proxy = parseProxyUrl(target.proxy); proxy.ok())
        hosts << proxy->host;
    return hosts;
}

QString sentence(QStringList parts)
{
    QString text = parts.join(u", "_s);
    return text.left(1).toUpper() + text.mid(1) + u'.';
}

QString stopRuleText(const UntilPrecise &rule)
{
    const QString text = tr("Stops once every ratio is known within %1, after %2 repeats at the earliest")
                             .arg(percentText(rule.within)).arg(rule.leastRepeats);
    return rule.timeLimit ? tr("%1; no block begins after %2.").arg(text, spanText(*rule.timeLimit)) : text + u'.';
}

/// What the load holds beyond the fields that are always shown.
QStringList loadTexts(const Plan &plan)
{
    const Load &load = plan.load;
    const Load plain;
    QStringList lines;
    if (isOpenLoop(plan) || load.thinkTime.count() > 0 || load.rampUp.count() > 0)
        lines += sentence(pacingTexts(plan));
    if (load.transport != plain.transport || load.http != plain.http)
        lines += tr("Sent with the %1.").arg(transportText(load.transport, load.http));
    if (load.followRedirects)
        lines += tr("Redirects are followed.");
    if (load.cookies)
        lines += tr("Cookies are kept within a trial.");
    if (load.requestsPerConnection != plain.requestsPerConnection)
        lines += tr("Keep-alive: %1.").arg(keepAliveText(load));
    if (load.timeout != plain.timeout)
        lines += tr("Time-out: %1.").arg(spanText(load.timeout));
    if (load.threads != plain.threads)
        lines += tr("Worker threads: %1.").arg(load.threads);
    if (!load.clientCpus.empty())
        lines += tr("Client CPUs: %1.").arg(cpuListText(load.clientCpus));
    if (plan.untilPrecise)
        lines += stopRuleText(*plan.untilPrecise);
    if (plan.primaryMetric != Metric::Rps)
        lines += tr("Verdict on: %1.").arg(metricTitle(plan.primaryMetric, isOpenLoop(plan)));
    return lines;
}

} // namespace

namespace {

/// The figures of a plan whose stop rule may end it before are bounds.
QString bound(const Plan &plan, const QString &most)
{
    return plan.untilPrecise ? tr("at most %1").arg(most) : most;
}

/// A time limit is looked at between blocks: the one under way comes on top.
std::chrono::nanoseconds withinLimit(const Plan &plan, std::chrono::nanoseconds time)
{
    if (!plan.untilPrecise || !plan.untilPrecise->timeLimit)
        return time;
    return std::min(time, *plan.untilPrecise->timeLimit + estimatedTime(plan, 1).value_or(std::chrono::nanoseconds(0)));
}

/// "5", or "8 to 30" for a plan that may end before.
QString rangeText(const Plan &plan, qint64 perRepeat)
{
    const QString most = formatCount(perRepeat * plan.repeats);
    return plan.untilPrecise && plan.untilPrecise->leastRepeats < plan.repeats
               ? tr("%1 to %2").arg(formatCount(perRepeat * plan.untilPrecise->leastRepeats), most) : most;
}

} // namespace

QString targetsTitle(const Plan &plan)
{
    QStringList names;
    for (const Target &target : plan.targets)
        names.append(target.name);
    if (names.size() > 3)
        return tr("%1 and %n more", int(names.size()) - 1).arg(names.first());
    const QString last = names.isEmpty() ? QString() : names.takeLast();
    return names.isEmpty() ? last : tr("%1 and %2").arg(names.join(u", "_s), last);
}

QString costText(const Plan &plan)
{
    if (const auto time = estimatedTime(plan, plan.repeats))
        return (plan.untilPrecise ? tr("at most about %1") : tr("about %1")).arg(formatTime(withinLimit(plan, *time)));
    return bound(plan, tr("%1 requests").arg(formatCount(plan.load.requests.value_or(0) * plannedTrials(plan))));
}

QString extensionCostText(const Plan &plan, int blocks)
{
    if (const auto time = estimatedTime(plan, blocks))
        return formatTime(*time);
    const auto trials = qint64(plan.targets.size() * plan.sweep.levels.size()) * blocks;
    return tr("%1 requests").arg(formatCount(plan.load.requests.value_or(0) * trials));
}

QString sizeText(const Plan &plan)
{
    const auto cells = qint64(plan.targets.size() * plan.sweep.levels.size());
    const QString trial = plan.load.requests ? tr("%1 requests").arg(formatCount(*plan.load.requests))
                                             : spanText(plan.load.duration.value_or(std::chrono::nanoseconds(0)));
    const QString order = plan.order == TrialOrder::Blocks
                              ? tr("Targets take turns in random order, so that both meet the same conditions.")
                              : tr("Every trial of one target runs before the next target's turn.");
    return tr("%1 trials (%2 targets × %3 levels × %4 repeats) of %5 each. %6")
        .arg(rangeText(plan, cells), formatCount(qint64(plan.targets.size())), formatCount(qint64(plan.sweep.levels.size())),
             rangeText(plan, 1), trial, order);
}

QStringList carriedText(const Plan &plan)
{
    return loadTexts(plan);
}

namespace {

/// What the targets at one host are sent in all their trials.
struct HostLoad
{
    qint64 trials = 0;
    std::optional<qint64> requests = 0; ///< absent where as many as are answered in a time
    std::optional<std::chrono::nanoseconds> time = std::chrono::nanoseconds(0); ///< absent where as long as requests take
    int connections = 0;
    std::optional<int> rate;
};

void addTarget(HostLoad &sum, const Plan &plan, int target)
{
    for (const int level : plan.sweep.levels) {
        const Load load = loadAt(plan, target, level);
        const auto each = load.duration.value_or(std::chrono::nanoseconds(0)) + load.warmup + load.rampUp;
        sum.trials += plan.repeats;
        sum.connections = std::max(sum.connections, load.connections);
        if (load.rate)
            sum.rate = std::max(sum.rate.value_or(0), *load.rate);
        if (load.requests)
            sum.time.reset();
        else if (sum.time)
            *sum.time += each * plan.repeats;
        const bool known = load.requests || load.rate;
        if (!known)
            sum.requests.reset();
        else if (sum.requests)
            *sum.requests += plan.repeats * load.requests.value_or(std::llround(load.rate.value_or(0) * std::chrono::duration<double>(each).count()));
    }
}

HostLoad hostLoad(const Plan &plan, const QString &host)
{
    HostLoad sum;
    for (std::size_t i = 0; i < plan.targets.size(); ++i)
        if (hostsOf(plan.targets[i]).contains(host))
            addTarget(sum, plan, int(i));
    return sum;
}

} // namespace

QString hostLoadText(const Plan &plan, const QString &host)
{
    const HostLoad sum = hostLoad(plan, host);
    const QString connections = tr("up to %1 at once").arg(levelText(SweepAxis::Connections, sum.connections))
                                + (sum.rate ? tr(", at up to %1 requests per second").arg(formatCount(*sum.rate)) : QString());
    const QString count = plan.untilPrecise ? tr("At most %1").arg(formatCount(sum.trials)) : formatCount(sum.trials);
    const auto lengthOf = [&plan](std::size_t i) { return loadOf(plan, int(i)); };
    QString each = tr("different lengths");
    const Load first = plan.targets.empty() ? plan.load : lengthOf(0);
    bool alike = true;
    for (std::size_t i = 1; i < plan.targets.size(); ++i)
        alike = alike && lengthOf(i).requests == first.requests && lengthOf(i).duration == first.duration
                && lengthOf(i).warmup == first.warmup && lengthOf(i).rampUp == first.rampUp;
    if (alike)
        each = first.requests ? tr("%1 requests").arg(formatCount(*first.requests))
                              : spanText(first.duration.value_or(std::chrono::nanoseconds(0)) + first.warmup + first.rampUp);
    const QString time = sum.time ? tr(" (%1 in all)").arg(formatTime(*sum.time)) : QString();
    const QString requests = sum.requests ? tr("%1 requests in all").arg(formatCount(*sum.requests)) : tr("as many requests as it answers in that time");
    return tr("%1 trials of %2%3, %4, over %5.").arg(count, each, time, requests, connections);
}

QStringList publicHosts(const Plan &plan)
{
    QStringList hosts;
    for (const Target &target : plan.targets) {
        for (const QString &host : hostsOf(target))
            if (!isLoopbackOrPrivateHost(host) && !hosts.contains(host))
                hosts.append(host);
    }
    return hosts;
}

QString slotText(const Plan &plan, const TrialSlot &slot)
{
    return tr("%1 at %2, repeat %3 of %4")
        .arg(plan.targets.at(std::size_t(slot.target)).name,
             levelText(plan.sweep.axis, plan.sweep.levels.at(std::size_t(slot.level))))
        .arg(slot.repeat + 1)
        .arg(bound(plan, QString::number(plan.repeats)));
}

} // namespace sweepbench
