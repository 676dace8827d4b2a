// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plantext.h"

#include "core/model/format.h"
#include "core/model/httpurl.h"
#include "core/model/parse.h"
#include "core/model/session.h"

#include <QCoreApplication>

#include <algorithm>

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

QString hostOf(const Target &target)
{
    const auto url = parseHttpUrl(target.url);
    return url.ok() ? url->host : QString();
}

} // namespace

QString costText(const Plan &plan)
{
    if (const auto time = estimatedTime(plan, plan.repeats))
        return tr("about %1").arg(formatTime(*time));
    return tr("%1 requests").arg(formatCount(plan.load.requests.value_or(0) * plannedTrials(plan)));
}

QString sizeText(const Plan &plan)
{
    const QString trial = plan.load.requests ? tr("%1 requests").arg(formatCount(*plan.load.requests))
                                             : spanText(plan.load.duration.value_or(std::chrono::nanoseconds(0)));
    const QString order = plan.order == TrialOrder::Blocks
                              ? tr("Targets take turns in random order, so that both meet the same conditions.")
                              : tr("Every trial of one target runs before the next target's turn.");
    return tr("%1 trials (%2 targets × %3 levels × %4 repeats) of %5 each. %6")
        .arg(formatCount(plannedTrials(plan)), formatCount(qint64(plan.targets.size())),
             formatCount(qint64(plan.sweep.levels.size())), formatCount(plan.repeats), trial, order);
}

QStringList carriedText(const Plan &plan)
{
    QStringList lines;
    const Load plain;
    if (plan.load.requestsPerConnection != plain.requestsPerConnection)
        lines += tr("Keep-alive: %1.").arg(keepAliveText(plan.load));
    if (plan.load.timeout != plain.timeout)
        lines += tr("Time-out: %1.").arg(spanText(plan.load.timeout));
    if (plan.load.threads != plain.threads)
        lines += tr("Worker threads: %1.").arg(plan.load.threads);
    if (!plan.load.clientCpus.empty())
        lines += tr("Client CPUs: %1.").arg(cpuListText(plan.load.clientCpus));
    for (const Target &target : plan.targets) {
        QStringList parts;
        if (target.method != u"GET")
            parts += target.method;
        for (const Header &header : target.headers)
            parts += isSecretHeader(header.name) ? tr("%1: (hidden)").arg(header.name)
                                                 : header.name + u": "_s + header.value;
        if (!target.body.isEmpty())
            parts += tr("body of %1 bytes").arg(formatCount(target.body.size()));
        if (!target.expectedStatus.isDefault())
            parts += tr("expects status %1").arg(target.expectedStatus.text());
        if (!parts.isEmpty())
            lines += target.name + u": "_s + parts.join(u", "_s);
    }
    return lines;
}

QString hostLoadText(const Plan &plan, const QString &host)
{
    const auto targets = std::count_if(plan.targets.begin(), plan.targets.end(),
                                       [&host](const Target &target) { return hostOf(target) == host; });
    const qint64 trials = targets * qint64(plan.sweep.levels.size()) * plan.repeats;
    const int most = plan.sweep.levels.empty() ? 0 : *std::max_element(plan.sweep.levels.begin(), plan.sweep.levels.end());
    const QString connections = tr("up to %1 connections at once").arg(formatCount(most));
    if (plan.load.requests)
        return tr("%1 trials of %2 requests, %3 requests in all, over %4.")
            .arg(formatCount(trials), formatCount(*plan.load.requests), formatCount(trials * *plan.load.requests), connections);
    const auto each = plan.load.duration.value_or(std::chrono::nanoseconds(0)) + plan.load.warmup;
    return tr("%1 trials of %2 (%3 in all), as many requests as it answers in that time, over %4.")
        .arg(formatCount(trials), spanText(each), formatTime(each * trials), connections);
}

QStringList publicHosts(const Plan &plan)
{
    QStringList hosts;
    for (const Target &target : plan.targets) {
        const QString host = hostOf(target);
        if (!host.isEmpty() && !isLoopbackOrPrivateHost(host) && !hosts.contains(host))
            hosts.append(host);
    }
    return hosts;
}

QString slotText(const Plan &plan, const TrialSlot &slot)
{
    const int connections = plan.sweep.levels.at(std::size_t(slot.level));
    return tr("%1 at %2, repeat %3 of %4")
        .arg(plan.targets.at(std::size_t(slot.target)).name,
             connections == 1 ? tr("1 connection") : tr("%1 connections").arg(formatCount(connections)))
        .arg(slot.repeat + 1)
        .arg(plan.repeats);
}

} // namespace sweepbench
