// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/selftest/selftestreport.h"

#include "core/model/format.h"
#include "core/stats/analysis.h"
#include "core/stats/measured.h"
#include "core/stats/moments.h"
#include "core/stats/wording.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

bool isDifference(const Comparison &comparison)
{
    return comparison.verdict == Verdict::Faster || comparison.verdict == Verdict::Slower;
}

QString outcomeOf(const std::vector<Comparison> &verdicts, int blocks)
{
    if (verdicts.empty())
        return u"Nothing was measured"_s;
    const QString judged = u"(judged at %1, %2)"_s.arg(confidenceText(selfTestErrorRate), countOf(blocks, u"block"_s, u"blocks"_s));
    if (std::any_of(verdicts.begin(), verdicts.end(), isDifference))
        return u"A difference is seen where there is none: one server was measured as A and as B %1. Something on this machine favours "
               "one of the two; don’t trust its verdicts before this test passes"_s.arg(judged);
    if (std::any_of(verdicts.begin(), verdicts.end(), [](const Comparison &each) { return each.verdict == Verdict::NotCompared; }))
        return u"One server, measured as A and as B, could not be compared with itself"_s;
    return u"One server, measured as A and as B, shows no difference %1"_s.arg(judged);
}

/// The fit trials of one cell.
std::optional<ClientCeiling> ceilingOfCell(const MeasuredCell &cell, ClientCeiling ceiling)
{
    std::vector<double> rates;
    std::vector<double> costs;
    std::vector<double> shares;
    for (const MeasuredTrial &trial : cell.trials) {
        const auto rps = trial.figure(Metric::Rps);
        if (!rps)
            continue;
        rates.push_back(*rps);
        const double cpuS = trial.trial->clientUserS + trial.trial->clientSystemS;
        costs.push_back(cpuS * 1e6 / static_cast<double>(trial.trial->requests));
        shares.push_back(cpuS * 1e9 / static_cast<double>(trial.trial->duration.count()) / std::max(1, trial.trial->threads));
    }
    if (rates.empty())
        return std::nullopt;
    ceiling.rps = momentsOf(rates).mean;
    ceiling.cpuUsPerRequest = momentsOf(costs).mean;
    ceiling.clientShare = momentsOf(shares).mean;
    ceiling.connections = cell.level;
    return ceiling;
}

} // namespace

SelfTestPart judgeSameServer(const Session &session)
{
    const std::vector<Comparison> verdicts = analyse(session, selfTestErrorRate).verdicts();
    SelfTestPart part;
    part.passed = !verdicts.empty() && std::none_of(verdicts.begin(), verdicts.end(), [](const Comparison &each) {
        return isDifference(each) || each.verdict == Verdict::NotCompared;
    });
    part.sentence = outcomeOf(verdicts, session.plan.repeats);
    for (const Comparison &comparison : verdicts)
        part.details << comparison.sentence;
    return part;
}

std::optional<ClientCeiling> ceilingOf(const Session &session, ClientCeiling ceiling)
{
    ceiling.transport = session.plan.load.transport;
    std::optional<ClientCeiling> best;
    for (const MeasuredCell &cell : measuredTrials(session).cells)
        if (const auto found = ceilingOfCell(cell, ceiling); found && (!best || found->rps > best->rps))
            best = found;
    return best;
}

QString ceilingText(const ClientCeiling &ceiling)
{
    return u"%1: up to %2 requests per second (%3), %4 of client CPU per request"_s.arg(
        transportText(ceiling.transport, HttpVersion::Http1), formatCount(qRound64(ceiling.rps)), atLevel(SweepAxis::Connections, ceiling.connections),
        ceiling.cpuUsPerRequest > 0 ? formatLatency(ceiling.cpuUsPerRequest * 1e3) : noDataText());
}

} // namespace sweepbench
