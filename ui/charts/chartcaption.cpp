// SPDX-License-Identifier: GPL-3.0-or-later
// The words around charts: titles, captions, and what is said where there is nothing to draw.
#include "core/model/format.h"
#include "ui/charts/chartdraw.h"
#include "ui/charts/charttext.h"
#include "ui/charts/loadtext.h"
#include "ui/charts/marktexts.h"
#include "ui/charts/panelparts.h"

#include <algorithm>
#include <set>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

QString pairsText(const Analysis &analysis)
{
    std::set<int> pairs;
    for (const Comparison &comparison : analysis.comparisons)
        if (comparison.primary && !comparison.unpaired)
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

/// Nothing of a load or a machine that nobody wrote down.
QString importedText(const Session &session)
{
    QString text = u"Imported from results of "_s + usedTransports(session);
    if (session.createdAt.isValid())
        text += u", "_s + session.createdAt.toUTC().toString(u"yyyy-MM-dd HH:mm"_s) + u" UTC"_s;
    return text + u'.';
}

QString programText(const Session &session)
{
    const QString program = cleanText(session.environment.program);
    QString text = program.isEmpty() ? u"sweepbench "_s + programVersion() : program;
    if (session.createdAt.isValid())
        text += u", "_s + session.createdAt.toUTC().toString(u"yyyy-MM-dd HH:mm"_s) + u" UTC"_s;
    return text + u'.';
}

/// Charts whose reader must know what a latency is.
bool isOfLatency(ChartKind kind, Metric metric)
{
    switch (kind) {
    case ChartKind::Throughput:
    case ChartKind::Errors:
    case ChartKind::Reduction: return false;
    case ChartKind::Boxes:
    case ChartKind::Forest:
    case ChartKind::Pairs: return isRequestTime(metric);
    default: return true;
    }
}

QString subtitleOf(ChartKind kind, const Session &session, const ChartView &view, const QStringList &names)
{
    const bool openLoop = isOpenLoop(session.plan);
    const QString latency = latencyWord(openLoop);
    const QString levels = session.plan.sweep.axis == SweepAxis::Rate ? u"rate due"_s : u"number of connections"_s;
    const QString at = atLevel(session.plan.sweep.axis, shownLevel(session, view));
    const QString metric = metricTitle(shownMetric(session.plan, view), openLoop);
    const qsizetype baseline = std::clamp<qsizetype>(session.judging.baseline, 0, names.size() - 1);
    const QString times = openLoop ? u"Response time"_s : u"Latency"_s;
    switch (kind) {
    case ChartKind::Sweep: return u"Requests per second and p99 %1 by %2"_s.arg(latency, levels);
    case ChartKind::Throughput: return u"Requests per second over the time of the run"_s;
    case ChartKind::Latency: return u"p50 and p99 %1 over the time of the run"_s.arg(latency);
    case ChartKind::Percentiles: return u"%1 by percentile%2"_s.arg(times, at);
    case ChartKind::Distribution: return u"Cumulative distribution of the %1%2"_s.arg(latency, at);
    case ChartKind::Histogram: return u"Histogram of the %1%2"_s.arg(latency, at);
    case ChartKind::Boxes: return u"%1 of each repeat%2"_s.arg(metric, at);
    case ChartKind::Phases: return u"What the time of a request is made of%1"_s.arg(at);
    case ChartKind::Errors: return u"Status codes and errors"_s;
    case ChartKind::Forest: return u"%1 against %2 by %3"_s.arg(metric, names[baseline], levels);
    case ChartKind::Pairs: return u"%1, block by block"_s.arg(metric);
    case ChartKind::Reduction: return u"Run-time reduction against %1 by %2"_s.arg(names[baseline], levels);
    case ChartKind::Heatmap: return u"%1 over the time of the run"_s.arg(times);
    }
    return {};
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

QString chartCaption(ChartKind kind, const Session &session, const Analysis &analysis, const ChartView &view)
{
    const bool compared = kind == ChartKind::Sweep || kind == ChartKind::Throughput || kind == ChartKind::Latency;
    QStringList sentences{marksText(kind, session, analysis, view), compared ? pairsText(analysis) : QString()};
    if (session.plan.imported) {
        sentences << importedText(session);
        sentences.removeAll(QString());
        return sentences.join(u' ');
    }
    sentences << loadText(session);
    if (isOfLatency(kind, shownMetric(session.plan, view)))
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
    texts.subtitle = subtitleOf(kind, session, view, texts.names);
    texts.caption = chartCaption(kind, session, analysis, view);
    texts.empty = emptyTexts(session);
    if (kind == ChartKind::Reduction && session.plan.targets.size() < 2 && !session.trials.empty())
        texts.empty = QStringList{noDataText(), u"A reduction takes two targets."_s};
    if ((kind == ChartKind::Forest || kind == ChartKind::Pairs) && session.plan.targets.size() < 2 && !session.trials.empty())
        texts.empty = QStringList{noDataText(), u"A comparison takes two targets."_s};
    return texts;
}

} // namespace sweepbench
