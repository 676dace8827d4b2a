// SPDX-License-Identifier: GPL-3.0-or-later
// Cells of different sessions compared with each other: last month's build with today's (DESIGN.md, Statistics).
// Thread contract: plain values and pure functions. The sessions must outlive nothing: results are copies.
#pragma once

#include "core/model/analysis.h"
#include "core/model/result.h"
#include "core/model/session.h"

#include <optional>
#include <vector>

namespace sweepbench {

/// A session and what texts call it, usually the name of its file.
struct NamedSession
{
    QString name;
    const Session *session = nullptr;
};

struct AcrossOptions
{
    QStringList targets;          ///< names: one for all sessions or one for each; empty: those with the same name, or the only ones left
    QString common;               ///< name of a target that all sessions measured; empty: found by name and URL
    bool withoutCommon = false;   ///< don't look for one
    std::optional<Metric> metric; ///< that the sentences are about; absent: the first session's primary one
};

/// A target that is followed through the sessions.
struct AcrossSubject
{
    QString name;             ///< "app"; where it has several, "trunk / stdvector"
    std::vector<int> targets; ///< by session; -1 where it has no such target
    bool common = false;      ///< the others' ratios to it are compared too
};

/// What is known of a subject in one session at one level, on the metric of the sentences.
struct AcrossCell
{
    int subject = 0;
    int session = 0;
    int level = 0;
    Summary figure;                ///< n = 0: no data
    std::optional<double> relative; ///< ratio to the common target, from the session's pairs
    std::optional<double> relativeLow; ///< plain 95 %
    std::optional<double> relativeHigh;
    int relativePairs = 0;
};

/// A subject in one session against the same in the first one.
struct AcrossComparison
{
    int subject = 0;
    int session = 1; ///< the candidate
    int level = 0;
    Metric metric = Metric::Rps;
    bool relative = false; ///< the ratios to the common target are compared, not the figures
    bool primary = false;  ///< on the metric of the sentences
    int baselineValues = 0; ///< trials, or pairs of the relative ones
    int candidateValues = 0;
    std::optional<double> ratio; ///< session's / first session's
    std::optional<double> ciLow; ///< plain 95 %
    std::optional<double> ciHigh;
    std::optional<double> simultaneousLow;
    std::optional<double> simultaneousHigh;
    std::optional<double> t;
    std::optional<double> df;
    std::optional<double> p;
    std::optional<double> pHolm; ///< of the primary ones
    bool differ = false;         ///< of the primary ones: pHolm below the error rate, and the interval not within the margin of equivalence
    QString missing;             ///< why there is no ratio, or no interval
    QString sentence;
};

struct AcrossSessions
{
    SweepAxis axis = SweepAxis::Connections;
    bool openLoop = false;
    Metric metric = Metric::Rps; ///< of cells and sentences
    QStringList sessions;        ///< their names; the first is what the others are compared with
    std::vector<QDateTime> measuredAt;
    std::vector<int> inOrderOfTime; ///< indices of sessions; those without a time stay where they were given
    std::vector<QStringList> environmentChanges; ///< by position in inOrderOfTime: against the one before
    std::vector<AcrossSubject> subjects;
    std::vector<int> levels;        ///< of the first session that another one has too
    std::vector<AcrossCell> cells;  ///< by subject, level, session
    std::vector<AcrossComparison> comparisons; ///< the relative ones last; by metric (that of the sentences first), subject, level, session
    std::vector<Finding> findings;  ///< doubts first

    const AcrossCell &cell(int subject, std::size_t level, int session) const;
    /// The subject that others are related to, if any.
    const AcrossSubject *common() const;
    /// The sentences of the metric they are about, the relative ones first.
    QStringList sentences() const;
};

/// Compares every session with the first one: Welch's t test on the logarithms of the trials' figures, for there are no pairs; with a target that all of
/// them measured, also on the log ratios to it within each session's blocks. Intervals hold for all comparisons of a metric together, p by Holm.
/// A Problem says what makes a comparison impossible: fewer than two sessions, no common level or target, a name that is not there.
Result<AcrossSessions> compareSessions(const std::vector<NamedSession> &sessions, const AcrossOptions &options = {});

} // namespace sweepbench
