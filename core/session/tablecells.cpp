// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/tablecells.h"

#include "core/model/format.h"
#include "core/session/exportparts.h"
#include "core/session/textwidth.h"
#include "core/stats/summary.h"
#include "core/stats/trialfigure.h"

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

const Summary *summaryOf(const CellSummary &cell, Metric metric)
{
    const auto found = cell.metrics.find(metric);
    return found == cell.metrics.end() || found->second.n == 0 ? nullptr : &found->second;
}

QString latencyText(const CellSummary &cell, Metric metric)
{
    const Summary *summary = summaryOf(cell, metric);
    return summary ? formatLatencyWithError(summary->mean, summary->se, summary->n >= 2) : noDataText();
}

QString p99Text(const CellSummary &cell, const Plan &plan)
{
    if (cell.quantileAtTimeout)
        return u"≥ "_s + formatLatency(static_cast<double>(loadOf(plan, cell.target).timeout.count()));
    return latencyText(cell, Metric::P99Ns);
}

QString runTimeText(const CellSummary &cell)
{
    const Summary *summary = summaryOf(cell, Metric::RuntimeS);
    return summary ? formatRunTime(summary->mean, summary->se, summary->n >= 2) : noDataText();
}

QString repeatsText(const CellSummary &cell)
{
    const int fit = cell.trials - cell.unfit;
    return cell.unfit == 0 ? QString::number(fit) : u"%1 of %2"_s.arg(fit).arg(cell.trials);
}

/// Mean of the trials' own p99 of the service times; CellSummary has it of the response times.
QString serviceText(const CellSummary &cell, const Session &session)
{
    std::vector<double> values;
    for (const TrialPtr &trial : session.trials) {
        const bool here = trial->target == cell.target && levelOf(*trial, session.plan.sweep.axis) == cell.level;
        if (!here || isUnfit(*trial) || trial->requests <= 0)
            continue;
        const TrialQuantile p99 = trialQuantile(*trial, trial->service, 0.99);
        if (p99.atTimeout)
            return u"≥ "_s + formatLatency(static_cast<double>(loadOf(session.plan, cell.target).timeout.count()));
        if (p99.ns)
            values.push_back(*p99.ns);
    }
    if (values.empty())
        return noDataText();
    const Summary summary = summarise(std::move(values));
    return formatLatencyWithError(summary.mean, summary.se, summary.n >= 2);
}

/// Where trials stop after a time, the plan says how long they run.
bool measuresRunTime(const Plan &plan)
{
    return requestsPerTrial(plan) && !isOpenLoop(plan);
}

QStringList lineOf(const CellSummary &cell, const Session &session)
{
    const Summary *rps = summaryOf(cell, Metric::Rps);
    const Summary *bytes = summaryOf(cell, Metric::BytesPerS);
    QStringList line{
        printable(targetLabel(session.plan, cell.target)),
        levelNumber(cell.level),
        rps ? formatWithError(rps->mean, rps->se, rps->n >= 2) : noDataText(),
    };
    if (measuresRunTime(session.plan))
        line << runTimeText(cell);
    line << latencyText(cell, Metric::MeanNs) << p99Text(cell, session.plan);
    if (isOpenLoop(session.plan))
        line << serviceText(cell, session);
    return line << (bytes ? formatBytesPerSecond(bytes->mean) : noDataText()) << (cell.tellsErrors ? formatCount(cell.errors) : noDataText()) << repeatsText(cell);
}

} // namespace

QStringList tableTitles(const Plan &plan)
{
    if (isOpenLoop(plan))
        return {u"Target"_s, levelTitle(plan.sweep.axis), u"Requests per second"_s, u"Mean response time"_s, u"p99 response time"_s,
                u"p99 service time"_s, u"Bytes per second"_s, u"Errors"_s, u"Repeats"_s};
    QStringList titles{u"Target"_s, levelTitle(plan.sweep.axis), u"Requests per second"_s, u"Mean latency"_s,
                       u"p99 latency"_s, u"Bytes per second"_s, u"Errors"_s, u"Repeats"_s};
    if (measuresRunTime(plan))
        titles.insert(3, u"Run time"_s);
    return titles;
}

QStringList shortTableTitles(const Plan &plan)
{
    QStringList titles = tableTitles(plan);
    titles.replaceInStrings(u"Requests per second"_s, u"Requests/s"_s);
    titles.replaceInStrings(u"Bytes per second"_s, u"Bytes/s"_s);
    titles.replaceInStrings(u" response time"_s, u" response"_s);
    titles.replaceInStrings(u" service time"_s, u" service"_s);
    return titles;
}

std::vector<QStringList> tableLines(const Session &session, const Analysis &analysis)
{
    std::vector<QStringList> lines;
    for (const CellSummary &cell : analysis.cells)
        lines.push_back(lineOf(cell, session));
    return lines;
}

QStringList verdictSentences(const Analysis &analysis)
{
    QStringList sentences;
    const QString otherwise = analysis.outliersLeftOut ? u"With the outliers: "_s : u"Without the outliers: "_s;
    for (const Comparison &comparison : analysis.comparisons) {
        if (comparison.primary && !comparison.sentence.isEmpty())
            sentences << printable(comparison.sentence);
        if (!comparison.otherSentence.isEmpty())
            sentences << otherwise + printable(comparison.otherSentence);
    }
    return sentences;
}

QStringList findingLines(const std::vector<Finding> &findings)
{
    QStringList lines;
    for (const Finding &finding : findings)
        lines << u"%1: %2"_s.arg(severityId(finding.severity), printable(finding.text));
    return lines;
}

} // namespace sweepbench
