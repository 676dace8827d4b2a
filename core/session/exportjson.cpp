// SPDX-License-Identifier: GPL-3.0-or-later
// The JSON of a session: units in the names, nothing null (what has no value is absent), counters exact to 64 bits.
#include "core/session/exportparts.h"

#include "core/session/environmentjson.h"
#include "core/session/importedjson.h"
#include "core/session/jsonobject.h"
#include "core/session/judgingjson.h"
#include "core/session/planjson.h"
#include "core/session/thresholdjson.h"
#include "core/session/trialjson.h"
#include "core/stats/analysis.h"
#include "core/stats/histogram.h"
#include "core/stats/phases.h"
#include "core/stats/reduction.h"
#include "core/stats/trialfigure.h"

#include <QJsonDocument>


using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

constexpr int exportFormat = 1;

using sweepbench::put; // beside those of this file

/// What a trial keeps as -1 where nobody knows it.
std::optional<double> known(double value)
{
    return value >= 0 ? std::optional(value) : std::nullopt;
}

void put(QJsonObject &object, const QString &key, const QString &text)
{
    if (!text.isEmpty())
        object.insert(key, text);
}

/// Times of the answers. Quantiles as everywhere: with time-outs in the picture, and absent where they reach into it.
QJsonObject latencyToJson(const Trial &trial, const Distribution &times)
{
    QJsonObject object;
    const AnswerTimes figures = answerTimes(trial, times);
    put(object, u"min"_s, figures.min);
    put(object, u"max"_s, figures.max);
    put(object, u"mean"_s, figures.mean);
    put(object, u"stdev"_s, figures.stdev);
    if (trial.imported && &times == &trial.latency && times.count == 0)
        for (const auto &[fraction, ns] : trial.imported->quantilesNs)
            put(object, quantileName(fraction), ns);
    if (times.count == 0)
        return object;
    constexpr std::pair<const char16_t *, double> quantiles[] = {{u"p50", 0.5},   {u"p75", 0.75}, {u"p90", 0.9},
                                                                 {u"p95", 0.95}, {u"p99", 0.99}, {u"p99_9", 0.999}};
    for (const auto &[key, q] : quantiles)
        put(object, QString::fromUtf16(key), trialQuantile(trial, times, q).ns);
    return object;
}

/// Times of whatever had them; empty where nothing did.
QJsonObject timesToJson(const Distribution &times)
{
    QJsonObject object;
    if (times.count == 0)
        return object;
    object.insert(u"min"_s, times.minNs);
    put(object, u"mean"_s, meanNs(times));
    put(object, u"p50"_s, quantileNs(times, 0.50));
    put(object, u"p99"_s, quantileNs(times, 0.99));
    object.insert(u"max"_s, times.maxNs);
    object.insert(u"count"_s, static_cast<qint64>(times.count));
    return object;
}

void put(QJsonObject &object, const QString &key, const QJsonObject &inner)
{
    if (!inner.isEmpty())
        object.insert(key, inner);
}

QJsonObject phasesToJson(const Trial &trial)
{
    QJsonObject object;
    for (const Phase phase : allPhases)
        put(object, phaseId(phase) + u"_ns"_s, timesToJson(phaseOf(trial, phase)));
    return object;
}

/// What another tool's report does not tell, and what only a client of our own knows of itself, is left out.
QJsonObject withoutUntold(QJsonObject object, const Trial &trial)
{
    for (const QString &field : object.keys())
        if (!tellsField(trial, field))
            object.remove(field);
    object.insert(u"imported"_s, importedToJson(*trial.imported));
    return object;
}

QJsonObject trialToJson(const Trial &trial, const Plan &plan)
{
    QJsonObject object{
        {u"target"_s, targetName(plan, trial.target)},
        {u"connections"_s, trial.connections},
        {u"transport"_s, transportId(trial.transport)},
        {u"http"_s, httpVersionId(trial.http)},
        {u"connections_opened"_s, trial.connectionsOpened},
        {u"repeat"_s, trial.repeat},
        {u"order"_s, trial.order},
        {u"duration_ns"_s, qint64(trial.duration.count())},
        {u"sent"_s, trial.sent},
        {u"requests"_s, trial.requests},
        {u"errors"_s, errorsToJson(trial.errors)},
        {u"cancelled"_s, trial.cancelled},
        {u"not_sent"_s, trial.notSent},
        {u"reconnects"_s, trial.reconnects},
        {u"status"_s, statusToJson(trial.status)},
        {u"bytes_received"_s, trial.bytesReceived},
        {u"bytes_sent"_s, trial.bytesSent},
        {u"findings"_s, findingsToJson(trial.findings)},
    };
    put(object, u"started_at"_s, timeText(trial.startedAt));
    put(object, u"rps"_s, metricValue(trial, Metric::Rps));
    put(object, u"latency_ns"_s, latencyToJson(trial, trial.latency));
    put(object, u"service_ns"_s, latencyToJson(trial, trial.service));
    put(object, u"slip_ns"_s, timesToJson(trial.slip));
    QJsonObject connect = timesToJson(trial.connect); // as format 1 always had it; the phases have all of it
    connect.remove(u"p50"_s);
    connect.remove(u"p99"_s);
    put(object, u"connect_ns"_s, connect);
    put(object, u"phases"_s, phasesToJson(trial));
    if (trial.rate > 0)
        object.insert(u"rate"_s, trial.rate);
    QJsonObject cpu;
    put(cpu, u"user_s"_s, trial.clientUserS);
    put(cpu, u"system_s"_s, trial.clientSystemS);
    put(cpu, u"busiest_thread"_s, known(trial.busiestThread));
    object.insert(u"client_cpu"_s, cpu);
    put(object, u"other_cpu_s"_s, known(trial.otherCpuS));
    put(object, u"load_average_before"_s, known(trial.loadBefore));
    if (trial.busyNs >= 0)
        object.insert(u"busy_ns"_s, trial.busyNs);
    return trial.imported ? withoutUntold(object, trial) : object;
}

QJsonObject summaryToJson(const Summary &summary)
{
    QJsonObject object{{u"n"_s, summary.n}};
    put(object, u"mean"_s, summary.mean);
    put(object, u"median"_s, summary.median);
    put(object, u"min"_s, summary.min);
    put(object, u"max"_s, summary.max);
    if (summary.n >= 2) {
        put(object, u"se"_s, summary.se);
        put(object, u"stdev"_s, summary.stdev);
    }
    return object;
}

template<typename Items, typename Convert>
QJsonArray listOf(const Items &items, Convert convert)
{
    QJsonArray list;
    for (const auto &item : items)
        list.append(convert(item));
    return list;
}

/// Where a cell or a comparison stands: its connections, and its rate in an open loop; those of the level where \a target is -1.
void putLevel(QJsonObject &object, const Plan &plan, int target, int level)
{
    const Load load = loadAt(plan, target, level);
    const bool known = !plan.imported || (plan.sweep.axis == SweepAxis::Connections && level != unknownLevel);
    if (known)
        object.insert(u"connections"_s, load.connections);
    if (load.rate)
        object.insert(u"rate"_s, *load.rate);
}

QJsonObject cellToJson(const CellSummary &cell, const Plan &plan)
{
    QJsonObject object{{u"target"_s, targetName(plan, cell.target)}};
    putLevel(object, plan, cell.target, cell.level);
    for (const auto &[metric, summary] : cell.metrics)
        if (summary.n > 0)
            object.insert(metricId(metric), summaryToJson(summary));
    if (!cell.outliers.empty())
        object.insert(u"outlier_repeats"_s, listOf(cell.outliers, [](const OutlierTrial &trial) { return QJsonValue(trial.repeat); }));
    return object;
}

QJsonObject comparisonToJson(const Comparison &comparison, const Plan &plan)
{
    QJsonObject object{
        {u"metric"_s, metricId(comparison.metric)},
        {u"baseline"_s, targetName(plan, comparison.baseline)},
        {u"candidate"_s, targetName(plan, comparison.candidate)},
    };
    if (comparison.unpaired) {
        object.insert(u"baseline_runs"_s, comparison.baselineTrials);
        object.insert(u"candidate_runs"_s, comparison.candidateTrials);
    } else {
        object.insert(u"pairs"_s, comparison.pairs);
    }
    putLevel(object, plan, -1, comparison.level);
    put(object, u"ratio"_s, comparison.ratio);
    put(object, u"ci_low"_s, comparison.ciLow);
    put(object, u"ci_high"_s, comparison.ciHigh);
    put(object, u"simultaneous_low"_s, comparison.simultaneousLow);
    put(object, u"simultaneous_high"_s, comparison.simultaneousHigh);
    put(object, u"p"_s, comparison.p);
    put(object, u"p_holm"_s, comparison.pHolm);
    put(object, u"p_sign_flip"_s, comparison.pSignFlip);
    put(object, u"sd_log"_s, comparison.sdLog);
    put(object, u"seen"_s, comparison.seen);
    put(object, u"method"_s, comparison.method);
    put(object, u"sentence"_s, comparison.sentence);
    if (comparison.sameEvidenceAs)
        object.insert(u"same_evidence_as"_s, metricId(*comparison.sameEvidenceAs));
    if (comparison.primary) { // only the primary metric gets a verdict
        object.insert(u"verdict"_s, verdictId(comparison.verdict));
        object.insert(u"judged_at"_s, comparison.alpha);
    }
    if (comparison.otherVerdict) {
        object.insert(u"other_verdict"_s, verdictId(*comparison.otherVerdict));
        put(object, u"other_sentence"_s, comparison.otherSentence);
    }
    return object;
}

/// In percent of the baseline's run time, and the speed-up that says the same.
QJsonObject reductionToJson(const Reduction &reduction, const Reductions &all, const Plan &plan)
{
    QJsonObject object{
        {u"baseline"_s, targetName(plan, all.baseline)},
        {u"candidate"_s, targetName(plan, reduction.candidate)},
        {u"pairs"_s, reduction.pairs},
        {u"per_request"_s, all.perRequest},
    };
    putLevel(object, plan, -1, reduction.level);
    put(object, u"geometric_percent"_s, reduction.geometric);
    if (reduction.plain) {
        put(object, u"ci_low_percent"_s, reduction.plain->low);
        put(object, u"ci_high_percent"_s, reduction.plain->high);
    }
    if (reduction.simultaneous) {
        put(object, u"simultaneous_low_percent"_s, reduction.simultaneous->low);
        put(object, u"simultaneous_high_percent"_s, reduction.simultaneous->high);
    }
    put(object, u"arithmetic_percent"_s, reduction.arithmetic);
    put(object, u"speed_up"_s, reduction.speedUp);
    return object;
}

} // namespace

QByteArray sessionToJson(const Session &session, const Analysis &analysis, const ExportOptions &options)
{
    const Plan &plan = session.plan;
    const Reductions reductions = runTimeReductions(session, analysis.baseline);
    QJsonObject object{
        {u"format"_s, exportFormat},
        {u"plan"_s, planToJson(plan)},
        {u"environment"_s, environmentToJson(session.environment)},
        {u"trials"_s, listOf(session.trials, [&](const TrialPtr &trial) { return trialToJson(*trial, plan); })},
        {u"cells"_s, listOf(analysis.cells, [&](const CellSummary &cell) { return cellToJson(cell, plan); })},
        {u"comparison"_s, listOf(analysis.comparisons, [&](const Comparison &item) { return comparisonToJson(item, plan); })},
        {u"reductions"_s, listOf(reductions.all, [&](const Reduction &item) { return reductionToJson(item, reductions, plan); })},
        {u"findings"_s, findingsToJson(analysis.findings)},
        {u"judging"_s, judgingToJson(session.judging)},
    };
    if (!options.thresholds.empty())
        object.insert(u"thresholds"_s, thresholdsToJson(options.thresholds, plan));
    return QJsonDocument(object).toJson();
}

} // namespace sweepbench
