// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/ranking.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace sweepbench {

namespace {

struct Candidate
{
    int level = 0;
    const Summary *summary = nullptr;
};

bool overlap(const Summary &a, const Summary &b)
{
    if (!a.ciLow || !a.ciHigh || !b.ciLow || !b.ciHigh)
        return true;
    return *a.ciLow <= *b.ciHigh && *b.ciLow <= *a.ciHigh;
}

std::vector<RankedLevel> ranked(std::vector<Candidate> candidates, bool higherFirst)
{
    std::stable_sort(candidates.begin(), candidates.end(), [higherFirst](const Candidate &a, const Candidate &b) {
        return higherFirst ? a.summary->mean > b.summary->mean : a.summary->mean < b.summary->mean;
    });
    std::vector<RankedLevel> levels;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        const Summary &here = *candidates[i].summary;
        levels.push_back({candidates[i].level, here.mean, i + 1 < candidates.size() && overlap(here, *candidates[i + 1].summary)});
    }
    return levels;
}

} // namespace

std::vector<LevelRanking> rankLevels(const Analysis &analysis, Metric metric)
{
    std::map<int, std::vector<Candidate>> byTarget;
    std::map<int, std::vector<int>> missing;
    for (const CellSummary &cell : analysis.cells) { // by level, so that equal means stay in that order
        if (cell.trials == 0)
            continue;
        std::vector<Candidate> &candidates = byTarget[cell.target];
        const auto found = cell.metrics.find(metric);
        if (found != cell.metrics.end() && found->second.n > 0 && std::isfinite(found->second.mean))
            candidates.push_back({cell.level, &found->second});
        else
            missing[cell.target].push_back(cell.level);
    }
    std::vector<LevelRanking> rankings;
    for (auto &[target, candidates] : byTarget)
        rankings.push_back({target, ranked(std::move(candidates), higherIsBetter(metric)), missing[target]});
    return rankings;
}

} // namespace sweepbench
