// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/loadoverride.h"

#include "core/model/format.h"
#include "core/model/parse.h"
#include "core/model/sweep.h"

#include <QStringList>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

void copyField(LoadField field, const Load &from, Load &to)
{
    switch (field) {
    case LoadField::KeepAlive: to.requestsPerConnection = from.requestsPerConnection; break;
    case LoadField::Length:
        to.requests = from.requests;
        to.duration = from.duration;
        break;
    case LoadField::Warmup: to.warmup = from.warmup; break;
    case LoadField::Timeout: to.timeout = from.timeout; break;
    case LoadField::ThinkTime: to.thinkTime = from.thinkTime; break;
    case LoadField::RampUp: to.rampUp = from.rampUp; break;
    case LoadField::Connections: to.connections = from.connections; break;
    case LoadField::Rate: to.rate = from.rate; break;
    case LoadField::Arrivals: to.arrivals = from.arrivals; break;
    case LoadField::Threads: to.threads = from.threads; break;
    case LoadField::ClientCpus: to.clientCpus = from.clientCpus; break;
    case LoadField::Transport: to.transport = from.transport; break;
    case LoadField::Http: to.http = from.http; break;
    case LoadField::Redirects: to.followRedirects = from.followRedirects; break;
    case LoadField::Cookies: to.cookies = from.cookies; break;
    }
}

QString spanOrNone(const QString &what, std::chrono::nanoseconds span)
{
    return span.count() > 0 ? u"%1 of %2"_s.arg(formatSpan(span), what) : u"no %1"_s.arg(what);
}

QString lengthText(const Load &load)
{
    return load.requests ? u"%1 requests per trial"_s.arg(formatCount(*load.requests))
                         : u"%1 per trial"_s.arg(formatSpan(load.duration.value_or(std::chrono::nanoseconds(0))));
}

} // namespace

void LoadOverride::take(LoadField field, const Load &load)
{
    fields.insert(field);
    copyField(field, load, values);
}

void LoadOverride::drop(LoadField field)
{
    fields.erase(field);
    copyField(field, Load(), values);
}

Load overridden(Load load, const LoadOverride &other)
{
    for (const LoadField field : other.fields)
        copyField(field, other.values, load);
    return load;
}

QString loadFieldText(LoadField field, const Load &load)
{
    switch (field) {
    case LoadField::KeepAlive: return u"keep-alive "_s + keepAliveText(load);
    case LoadField::Length: return lengthText(load);
    case LoadField::Warmup: return spanOrNone(u"warm-up"_s, load.warmup);
    case LoadField::Timeout: return u"time-out "_s + formatSpan(load.timeout);
    case LoadField::ThinkTime: return spanOrNone(u"think time"_s, load.thinkTime);
    case LoadField::RampUp: return spanOrNone(u"ramp-up"_s, load.rampUp);
    case LoadField::Connections: return levelText(SweepAxis::Connections, load.connections);
    case LoadField::Rate: return levelText(SweepAxis::Rate, load.rate.value_or(0));
    case LoadField::Arrivals: return arrivalsId(load.arrivals) + u" arrivals"_s;
    case LoadField::Threads: return load.threads == 0 ? u"threads automatic"_s : u"threads %1"_s.arg(load.threads);
    case LoadField::ClientCpus: return load.clientCpus.empty() ? u"client on any CPU"_s : u"client CPUs "_s + cpuListText(load.clientCpus);
    case LoadField::Transport: return transportId(load.transport) + u" transport"_s;
    case LoadField::Http: return u"HTTP/"_s + httpVersionId(load.http);
    case LoadField::Redirects: return load.followRedirects ? u"redirects followed"_s : u"redirects not followed"_s;
    case LoadField::Cookies: return load.cookies ? u"cookies kept"_s : u"cookies not kept"_s;
    }
    return {};
}

QString loadOverrideText(const LoadOverride &other)
{
    QStringList parts;
    for (const LoadField field : other.fields)
        parts += loadFieldText(field, other.values);
    return parts.join(u", "_s);
}

} // namespace sweepbench
