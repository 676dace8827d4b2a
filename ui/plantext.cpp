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

/// How a target is reached, where anything is out of the ordinary and planNotes() has not said it. Passwords are left out.
QStringList routeTexts(const Target &target)
{
    QStringList parts;
    const std::pair<QString, const QString &> files[] = {{tr("CA file %1"), target.tls.caFile},
                                                         {tr("client certificate %1"), target.tls.certificateFile},
                                                         {tr("private key %1"), target.tls.keyFile}};
    for (const auto &[text, file] : files)
        if (!file.isEmpty())
            parts += text.arg(file);
    if (target.tls.minimum != TlsOptions().minimum)
        parts += tr("at least TLS %1").arg(tlsVersionId(target.tls.minimum));
    if (!target.tls.resumption)
        parts += tr("no TLS session resumption");
    if (const auto proxy = parseProxyUrl(target.proxy); proxy.ok())
        parts += tr("through proxy %1").arg(QString::fromLatin1(proxy->authority()));
    if (!target.address.isEmpty())
        parts += tr("connects to %1").arg(target.address);
    return parts;
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
    QStringList lines = loadTexts(plan);
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
        parts += routeTexts(target);
        if (!parts.isEmpty())
            lines += target.name + u": "_s + parts.join(u", "_s);
    }
    return lines;
}

namespace {

/// Requests that an open loop sends to one target in all its trials of length \a each.
qint64 requestsDue(const Plan &plan, std::chrono::nanoseconds each)
{
    double requests = 0;
    for (const int level : plan.sweep.levels)
        requests += loadAt(plan, level).rate.value_or(0) * std::chrono::duration<double>(each).count() * plan.repeats;
    return std::llround(requests);
}

} // namespace

QString hostLoadText(const Plan &plan, const QString &host)
{
    const auto targets = std::count_if(plan.targets.begin(), plan.targets.end(),
                                       [&host](const Target &target) { return hostsOf(target).contains(host); });
    const qint64 trials = targets * qint64(plan.sweep.levels.size()) * plan.repeats;
    const Load most = loadAt(plan, plan.sweep.levels.empty() ? 0 : *std::max_element(plan.sweep.levels.begin(), plan.sweep.levels.end()));
    const QString connections = tr("up to %1 at once").arg(levelText(SweepAxis::Connections, most.connections))
                                + (most.rate ? tr(", at up to %1 requests per second").arg(formatCount(*most.rate)) : QString());
    const QString count = plan.untilPrecise ? tr("At most %1").arg(formatCount(trials)) : formatCount(trials);
    if (plan.load.requests)
        return tr("%1 trials of %2 requests, %3 requests in all, over %4.")
            .arg(count, formatCount(*plan.load.requests), formatCount(trials * *plan.load.requests), connections);
    const auto each = plan.load.duration.value_or(std::chrono::nanoseconds(0)) + plan.load.warmup + plan.load.rampUp;
    if (most.rate)
        return tr("%1 trials of %2 (%3 in all), %4 requests in all, over %5.")
            .arg(count, spanText(each), formatTime(each * trials), formatCount(requestsDue(plan, each) * targets), connections);
    return tr("%1 trials of %2 (%3 in all), as many requests as it answers in that time, over %4.")
        .arg(count, spanText(each), formatTime(each * trials), connections);
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
