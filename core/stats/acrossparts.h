// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of compareSessions(). Thread contract: pure functions.
#pragma once

#include "core/stats/acrosssessions.h"

namespace sweepbench {

/// The targets that are followed through the sessions, the common one last.
Result<std::vector<AcrossSubject>> acrossSubjects(const std::vector<NamedSession> &sessions, const AcrossOptions &options);

/// "app in NEW".
QString subjectIn(const AcrossSubject &subject, int session, const std::vector<NamedSession> &sessions);

/// What a comparison says, without a final full stop.
QString acrossSentence(const AcrossComparison &comparison, const AcrossSessions &across, const std::vector<NamedSession> &sessions);

/// What makes the sessions differ beside the servers, doubts first.
std::vector<Finding> acrossFindings(const AcrossSessions &across, const std::vector<NamedSession> &sessions);

/// Ratios within this of 1 are no difference that matters, as for verdicts.
inline constexpr double acrossMargin = 0.02;
/// True where the whole simultaneous interval lies within the margin.
bool agrees(const AcrossComparison &comparison);

} // namespace sweepbench
