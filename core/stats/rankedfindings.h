// SPDX-License-Identifier: GPL-3.0-or-later
// All findings of a session in the order in which a reader should meet them: those of its trials, equal ones joined, and those of the
// whole. Tables, exports and the window show the same lines.
// Thread contract: pure functions.
#pragma once

#include "core/model/analysis.h"
#include "core/model/session.h"

#include <vector>

namespace sweepbench {

/// Unfit first, then doubts, then notes, and within each the most important kind first. A finding that many trials have is told once for
/// all cells that have it (one that makes a trial unfit, once for each target), with the figures of the first trial. The texts start
/// with the cells where they are not about the whole session, and have no final full stop.
std::vector<Finding> rankedFindings(const Session &session, const Analysis &analysis);

/// What stands below the verdicts, and what stands behind a link or an option.
struct FoldedFindings
{
    std::vector<Finding> shown; ///< the first three, and what every verdict has to carry
    std::vector<Finding> folded;

    /// "3 more doubts and 1 note"; empty where nothing is folded.
    QString foldedText() const;
};
FoldedFindings foldedFindings(std::vector<Finding> ranked);

} // namespace sweepbench
