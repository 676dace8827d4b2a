// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/plandifferences.h"

#include "core/model/format.h"
#include "core/model/httpurl.h"
#include "core/model/metric.h"

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

struct Aspect
{
    QString what;
    QString text;
};

QString spanText(std::chrono::nanoseconds span)
{
    return span.count() > 0 ? formatSpan(span) : u"none"_s;
}

QString lengthText(const Load &load)
{
    if (load.requests)
        return u"%1 requests"_s.arg(formatCount(*load.requests));
    return load.duration ? formatSpan(*load.duration) : u"no end"_s;
}

QString pacingText(const Plan &plan)
{
    if (plan.sweep.axis == SweepAxis::Rate)
        return u"a sweep over rates"_s;
    return plan.load.rate ? levelText(SweepAxis::Rate, *plan.load.rate) : u"a closed loop"_s;
}

QString cpusText(const Load &load)
{
    QStringList texts;
    for (const int cpu : load.clientCpus)
        texts << QString::number(cpu);
    return texts.isEmpty() ? u"any"_s : texts.join(u',');
}

std::vector<Aspect> aspectsOf(const Plan &plan)
{
    const Load &load = plan.load;
    std::vector<Aspect> aspects{
        {u"transport"_s, transportText(load.transport, load.http)},
        {u"pacing"_s, pacingText(plan)},
        {u"each trial"_s, lengthText(load)},
        {u"warm-up"_s, spanText(load.warmup)},
        {u"ramp-up"_s, spanText(load.rampUp)},
        {u"think time"_s, spanText(load.thinkTime)},
        {u"time-out"_s, spanText(load.timeout)},
        {u"keep-alive"_s, keepAliveText(load)},
        {u"worker threads"_s, load.threads > 0 ? QString::number(load.threads) : u"automatic"_s},
        {u"client CPUs"_s, cpusText(load)},
        {u"redirects"_s, load.followRedirects ? u"followed"_s : u"not followed"_s},
        {u"cookies"_s, load.cookies ? u"kept"_s : u"not kept"_s},
        {u"order"_s, trialOrderId(plan.order)},
        {u"metric of the verdicts"_s, metricTitle(plan.primaryMetric, isOpenLoop(plan))},
    };
    if (isOpenLoop(plan))
        aspects.push_back({u"arrivals"_s, arrivalsId(load.arrivals)});
    if (plan.sweep.axis == SweepAxis::Rate)
        aspects.push_back({u"connections"_s, formatCount(load.connections)});
    return aspects;
}

/// "http://127.0.0.1:8080".
QString serverOf(const Target &target)
{
    const auto url = parseHttpUrl(target.url);
    return url ? (url->tls ? u"https://"_s : u"http://"_s) + QString::fromLatin1(url->hostHeader()) : urlWithoutPassword(target.url);
}

QString pathOf(const Target &target)
{
    const auto url = parseHttpUrl(target.url);
    return url ? QString::fromLatin1(url->requestTarget) : QString();
}

QString orNone(const QString &text)
{
    return text.isEmpty() ? u"none"_s : text;
}

std::vector<Aspect> aspectsOf(const Target &target)
{
    return {
        {u"server"_s, serverOf(target)},
        {u"path"_s, pathOf(target)},
        {u"method"_s, target.method},
        {u"body"_s, target.body.isEmpty() ? u"none"_s : u"%1 bytes"_s.arg(formatCount(target.body.size()))},
        {u"expected status"_s, target.expectedStatus.text()},
        {u"proxy"_s, orNone(urlWithoutPassword(target.proxy))},
        {u"address"_s, target.address.isEmpty() ? u"looked up"_s : target.address},
    };
}

QStringList differing(const std::vector<Aspect> &a, const std::vector<Aspect> &b)
{
    QStringList lines;
    for (const Aspect &mine : a)
        for (const Aspect &theirs : b)
            if (mine.what == theirs.what && mine.text != theirs.text)
                lines << u"%1: %2 against %3"_s.arg(mine.what, mine.text, theirs.text);
    return lines;
}

} // namespace

QStringList loadDifferences(const Plan &a, const Plan &b)
{
    return differing(aspectsOf(a), aspectsOf(b));
}

QStringList targetDifferences(const Target &a, const Target &b)
{
    QStringList lines = differing(aspectsOf(a), aspectsOf(b));
    if (a.body != b.body && a.body.size() == b.body.size())
        lines << u"body: other content"_s;
    if (a.headers != b.headers)
        lines << u"headers: not the same"_s;
    if (!(a.tls == b.tls))
        lines << u"TLS options: not the same"_s;
    return lines;
}

} // namespace sweepbench
