// SPDX-License-Identifier: GPL-3.0-or-later
// What the time of a request is made of: each phase of the connections or requests that had it.
// Thread contract: pure functions over values.
#pragma once

#include "core/model/session.h"

#include <array>
#include <vector>

namespace sweepbench {

enum class Phase { NameLookup, Connect, Tls, FirstByte, Body };
inline constexpr std::array allPhases{Phase::NameLookup, Phase::Connect, Phase::Tls, Phase::FirstByte, Phase::Body};

QString phaseId(Phase phase);    ///< in files, without the unit: "name", "connect", "tls", "first_byte", "body"
QString phaseTitle(Phase phase); ///< in tables: "Name look-up", "Rest of the body"
const Distribution &phaseOf(const Trial &trial, Phase phase);

/// The phases of a cell's fit trials together.
struct CellPhases
{
    int target = 0;
    int level = 0;
    std::array<Distribution, allPhases.size()> phases; ///< in the order of allPhases; an empty one was never had
    Distribution slip;    ///< of an open loop
    Distribution service; ///< of an open loop
};

/// By level, then target, as the cells of an Analysis are; cells without a fit trial are left out.
std::vector<CellPhases> cellPhases(const Session &session);

} // namespace sweepbench
