// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/tablecells.h"

#include "core/model/format.h"
#include "core/session/exportparts.h"
#include "core/session/textwidth.h"

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

QString loadText(const Plan &plan)
{
    const Load &load = plan.load;
    QStringList parts;
    if (load.requests)
        parts << u"%1 requests per trial"_s.arg(formatCount(*load.requests));
    else if (load.duration)
        parts << u"%1 per trial"_s.arg(formatSpan(*load.duration));
    if (plan.sweep.axis == SweepAxis::Rate)
        parts << levelText(SweepAxis::Connections, load.connections);
    else if (load.rate)
        parts << levelText(SweepAxis::Rate, *load.rate);
    if (isOpenLoop(plan))
        parts << arrivalsId(load.arrivals) + u" arrivals"_s;
    else
        parts << u"closed loop (latency under each server’s own load)"_s;
    if (load.thinkTime.count() > 0)
        parts << u"%1 think time"_s.arg(formatSpan(load.thinkTime));
    if (load.rampUp.count() > 0)
        parts << u"%1 ramp-up"_s.arg(formatSpan(load.rampUp));
    if (load.warmup.count() > 0)
        parts << u"%1 warm-up"_s.arg(formatSpan(load.warmup));
    if (load.followRedirects)
        parts << u"redirects followed"_s;
    if (load.cookies)
        parts << u"cookies kept"_s;
    parts << u"keep-alive "_s + keepAliveText(load) << u"order: "_s + trialOrderId(plan.order);
    for (const Target &target : plan.targets)
        if (!target.load.isEmpty())
            parts << u"but for %1: %2"_s.arg(target.name, loadOverrideText(target.load));
    return parts.join(u", "_s);
}

/// What was measured elsewhere: nothing of this machine, nor of a load that nobody wrote down.
QString importedCaption(const Session &session)
{
    const int repeats = session.plan.repeats;
    QStringList parts{repeats == 1 ? u"One run per cell"_s : u"Mean ± standard error of up to %1 runs"_s.arg(repeats),
                      u"imported from results of "_s + transportsText(session)};
    if (session.createdAt.isValid())
        parts << session.createdAt.toUTC().toString(u"yyyy-MM-dd HH:mm"_s) + u" UTC"_s;
    return printable(parts.join(u"; "_s));
}

} // namespace

QString transportsText(const Session &session)
{
    QStringList texts;
    for (const TrialPtr &trial : session.trials)
        if (const QString text = measuredWith(*trial); !texts.contains(text))
            texts << text;
    return texts.isEmpty() ? transportText(session.plan.load.transport, session.plan.load.http) : texts.join(u" and "_s);
}

QString captionText(const Session &session)
{
    // What a stop rule left of the most that the plan allows.
    const int repeats = session.plan.untilPrecise && !session.trials.empty() ? measuredBlocks(session.trials) : session.plan.repeats;
    if (session.plan.imported)
        return importedCaption(session);
    QStringList parts{u"Mean ± standard error of %1"_s.arg(repeats == 1 ? u"1 repeat"_s : u"%1 repeats"_s.arg(repeats)), loadText(session.plan), transportsText(session), machineText(session.environment)};
    parts << (session.environment.program.isEmpty() ? u"sweepbench "_s + programVersion() : session.environment.program);
    if (session.createdAt.isValid())
        parts << session.createdAt.toUTC().toString(u"yyyy-MM-dd HH:mm"_s) + u" UTC"_s;
    return printable(parts.join(u"; "_s));
}

} // namespace sweepbench
