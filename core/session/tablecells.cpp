// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/tablecells.h"

#include "core/model/format.h"
#include "core/session/exportparts.h"
#include "core/session/textwidth.h"

#include <array>
#include <set>

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
        return u"≥ "_s + formatLatency(static_cast<double>(plan.load.timeout.count()));
    return latencyText(cell, Metric::P99Ns);
}

/// Measured where trials stop after a number of requests; where they stop after a time, its spread says nothing.
QString runTimeText(const CellSummary &cell, const Plan &plan)
{
    const Summary *summary = summaryOf(cell, Metric::RuntimeS);
    return summary ? formatRunTime(summary->mean, summary->se, plan.load.requests && summary->n >= 2) : noDataText();
}

QString repeatsText(const CellSummary &cell)
{
    const int fit = cell.trials - cell.unfit;
    return cell.unfit == 0 ? QString::number(fit) : u"%1 of %2"_s.arg(fit).arg(cell.trials);
}

QStringList lineOf(const CellSummary &cell, const Session &session)
{
    const Summary *rps = summaryOf(cell, Metric::Rps);
    const Summary *bytes = summaryOf(cell, Metric::BytesPerS);
    return {
        printable(targetName(session.plan, cell.target)),
        formatCount(cell.level),
        rps ? formatWithError(rps->mean, rps->se, rps->n >= 2) : noDataText(),
        runTimeText(cell, session.plan),
        latencyText(cell, Metric::MeanNs),
        p99Text(cell, session.plan),
        bytes ? formatBytesPerSecond(bytes->mean) : noDataText(),
        formatCount(cell.errors),
        repeatsText(cell),
    };
}

/// "nginx at 10 and 100 connections; apache at 10 connections"
QString placesText(const std::set<std::pair<int, int>> &cells, const Plan &plan)
{
    constexpr std::size_t mostListed = 4;
    if (cells.size() > mostListed)
        return u"in %1 cells"_s.arg(cells.size());
    QStringList places;
    for (const auto &[target, connections] : cells)
        places << u"%1 at %2"_s.arg(printable(targetName(plan, target)), formatCount(connections));
    return places.join(u", "_s);
}

} // namespace

QStringList tableTitles()
{
    return {u"Target"_s,      u"Connections"_s,      u"Requests per second"_s, u"Run time"_s, u"Mean latency"_s,
            u"p99 latency"_s, u"Bytes per second"_s, u"Errors"_s,              u"Repeats"_s};
}

QStringList shortTableTitles()
{
    return {u"Target"_s,      u"Connections"_s, u"Requests/s"_s, u"Run time"_s, u"Mean latency"_s,
            u"p99 latency"_s, u"Bytes/s"_s,     u"Errors"_s,     u"Repeats"_s};
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
    for (const Comparison &comparison : analysis.comparisons)
        if (comparison.primary && !comparison.sentence.isEmpty())
            sentences << printable(comparison.sentence);
    return sentences;
}

QStringList analysisRemarks(const Analysis &analysis)
{
    QStringList remarks;
    for (const QString &note : analysis.notes)
        remarks << printable(note);
    return remarks;
}

QStringList findingLines(const Session &session)
{
    struct Group
    {
        QString firstText;
        int trials = 0;
        std::set<std::pair<int, int>> cells;
    };
    std::map<std::pair<int, QString>, Group> groups; // unfit first
    for (const TrialPtr &trial : session.trials) {
        std::set<std::pair<int, QString>> counted; // a kind counts once per trial
        for (const Finding &finding : trial->findings) {
            const std::pair<int, QString> key{-static_cast<int>(finding.severity), finding.kind};
            if (finding.severity == Severity::Note || !counted.insert(key).second)
                continue;
            Group &group = groups[key];
            if (group.trials++ == 0)
                group.firstText = finding.text;
            group.cells.emplace(trial->target, trial->connections);
        }
    }
    QStringList lines;
    for (const auto &[key, group] : groups) {
        const QString severity = severityId(static_cast<Severity>(-key.first));
        const QString count = group.trials == 1 ? u"1 trial"_s : u"%1 trials"_s.arg(group.trials);
        lines << u"%1: %2 (%3): %4"_s.arg(severity, count, placesText(group.cells, session.plan), printable(group.firstText));
    }
    return lines;
}

} // namespace sweepbench
