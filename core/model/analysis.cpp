// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/analysis.h"

namespace sweepbench {

QString verdictId(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Equivalent: return QStringLiteral("equivalent");
    case Verdict::Faster: return QStringLiteral("faster");
    case Verdict::Slower: return QStringLiteral("slower");
    case Verdict::Inconclusive: return QStringLiteral("inconclusive");
    case Verdict::NotCompared: break;
    }
    return QStringLiteral("none");
}

const CellSummary *Analysis::cell(int target, int level) const
{
    for (const CellSummary &summary : cells)
        if (summary.target == target && summary.level == level)
            return &summary;
    return nullptr;
}

std::vector<Comparison> Analysis::verdicts() const
{
    std::vector<Comparison> primary;
    for (const Comparison &comparison : comparisons)
        if (comparison.primary)
            primary.push_back(comparison);
    return primary;
}

} // namespace sweepbench
