// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/phasedata.h"

#include "core/model/format.h"
#include "core/stats/phases.h"
#include "ui/charts/charttext.h"

#include <algorithm>
#include <numeric>

using namespace Qt::StringLiterals;

namespace sweepbench {

QString phasePartTitle(PhasePart part)
{
    switch (part) {
    case PhasePart::Waiting: return u"Waiting for a connection"_s;
    case PhasePart::NameLookup: return phaseTitle(Phase::NameLookup);
    case PhasePart::Connect: return phaseTitle(Phase::Connect);
    case PhasePart::Tls: return phaseTitle(Phase::Tls);
    case PhasePart::FirstByte: return phaseTitle(Phase::FirstByte);
    case PhasePart::Body: break;
    }
    return phaseTitle(Phase::Body);
}

double PhaseBar::total() const
{
    return std::accumulate(parts.begin(), parts.end(), 0.0);
}

namespace {

/// Absent without an answer.
std::optional<PhaseBar> phaseBar(const CellPhases &cell)
{
    const auto &phases = cell.phases;
    const auto of = [&phases](Phase phase) -> const Distribution & { return phases[static_cast<std::size_t>(phase)]; };
    const double answers = static_cast<double>(of(Phase::FirstByte).count);
    if (answers < 1)
        return std::nullopt;
    PhaseBar bar;
    bar.target = cell.target;
    // Waiting is of every request that was sent, so it has a mean of its own.
    bar.parts[0] = cell.slip.count > 0 ? cell.slip.sumNs / static_cast<double>(cell.slip.count) : 0;
    for (const Phase phase : allPhases)
        bar.parts[1 + static_cast<std::size_t>(phase)] = std::max(0.0, of(phase).sumNs / answers);
    return bar;
}

} // namespace

PhaseData phaseData(const Session &session, const ChartView &view)
{
    PhaseData data;
    data.axis = session.plan.sweep.axis;
    data.level = shownLevel(session, view);
    data.openLoop = isOpenLoop(session.plan);
    data.names = targetNames(session.plan);
    data.hidden = view.hiddenTargets;
    std::vector<bool> seen(session.plan.targets.size(), false);
    for (const CellPhases &cell : cellPhases(session)) {
        if (data.level != cell.level || !view.shows(cell.target))
            continue;
        if (const auto bar = phaseBar(cell)) {
            data.bars.push_back(*bar);
            seen[static_cast<std::size_t>(cell.target)] = true;
        }
    }
    for (std::size_t part = 0; part < allPhaseParts.size(); ++part)
        if (std::any_of(data.bars.begin(), data.bars.end(), [part](const PhaseBar &bar) { return bar.parts[part] > 0; }))
            data.parts.push_back(allPhaseParts[part]);
    std::erase_if(data.bars, [](const PhaseBar &bar) { return bar.total() <= 0; });
    if (data.hasData())
        for (std::size_t target = 0; target < seen.size(); ++target)
            if (!seen[target] && view.shows(static_cast<int>(target)))
                data.notes << u"%1: %2."_s.arg(data.names[static_cast<qsizetype>(target)], noDataText());
    return data;
}

} // namespace sweepbench
