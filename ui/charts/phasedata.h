// SPDX-License-Identifier: GPL-3.0-or-later
// What the mean time of a request is made of, at one level: what the stacked bars draw.
// Thread contract: plain values and pure functions.
#pragma once

#include "ui/charts/chartview.h"

#include <QStringList>

#include <array>
#include <vector>

namespace sweepbench {

/// The parts of a bar, in the order of time.
enum class PhasePart { Waiting, NameLookup, Connect, Tls, FirstByte, Body };
inline constexpr std::array allPhaseParts{PhasePart::Waiting, PhasePart::NameLookup, PhasePart::Connect,
                                          PhasePart::Tls,     PhasePart::FirstByte,  PhasePart::Body};
QString phasePartTitle(PhasePart part);

/// One target's bar: mean nanoseconds for each answer, a phase that only some requests had spread over all of them.
struct PhaseBar
{
    int target = 0;
    std::array<double, allPhaseParts.size()> parts{};
    double total() const;
};

struct PhaseData
{
    SweepAxis axis = SweepAxis::Connections;
    std::optional<int> level;
    bool openLoop = false;
    QStringList names;
    std::set<int> hidden;
    std::vector<PhaseBar> bars; ///< by target
    std::vector<PhasePart> parts; ///< that any bar has
    QStringList notes;
    bool hasData() const { return !bars.empty(); }
};
PhaseData phaseData(const Session &session, const ChartView &view);

} // namespace sweepbench
