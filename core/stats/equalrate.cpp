// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/equalrate.h"

#include "core/model/format.h"
#include "core/stats/wording.h"

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

/// A target's cell with the highest mean rate.
struct BestCell
{
    int target = 0;
    int level = 0;
    double rps = 0;
    double meanNs = 0; ///< 0: not known
};

std::optional<double> meanOf(const CellSummary &cell, Metric metric)
{
    const auto found = cell.metrics.find(metric);
    return found == cell.metrics.end() || found->second.n == 0 ? std::nullopt : std::optional(found->second.mean);
}

BestCell bestOf(const Analysis &analysis, int target)
{
    BestCell best;
    best.target = target;
    for (const CellSummary &cell : analysis.cells) {
        const std::optional<double> rps = meanOf(cell, Metric::Rps);
        if (cell.target == target && rps && *rps > best.rps)
            best = {target, cell.level, *rps, meanOf(cell, Metric::MeanNs).value_or(0)};
    }
    return best;
}

int connectionsFor(int highestInSweep, int rate, const std::vector<BestCell> &best)
{
    double inFlight = 0;
    for (const BestCell &cell : best)
        inFlight = std::max(inFlight, rate * cell.meanNs / 1e9);
    const double needed = std::ceil(2 * (inFlight + 4 * std::sqrt(inFlight)));
    return static_cast<int>(std::clamp(needed, static_cast<double>(highestInSweep), static_cast<double>(std::max(highestInSweep, highestLevel))));
}

Plan planAt(const Session &session, int rate, int connections)
{
    Plan plan = session.plan;
    plan.sweep = {SweepAxis::Rate, {rate}};
    plan.load.rate.reset();
    plan.load.connections = connections;
    plan.load.arrivals = Arrivals::Poisson;
    plan.load.thinkTime = {}; // the rate alone says when requests are due
    for (Target &target : plan.targets)
        for (const LoadField field : {LoadField::Connections, LoadField::Rate, LoadField::Arrivals, LoadField::ThinkTime})
            target.load.drop(field);
    plan.primaryMetric = Metric::P99Ns;
    if (plan.untilPrecise) { // precise rates say nothing of how precise a p99 can be had
        plan.repeats = std::max(measuredBlocks(session.trials), plan.untilPrecise->leastRepeats);
        plan.untilPrecise.reset();
    }
    return plan;
}

} // namespace

Result<EqualRate> equalRateOf(const Session &session, const Analysis &analysis, double share)
{
    const auto problem = [](const QString &text) { return Problem{u"equal rate"_s, text}; };
    if (session.plan.imported)
        return problem(u"these results are imported, and how they were measured is not known; compare the servers here first"_s);
    if (isOpenLoop(session.plan))
        return problem(u"requests were due at a given rate here; it takes a sweep over connections to find the best rate"_s);
    std::vector<BestCell> best;
    for (std::size_t target = 0; target < session.plan.targets.size(); ++target) {
        best.push_back(bestOf(analysis, static_cast<int>(target)));
        if (!(best.back().rps > 0))
            return problem(u"%1 has no trial that is fit for comparison, and so no best rate"_s.arg(session.plan.targets[target].name));
    }
    if (best.empty())
        return problem(u"the plan has no target"_s);
    const BestCell slowest = *std::min_element(best.begin(), best.end(), [](const BestCell &a, const BestCell &b) { return a.rps < b.rps; });
    constexpr double rounding = 1e-9; // 29 % of 100 is 29, whatever binary fractions make of it
    const double rate = std::floor(share * slowest.rps + rounding);
    if (!(rate >= 1 && rate <= highestLevel))
        return problem(u"%1 of the %2 requests per second of %3 is not from 1 to %4"_s.arg(
            formatPercent(share), formatNumber(slowest.rps), session.plan.targets[static_cast<std::size_t>(slowest.target)].name,
            formatCount(highestLevel)));
    const int highestInSweep = session.plan.sweep.levels.empty() ? 1 : session.plan.sweep.levels.back();
    EqualRate equal;
    equal.share = share;
    equal.slowest = slowest.target;
    equal.bestLevel = slowest.level;
    equal.bestRps = slowest.rps;
    equal.rate = static_cast<int>(rate);
    equal.plan = planAt(session, equal.rate, connectionsFor(highestInSweep, equal.rate, best));
    return equal;
}

QString equalRateText(const EqualRate &equal)
{
    return u"%1 requests per second, %2 of what %3 serves at best (%4, %5)"_s.arg(
        formatCount(equal.rate), formatPercent(equal.share), equal.plan.targets.at(static_cast<std::size_t>(equal.slowest)).name,
        formatCount(std::llround(equal.bestRps)), atLevel(SweepAxis::Connections, equal.bestLevel));
}

} // namespace sweepbench
