// SPDX-License-Identifier: GPL-3.0-or-later
// The words around charts: titles, captions, and what is said where there is nothing to draw.
#include "core/model/format.h"
#include "ui/charts/chartdraw.h"
#include "ui/charts/charttext.h"
#include "ui/charts/loadtext.h"

#include <algorithm>
#include <set>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

/// "5", or "3 to 5" where they differ; empty without any.
QString spread(const std::set<int> &values)
{
    if (values.empty())
        return {};
    return values.size() == 1 ? formatCount(*values.begin()) : u"%1 to %2"_s.arg(formatCount(*values.begin()), formatCount(*values.rbegin()));
}

QString counted(const std::set<int> &values, const QString &one, const QString &many)
{
    const bool single = values.size() == 1 && *values.begin() == 1;
    return spread(values) + QChar(0x00A0) + (single ? one : many);
}

QString barsText(const Analysis &analysis)
{
    std::set<int> trials;
    bool bars = false;
    for (const CellSummary &cell : analysis.cells)
        for (const Metric metric : {Metric::Rps, Metric::P99Ns})
            if (const auto found = cell.metrics.find(metric); found != cell.metrics.end() && found->second.n > 0) {
                trials.insert(found->second.n);
                bars = bars || (found->second.ciLow && found->second.ciHigh);
            }
    if (trials.empty())
        return {};
    const QString points = u"Points: mean of %1 per cell"_s.arg(counted(trials, u"trial"_s, u"trials"_s));
    return points + (bars ? u"; bars: 95\u00A0% t interval on the logarithm of the trials’ figures."_s : u"; no bars: they need two trials."_s);
}

/// What the marks of the reduction chart are, and what they are reductions of.
QString marksText(const Session &session)
{
    const ReductionData data = reductionData(session, session.judging.baseline);
    if (!data.hasData())
        return {};
    std::set<int> pairs;
    bool bars = false;
    for (const auto &line : data.lines)
        for (const ReductionPoint &point : line) {
            if (point.percent)
                pairs.insert(point.pairs);
            bars = bars || (point.low && point.high);
        }
    QString text = u"Hollow marks: (baseline − candidate) / baseline of the mean run times."_s;
    if (!pairs.empty())
        text.prepend(u"Solid marks: 1 − geometric mean of candidate / baseline over %1 per level%2. "_s
                         .arg(counted(pairs, u"pair"_s, u"pairs"_s), bars ? u"; bars: 95\u00A0% t interval on the logarithm of the pairs’ ratios"_s
                                                                         : u"; no bars: they need two pairs that differ"_s));
    text += u" Speed-up: baseline / candidate."_s;
    if (data.perRequest)
        text += u" Trials stop after a time here: run time stands for the time per request, duration / requests."_s;
    if (isOpenLoop(session.plan))
        text += u" A target that keeps up takes the time that the rate gives it, whichever it is."_s;
    return text;
}

QString linesText(ChartKind kind, const Session &session)
{
    const qint64 span = typicalSpanNs(session.trials);
    if (span <= 0)
        return {};
    const QString what = kind == ChartKind::Latency ? u"p50 and p99 "_s + latencyWord(isOpenLoop(session.plan)) : u"requests per second"_s;
    // Whole milliseconds: the spans are about as long as they were meant to be.
    const QString length = span >= 10'000'000 ? latencyTickText(std::round(static_cast<double>(span) / 1e7) * 1e7)
                                              : formatLatency(static_cast<double>(span));
    return u"Lines: %1 in spans of about %2; each tinted band is one trial; no bars."_s.arg(what, length);
}

QString pairsText(const Analysis &analysis)
{
    std::set<int> pairs;
    for (const Comparison &comparison : analysis.comparisons)
        if (comparison.primary)
            pairs.insert(comparison.pairs);
    return pairs.empty() ? QString() : u"Compared by %1 per level."_s.arg(counted(pairs, u"pair"_s, u"pairs"_s));
}

QString loadText(const Session &session)
{
    const Load &load = session.plan.load;
    QStringList parts = pacingTexts(session.plan);
    parts << usedTransports(session);
    const QString keepAlive = keepAliveText(load);
    parts << (load.requestsPerConnection > 1 ? u"keep-alive for %1 requests"_s.arg(keepAlive) : u"keep-alive "_s + keepAlive);
    if (load.requests)
        parts << formatCount(*load.requests) + u"\u00A0requests per trial"_s;
    else if (load.duration)
        parts << formatSpan(*load.duration) + u" per trial"_s;
    parts << (load.warmup.count() > 0 ? u"after %1 of warm-up"_s.arg(formatSpan(load.warmup)) : u"no warm-up"_s);
    std::set<int> threads;
    for (const TrialPtr &trial : session.trials)
        threads.insert(trial->threads);
    if (threads.empty() && load.threads > 0)
        threads.insert(load.threads);
    if (!threads.empty())
        parts << counted(threads, u"worker thread"_s, u"worker threads"_s);
    if (load.followRedirects)
        parts << u"redirects followed"_s;
    if (load.cookies)
        parts << u"cookies kept"_s;
    QString text = u"Load: %1."_s.arg(parts.join(u", "_s));
    for (const Target &target : session.plan.targets)
        if (!target.load.isEmpty())
            text += u" %1 alone: %2."_s.arg(cleanText(target.name), loadOverrideText(target.load));
    return text;
}

/// What stands between the program and the servers, where something does. Proxies stay unnamed: their URLs hold passwords.
QString routeText(const Plan &plan)
{
    QStringList sentences;
    if (plan.load.http == HttpVersion::Http2 && plan.sweep.axis == SweepAxis::Connections)
        sentences << u"Over HTTP/2 a level counts streams, not connections."_s;
    if (const QString names = targetsWith(plan, [](const Target &target) { return !target.proxy.isEmpty(); }); !names.isEmpty())
        sentences << u"Through a proxy: %1."_s.arg(cleanText(names));
    if (const QString names = targetsWith(plan, [](const Target &target) { return target.tls.insecure; }); !names.isEmpty())
        sentences << u"Certificates not verified: %1."_s.arg(cleanText(names));
    return sentences.join(u' ');
}

QString programText(const Session &session)
{
    const QString program = cleanText(session.environment.program);
    QString text = program.isEmpty() ? u"sweepbench "_s + programVersion() : program;
    if (session.createdAt.isValid())
        text += u", "_s + session.createdAt.toUTC().toString(u"yyyy-MM-dd HH:mm"_s) + u" UTC"_s;
    return text + u'.';
}

QStringList emptyTexts(const Session &session)
{
    if (session.trials.empty())
        return {noDataText(), u"Nothing has been measured yet."_s};
    QStringList lines{noDataText(), u"No request of %1 trials got a complete answer of an expected status."_s.arg(
                                        formatCount(static_cast<qint64>(session.trials.size())))};
    std::set<int> told;
    for (const TrialPtr &trial : session.trials)
        if (const QString why = cleanText(trial->errorDetail); !why.isEmpty() && told.size() < 4 && told.insert(trial->target).second)
            lines << shownName(session.plan, trial->target) + u": "_s + why;
    return lines;
}

} // namespace

QString chartCaption(ChartKind kind, const Session &session, const Analysis &analysis, const ChartView &)
{
    const bool reduction = kind == ChartKind::Reduction;
    QStringList sentences{reduction                  ? marksText(session)
                          : kind == ChartKind::Sweep ? barsText(analysis)
                                                     : linesText(kind, session),
                          reduction ? QString() : pairsText(analysis), loadText(session)};
    if (kind == ChartKind::Sweep || kind == ChartKind::Latency)
        sentences << (isOpenLoop(session.plan)
                          ? u"Response time counts from the instant that a request was due, so that waiting for a free connection is in it."_s
                          : u"Latency is service time under each server’s own load."_s);
    sentences << routeText(session.plan);
    const QString machine = cleanText(machineText(session.environment));
    sentences << u"Machine: %1."_s.arg(machine) << programText(session);
    sentences.removeAll(QString());
    return sentences.join(u' ');
}

ChartTexts chartTexts(ChartKind kind, const Session &session, const Analysis &analysis, const ChartView &view)
{
    ChartTexts texts;
    texts.names = targetNames(session.plan);
    if (texts.names.isEmpty())
        texts.names << u"Sweepbench"_s;
    const qsizetype baseline = std::clamp<qsizetype>(session.judging.baseline, 0, texts.names.size() - 1);
    const QString latency = latencyWord(isOpenLoop(session.plan));
    const QString levels = session.plan.sweep.axis == SweepAxis::Rate ? u"rate due"_s : u"number of connections"_s;
    switch (kind) {
    case ChartKind::Sweep: texts.subtitle = u"Requests per second and p99 %1 by %2"_s.arg(latency, levels); break;
    case ChartKind::Throughput: texts.subtitle = u"Requests per second over the time of the run"_s; break;
    case ChartKind::Latency: texts.subtitle = u"p50 and p99 %1 over the time of the run"_s.arg(latency); break;
    case ChartKind::Reduction: texts.subtitle = u"Run-time reduction against %1 by %2"_s.arg(texts.names[baseline], levels); break;
    default: break;
    }
    texts.caption = chartCaption(kind, session, analysis, view);
    texts.empty = emptyTexts(session);
    if (kind == ChartKind::Reduction && session.plan.targets.size() < 2 && !session.trials.empty())
        texts.empty = QStringList{noDataText(), u"A reduction takes two targets."_s};
    return texts;
}

} // namespace sweepbench
